import DocumentModel

/// Entries of a bibliography that were joined to one paragraph.
extension ReferenceFinder {
  /// Returns a paragraph of a bibliography as one for each entry: short ones without a gap, or at a page's end, are joined.
  func entries(in paragraph: Flow.Paragraph) -> [Flow.Paragraph] {
    let text = paragraph.scalars
    guard paragraph.kind == .paragraph || paragraph.isItem, text.count < Self.longestJoined else {
      return [paragraph]
    }
    let isLabelled = EntryLabel.read(text)?.isBracketed == true
    guard isLabelled || BibliographyEntry.begins(text[...]) else { return [paragraph] }
    var starts = [0]
    let years = isLabelled ? [] : Self.years(in: text)
    var before = 0
    for at in text.indices.dropFirst().dropLast()
    where text[at] == 0x20 && isLineEnd(at, paragraph)
      && isFlush(at + 1, within: isLabelled ? 8 : 3, in: paragraph)
    {
      let rest = text[(at + 1)...].prefix(Self.longestNames)
      while before < years.count, years[before] < at { before += 1 }
      let begins =
        isLabelled
        ? EntryLabel.read(Array(rest))?.isBracketed == true
        : Self.closes(text[..<at]) && BibliographyEntry.begins(rest)
          && years[..<before].last.map { $0 >= starts[starts.count - 1] } == true
          && before < years.count
      if begins { starts.append(at + 1) }
    }
    guard starts.count > 1 else { return [paragraph] }
    return zip(starts, starts.dropFirst().map { $0 - 1 } + [text.count]).map { start, end in
      var entry = paragraph
      entry.scalars = Array(text[start..<end])
      entry.origins = Array(paragraph.origins[start..<end])
      entry.page = Int(paragraph.origins[start].page)
      return entry
    }
  }

  private static let longestJoined = 4_000
  private static let longestNames = 120

  /// Whether a character begins at the left edge of the paragraph's first one, up to a distance in points, or on another page.
  private func isFlush(_ index: Int, within reach: Float, in paragraph: Flow.Paragraph) -> Bool {
    let (own, other) = (paragraph.origins[index], paragraph.origins[0])
    guard let mine = box(own), let start = box(other) else { return false }
    return own.page != other.page || abs(mine.x0 - start.x0) < reach
  }

  /// Whether a text ends a sentence.
  private static func closes(_ text: ArraySlice<UInt32>) -> Bool {
    text.last.map { $0 == 0x2E || $0 == 0x29 || Script.isDigit($0) } ?? false
  }

  /// Returns where years begin, or the words in place of one.
  private static func years(in text: [UInt32]) -> [Int] {
    text.indices.filter {
      Year.end(at: $0, in: text) != nil
        || text[$0] == 0x28 && Year.undated(at: $0 + 1, in: text) != nil
    }
  }
}
