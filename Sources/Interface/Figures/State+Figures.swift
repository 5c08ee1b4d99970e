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

extension DocumentFigure {
  /// Whether a line of its page shows a part of it or its caption.
  func isShown(by line: TextLine) -> Bool {
    if let box, let region = line.region, region.kind == kind, box.contains(region.box.middle) {
      return true
    }
    return captionOrigin.map { origin in line.glyphs.contains { Int($0.origin) == origin } }
      ?? false
  }
}

extension PageRegion.Kind {
  /// The name of a part without a caption.
  var name: String {
    switch self {
    case .figure: "Figure"
    case .table: "Table"
    case .formula: "Formula"
    }
  }
}

extension PageLayout {
  /// Returns the line at a place on the page, in points from its top and left edges: the first of the figure there, else one of the text.
  func line(atY y: Double, x: Double?, in content: PageContent, page: Int) -> Int {
    let all = DocumentFigure.all(in: content.blocks, page: page)
    return DocumentFigure.at(y: y, x: x, among: all, in: content.text).flatMap { line(of: $0) }
      ?? line(atY: y, x: x, in: content.text)
  }

  /// The most lines between a caption and the figure below it for both to be shown.
  private static let captionReach = 8

  /// Returns the first line of a caption of the page's figures below their names at a line; the line itself if there is none.
  func captionLine(from line: Int, of figures: [DocumentFigure]) -> Int {
    let words = lines.indices.dropFirst(line).first {
      lines[$0].kind != .placeholder && !lines[$0].glyphs.isEmpty
    }
    guard let words, figures.contains(where: { $0.isShown(by: lines[words]) }) else { return line }
    return words
  }

  /// Returns the number of lines from a line on that show a figure with its other parts and its caption; 0 if none does.
  func rows(of figure: DocumentFigure, from start: Int, in content: PageContent) -> Int {
    let caption = figure.captionOrigin.flatMap { origin in
      content.blocks.first { $0.origins.contains(Int32(origin)) }
    }
    let words = Set(caption?.origins ?? [])
    let last = lines.indices.dropFirst(start).last { index in
      figure.isShown(by: lines[index])
        || lines[index].glyphs.contains { glyph in
          guard glyph.origin >= 0 else { return false }
          let box = content.text.boxes[safe: Int(glyph.origin)]
          return words.contains(glyph.origin)
            || figure.kind == .table
              && box.flatMap { box in figure.box?.contains(box.middle) } == true
        }
    }
    return last.map { $0 - start + 1 } ?? 0
  }

  /// Returns the number of lines from a line on that show a figure, with the next part of it if that has the caption.
  func rows(
    of figure: DocumentFigure, among all: [DocumentFigure], from start: Int, in content: PageContent
  ) -> Int {
    let own = rows(of: figure, from: start, in: content)
    guard figure.caption.isEmpty, figure.kind == .figure,
      let next = all.firstIndex(of: figure).flatMap({ all[safe: $0 + 1] }), next.kind == .figure,
      next.extent.y0 - figure.extent.y1 < Self.partGap
    else { return own }
    return max(own, rows(of: next, from: start, in: content))
  }

  /// The most white in points between two parts of a figure.
  private static let partGap: Float = 30

  /// Returns the first line of a figure or of the caption just above it; nil if neither is shown.
  func line(of figure: DocumentFigure) -> Int? {
    let shown = lines.indices.filter { figure.isShown(by: lines[$0]) }
    guard let first = shown.first(where: { lines[$0].region != nil }) else { return shown.first }
    return shown.first { first - $0 <= Self.captionReach }
  }
}

extension Documents {
  /// Requests the figures that a motion or the list needs; pages are read in the background.
  mutating func findFigures() -> [Effect] {
    indices.compactMap { index in
      let document = self[index]
      guard let page = document.figures.aim, document.hasFigures, document.phase == .open,
        document.figures.readCount < document.pageCount
      else { return nil }
      let request = FigureList.Request(generation: document.generation, page: page)
      guard document.figures.requested != request else { return nil }
      self[index].figures.requested = request
      return .findFigures(
        document.id, generation: document.generation, pageCount: document.pageCount, around: page)
    }
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
  private func path(of figure: DocumentFigure, _ document: Document) -> String {
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
}
