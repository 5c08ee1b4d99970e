import Text

extension TextComparison {
  /// The most runs that are compared piece by piece.
  private static let mostPieces = 4_000

  /// Matches runs that the other version has in several pieces: captions and cells that a layout splits, and words cut where a page ends.
  mutating func matchPieces() {
    let marks = old.noteNumbers.union(new.noteNumbers)
    for (o, n) in Self.pieces(of: old, oldStates, in: new, newStates, marks) { drop(o, n) }
    for (n, o) in Self.pieces(of: new, newStates, in: old, oldStates, marks) { drop(o, n) }
  }

  private mutating func drop(_ o: Range<Int>, _ n: Range<Int>) {
    for word in o { oldStates[word] = .layout }
    for word in n { newStates[word] = .layout }
  }

  /// Returns the runs of a text that are spelled by several left-over pieces of another, with each piece.
  private static func pieces(
    of text: ComparedText, _ states: [State], in other: ComparedText, _ others: [State],
    _ marks: Set<[UInt32]>
  ) -> [(run: Range<Int>, piece: Range<Int>)] {
    let parts = runs(others).flatMap(other.parts)
    guard parts.count <= mostPieces else { return [] }
    func letters(_ words: Range<Int>, of text: ComparedText) -> [UInt32] {
      words.flatMap { MarkedWord(text.scalars(of: $0), marks).bare }
    }
    let spelled = parts.map { letters($0, of: other) }
    var starts: [UInt32: [Int]] = [:]
    for (index, spelling) in spelled.enumerated() {
      if let first = spelling.first { starts[first, default: []].append(index) }
    }
    var used: Set<Int> = []
    var found: [(Range<Int>, Range<Int>)] = []
    for run in runs(states).flatMap(text.parts) {
      let words = run.map { letters($0..<$0 + 1, of: text) }
      let letters = words.flatMap(\.self)
      var (ends, end): (Set<Int>, Int) = ([], 0)
      for word in words {
        end += word.count
        ends.insert(end)
      }
      var (at, pieces) = (0, [Int]())
      while at < letters.count {
        // The longest first: a short one may be part of many.
        let next = (starts[letters[at]] ?? []).filter { index in
          !used.contains(index) && !pieces.contains(index)
            && letters[at...].starts(with: spelled[index])
            // A word is cut by a hyphen only: numbers could be made of any others.
            && (ends.contains(at + spelled[index].count)
              || other.words[parts[index].upperBound - 1].traits.contains(.hyphenated))
        }.max { spelled[$0].count < spelled[$1].count }
        guard let next else { break }
        pieces.append(next)
        at += spelled[next].count
      }
      guard at == letters.count, pieces.count > 1,
        isOfLayout(pieces.map { parts[$0] }, of: other, for: text.paragraph(of: run.lowerBound))
      else { continue }
      used.formUnion(pieces)
      found += pieces.map { (run, parts[$0]) }
    }
    return found
  }

  /// Whether a layout can have split a run: outside of the running text, or within words.
  private static func isOfLayout(
    _ pieces: [Range<Int>], of text: ComparedText, for paragraph: ComparedText.Paragraph
  ) -> Bool {
    paragraph.stream != .body
      || pieces.contains { text.paragraph(of: $0.lowerBound).stream != .body }
      || pieces.dropLast().allSatisfy { text.words[$0.upperBound - 1].traits.contains(.hyphenated) }
  }
}
