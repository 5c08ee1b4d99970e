package import Canvas
package import DocumentModel
package import Messages

/// How pages are shown as pictures: what the terminal can do, the presentation, the overview of pages and the part to zoom into.
package struct PictureView: Sendable {
  /// How the terminal shows pictures; nil until known.
  package var terms: PictureTerms?
  package var asksTerminal = false
  /// Whether one page is shown and nothing else.
  package var isPresenting = false
  /// The pane that is presented, and how it showed its document before.
  package var presented: (pane: Int, look: PageDisplay.Look)?
  /// A figure that fills the window.
  var enlarged: EnlargedFigure?
  /// Whether one pane fills the window.
  var isAlone: Bool { isPresenting || enlarged != nil }
  /// All pages as small pictures, and how wide they are, by steps.
  package var overview: PageOverview?
  package var overviewWidth = 2
  /// The part of the window to zoom into, while it is chosen.
  package var zoomBox: Rect?

  package init() {}
}
