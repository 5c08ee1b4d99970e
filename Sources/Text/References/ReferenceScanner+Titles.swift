import DocumentModel

/// Works that are cited by authors and titles: `Garaud, “Recherches sur les défrichements,” 12`, `Aristoteles: Rhetorik, S. 3`.
extension ReferenceScanner {
  /// Returns the works that a note cites by authors and titles; `last` is the serial number of the note before it, which `ibid.` means.
  static func mentions(inNote note: [UInt32], from start: Int, after last: Int?)
    -> [ReferenceMention]
  {
    var found = ReferenceScanner(note).titled(in: start..<note.count)
    let first = note[start...].firstIndex { !Script.isBlank($0) } ?? note.count
    let word = note[first...].prefix(while: Script.isLetter)
    if let last, again.contains(word.map(Script.lower)) {
      found.insert(
        ReferenceMention(target: .again(note: last), range: word.startIndex..<word.endIndex), at: 0)
    }
    return found
  }

  private static let again = ReferenceWord.words("ibid ibidem ebd ebenda ebda")

  /// Records the works that are cited by authors and titles in the parentheses that open at an index.
  mutating func addTitled(_ start: Int) {
    guard start + 2 < text.count, Script.isLetter(text[start + 1]),
      let close = text[start...].prefix(Self.longestAside).firstIndex(of: 0x29)
    else { return }
    found += titled(in: start + 1..<close)
  }

  private func titled(in range: Range<Int>) -> [ReferenceMention] {
    var found: [ReferenceMention] = []
    var (at, start) = (range.lowerBound, range.lowerBound)
    while at + 2 < range.upperBound {
      if text[at] == 0x2C || text[at] == 0x3A, at > range.lowerBound,
        Script.isLetter(text[at - 1]), Script.isBlank(text[at + 1]),
        let mention = titled(before: at, in: start..<range.upperBound)
      {
        found.append(mention)
        (at, start) = (mention.range.upperBound, mention.range.upperBound)
      } else {
        at += 1
      }
    }
    return found
  }

  /// Reads the names before a comma or a colon and the title after it.
  private func titled(before sign: Int, in range: Range<Int>) -> ReferenceMention? {
    var first = sign + 1
    while first < range.upperBound, Script.isBlank(text[first]) { first += 1 }
    guard first < range.upperBound else { return nil }
    let closing = EntryTitle.quotes[text[first]]
    if closing != nil { first += 1 }
    guard first < range.upperBound, Script.isUpperCase(text[first]) || closing != nil else {
      return nil
    }
    var last = first
    while last < range.upperBound, last - first < Self.longestTitle, !endsTitle(last, closing) {
      last += 1
    }
    let key = SectionTitle.key(ReferenceMention.Title.withoutArticle(text[first..<last]))
    guard key.count >= Self.shortestTitle, let (names, starts, hasOthers) = names(before: sign),
      starts[0] >= range.lowerBound
    else { return nil }
    while last > first, Script.isBlank(text[last - 1]) || text[last - 1] == 0x2C { last -= 1 }
    return ReferenceMention(
      target: .titled(
        ReferenceMention.WorkNames(names: names, starts: starts, year: [], hasOthers: hasOthers),
        ReferenceMention.Title(key: key, isQuoted: closing != nil)),
      range: starts[0]..<last)
  }

  /// Whether a title ends at an index: with the quotation, else before the words that follow it or its page.
  private func endsTitle(_ index: Int, _ closing: Set<UInt32>?) -> Bool {
    if let closing { return closing.contains(text[index]) }
    return Self.afterTitle.contains(text[index])
      || Script.isDigit(text[index]) && Script.isBlank(text[index - 1])
  }

  private static let afterTitle: Set<UInt32> = Set(",.;:([".unicodeScalars.map(\.value))
  private static let longestTitle = 200
  private static let shortestTitle = 5
  private static let longestAside = 160
}
