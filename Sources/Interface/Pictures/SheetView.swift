import Canvas
import DocumentModel
import Messages

/// The pages drawn in advance, relative to the current row, in order of priority.
private let drawnAhead = [1, -1, 2]
/// The number of visible links whose target pages are drawn in advance.
private let linksAhead = 3
/// The size of a page, in multiples of the window's area, from which it is drawn in parts.
private let largestWhole = 4

/// Paints pages as images, and requests these.
enum SheetView {
  /// Reserves the cells of a pane's pages for their images.
  static func paintSheets(_ state: State, _ index: Int, into surface: inout Surface) {
    let rect = state.pictureRect(of: index)
    guard let document = state.documents[state.panes[index].document], document.phase == .open
    else { return }
    if state.pictures.isPresenting {
      // Fills the whole screen: terminals that cannot show images in the last row have text there.
      surface.fill(surface.bounds, Style(background: .rgb(0)))
    } else {
      surface.fill(
        state.look(of: index) == .picture ? state.paneRect(index) : rect, backdrop(state))
    }
    // The page's size is not known yet.
    if document.infos.isEmpty, document.pages.isEmpty, document.sizesBefore.isEmpty,
      !document.slowPages.isEmpty
    {
      let words = "reading p. \(document.pageName(state.panes[index].page)) …"
      surface.put(
        words, x: rect.x + max(0, (rect.width - CellWidth.of(words)) / 2),
        y: rect.y + rect.height / 2, style: dimmed(state, backdrop(state)), limit: rect.width)
      return
    }
    for sheet in state.sheets(of: index) {
      guard let place = sheet.frame.common(with: rect) else { continue }
      if let trouble = document.pictureTroubles[sheet.page] {
        paint(state, trouble, of: sheet.page, document, place, into: &surface)
        continue
      }
      surface.leave(place, style: state.themes.current.text)
    }
    guard state.look(of: index) == .both else { return }
    for y in rect.y..<rect.maxY {
      surface.put("│", x: rect.x - 1, y: y, style: state.themes.current.dim)
    }
  }

  /// The background around pages; differs from the text's, so that the paper's edges are visible.
  static func backdrop(_ state: State) -> Style {
    Style(
      foreground: state.themes.current.text.foreground,
      background: state.themes.current.code.background)
  }

  private static func paint(
    _ state: State,
    _ trouble: PictureTrouble, of page: Int, _ document: Document, _ place: Rect,
    into surface: inout Surface
  ) {
    let name = "p. \(document.pageName(page))"
    let showsText = document.summary.hasText ? "; p shows its text" : ""
    let words =
      switch trouble {
      case .tooSlow(let seconds):
        "\(name) was not drawn within \(seconds) s. Ctrl-l retries with four times as long\(showsText)"
      case .other(let sentence): sentence + showsText
      }
    let width = max(8, place.width - 4)
    let lines = words.wrapped(to: width)
    let top = place.y + max(0, (place.height - lines.count) / 2)
    for (index, line) in lines.enumerated() where top + index < place.maxY {
      surface.put(
        line, x: place.x + 2, y: top + index, style: dimmed(state, backdrop(state)), limit: width)
    }
  }

  private static func dimmed(_ state: State, _ style: Style) -> Style {
    Style(foreground: state.themes.current.dim.foreground, background: style.background)
  }

  /// Returns the image requests for the visible pages of all panes.
  static func sheetRequests(_ state: State) -> [ImageRequest] {
    guard !state.browser.isShown || state.browser.glance != nil,
      state.size.width >= smallestWindow.width,
      state.size.height >= smallestWindow.height
    else { return [] }
    return
      (state.pictures.isAlone ? state.panes.focus..<state.panes.focus + 1 : state.panes.indices)
      .flatMap { pane in
        if let request = openingRequest(state, of: pane, slot: pane * 10_000) { return [request] }
        return state.sheets(of: pane).enumerated().compactMap { number, sheet in
          request(state, for: sheet, pane, slot: pane * 10_000 + number)
        }
      }
  }

