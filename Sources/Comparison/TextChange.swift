import DocumentModel

/// Words that follow each other and changed, with their places in both versions.
package struct TextChange: Sendable {
  package enum Kind: String, Sendable {
    case inserted, deleted, replaced, moved
  }

  package var kind: Kind
  /// The words of the old version; nil if they were inserted.
  package var old: Range<Int>?
  /// The words of the new version; nil if they were deleted.
  package var new: Range<Int>?
  /// The unchanged words of the new version before and after it.
  package var before: Range<Int>?
  package var after: Range<Int>?
  /// The word of the new version that deleted words stood before or after; nil if it has no words.
  package var near: Int?

  package var isDeletion: Bool { kind == .deleted }
}

extension TextComparison {
  /// Returns the changes of a passage in order; deleted words with the inserted ones after them are replaced.
  package func changes(in passage: ChangedPassage) -> [TextChange] {
    var found: [TextChange] = []
    let pieces = passage.pieces
    var index = 0
    while index < pieces.count {
      defer { index += 1 }
      let piece = pieces[index]
      guard piece.mark != .same else { continue }
      let before = pieces[safe: index - 1]
      var change = TextChange(kind: .inserted)
      switch piece.mark {
      case .deleted:
        change.old = piece.words
        change.kind = .deleted
        if let next = pieces[safe: index + 1], next.mark == .inserted {
          (change.kind, change.new) = (.replaced, next.words)
          index += 1
        }
      case .moved:
        change.kind = .moved
        change.new = piece.words
        change.old = origin(ofMoved: piece.words.lowerBound).map { $0..<$0 + piece.words.count }
      case .inserted, .same: change.new = piece.words
      }
      let after = pieces[safe: index + 1]
      change.before = before.flatMap { $0.mark == .same ? $0.words : nil }
      change.after = after.flatMap { $0.mark == .same ? $0.words : nil }
      change.near =
        after.flatMap { $0.mark == .deleted ? nil : $0.words.lowerBound }
        ?? before.flatMap { $0.mark == .deleted ? nil : $0.words.upperBound - 1 }
        ?? (new.words.isEmpty ? nil : min(passage.position, new.words.count - 1))
      found.append(change)
    }
    return found
  }

  /// Texts of more words that have less than this in common are taken for different documents.
  private static let (fewWords, leastCommon) = (400, 0.04)

  /// Whether the texts have enough in common to be versions of one document.
  package var areVersions: Bool {
    min(old.words.count, new.words.count) <= Self.fewWords || commonShare >= Self.leastCommon
  }

  /// Returns the first words of paragraphs of the running text that are in both versions, ascending in both.
  package func commonStarts() -> [(old: Int, new: Int)] {
    new.paragraphs.filter { $0.stream == .body }.compactMap { paragraph in
      paragraph.words.first { newStates[$0] == .same }.map { (Int(newPartners[$0]), $0) }
    }
  }
}
