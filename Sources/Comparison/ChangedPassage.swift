import DocumentModel

/// A paragraph of the new version with what was inserted, deleted or moved in it, or a deleted one of the old.
package struct ChangedPassage: Sendable {
  package enum Mark: Sendable, Hashable {
    case same, inserted, deleted
    /// It was elsewhere before; its range is in the new version.
    case moved
  }

  /// Words in a row with the same mark.
  package struct Piece: Sendable {
    package var mark: Mark
    /// Indices of words: for `deleted` of the old version, else of the new one.
    package var words: Range<Int>
  }

  package var pieces: [Piece]
  /// The word of the new version before which the passage begins.
  package var position: Int
}

extension TextComparison {
  /// Returns the passages that differ, in the reading order of the new version.
  package func passages() -> [ChangedPassage] {
    var builder = PassageBuilder(self)
    for stream in ComparedText.Stream.allCases { builder.add(stream) }
    return builder.sorted()
  }

  /// The number of words that the new version has in addition.
  package var insertedCount: Int { newStates.count { $0 == .changed } }
  /// The number of words that only the old version has.
  package var deletedCount: Int { oldStates.count { $0 == .changed } }
  package var movedCount: Int { newStates.count { $0 == .moved } }

  /// The share of words that both versions have, of the shorter one; 1 if one of them has no words.
  package var commonShare: Double {
    let shorter = min(oldStates.count, newStates.count)
    guard shorter > 0 else { return 1 }
    let common = newStates.count { $0 != .changed }
    return Double(min(common, shorter)) / Double(shorter)
  }

  /// Whether a word of the old version is no longer in the new one.
  package func isDeleted(_ word: Int) -> Bool { oldStates[word] == .changed }

  /// The place in the old version of a word that was moved.
  package func origin(ofMoved word: Int) -> Int? {
    newStates[word] == .moved ? Int(newPartners[word]) : nil
  }

  /// Returns the words at the first change of a passage, or beside it; nil where a version has none.
  package func firstWords(of passage: ChangedPassage) -> (old: Int?, new: Int?) {
    guard let change = changes(in: passage).first else { return (nil, nil) }
    let beside = [change.before?.last, change.after?.first].lazy.compactMap(\.self)
      .map { Int(newPartners[$0]) }.first { $0 >= 0 }
    return (change.old?.lowerBound ?? beside, change.new?.lowerBound ?? change.near)
  }
}

/// Merges the words of both versions into passages.
private struct PassageBuilder {
  private let comparison: TextComparison
  private var passages: [(passage: ChangedPassage, order: Int)] = []
  private var pieces: [ChangedPassage.Piece] = []
  /// The paragraphs that the open passage has words of; -1 if there are none.
  private var oldParagraph = -1
  private var newParagraph = -1
  private var position = 0

  init(_ comparison: TextComparison) { self.comparison = comparison }

  mutating func add(_ stream: ComparedText.Stream) {
    let new = comparison.new.words(of: stream)
    position = new.lowerBound
    var n = new.lowerBound
    for gap in comparison.gaps(of: stream) {
      while n < gap.new.lowerBound { keep(&n) }
      position = gap.new.lowerBound
      for o in gap.old where comparison.oldStates[o] == .changed { delete(o) }
      while n < gap.new.upperBound { keep(&n) }
    }
    while n < new.upperBound { keep(&n) }
    close()
  }

  func sorted() -> [ChangedPassage] {
    passages.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      .map(\.element.passage)
  }

  private mutating func keep(_ n: inout Int) {
    let mark: ChangedPassage.Mark =
      switch comparison.newStates[n] {
      case .same, .layout: .same
      case .changed: .inserted
      case .moved: .moved
      }
    let paragraph = Int(comparison.new.words[n].paragraph)
    if paragraph != newParagraph, newParagraph >= 0 || oldParagraph != self.oldParagraph(of: n) {
      close()
    }
    newParagraph = paragraph
    if mark == .same, comparison.newPartners[n] >= 0 { oldParagraph = self.oldParagraph(of: n) }
    append(mark, n)
    n += 1
  }

  private func oldParagraph(of n: Int) -> Int {
    let o = Int(comparison.newPartners[n])
    return o < 0 ? -2 : Int(comparison.old.words[o].paragraph)
  }

  /// Deleted words belong to the paragraph whose words are beside them, before or after.
  private mutating func delete(_ o: Int) {
    let paragraph = Int(comparison.old.words[o].paragraph)
    if paragraph != oldParagraph {
      close()
      oldParagraph = paragraph
    }
    append(.deleted, o)
  }

  private mutating func append(_ mark: ChangedPassage.Mark, _ word: Int) {
    let joins =
      mark != .moved
      || comparison.newPartners[safe: word - 1].map { $0 + 1 } == comparison.newPartners[safe: word]
    if let last = pieces.last, last.mark == mark, last.words.upperBound == word, joins {
      pieces[pieces.count - 1].words = last.words.lowerBound..<word + 1
    } else {
      pieces.append(ChangedPassage.Piece(mark: mark, words: word..<word + 1))
    }
  }

  private mutating func close() {
    if pieces.contains(where: { $0.mark != .same }) {
      let first = pieces.first { $0.mark != .deleted }?.words.lowerBound
      let place = first ?? position
      // A deleted paragraph comes after the one before it.
      let order =
        first.map { comparison.new.paragraph(of: $0).number * 2 }
        ?? (place > 0 ? comparison.new.paragraph(of: place - 1).number * 2 + 1 : -1)
      passages.append((ChangedPassage(pieces: pieces, position: place), order))
    }
    pieces = []
    (oldParagraph, newParagraph) = (-1, -1)
  }
}
