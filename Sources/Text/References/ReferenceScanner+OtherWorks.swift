import DocumentModel

/// Parts of other works, which are no references to this document.
extension ReferenceScanner {
  /// Drops parts that belong to a work named beside them, with the rest of their lists.
  mutating func dropOthers() {
    var others: Set<Int> = []
    for index in found.indices
    where isOfAnotherWork(index) || others.contains(index - 1) && isListed(index) {
      others.insert(index)
    }
    found = found.indices.filter { !others.contains($0) }.map { found[$0] }
  }

  /// Whether a part has only its number, and its word stands before the one listed before it.
  private func isListed(_ index: Int) -> Bool {
    guard case .part = found[index].target else { return false }
    return Script.isDigit(text[found[index].range.lowerBound])
  }

  /// Whether a part belongs to a work that is named beside it: `Table 2 of [6]`, `Figures 2 and 3 of the original`, `Smith (2010), … (page 5)`.
  private func isOfAnotherWork(_ index: Int) -> Bool {
    guard case .part(let kind, _, _) = found[index].target else { return false }
    let range = found[index].range
    // `its documentation (Sec. 2)`
    let isOpen = range.lowerBound > 0 && text[range.lowerBound - 1] == 0x28
    let before = wordBefore(range.lowerBound - (isOpen ? 1 : 0))
    if Self.owners.contains(before)
      || Self.information.contains(before) && isSupporting(range.lowerBound)
    {
      return true
    }
    let end = listEnd(range.upperBound)
    let after = text[end...].prefix(24).filter(Script.isLetter)
    if Self.originals.contains(where: { after.starts(with: $0) }) { return true }
    if isOfTitle(text[end...]) { return true }
    if isAside(kind, range.lowerBound), hasTitle(before: range.lowerBound) { return true }
    // `in its manual [1] Section 6`, `listed in FHS, section 4.9`
    let isNamed = (kind == .section || kind == .page) && followsAcronym(range.lowerBound)
    if isNamed || followsCitation(range.lowerBound) { return true }
    guard index + 1 < found.count, isWork(found[index + 1]) else { return false }
    let start = found[index + 1].range.lowerBound
    guard range.upperBound < start, start - range.upperBound <= 12 else { return false }
    return Self.belonging.contains(Array(text[range.upperBound..<start].filter(Script.isLetter)))
  }

  /// Whether brackets with a number stand directly before an index.
  private func followsCitation(_ index: Int) -> Bool {
    var at = index
    while at > 0, Script.isBlank(text[at - 1]) { at -= 1 }
    guard at > 2, text[at - 1] == 0x5D else { return false }
    let inside = text[..<(at - 1)].suffix(5)
    guard let open = inside.lastIndex(of: 0x5B), open + 1 < at - 1 else { return false }
    return text[(open + 1)..<(at - 1)].allSatisfy {
      Script.isDigit($0) || Superscripts.isRaisedDigit($0)
    }
  }

  /// Whether an acronym, with a number or without, and a comma stand before an index: `RFC 2119, section 3`.
  private func followsAcronym(_ index: Int) -> Bool {
    var at = index
    while at > 0, Script.isBlank(text[at - 1]) { at -= 1 }
    guard at > 3, text[at - 1] == 0x2C else { return false }
    at -= 1
    while at > 0, Script.isDigit(text[at - 1]) || Script.isBlank(text[at - 1]) { at -= 1 }
    var first = at
    while first > 0, Script.isLetter(text[first - 1]) { first -= 1 }
    return at - first >= 3 && text[first..<at].allSatisfy(Script.isUpperCase)
      && !isIntroduced(first..<at)
  }