  /// Returns the image requests for figures among the text of all panes.
  static func figureRequests(_ state: State) -> (
    visible: [ImageRequest], ahead: [ImageRequest]
  ) {
    guard !state.browser.isShown || state.browser.glance != nil, !state.pictures.isAlone else {
      return ([], [])
    }
    return state.panes.indices.reduce(into: ([], [])) { all, pane in
      guard FlowPictures.figureSpace(state, of: pane) != nil,
        let document = state.documents[state.panes[pane].document],
        document.phase == .open
      else { return }
      let requests = FlowPictures.flowRequests(
        state, of: FlowPictures.flow(state, of: pane, document), slot: pane * 10_000 + 5_000)
      all.0 += requests.visible
      all.1 += requests.ahead
    }
  }

  /// Returns the image request for a page; nil if its drawing has failed or its size is not known yet.
  private static func request(
    _ state: State,
    for sheet: PageArrangement.Sheet, _ pane: Int, slot: Int, isAhead: Bool = false
  ) -> ImageRequest? {
    guard let terms = state.pictures.terms,
      let document = state.documents[state.panes[pane].document],
      document.pictureTroubles[sheet.page] == nil,
      isAhead || document.infos.indices.contains(sheet.page) || document.pages[sheet.page] != nil
        || document.sizesBefore.indices.contains(sheet.page),
      let place = sheet.frame.common(with: state.pictureRect(of: pane)),
      var drawing = state.arrangement(of: pane)?.drawing(of: sheet.page, sheet.frame, terms.drawn)
    else { return nil }
    drawing.profile = state.profile(of: pane)
    let seen = PixelRect(
      x: drawing.frame.x + (place.x - sheet.frame.x) * terms.drawn.width,
      y: drawing.frame.y + (place.y - sheet.frame.y) * terms.drawn.height,
      width: place.width * terms.drawn.width, height: place.height * terms.drawn.height)
    drawing.part = part(state, of: drawing, around: seen, pane) ?? drawing.part
    var request = ImageRequest(
      slot: slot, .page(document.id, generation: document.generation, drawing), in: place,
      part: PixelRect(
        x: seen.x - drawing.frame.x, y: seen.y - drawing.frame.y, width: seen.width,
        height: seen.height))
    request.isOnLight = state.isLight(drawing.profile)
    if sheet.page == 0, drawing.turn == .none, drawing.profile == .normal {
      request.standIn = state.browser.thumbnail(of: document.path)?.source
    }
    request.words = "drawing p. \(document.pageName(sheet.page)) …"
    request.seconds = document.drawingSeconds
    request.attempt = document.drawingAttempt
    var pointers: [PictureMark] = []
    if pane == state.panes.focus, !isAhead {
      pointers += PageMarks.crossMarks(state, on: drawing, sheet.frame)
    }
    let box =
      pane == state.panes.focus && !isAhead
      ? state.pictures.zoomBoxAreas(on: drawing, sheet.frame) : []
    if !box.isEmpty { pointers.append(PictureMark(box, color: Pen.pointer, paint: .solid)) }
    request.marks = PageMarks.marks(state, on: drawing, document, pane) + pointers
    if document.alikeSince < document.generation, !isAhead {
      request.alikeSince = document.alikeSince
      request.marksBefore =
        PageMarks.marks(state, on: drawing, document, pane, isBefore: true) + pointers
    }
    return request
  }

  /// Returns the part of a large page to draw: the visible part with a margin for scrolling, in steps, so
  /// that a small move does not require another drawing.
  private static func part(
    _ state: State, of drawing: PageDrawing, around seen: PixelRect, _ pane: Int
  ) -> PixelRect? {
    guard let terms = state.pictures.terms else { return nil }
    let view = state.pictureRect(of: pane)
    let (wide, high) = (view.width * terms.drawn.width, view.height * terms.drawn.height)
    guard drawing.frame.width * drawing.frame.height > max(1, wide * high) * largestWhole else {
      return nil
    }
    func range(_ from: Int, _ count: Int, _ step: Int, _ most: Int) -> (from: Int, count: Int) {
      let first = max(0, (from / step - 1) * step)
      let last = min(most, first + ((count + step - 1) / step + 3) * step)
      return (first, last - first)
    }
    let (x, width) = range(seen.x, seen.width, max(1, wide / 2), drawing.width)
    let (y, height) = range(seen.y, seen.height, max(1, high / 2), drawing.height)
    return PixelRect(x: x, y: y, width: width, height: height)
  }

