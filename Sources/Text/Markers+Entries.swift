/// Lines of tables of contents.
extension Markers {
  /// Whether the line ends with a page number after a wide gap or dots.
  func isEntry(_ line: Line) -> Bool {
    guard line.end - line.first >= 2 else { return false }
    let number = fragments[Int(order[line.end - 1])]
    let before = fragments[Int(order[line.end - 2])]
    guard isPageNumber(number) else { return false }
    if endsInDots(line) { return true }
    let end = scalars[Int(before.end) - 1]
    return number.x0 - before.x1 > 0.5 * line.size || end == 0x2E && before.count > 1
      || end == 0x2026
  }

  /// Arabic, or lower-case Roman as in front matter.
  private func isPageNumber(_ fragment: Fragment) -> Bool {
    let number = scalars[Int(fragment.start)..<Int(fragment.end)]
    if number.allSatisfy(Script.isDigit) { return number.count <= 4 }
    return number.count <= 7 && number.allSatisfy { [0x69, 0x76, 0x78, 0x6C, 0x63].contains($0) }
  }

  /// Whether dot leaders precede the number at the end of the line, as separate words or as one.
  func endsInDots(_ line: Line) -> Bool {
    var dots = 0
    var at = line.end - 2
    while at >= line.first, dots < 4 {
      let fragment = fragments[Int(order[at])]
      let all = scalars[Int(fragment.start)..<Int(fragment.end)].allSatisfy {
        $0 == 0x2E || $0 == 0x2026
      }
      guard all else { break }
      dots += fragment.count
      at -= 1
    }
    return dots >= 3 && isPageNumber(fragments[Int(order[line.end - 1])])
  }
}
