import Canvas
import DocumentModel
import Messages
import Text

extension State {
  // MARK: reading

  /// Adds the figures of pages that were read; continues a motion that waited for them.
  mutating func figuresKnown(_ index: Int, _ found: [Int: [DocumentFigure]]) {
    let isNew = documents[index].figures.add(found)
    guard document?.id == documents[index].id else { return }
    if isNew, panel?.source == .figures { refillFigures() }
    guard let awaited = documents[index].figures.awaited else { return }
    documents[index].figures.awaited = nil
    // The reader has moved on meanwhile.
    guard awaited.place == place(of: panes.focus) else { return }
    moveFigure(awaited.steps)
  }

  /// Returns how far the search for figures is.
  func figureProgress(_ document: Document) -> String {
    let read = document.figures.readCount
    return document.hasPages
      ? "Looking for figures: \(read) of \(document.pageCount) pages read"
      : "Looking for figures: \(read * 100 / max(1, document.pageCount)) % of the book read"
  }

  // MARK: moving

  /// Goes to the figure or table with a caption so many further on, or back.
  mutating func moveFigure(_ steps: Int) {
    guard let document, let index = documents.index(of: document.id) else { return }
    guard document.hasFigures else { return say("A text has no figures") }
    let start = figureStart(in: document)
    documents[index].figures.aim = start.page
    let step = document.figures.figure(
      steps, from: start.page, before: start.before, skipped: start.skipped,
      pageCount: document.pageCount)
    switch step {
    case .figure(let figure): goTo(figure)
    case .end(let last?) where abs(steps) > 1: goTo(last)
    case .end
    where document.figures.readCount >= document.pageCount && document.figures.all.isEmpty:
      say("This document has no figures or tables with captions")
    case .end: say(steps > 0 ? "No more figures" : "No previous figure")
    case .unread:
      documents[index].figures.awaited = FigureList.Awaited(
        steps: steps, place: place(of: panes.focus))
      say(figureProgress(document))
    }
  }

  /// Returns where a motion starts: at the current figure, else at the window's top.
  private func figureStart(in document: Document) -> (page: Int, before: Int, skipped: Int) {
    if let current = currentFigure,
      let at = document.figures.figures(on: current.page)?.firstIndex(of: current)
    {
      return (current.page, at, at + 1)
    }
    let page = panes[panes.focus].page
    let own = document.figures.figures(on: page) ?? []
    let passed = own.firstIndex { !isPassed($0) } ?? own.count
    return (page, passed, passed)
  }

  /// Whether a figure of the page at the window's top begins above it.
  private func isPassed(_ figure: DocumentFigure) -> Bool {
    if !showsPictures(panes.focus),
      let line = layout(panes.focus, page: figure.page)?.line(of: figure)
    {
      return line < panes[panes.focus].line
    }
    return Double(figure.extent.y0) < windowTop(of: panes.focus) - 1
  }

  /// Shows a figure at the window's top and makes it the current one.
  mutating func goTo(_ figure: DocumentFigure) {
    guard let document, let index = documents.index(of: document.id) else { return }
    selection = nil
    documents[index].annotations.current = nil
    documents[index].form.current = nil
    let isEnlarged = pictures.enlarged != nil
    endEnlarging()
    documents[index].figures.current = figure
    jump(to: figure.page, .figure(figure))
    if isEnlarged { enlarge(figure) } else { announce(figure) }
  }

  /// Says which figure is the current one, and its keys if there is room.
  mutating func announce(_ figure: DocumentFigure) {
    let hint = figure.box == nil || size.width < 70 ? "" : "   Enter enlarges, y copies"
    say(figureWords(figure).truncated(to: max(8, size.width - 2 - hint.count)) + hint)
  }

  /// Returns a figure's caption, with its number once all figures are known.
  func figureWords(_ figure: DocumentFigure) -> String {
    var words = figure.caption.isEmpty ? figure.kind.name : figure.caption
    if let document, document.figures.readCount >= document.pageCount,
      let at = document.figures.all.firstIndex(of: figure)
    {
      words = "\(at + 1) of \(document.figures.all.count)  \(words)"
    }
    return words
  }

  // MARK: current figure

  /// The figure that keys apply to: the current one while it is in sight.
  var currentFigure: DocumentFigure? {
    if let enlarged = pictures.enlarged { return enlarged.figure }
    guard let document, document.phase == .open, selection == nil,
      panes.indices.contains(panes.focus),
      let current = document.figures.current, isInSight(current)
    else { return nil }
    return current
  }

