package import Canvas
package import DocumentModel
import Messages
import Text
import Widgets

/// Text widths in cells.
enum Measure {
  /// Maximum width of running text.
  static let comfortable = 80
  /// Maximum width of code in text; longer lines are broken.
  static let code = 104
}

extension State {
  /// The cells a pane's page is painted in, without margins, status line and outline.
  package func textRect(of index: Int) -> Rect {
    let area = textArea(of: index)
    if showsPictures(index) { return area }
    let isWide = area.width >= 60
    // Signs and a blank need room on the left, and with several views the focus bar.
    let left = isWide ? 4 : panes.count > 1 ? 3 : 2
    var width = area.width - left - (isWide ? 4 : 1)
    var x = area.x + left
    let measure = measure(of: index)
    if index < panes.count, panes[index].mode == .reflow, width > measure {
      x += (width - measure) / 2
      width = measure
    }
    return Rect(x: x, y: area.y, width: width, height: area.height)
  }

  /// Cells of the longest line that is set; lines of plain text have their own length.
  private func measure(of index: Int) -> Int {
    guard index < panes.count, let document = self.documents.index(of: panes[index].document),
      let flow = documents[document].summary.flow
    else { return Measure.comfortable }
    switch flow.kind {
    case .plainText: return max(Measure.comfortable, flow.measure)
    case .markdown, .formatted:
      let code = flow.measure + 2 * AuthoredSetter.codeMargin
      return max(Measure.comfortable, min(Measure.code, code))
    }
  }

  /// The cells a pane has.
  package func paneRect(_ index: Int) -> Rect {
    if pictures.isPresenting {
      let last = pictures.terms?.fillsLastRow == true ? 0 : 1
      return Rect(x: 0, y: 0, width: size.width, height: max(1, size.height - last))
    }
    if pictures.enlarged != nil, index == panes.focus {
      return Rect(x: 0, y: 0, width: size.width, height: max(1, size.height - 1))
    }
    let views = parted.views
    return views[safe: index] ?? views[0]
  }

  /// The cells of all panes and the lines between them.
  var parted: (views: [Rect], dividers: [SplitTree.Divider]) {
    panes.arrangement.parted(readingArea)
  }

  /// The window without its last row and a side panel.
  var readingArea: Rect {
    let left = sidePanelWidth > 0 ? sidePanelWidth + 1 : 0
    return Rect(x: left, y: 0, width: size.width - left, height: max(1, size.height - 1))
  }

  /// The width of the side panel in cells; 0 if none is shown or the window is too narrow.
  package var sidePanelWidth: Int {
    guard let panel, panel.source.opensBeside, size.width >= 80, !isFinding,
      !pictures.isAlone,
      !browser.isShown || browser.glance != nil
    else { return 0 }
    return min(panel.source.mostWidthBeside, size.width * 2 / 5)
  }

  /// The page set for a pane, from the cache; nil while its text is not there.
  package func layout(_ pane: Int, page: Int) -> PageLayout? {
    guard let key = layoutKey(pane, page: page) else { return nil }
    return documents.layouts[key]
  }

  private func layoutKey(_ pane: Int, page: Int) -> LayoutCache.Key? {
    guard pane < panes.count, let index = documents.index(of: panes[pane].document) else {
      return nil
    }
    return LayoutCache.Key(
      document: documents[index].id, generation: documents[index].generation, page: page,
      mode: panes[pane].mode, width: textRect(of: pane).width,
      figures: FlowPictures.figureSpace(self, of: pane),
      rows: imageRows(of: pane, page: page))
  }

  /// Lays out the page's text for this pane if it is loaded and not yet laid out.
  package mutating func setPage(_ pane: Int, page: Int) {
    guard let key = layoutKey(pane, page: page), documents.layouts[key] == nil,
      let document = documents[panes[pane].document], let content = document.pages[page]
    else { return }
    let next = page + 1 < document.pageCount ? "p. \(document.pageName(page + 1))" : nil
    documents.layouts.insert(
      PageLayout(
        content, mode: key.mode, width: key.width, next: next, bidi: environment.bidi,
        figures: key.figures,
        rows: key.rows, divides: preferences.hyphenation),
      for: key)
  }

  /// Returns the number of lines of the page: one if it cannot be read, nil if it is not loaded.
  private mutating func lineCount(_ pane: Int, page: Int) -> Int? {
    setPage(pane, page: page)
    if let layout = layout(pane, page: page) { return layout.lines.count }
    guard let document = documents[panes[pane].document], document.failures[page] != nil else {
      return nil
    }
    return 1
  }

