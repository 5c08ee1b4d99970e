/// Lines of tables of contents.
extension Markers {
  /// Whether a line ends with a page of an index entry: `union, 12`, `tree, 110–133`.
  func endsInPage(_ line: Line) -> Bool {
    guard line.end - line.first > 1 else { return false }
    let (term, page) = (
      fragments[Int(order[line.end - 2])], fragments[Int(order[line.end - 1])]
    )
    return scalars[Int(term.end) - 1] == 0x2C && page.count <= 9
      && scalars[Int(page.start)..<Int(page.end)].allSatisfy {
        Script.isDigit($0) || Script.isHyphen($0) || $0 == 0x2013
      }
  }

  /// Whether the line ends with a page number after a wide gap or dots.
  func isEntry(_ line: Line) -> Bool {
    if endsInDots(line) { return true }
    guard line.end - line.first >= 2 else { return false }
    let number = fragments[Int(order[line.end - 1])]
    let before = fragments[Int(order[line.end - 2])]
    guard isPageNumber(number) else { return false }
    let end = scalars[Int(before.end) - 1]
    return number.x0 - before.x1 > 0.5 * line.size || end == 0x2E && before.count > 1
      || end == 0x2026
  }

  /// Arabic, lower-case Roman as in front matter, or with the number of a chapter: `A-12`.
  private func isPageNumber(_ fragment: Fragment) -> Bool {
    let number = scalars[Int(fragment.start)..<Int(fragment.end)]
    if number.allSatisfy(Script.isAnyDigit) { return number.count <= 4 }
    if Self.pageNumber(atEndOf: number).count == number.count { return true }
    return number.count <= 7 && number.allSatisfy(Self.isNumeral)
  }

  /// Returns the page number at the end of a text, with the number or letter of its chapter before a hyphen.
  static func pageNumber(atEndOf text: ArraySlice<UInt32>) -> ArraySlice<UInt32> {
    let page = text.reversed().prefix(while: Script.isAnyDigit).count
    let before = text.dropLast(page)
    guard (1...4).contains(page), let hyphen = before.last,
      Script.isHyphen(hyphen) || hyphen == 0x2013
    else { return text.suffix(page) }
    let digits = before.dropLast().reversed().prefix(while: Script.isAnyDigit).count
    let isLetter = digits == 0 && before.dropLast().last.map { (0x41...0x5A).contains($0) } ?? false
    let chapter = isLetter ? 1 : digits
    return text.suffix(chapter == 0 || chapter > 2 ? page : page + 1 + chapter)
  }

  /// Digits and the lower-case letters of Roman numbers.
  private static func isNumeral(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x69, 0x76, 0x78, 0x6C, 0x63: true
    default: Script.isAnyDigit(scalar)
    }
  }

  /// Whether dot leaders precede the number at the end of the line, as separate words or as one.
  func endsInDots(_ line: Line) -> Bool {
    guard line.first < line.end else { return false }
    let last = fragments[Int(order[line.end - 1])]
    // Most lines end with something else.
    guard Self.isNumeral(scalars[Int(last.end) - 1]) else { return false }
    let text = scalars[Int(last.start)..<Int(last.end)]
    let joined = text.dropLast(Self.pageNumber(atEndOf: text).count).reversed()
      .prefix(while: Self.isDot)
    if joined.count > 3, text.last.map(Script.isAnyDigit) ?? false { return true }
    return isPageNumber(last) && dots(before: line.end - 1, in: line).count >= 3
  }

  /// Whether an entry goes on from one line to the next: with dots and a page number, or with the number alone.
  func continuesEntry(from last: Line, to line: Line) -> Bool {
    guard line.first < line.end, last.first < last.end else { return false }
    let number = fragments[Int(order[line.end - 1])]
    guard Self.isNumeral(scalars[Int(number.end) - 1]), !isEntry(last) else { return false }
    if line.end - line.first == 1, isPageNumber(number) {
      return dots(before: last.end, in: last).count > 3
    }
    return endsInDots(line) && (isLeader(line) || marker(of: line) == nil)
  }

  /// Whether a line has nothing but dots and a page number.
  func isLeader(_ line: Line) -> Bool {
    endsInDots(line) && dots(before: line.end - 1, in: line).start <= line.first
  }

  /// Returns how many dots precede a position of a line, and where they start.
  private func dots(before end: Int, in line: Line) -> (count: Int, start: Int) {
    var count = 0
    var at = end
    while at > line.first {
      let fragment = fragments[Int(order[at - 1])]
      // They may be joined to the last word.
      let run = scalars[Int(fragment.start)..<Int(fragment.end)].reversed().prefix(
        while: Self.isDot
      ).count
      if run == fragment.count || run > 3 { count += run }
      guard run == fragment.count else { break }
      at -= 1
    }
    return (count, at)
  }

  private static func isDot(_ scalar: UInt32) -> Bool { scalar == 0x2E || scalar == 0x2026 }
}