  /// Returns the image requests for pages likely to be turned to next, including the targets of visible links.
  static func sheetsAhead(_ state: State) -> [ImageRequest] {
    guard state.panes.focus < state.panes.count, state.pictures.enlarged == nil,
      let arrangement = state.arrangement(of: state.panes.focus),
      let document = state.documents[state.panes[state.panes.focus].document]
    else { return [] }
    let rect = state.pictureRect(of: state.panes.focus)
    let seen = Set(state.sheets(of: state.panes.focus).map(\.page))
    let row = arrangement.row(of: state.panes[state.panes.focus].page)
    var pages = drawnAhead.map { $0 > 0 ? row.upperBound - 1 + $0 : row.lowerBound + $0 }
    if let last = seen.max() { pages.insert(last + 1, at: 0) }
    let targets = seen.sorted().flatMap { document.links[$0]?.links ?? [] }.compactMap { link in
      if case .destination(let destination) = link.target { return destination.page }
      return nil
    }
    pages += targets.prefix(linksAhead)
    var known = seen
    return pages.filter { (0..<document.pageCount).contains($0) }.compactMap { page in
      guard known.insert(page).inserted else { return nil }
      let found = arrangement.sheets(from: arrangement.spot(of: page, nil))
      guard var sheet = found.first(where: { $0.page == page }) else { return nil }
      sheet.frame.x += rect.x
      sheet.frame.y += rect.y
      return request(
        state, for: sheet, state.panes.focus, slot: state.panes.focus * 10_000, isAhead: true)
    }
  }

  /// Returns the picture shown from the key press until the page arrives: the thumbnail, enlarged to the page's position if that
  /// is cheap.
  static func openingPicture(_ state: State, of pane: Int) -> OpeningPicture? {
    guard let terms = state.pictures.terms, terms.scales, state.browser.glance != nil,
      let document = state.documents[state.panes[pane].document],
      document.isGlance, document.hasPages, state.panes[pane].page == 0,
      document.phase == .opening
        || (document.phase == .open && document.infos.isEmpty && document.pages[0] == nil),
      state.profile(of: pane) == .normal,
      let (source, facts) = state.browser.thumbnail(of: document.path)
    else { return nil }
    // How it is displayed is known once the document is open.
    let display =
      document.phase == .opening ? state.firstDisplay(of: document.id) : state.panes[pane].display
    guard display.look == .picture else { return nil }
    let rect = state.paneRect(pane)
    let size = PageSize(width: Double(facts.width), height: Double(facts.height))
    let pages = PageArrangement(
      view: Size(width: rect.width, height: rect.height), display: display,
      cell: terms.cell, pageCount: 1, size: { _ in size }, textBox: { _ in nil })
    guard var frame = pages.sheets(from: pages.spot(of: 0, nil)).first?.frame else { return nil }
    frame = frame.moved(to: rect)
    return frame.common(with: rect).map {
      OpeningPicture(source: source, frame: frame, place: $0, facts: facts)
    }
  }

  /// Returns the request for the picture shown while a document opens, in the slot of the page, which replaces it without a gap.
  static func openingRequest(_ state: State, of pane: Int, slot: Int) -> ImageRequest? {
    guard let picture = openingPicture(state, of: pane) else { return nil }
    func pixels(_ cells: Int) -> Int { cells * picture.facts.height / picture.frame.height }
    return ImageRequest(
      slot: slot, picture.source, in: picture.place,
      part: PixelRect(
        x: 0, y: pixels(picture.place.y - picture.frame.y), width: picture.facts.width,
        height: max(1, pixels(picture.place.height))))
  }

  /// Whether a pane's cells were painted for it.
  static func paintOpeningPicture(_ state: State, _ pane: Int, into surface: inout Surface) -> Bool
  {
    guard let picture = openingPicture(state, of: pane) else { return false }
    surface.fill(state.paneRect(pane), SheetView.backdrop(state))
    surface.leave(picture.place, style: SheetView.backdrop(state))
    return true
  }
}