  private func isInSight(_ figure: DocumentFigure) -> Bool {
    if showsPictures(panes.focus) {
      let rect = pictureRect(of: panes.focus)
      return sheets(of: panes.focus).contains { sheet in
        sheet.page == figure.page && cells(of: figure.extent, on: sheet)?.common(with: rect) != nil
      }
    }
    return linesInSight(of: panes.focus).contains {
      $0.page == figure.page && figure.isShown(by: $0.line)
    }
  }

  /// Returns the cells of a box of a page in the focused pane.
  func cells(of box: Box, on sheet: PageArrangement.Sheet) -> Rect? {
    guard box.isPlaced, let arrangement = arrangement(of: panes.focus) else { return nil }
    let corners = [(box.x0, box.y0), (box.x1, box.y1)].map { x, y in
      arrangement.cellPlace(of: Point(x: Double(x), y: Double(y)), sheet.page, sheet.frame)
    }
    guard corners.allSatisfy({ abs($0.x) < 1e6 && abs($0.y) < 1e6 }) else { return nil }
    let (x, y) = (min(corners[0].x, corners[1].x), min(corners[0].y, corners[1].y))
    return Rect(
      x: Int(x), y: Int(y), width: Int(abs(corners[1].x - corners[0].x)) + 1,
      height: Int(abs(corners[1].y - corners[0].y)) + 1)
  }

  /// Leaves the current figure; returns whether there was one.
  mutating func leaveFigure() -> Bool {
    guard let index = pane.flatMap({ documents.index(of: $0.document) }),
      documents[index].figures.current != nil
    else { return false }
    documents[index].figures.current = nil
    return true
  }

  /// Shows the list of figures, or closes it.
  mutating func toggleFigures() {
    guard let pane, let index = documents.index(of: pane.document) else { return }
    documents[index].figures.aim = pane.page
    toggle(.figures)
  }

  /// Puts the rows together again; the selected figure stays selected.
  mutating func refillFigures() {
    let chosen = panel.flatMap { $0.rows[safe: $0.selected]?.action }
    fillPanel()
    if let at = panel?.rows.firstIndex(where: { $0.action == chosen }) { panel?.select(at) }
    revealSelected()
  }
}

extension State {
  /// Copies the figure that keys apply to: a table as text, others as a picture.
  mutating func copyFigure() -> [Effect] {
    guard let figure = currentFigure ?? figureInSight else {
      say("No figure on the screen: ] f goes to the next")
      return []
    }
    return copy(figure)
  }

  mutating func copy(_ figure: DocumentFigure) -> [Effect] {
    guard let document, let box = figure.box else {
      say("Only the caption was recognised; p shows the page")
      return []
    }
    if figure.kind == .table, let blocks = document.pages[figure.page]?.blocks {
      let rows = figure.rows(in: blocks)
      guard !rows.isEmpty else {
        say("The table has no text")
        return []
      }
      say(
        "Copied a table of \(rows.count) \(rows.count == 1 ? "row" : "rows"), with tabs between cells"
      )
      return [.copy(rows.joined(separator: "\n") + "\n")]
    }
    let drawing = PageDrawing(
      page: figure.page, box: box.widened(by: DocumentFigure.margin),
      of: pageSize(document, figure.page), scale: .dotsPerInch(PictureScale.figureDensity))
    guard let drawing else { return [] }
    return [
      .copyFigure(
        document.id, generation: document.generation, drawing, path: path(of: figure, document))
    ]
  }

  /// Returns the path beside the document at which a figure is saved: `paper-figure-3-1.png` for the first one of page 3.
  func path(of figure: DocumentFigure, _ document: Document) -> String {
    let own = document.pages[figure.page].map {
      DocumentFigure.all(in: $0.blocks, page: figure.page)
    }
    let number = (own ?? []).filter { $0.kind == figure.kind && $0.box != nil }.firstIndex(
      of: figure)
    let stem = document.path.isEmpty ? "" : PathParts.split(document.fileName).stem + "-"
    let name = "\(stem)\(figure.kind.name.lowercased())-\(figure.page + 1)-\((number ?? 0) + 1).png"
    return document.path.isEmpty
      ? name : PathParts.joined(PathParts.folder(of: document.path), name)
  }

  /// Returns the figure or table that contains the caret.
  var figureAtCaret: DocumentFigure? {
    guard let selection, let document, let content = document.pages[selection.caret.page] else {
      return nil
    }
    let flow = PageFlow(content)
    guard let at = flow.block(at: selection.caret.index),
      let region = content.blocks[flow.blocks[at].index].region?.region
    else { return nil }
    return DocumentFigure.all(in: content.blocks, page: selection.caret.page).first {
      $0.kind == region.kind && $0.box?.contains(region.box.middle) == true
    }
  }

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
