import DocumentModel

/// Works that are cited by the names of their authors, as the MLA does: `(Smith and Doe 12; Lee et al.)`.
extension ReferenceScanner {
  /// Records the names in parentheses that may be citations.
  mutating func addNamed(_ start: Int) {
    guard start + 2 < text.count, Script.isLetter(text[start + 1]),
      let close = text[start...].prefix(Self.longestNamed).firstIndex(of: 0x29)
    else { return }
    var first = start + 1
    while first < close {
      let last = text[first..<close].firstIndex(of: 0x3B) ?? close
      while first < last, Script.isBlank(text[first]) { first += 1 }
      let end = nameEnd(first, last)
      if isName(first..<end), !(end..<last).contains(where: { Year.end(at: $0, in: text) != nil }),
        let (names, starts, hasOthers) = names(before: end), starts[0] == first,
        names.count <= Self.mostNames
      {
        let work = ReferenceMention.WorkNames(
          names: names, starts: starts, year: [], hasOthers: hasOthers)
        found.append(
          ReferenceMention(target: .work(work), range: first..<end, doubt: .undated))
      }
      first = last + 1
    }
  }

  private static let longestNamed = 160
  private static let mostNames = 6

  /// Returns the end of the words before pages: of `Smith` in `Smith 12–15` and `Smith, p. 12`.
  private func nameEnd(_ first: Int, _ last: Int) -> Int {
    var end = last
    while end > first, !Script.isLetter(text[end - 1]), text[end - 1] != 0x2E { end -= 1 }
    let before = text[first..<end].dropLast()
    if text[first..<end].last == 0x2E,
      let blank = before.lastIndex(where: Script.isBlank), blank > first,
      ReferenceWord.abbreviated(text[(blank + 1)..<(end - 1)])?.kind == .page
    {
      end = blank
    }
    while end > first, Script.isBlank(text[end - 1]) || text[end - 1] == 0x2C { end -= 1 }
    return end
  }

  /// Whether words have no digits and one of them is written as a name is, with one capital.
  private func isName(_ words: Range<Int>) -> Bool {
    !text[words].contains(where: Script.isDigit)
      && text[words].split(whereSeparator: Script.isBlank).contains {
        $0.first.map(Script.isUpperCase) == true
          && $0.dropFirst().contains(where: Script.isLowerCase)
      }
  }
}