  /// Scrolls a pane sideways, as far as the widest line in sight reaches.
  package mutating func scrollSideways(_ pane: Int, _ cells: Int) {
    if pane < panes.count, showsPictures(pane) { return pan(pane, x: cells) }
    guard pane < panes.count else { return }
    let width = textRect(of: pane).width
    let most = linesInSight(of: pane).reduce(0) { max($0, Int($1.line.extent) - width) }
    panes[pane].column = max(0, min(most, panes[pane].column + min(cells, most)))
  }

  /// Scrolls the focused pane sideways to a character of a page.
  mutating func revealSideways(page: Int, _ origin: Int) {
    guard !showsPictures(panes.focus), let layout = layout(panes.focus, page: page),
      let line = layout.line(of: origin).map({ layout.lines[$0] }),
      let glyph = line.glyphs.first(where: { Int($0.origin) == origin })
    else { return }
    let width = textRect(of: panes.focus).width
    let cell = Int(glyph.column) - line.shift(by: panes[panes.focus].column, in: width)
    if cell < 0 || cell >= max(1, width - 8), Int(line.extent) > width {
      panes[panes.focus].column = min(
        max(0, Int(glyph.column) - width / 2), Int(line.extent) - width)
    }
  }

  /// Moves the pane's top by so many lines, over page ends, and not past the document's ends; waits for pages on their way.
  package mutating func scroll(_ pane: Int, by lines: Int) {
    guard pane < panes.count, let document = documents[panes[pane].document],
      document.pageCount > 0
    else { return }
    if showsPictures(pane), panes[pane].pending == nil { return scrollSheets(pane, by: lines) }
    panes[pane].owed += lines
    settle(pane)
  }

  /// Scrolls the lines that are owed as far as pages are there.
  private mutating func payOwed(_ pane: Int, pageCount: Int) {
    while panes[pane].owed != 0, let count = lineCount(pane, page: panes[pane].page) {
      let (page, line, owed) = (panes[pane].page, panes[pane].line, panes[pane].owed)
      let isLast = owed > 0 ? page >= pageCount - 1 : page == 0
      if (0..<count).contains(line + owed) || isLast {
        panes[pane].line = min(max(0, line + owed), count - 1)
        panes[pane].owed = 0
      } else if owed > 0 {
        panes[pane].page += 1
        panes[pane].line = 0
        panes[pane].owed -= max(0, count - line)
      } else {
        guard let before = lineCount(pane, page: page - 1) else { break }
        panes[pane].page -= 1
        panes[pane].line = before
        panes[pane].owed += line
      }
    }
    keepLastLineLow(pane, pageCount: pageCount)
  }

  /// The document's last line does not rise above the window's foot.
  private mutating func keepLastLineLow(_ pane: Int, pageCount: Int) {
    var room = textRect(of: pane).height
    var page = pageCount - 1
    guard panes[pane].page >= page - 2 else { return }
    while page >= 0 {
      setPage(pane, page: page)
      guard let layout = layout(pane, page: page) else { return }
      if layout.lines.count >= room {
        let lowest = (page, layout.lines.count - room)
        if (panes[pane].page, panes[pane].line) > lowest {
          panes[pane].page = lowest.0
          panes[pane].line = lowest.1
        }
        return
      }
      room -= layout.lines.count
      page -= 1
    }
    panes[pane].page = 0
    panes[pane].line = 0
  }

  /// Whether the document's last line is in a pane's window.
  func isEndInSight(_ pane: Int) -> Bool {
    guard let document = documents[panes[pane].document], document.pageCount > 0 else {
      return false
    }
    if showsPictures(pane) { return isSheetEndInSight(pane) }
    var room = textRect(of: pane).height + panes[pane].line
    for page in panes[pane].page..<document.pageCount {
      guard let layout = layout(pane, page: page), room > 0 else { return false }
      room -= layout.lines.count
    }
    return room >= 0
  }

  /// Puts a place at the top of a pane, at once or as soon as its page is there.
  package mutating func land(_ pane: Int, page: Int, _ landing: Landing) {
    guard pane < panes.count, let document = documents[panes[pane].document] else { return }
    panes[pane].page = min(max(0, page), max(0, document.pageCount - 1))
    panes[pane].line = 0
    panes[pane].shift = Pane.Shift()
    panes[pane].pending = landing
    panes[pane].owed = 0
    settle(pane)
  }

