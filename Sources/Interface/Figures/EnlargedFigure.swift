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
  /// Fills the window with the figure that keys apply to, or returns.
  mutating func toggleEnlarged() {
    if pictures.enlarged != nil { return endEnlarging() }
    guard let figure = currentFigure ?? figureInSight else {
      return say("No figure on the screen: ] f goes to the next")
    }
    enlarge(figure)
  }

  /// Fills the window with a figure; it is shown like a page that has nothing else on it.
  mutating func enlarge(_ figure: DocumentFigure) {
    guard figure.box != nil else {
      return say("Only the caption was recognised; p shows the page")
    }
    guard let index = pane.flatMap({ documents.index(of: $0.document) }) else { return }
    if panel != nil { closePanel() }
    selection = nil
    documents[index].figures.current = figure
    let before = panes[panes.focus]
    var display = PageDisplay(look: .picture, fit: .page)
    display.isContinuous = false
    display.turn = before.display.look == .text ? .none : before.display.turn
    // The colours stay those of the images in the text.
    let isTinted =
      look(of: panes.focus) == .text
      && FlowPictures.flowProfile(self, of: panes.focus) != profile(of: panes.focus)
    display.profile = isTinted ? Self.terminalProfile : before.display.profile
    pictures.enlarged = EnlargedFigure(
      figure: figure, before: before, place: place(of: panes.focus))
    panes[panes.focus].display = display
    land(panes.focus, page: figure.page, .top)
  }

  /// Returns to the view from which the figure was enlarged, exactly where it was.
  mutating func endEnlarging() {
    guard let enlarged = pictures.enlarged else { return }
    pictures.enlarged = nil
    guard panes.indices.contains(panes.focus), pane?.document == enlarged.before.document else {
      return
    }
    panes[panes.focus] = enlarged.before
    // The window may have another size now.
    if enlarged.before.pending == nil, let place = enlarged.place,
      place != self.place(of: panes.focus)
    {
      land(panes.focus, page: place.page, .offset(place.offset))
    }
  }

  /// Commands that apply to an enlarged figure; the others return to the text first.
  private static let commandsForEnlarged: Set<String> = [
    "scroll-down", "scroll-up", "half-down", "half-up", "window-down", "window-up", "next-page",
    "previous-page", "scroll-left", "scroll-right", "line-start", "line-end", "zoom-in",
    "zoom-out", "zoom-reset", "zoom-box", "fit-page", "fit-width", "fit-height", "rotate-right",
    "rotate-left", "next-figure", "previous-figure", "copy-figure", "redraw",
  ]

  /// Leaves an enlarged figure before a command that is not for it; returns whether that was all the command meant.
  mutating func leaveEnlarged(for command: String) -> Bool {
    guard pictures.enlarged != nil, !Self.commandsForEnlarged.contains(command) else {
      return false
    }
    endEnlarging()
    return command == "enlarge-figure" || command == "leave"
  }

  /// The first figure, table or formula in sight.
  var figureInSight: DocumentFigure? {
    guard let document, panes.indices.contains(panes.focus) else { return nil }
    func figures(on page: Int) -> [DocumentFigure] {
      document.pages[page].map { DocumentFigure.all(in: $0.blocks, page: page) } ?? []
    }
    if showsPictures(panes.focus) {
      let rect = pictureRect(of: panes.focus)
      return sheets(of: panes.focus).lazy.flatMap { sheet in
        figures(on: sheet.page).filter {
          $0.box.flatMap { cells(of: $0, on: sheet) }?.common(with: rect) != nil
        }
      }.first
    }
    return linesInSight(of: panes.focus).lazy.compactMap { page, line, _ in
      line.region == nil ? nil : figures(on: page).first { $0.isShown(by: line) }
    }.first
  }

  /// The status line's text about an enlarged figure.
  func enlargedStatus() -> (left: String, right: String)? {
    guard let figure = pictures.enlarged?.figure, let document, let pane else { return nil }
    let keys =
      (keyInput.count.map(String.init) ?? "") + keyInput.pending.map(KeyNotation.text).joined()
    let parts = [
      keys, displayWords(pane) ?? "", document.pageWords(figure.page, y: Double(figure.extent.y0)),
      "q returns",
    ]
    return (figureWords(figure), parts.filter { !$0.isEmpty }.joined(separator: "   "))
  }

  // MARK: mouse

  /// Returns the figure or formula at a cell of a text.
  func figure(at mouse: Mouse, in index: Int) -> DocumentFigure? {
    guard !showsPictures(index), let document = documents[panes[index].document],
      let (page, line, _) = linesInSight(of: index).first(where: { $0.y == mouse.y }),
      line.kind == .picture || line.kind == .placeholder, line.region != nil,
      let content = document.pages[page]
    else { return nil }
    return DocumentFigure.all(in: content.blocks, page: page).first { $0.isShown(by: line) }
  }

  /// Makes a clicked figure the current one; a second click enlarges it.
  mutating func click(_ figure: DocumentFigure, in index: Int) {
    guard let at = self.documents.index(of: panes[index].document) else { return }
    guard documents[at].figures.current != figure else {
      // The second half of a double click does not return at once.
      pointer.clicks = 0
      return enlarge(figure)
    }
    documents[at].figures.current = figure
    documents[at].annotations.current = nil
    announce(figure)
  }

  /// The wheel scrolls an enlarged figure, a double click returns; nil if none is shown.
  mutating func takeInEnlarged(_ mouse: Mouse) -> [Effect]? {
    guard pictures.enlarged != nil else { return nil }
    switch mouse.action {
    case .wheelDown, .wheelUp: scroll(panes.focus, by: mouse.action == .wheelDown ? 3 : -3)
    case .wheelLeft, .wheelRight:
      scrollSideways(panes.focus, mouse.action == .wheelRight ? 4 : -4)
    case .press(button: 1):
      notices.dismiss()
      return pointer.press(mouse)
    case .release(button: 1):
      if pointer.release(mouse), pointer.clicks > 1 { endEnlarging() }
    default: break
    }
    return []
  }
}
