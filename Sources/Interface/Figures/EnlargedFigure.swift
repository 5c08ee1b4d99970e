import Canvas
import DocumentModel
import Messages
import Text

/// A figure that fills the window, and the view to return to.
struct EnlargedFigure: Sendable {
  var figure: DocumentFigure
  /// The focused pane as it was, and its place.
  var before: Pane
  var place: Place?

  /// The only part of the document that is laid out.
  var part: PagePart? {
    figure.box.map { PagePart(page: figure.page, box: $0.widened(by: DocumentFigure.margin)) }
  }
}

extension State {
  /// Commands that apply to an enlarged figure; the others return to the text first.
  static let commandsForEnlarged: Set<String> = [
    "scroll-down", "scroll-up", "half-down", "half-up", "window-down", "window-up", "next-page",
    "previous-page", "scroll-left", "scroll-right", "line-start", "line-end", "zoom-in",
    "zoom-out", "zoom-reset", "zoom-box", "fit-page", "fit-width", "fit-height", "rotate-right",
    "rotate-left", "next-figure", "previous-figure", "copy-figure", "redraw", "describe-key",
  ]

  // MARK: mouse
}

extension EnlargedFigure {
  /// The status line's text about an enlarged figure.
  static func status(_ state: State) -> (left: String, right: String)? {
    guard let figure = state.pictures.enlarged?.figure, let document = state.document,
      let pane = state.pane
    else { return nil }
    let keys =
      (state.keyInput.count.map(String.init) ?? "")
      + state.keyInput.pending.map(KeyNotation.text).joined()
    let parts = [
      keys, state.displayWords(pane) ?? "",
      document.pageWords(figure.page, y: Double(figure.extent.y0)),
      "q returns",
    ]
    return (state.figureWords(figure), parts.filter { !$0.isEmpty }.joined(separator: "   "))
  }
}