  /// Whether an acronym abbreviates the words before its brackets: `software guard extensions (SGX, §3)`.
  private func isIntroduced(_ acronym: Range<Int>) -> Bool {
    guard acronym.lowerBound > 1, text[acronym.lowerBound - 1] == 0x28 else { return false }
    let words = text[..<(acronym.lowerBound - 1)].suffix(30 * acronym.count)
      .split { !Script.isLetter($0) }.suffix(acronym.count + 1)
    let initial = Script.lower(text[acronym.lowerBound])
    return words.contains { $0.first.map(Script.lower) == initial }
      && words.last?.contains { Script.lower($0) == Script.lower(text[acronym.upperBound - 1]) }
        == true
  }

  /// Whether a text goes on with another work's title: ` of Statistical Models`, ` of the TIFF specification`; not ` of Chapter 2`.
  private func isOfTitle(_ text: ArraySlice<UInt32>) -> Bool {
    var rest = text.drop(while: Script.isBlank)
    guard rest.starts(with: [0x6F, 0x66, 0x20]) else { return false }
    rest = rest.dropFirst(3).drop(while: Script.isBlank)
    if rest.starts(with: [0x74, 0x68, 0x65, 0x20]) { rest = rest.dropFirst(4) }
    guard let next = rest.first else { return false }
    let word = rest.prefix(while: Script.isLetter)
    if Self.titles.contains(Array(word)) { return true }
    return next == 0x5B || Script.isUpperCase(next) && ReferenceWord.named(by: word) == nil
  }

  private func isWork(_ mention: ReferenceMention) -> Bool {
    switch mention.target {
    case _ where mention.doubt == .undated: false
    case .work(let work): !work.year.isEmpty
    case .entry, .titled: true
    case .part, .raised, .uri, .again: false
    }
  }

  /// Words for another work after `of the`.
  private static let titles = ReferenceWord.words(
    "reference references book standard specification documentation")

  /// Whether the information named before an index is a file of its own: `Supporting Information Section 3.1`.
  private func isSupporting(_ index: Int) -> Bool {
    let words = text[..<index].suffix(40).split { !Script.isLetter($0) }
    return words.dropLast().last.map { Self.supporting.contains($0.map(Script.lower)) } ?? false
  }

  private static let information = ReferenceWord.words("information material materials")
  private static let supporting = ReferenceWord.words("supporting supplementary supplemental")

  /// Words before a part of another work: `the authors’ Figure 2`.
  private static let owners = ReferenceWord.words(
    "original their his her authors author documentation")

  /// The index after the rest of a list: ` and 3`, `, 4–6`.
  private func listEnd(_ end: Int) -> Int {
    var (index, last) = (end, end)
    while index < text.count, index - end < 20 {
      if Script.isDigit(text[index]) {
        last = index + 1
      } else if Script.isLetter(text[index]) {
        let word = wordEnd(index)
        guard ReferenceWord.isJoin(text[index..<word]) else { break }
        index = word
        continue
      } else if !Script.isBlank(text[index]), !Self.separators.contains(text[index]) {
        break
      }
      index += 1
    }
    return last
  }

  /// Whether a page is in brackets, or a section in brackets of its own after a sentence: `Springer. (Chapters 9 and 10)`.
  private func isAside(_ kind: Reference.Kind, _ index: Int) -> Bool {
    guard let open = text[..<index].suffix(40).lastIndex(where: { $0 == 0x28 || $0 == 0x29 }),
      text[open] == 0x28
    else { return false }
    guard kind == .section else { return kind == .page }
    let before = text[..<open].last { !Script.isBlank($0) }
    let word = text[(open + 1)...].prefix(while: Script.isLetter)
    return before == 0x2E && ReferenceWord.named(by: word) != nil
  }

  /// Whether a year and more than a sentence's beginning stand before an index, as in a printed citation.
  private func hasTitle(before index: Int) -> Bool {
    let start = max(0, index - 240)
    return (start..<max(start, index - 12)).contains { at in
      guard let end = Year.end(at: at, in: text), end < text.count else { return false }
      return text[end] == 0x29 || text[end] == 0x2E
    }
  }

  private static let originals = ReferenceWord.words(
    "oftheoriginal intheoriginal")

  private static let belonging = ReferenceWord.words(
    "of in from ofref inref von aus de dans из в")
}