  /// Completes a jump whose page has arrived, and applies pending scrolling.
  package mutating func settle(_ pane: Int) {
    guard pane < panes.count, let document = documents[panes[pane].document] else { return }
    if showsPictures(pane) {
      if let landing = panes[pane].pending { settleSheets(pane, landing) }
      if panes[pane].pending == nil, panes[pane].owed != 0 {
        let owed = panes[pane].owed
        panes[pane].owed = 0
        scrollSheets(pane, by: owed)
      }
      return
    }
    if let landing = panes[pane].pending { settle(pane, landing, document) }
    if panes[pane].pending == nil, panes[pane].owed != 0 {
      payOwed(pane, pageCount: document.pageCount)
    }
  }

  private mutating func settle(_ pane: Int, _ landing: Landing, _ document: Document) {
    let page = panes[pane].page
    setPage(pane, page: page)
    if document.failures[page] != nil { panes[pane].pending = nil }
    guard let layout = layout(pane, page: page), let content = document.pages[page] else { return }
    panes[pane].pending = nil
    switch landing {
    // Its words are known only now.
    case .annotation(let id):
      return settle(pane, self.landing(at: id, in: document), document)
    case .top: panes[pane].line = 0
    case .bottom:
      panes[pane].line = max(0, layout.lines.count - textRect(of: pane).height)
    case .offset(let offset):
      // The rule between two pages follows all words.
      let rule =
        document.hasPages && offset >= content.text.scalars.count
        ? layout.lines.lastIndex { $0.kind == .rule } : nil
      panes[pane].line =
        offset <= 0
        ? 0 : rule ?? (document.hasPages ? layout.line(at: offset) : layout.line(from: offset))
      panes[pane].anchor = Anchor(
        place: Place(page: page, offset: offset), page: page, line: panes[pane].line)
    case .line(let line):
      let block = content.text.blocks?.last { $0.line <= line && $0.kind != .footnote }
      panes[pane].line = block.map { layout.line(from: $0.range.lowerBound) } ?? 0
    case .fraction(let fraction):
      panes[pane].line = Int(Double(layout.lines.count) * fraction)
    case .point(let x, let y):
      panes[pane].line = layout.line(atY: y, x: x, in: content, page: page)
    case .figure(let figure):
      let (x, y) = (Double(figure.extent.x0), Double(figure.extent.y0))
      panes[pane].line = layout.line(of: figure) ?? layout.line(atY: y, x: x, in: content.text)
    case .glyph(let origin):
      panes[pane].line = layout.line(of: origin) ?? layout.line(at: origin)
      panes[pane].owed -= textRect(of: pane).height / 3
      // Near the end the line would leave the window if the lines above it were counted from its foot.
      if panes[pane].owed != 0 { return }
    }
    keepLastLineLow(pane, pageCount: document.pageCount)
  }

  /// The place at the top of a pane, fit to be remembered.
  package func place(of pane: Int) -> Place? {
    guard pane < panes.count else { return nil }
    switch panes[pane].pending {
    case .offset(let offset), .glyph(let offset):
      return Place(page: panes[pane].page, offset: offset)
    default: break
    }
    if showsPictures(pane) { return sheetPlace(of: pane) }
    if let anchor = panes[pane].anchor, anchor.page == panes[pane].page,
      anchor.line == panes[pane].line
    {
      return anchor.place
    }
    guard let layout = layout(pane, page: panes[pane].page),
      panes[pane].line < layout.lines.count, panes[pane].line > 0
    else { return Place(page: panes[pane].page) }
    return Place(page: panes[pane].page, offset: layout.lines[panes[pane].line].start)
  }

  /// Keeps every pane's place while the window or the mode changes.
  package mutating func relayout(_ change: (inout State) -> Void) {
    let places = panes.indices.map { place(of: $0) }
    change(&self)
    for (index, place) in places.enumerated() where index < panes.count {
      if let place { land(index, page: place.page, .offset(place.offset)) }
    }
  }

  /// Puts a line of a text at the top of a pane, as soon as it has been counted; whether it has.
  mutating func land(_ pane: Int, line: Int) -> Bool {
    guard pane < panes.count, let document = documents[panes[pane].document],
      let portion = document.portion(ofLine: line)
    else { return false }
    land(pane, page: portion, .line(line - document.infos[portion].line))
    return true
  }
}
