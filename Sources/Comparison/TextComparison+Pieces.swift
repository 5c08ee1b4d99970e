import DocumentModel
import Text

extension TextComparison {
  /// The most segments that runs are composed of.
  private static let mostPieces = 10_000

  /// Matches runs that the other version has in other pieces: captions and cells that a layout splits or joins, words cut where a page
  /// ends, and lines of a column that are read among those of another.
  mutating func matchPieces() {
    let marks = old.noteNumbers.union(new.noteNumbers)
    let pages = self.pages()
    let found = Self.pieces(of: old, oldStates, in: new, newStates, marks) { isNear($0, $1, pages) }
    for (o, n) in found { drop(o, n) }
    let others = Self.pieces(of: new, newStates, in: old, oldStates, marks) {
      isNear($1, $0, pages)
    }
    for (n, o) in others { drop(o, n) }
  }

  private mutating func drop(_ o: Range<Int>, _ n: Range<Int>) {
    for word in o { oldStates[word] = .layout }
    for word in n { newStates[word] = .layout }
  }

  /// Returns the runs of a text that left-over cells, lines and paragraphs of another spell, with each of these.
  private static func pieces(
    of text: ComparedText, _ states: [State], in other: ComparedText, _ others: [State],
    _ marks: Set<[UInt32]>, isNear: (Int, Int) -> Bool
  ) -> [(run: Range<Int>, piece: Range<Int>)] {
    let parts = runs(others).flatMap(other.segments)
    guard parts.count <= mostPieces else { return [] }
    // The mark of a note may be a word of its own before it.
    func letters(_ words: Range<Int>, of text: ComparedText) -> [[UInt32]] {
      words.drop { text.scalars(of: $0).allSatisfy { WordSplitter.raisedDigit($0) != nil } }
        .map { MarkedWord(text.scalars(of: $0), marks).bare }
    }
    let spelled = parts.map { letters($0, of: other).flatMap(\.self) }
    var starts: [UInt32: [Int]] = [:]
    for (index, spelling) in spelled.enumerated() {
      if let first = spelling.first { starts[first, default: []].append(index) }
    }
    // Whether the next piece is the next cell of its row.
    func isCell(_ index: Int) -> Bool {
      parts[safe: index + 1]?.lowerBound == parts[index].upperBound && !spelled[index + 1].isEmpty
        && other.paragraph(of: parts[index].lowerBound).stream == .tables
        && other.paragraph(of: parts[index].lowerBound).words.contains(parts[index].upperBound)
    }
    var used: Set<Int> = []
    var found: [(Range<Int>, Range<Int>)] = []
    for run in runs(states).flatMap(text.parts) {
      let words = letters(run, of: text)
      let letters = words.flatMap(\.self)
      var (ends, end): (Set<Int>, Int) = ([], 0)
      for word in words {
        end += word.count
        ends.insert(end)
      }
      var (at, pieces, taken) = (0, [Int](), Set<Int>())
      while at < letters.count {
        func fits(_ index: Int) -> Bool {
          !used.contains(index) && !taken.contains(index)
            && letters[at...].starts(with: spelled[index])
            // A word is cut by a hyphen or the next cell only: numbers could be made of any others.
            && (ends.contains(at + spelled[index].count)
              || other.words[parts[index].upperBound - 1].traits.contains(.hyphenated)
              || isCell(index)
                && letters[(at + spelled[index].count)...].starts(with: spelled[index + 1]))
        }
        // The one after the last, else the longest: a short one may be part of many.
        let following = pieces.last.map { $0 + 1 }.flatMap {
          parts.indices.contains($0) && !spelled[$0].isEmpty && fits($0) ? $0 : nil
        }
        let longest = { (starts[letters[at]] ?? []).filter(fits) }
        guard
          let piece = following
            ?? longest().max(by: { spelled[$0].count < spelled[$1].count })
        else { break }
        pieces.append(piece)
        taken.insert(piece)
        at += spelled[piece].count
      }
      let ranges = pieces.map { parts[$0] }
      guard at == letters.count, !pieces.isEmpty,
        isOfLayout(run, of: text, ranges, of: other)
          || ranges.allSatisfy({ isNear(run.lowerBound, $0.lowerBound) })
            && isOfLines(run, of: text, ranges, of: other)
      else { continue }
      used.formUnion(pieces)
      found += ranges.map { (run, $0) }
    }
    return found
  }

  /// Whether a layout can have split a run: outside of the running text, or within words.
  private static func isOfLayout(
    _ run: Range<Int>, of text: ComparedText, _ pieces: [Range<Int>], of other: ComparedText
  ) -> Bool {
    guard pieces.count > 1 else { return false }
    return text.paragraph(of: run.lowerBound).stream != .body
      || pieces.contains { other.paragraph(of: $0.lowerBound).stream != .body }
      || pieces.dropLast().allSatisfy {
        other.words[$0.upperBound - 1].traits.contains(.hyphenated)
      }
  }

  /// Whether a run of several words is made of whole lines or cells elsewhere; an author moves paragraphs and sentences of the text.
  private static func isOfLines(
    _ run: Range<Int>, of text: ComparedText, _ pieces: [Range<Int>], of other: ComparedText
  ) -> Bool {
    let paragraph = text.paragraph(of: run.lowerBound)
    let others = pieces.map { other.paragraph(of: $0.lowerBound) }
    let isText = paragraph.stream == .body && others.allSatisfy { $0.stream == .body }
    let isWhole =
      paragraph.words == run
      ? pieces.map(\.count) == [run.count] && others[0].words == pieces[0]
      : text.isOfSentences(run)
    return max(run.count, pieces.reduce(0) { $0 + $1.count }) > 1 && !(isText && isWhole)
      && pieces.allSatisfy { other.isStart($0.lowerBound) && other.isStart($0.upperBound) }
  }

  /// Takes moved lines for the layout's, if they are no paragraph and no whole sentences: an author moves these.
  mutating func dropMovedLines() {
    for run in Self.runs(newStates, of: .moved).flatMap(new.parts) {
      let o = Int(newPartners[run.lowerBound])
      let old = o..<o + run.count
      guard Int(newPartners[run.upperBound - 1]) == old.upperBound - 1,
        self.old.words[o].paragraph == self.old.words[old.upperBound - 1].paragraph,
        new.isLines(run) || self.old.isLines(old),
        !new.isOfSentences(run), !self.old.isOfSentences(old)
      else { continue }
      drop(old, run)
    }
  }
}

extension ComparedText {
  /// Whether words of a paragraph are whole lines of it.
  fileprivate func isLines(_ run: Range<Int>) -> Bool {
    isStart(run.lowerBound) && isStart(run.upperBound)
  }

  /// Whether words are whole sentences, or a paragraph.
  fileprivate func isOfSentences(_ run: Range<Int>) -> Bool {
    let paragraph = paragraph(of: run.lowerBound).words
    func ends(_ word: Int) -> Bool {
      !paragraph.contains(word) || scalars(of: word).contains(where: Script.isTerminal)
    }
    return run == paragraph || ends(run.lowerBound - 1) && ends(run.upperBound - 1)
  }
}
