package import DocumentModel
package import Text

/// One view of a document with a place of its own.
package struct Pane: Sendable, Hashable {
  package var document: DocumentID
  package var mode: ReadingMode = .reflow
  /// Page index and line of its layout at the top of the pane.
  package var page = 0
  package var line = 0
  /// Lines still to be scrolled when the needed pages have arrived; negative is up.
  package var owed = 0
  /// Cells scrolled to the right.
  package var column = 0
  /// Where on the page to go, for a jump that waits for its page.
  package var pending: Landing?
  /// The place requested last, while the top line is still the one it led to; setting the page again does not
  /// change it.
  package var anchor: Anchor?
  /// The start of a view restored from the last session; nil uses the document's reading position.
  package var start: Place?
  /// Where on the page of `start` the view begins; nil for the offset of `start`.
  package var landing: Landing?
  /// How a restored view displayed its pages.
  package var restored: PageDisplay?
  /// How its pages are displayed.
  package var display = PageDisplay()
  /// The offset of the window's corner from that of the page's picture, in cells.
  package var shift = Shift()

  package struct Shift: Sendable, Hashable {
    package var x = 0
    package var y = 0
  }
}

/// A place and the line it was shown by.
package struct Anchor: Sendable, Hashable {
  package var place: Place
  package var page: Int
  package var line: Int
}

/// Where on a page a jump ends.
package enum Landing: Sendable, Hashable {
  case top
  case bottom
  case offset(Int)
  /// A line of the source, counted from the page's first.
  case line(Int)
  /// The line that has this share of the page's lines above it, from 0 to 1.
  case fraction(Double)
  /// The line of a character, with some lines above it in sight.
  case glyph(Int)
  /// Points from the top and left edges.
  case point(x: Double?, y: Double)
  /// The first line of a figure, or of the caption above it.
  case figure(DocumentFigure)
  /// The first line of an annotation, or its corner if it is not on words.
  case annotation(AnnotationID)
}
