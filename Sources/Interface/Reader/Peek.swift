import Canvas
package import DocumentModel
import Messages
import Text

/// The popup at the foot of the window that shows where a link leads without going there.
package struct Peek: Sendable, Hashable {
  package var document: DocumentID
  package var page: Int
  package var landing: Landing
  package var title: String

  /// The first slot of its images.
  static let firstSlot = 5_000_000
}

extension State {
  /// Enter goes to the place, Escape and q close the popup; nil for other keys.
  mutating func takeInPeek(_ key: Key) -> [Effect]? {
    guard let peek, key.code == .escape || key == Key("q") || key.code == .enter else { return nil }
    if key.code == .enter { jump(to: peek.page, peek.landing) }
    self.peek = nil
    return []
  }

  /// A click closes the popup.
  mutating func takeInPeek(_ mouse: Mouse) -> [Effect]? {
    guard case .press(button: 1) = mouse.action else { return nil }
    peek = nil
    return []
  }

  func paint(_ peek: Peek, into surface: inout Surface) {
    guard let document = document(peek.document) else { return }
    let (frame, flow) = peekView(peek, document)
    let inside = paintFrame(frame, title: peek.title + "  Enter goes there", into: &surface)
    guard let flow else {
      surface.put("…", x: inside.x + 1, y: inside.y, style: theme.dim)
      return
    }
    paintLines(of: flow, into: &surface)
  }

  /// Returns the image requests for the figures in the popup.
  func peekRequests() -> [ImageRequest] {
    guard let peek, let document = document(peek.document), document.phase == .open,
      let flow = peekView(peek, document).flow
    else { return [] }
    return flowRequests(of: flow, slot: Peek.firstSlot).visible
  }

  /// Returns the popup's frame and the text in it; no text until its page is read.
  ///
  /// A figure, table or formula is shown from its start, with an image or, without images, from its caption.
  private func peekView(_ peek: Peek, _ document: Document) -> (frame: Rect, flow: FlowView?) {
    let width = min(size.width - 4, 84)
    func frame(_ height: Int) -> Rect {
      let height = min(size.height - 4, height)
      return Rect(
        x: (size.width - width) / 2, y: size.height - 2 - height, width: width, height: height)
    }
    let usual = frame(14)
    guard let content = document.pages[peek.page] else { return (usual, nil) }
    // The edges, and a caption of three lines.
    let figures = figureSpace(rows: size.height * 2 / 3 - 5)
    let layout = PageLayout(
      content, mode: .reflow, width: width - 4, bidi: bidi, figures: figures)
    var line = 0
    if case .point(let x, let y) = peek.landing {
      let all = DocumentFigure.all(in: content.blocks, page: peek.page)
      let figure = DocumentFigure.at(y: y, x: x, among: all, in: content.text)
      line =
        figure.flatMap { layout.line(of: $0) } ?? layout.line(atY: y, x: x, in: content.text)
      if figure != nil, figures == nil { line = layout.captionLine(from: line, of: all) }
    }
    let area = frame(max(14, min(layout.imageRows(from: line) + 2, size.height * 3 / 4)))
    let flow = FlowView(
      document: document, pane: focus, page: peek.page, line: line,
      rect: area.inset(left: 2, top: 1, right: 2, bottom: 1)
    ) { $0 == peek.page ? layout : nil }
    return (area, flow)
  }
}

extension DocumentFigure {
  /// Returns the figure, table or formula of a page that a destination means: the one it lies in or next above, with no line of text between.
  ///
  /// `x` and `y` are points from the left and top edges of the page.
  fileprivate static func at(
    y: Double, x: Double?, among all: [DocumentFigure], in text: PageText
  ) -> DocumentFigure? {
    let row = text.boxes[safe: text.offset(atY: y, x: x)] ?? .zero
    // A line starts at the destination's column and is at least so wide.
    let end = max(Double(row.x1), (x ?? 0) + 100)
    return all.filter { figure in
      let extent = figure.extent
      let isBeside = x.map { Double(extent.x1) < $0 - 4 || Double(extent.x0) > end } ?? false
      return !isBeside && !extent.isEmpty && Double(extent.y1) > y
        && (Double(extent.y0) <= y || extent.y0 < row.y1)
    }.min { $0.extent.y0 < $1.extent.y0 }
  }
}
