package import DocumentModel
package import Text

/// A copy that waits for pages; it keeps the loaded pages, since
/// the document may drop them meanwhile.
package struct PendingCopy: Sendable {
  /// The selection being copied; if the current selection changes, the copy is cancelled.
  package var selection: Selection
  package var range: ClosedRange<TextPosition>
  /// Whether the copy includes author, title and page.
  package var cites: Bool
  package var pages: [Int: PageContent]
}

/// A caret in the text and the selection between its anchor and the caret.
package struct Selection: Sendable, Hashable {
  package enum Unit: Sendable, Hashable {
    /// Nothing is selected; there is only a caret.
    case nothing
    case characters
    /// Whole lines of the layout.
    case lines
    /// Whole words and whole blocks, selected by two and three clicks.
    case words, blocks
  }

  package var document: DocumentID
  package var anchor: TextPosition
  package var caret: TextPosition
  package var unit: Unit
  /// The column in which the caret stays when it moves up and down.
  package var column: Int?
  /// The distance from the left edge of a page's image that the caret keeps, in points.
  package var x: Double?

  package init(in document: DocumentID, at place: TextPosition, unit: Unit = .nothing) {
    self.document = document
    anchor = place
    caret = place
    self.unit = unit
  }

  /// The range between anchor and caret, including both.
  package var bounds: ClosedRange<TextPosition> { min(anchor, caret)...max(anchor, caret) }
}
