import DocumentModel

/// A copy whose pages are still read; they are kept here, as the others may be forgotten meanwhile.
package struct PendingCopy: Sendable {
  /// What it waits for is another as soon as this is.
  package var selection: Selection
  package var range: ClosedRange<TextPosition>
  /// Says author, title and page too.
  package var cites: Bool
  package var pages: [Int: PageContent]
}

/// A caret in the text, and what is selected from it.
package struct Selection: Sendable, Hashable {
  package enum Unit: Sendable, Hashable {
    /// Nothing is selected; the caret only moves.
    case nothing
    case characters
    /// Whole lines as they are set.
    case lines
    /// Whole words, whole blocks: by two and three clicks.
    case words, blocks
  }

  package var document: DocumentID
  package var anchor: TextPosition
  package var caret: TextPosition
  package var unit: Unit
  /// Column of the window the caret keeps to while it moves up and down.
  package var column: Int?
  /// The same on a page's picture, in points.
  package var x: Double?

  package init(in document: DocumentID, at place: TextPosition, unit: Unit = .nothing) {
    self.document = document
    anchor = place
    caret = place
    self.unit = unit
  }

  /// Between anchor and caret, both within, whichever comes first.
  package var bounds: ClosedRange<TextPosition> { min(anchor, caret)...max(anchor, caret) }
}
