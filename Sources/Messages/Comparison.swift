package import DocumentModel
package import Text

/// A change between two versions of a document, with its places in both.
package struct DocumentChange: Sendable, Hashable {
  package enum Kind: Sendable, Hashable { case inserted, deleted, replaced, moved }

  package var kind: Kind
  /// Its words in the new version; for deleted ones the word they stood before or after.
  package var spans: [SearchHit.Span]
  /// Its words in the old version; empty for inserted ones.
  package var oldSpans: [SearchHit.Span]
  /// The words that were inserted or moved, and those that were deleted, on one line; long ones are cut.
  package var inserted: String
  package var deleted: String

  package init(
    kind: Kind, spans: [SearchHit.Span], oldSpans: [SearchHit.Span], inserted: String,
    deleted: String
  ) {
    self.kind = kind
    self.spans = spans
    self.oldSpans = oldSpans
    self.inserted = inserted
    self.deleted = deleted
  }

  /// The place in the new version; nil if it has no words near the change.
  package var place: Place? {
    spans.first.map { Place(page: Int($0.page), offset: Int($0.start)) }
  }

  package var oldPlace: Place? {
    oldSpans.first.map { Place(page: Int($0.page), offset: Int($0.start)) }
  }
}

/// The places of the same word in two versions of a document.
package struct PlacePair: Sendable, Hashable {
  package var new: Place
  package var old: Place

  package init(new: Place, old: Place) {
    self.new = new
    self.old = old
  }
}

/// The differences between two versions of a document.
package struct VersionChanges: Sendable, Hashable {
  /// In the reading order of the new version.
  package var changes: [DocumentChange]
  /// The beginnings of paragraphs that are in both, ascending in both.
  package var pairs: [PlacePair]
  /// Whether there are more changes than are listed.
  package var isCapped: Bool

  package init(changes: [DocumentChange], pairs: [PlacePair], isCapped: Bool = false) {
    self.changes = changes
    self.pairs = pairs
    self.isCapped = isCapped
  }
}

/// Two versions of a document to be compared, each as it was opened.
package struct ComparisonRequest: Sendable, Hashable {
  package var new: DocumentID
  package var newGeneration: Int
  package var old: DocumentID
  package var oldGeneration: Int

  package init(new: DocumentID, _ newGeneration: Int, old: DocumentID, _ oldGeneration: Int) {
    self.new = new
    self.newGeneration = newGeneration
    self.old = old
    self.oldGeneration = oldGeneration
  }
}

/// News of a comparison.
package enum ComparisonNews: Sendable, Hashable {
  /// So much of both versions has been read, in percent.
  case progress(Int)
  /// A sentence that says why they cannot be compared, and what to do.
  case failed(String)
  /// A version has changed meanwhile.
  case outdated
  case done(VersionChanges)
}
