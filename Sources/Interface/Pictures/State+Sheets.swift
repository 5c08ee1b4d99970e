import Canvas
import DocumentModel
import Messages
import Text

extension State {
  /// Whether a pane shows only images of its pages, and no text.
  func showsPictures(_ pane: Int) -> Bool {
    look(of: pane) == .picture
  }

  /// Returns the way in which a pane shows its document.
  func look(of pane: Int) -> PageDisplay.Look {
    guard panes.indices.contains(pane) else { return .text }
    let look = panes[pane].display.look
    guard look != .text, let terms = pictures.terms, terms.kind != .none,
      let index = documents.index(of: panes[pane].document),
      documents[index].hasPages || pane == panes.focus && pictures.enlarged != nil
    else { return .text }
    // Text and images side by side would both be too narrow.
    return look == .both && paneRect(pane).width < Self.leastForBoth ? .text : look
  }

  /// The rows of a step down: a line of text on a page image is about two rows high.
  var lineStep: Int { panes.indices.contains(panes.focus) && showsPictures(panes.focus) ? 2 : 1 }

  /// The least width of a pane in cells for text and images side by side.
  static let leastForBoth = 70

  /// Returns the cells of a pane's page images; empty if only text is shown.
  func pictureRect(of pane: Int) -> Rect {
    let whole = paneRect(pane)
    switch look(of: pane) {
    case .text: return Rect(x: whole.x, y: whole.y, width: 0, height: 0)
    case .picture: return pictures.limited(whole)
    case .both: return pictures.limited(whole.inset(left: textShare(of: whole) + 1))
    }
  }

  /// Returns the cells of a pane's text.
  func textArea(of pane: Int) -> Rect {
    let whole = paneRect(pane)
    guard look(of: pane) == .both else { return whole }
    return Rect(x: whole.x, y: whole.y, width: textShare(of: whole), height: whole.height)
  }

  /// Returns the size of a page in points; a page whose size is not known yet is assumed to be like the others.
  func pageSize(_ document: Document, _ page: Int) -> PageSize {
    document.infos[safe: page]?.size ?? document.pages[page]?.text.size
      ?? document.sizesBefore[safe: page]
      ?? document.infos.last?.size ?? document.pages.values.first?.text.size
      ?? PageSize(width: 612, height: 792)
  }

  /// Returns the layout of a pane's page images; nil while the document or the terminal's abilities are unknown.
  func arrangement(of pane: Int) -> PageArrangement? {
    guard let terms = pictures.terms, let document = documents[panes[pane].document],
      document.phase == .open, document.pageCount > 0
    else { return nil }
    let rect = pictureRect(of: pane)
    guard !rect.isEmpty else { return nil }
    var display = panes[pane].display
    if pictures.isPresenting {
      display = PageDisplay(look: .picture, fit: .page)
      display.isContinuous = false
      display.turn = panes[pane].display.turn
    }
    return PageArrangement(
      view: Size(width: rect.width, height: rect.height), display: display, cell: terms.cell,
      pageCount: document.pageCount, size: { pageSize(document, $0) },
      textBox: { document.margins.box(of: $0) }, spreads: document.spreads,
      part: pane == panes.focus && pictures.enlarged?.before.document == document.id
        ? pictures.enlarged?.part : nil)
  }

  /// Returns the position of a pane's window in its pages.
  func spot(of pane: Int, in arrangement: PageArrangement) -> PageArrangement.Spot {
    if look(of: pane) == .both {
      // Beside the text, the images follow the text's position.
      if imageRows(of: pane, page: panes[pane].page) > 0 {
        var spot = arrangement.spot(of: panes[pane].page, nil)
        spot.y += panes[pane].line
        return arrangement.settled(spot)
      }
      let top = topY(of: pane)
      let isKnown = top < Double.greatestFiniteMagnitude
      return arrangement.spot(
        of: panes[pane].page, isKnown && top > 0 ? Point(x: 0, y: top) : nil, share: 0.08)
    }
    let shift = panes[pane].shift
    return arrangement.settled(
      .init(row: arrangement.row(of: panes[pane].page), x: shift.x, y: shift.y))
  }

  /// Returns the rows of the image beside the lines of a page without words; 0 for other pages and other displays.
  func imageRows(of pane: Int, page: Int) -> Int {
    guard look(of: pane) == .both, let document = documents[panes[pane].document],
      document.pages[page]?.blocks.allSatisfy(\.scalars.isEmpty) == true,
      let arrangement = arrangement(of: pane)
    else { return 0 }
    return arrangement.extent(of: arrangement.row(of: page)).height
  }

  /// Returns the visible pages of a pane, in cells of the screen.
  func sheets(of pane: Int) -> [PageArrangement.Sheet] {
    guard let arrangement = arrangement(of: pane) else { return [] }
    let rect = pictureRect(of: pane)
    return arrangement.sheets(from: spot(of: pane, in: arrangement)).map {
      var sheet = $0
      sheet.frame.x += rect.x
      sheet.frame.y += rect.y
      return sheet
    }
  }

  /// Scrolls page images by `cells` in the direction of the pages.
  mutating func scrollSheets(_ pane: Int, by cells: Int) {
    guard let arrangement = arrangement(of: pane) else { return }
    show(arrangement.moved(spot(of: pane, in: arrangement), by: cells), in: pane)
  }

  /// Scrolls sideways on a page that is wider than the window.
  mutating func pan(_ pane: Int, x: Int) {
    guard let arrangement = arrangement(of: pane) else { return }
    var spot = spot(of: pane, in: arrangement)
    let extent = Size(width: arrangement.widest(from: spot), height: 0)
    if arrangement.display.isHorizontal, arrangement.display.isContinuous {
      spot = arrangement.moved(spot, by: arrangement.display.isRightToLeft ? -x : x)
    } else if extent.width > arrangement.view.width {
      spot.x = min(max(0, spot.x + x), extent.width)
    } else if x != 0, documents[panes[pane].document]?.summary.hasText == false {
      // A comic's or a scan's page has nothing beside the window.
      return turnPages(by: (x > 0) == arrangement.display.isRightToLeft ? -1 : 1)
    }
    show(arrangement.settled(spot), in: pane)
  }

  private mutating func show(_ spot: PageArrangement.Spot, in pane: Int) {
    // The page jumped to remains the current one while its row is at the top.
    if !spot.row.contains(panes[pane].page) { panes[pane].page = spot.row.lowerBound }
    panes[pane].shift = Pane.Shift(x: spot.x, y: spot.y)
  }

  /// Moves by `rows` pages, or by pairs if two pages are shown side by side.
  mutating func turnPages(by rows: Int) {
    let pane = panes.focus
    guard showsPictures(pane), let arrangement = arrangement(of: pane) else {
      return land(pane, page: panes[pane].page + rows, .top)
    }
    var page = panes[pane].page
    for _ in 0..<min(abs(rows), arrangement.pageCount) {
      let row = arrangement.row(of: page)
      page = rows > 0 ? row.upperBound : row.lowerBound - 1
    }
    page = arrangement.row(of: min(max(0, page), arrangement.pageCount - 1)).lowerBound
    land(pane, page: page, .top)
  }

  /// Completes a jump in a pane of page images, as soon as the page's text or size is available.
  mutating func settleSheets(_ pane: Int, _ landing: Landing) {
    guard let arrangement = arrangement(of: pane),
      let document = documents[panes[pane].document]
    else { return }
    let page = panes[pane].page
    let spot: PageArrangement.Spot
    switch landing {
    case .annotation(let id): return settleSheets(pane, self.landing(at: id, in: document))
    case .top, .line, .offset(0): spot = arrangement.spot(of: page, nil)
    case .bottom:
      var end = arrangement.spot(of: page, nil)
      end.y = arrangement.extent(of: end.row).height
      spot = arrangement.settled(end)
    case .fraction(let share):
      var part = arrangement.spot(of: page, nil)
      part.y += Int(Double(arrangement.extent(of: part.row).height) * share)
      spot = arrangement.settled(part)
    case .point(let x, let y):
      spot = arrangement.spot(of: page, Point(x: x ?? 0, y: y), share: Self.headRoom)
    case .figure(let figure):
      spot = arrangement.spot(
        of: page, Point(x: Double(figure.extent.x0), y: Double(figure.extent.y0)),
        share: Self.headRoom)
    case .offset(let origin), .glyph(let origin):
      guard let content = document.pages[page] else {
        // A page whose text cannot be read can still be shown.
        guard document.failures[page] != nil else { return }
        spot = arrangement.spot(of: page, nil)
        break
      }
      guard let box = content.text.boxes[safe: origin] else {
        spot = arrangement.spot(of: page, nil)
        break
      }
      var share = Self.headRoom
      if case .glyph = landing { share = 0.33 }
      spot = arrangement.spot(
        of: page, Point(x: Double(box.x0), y: Double(box.y0)), share: share)
    }
    panes[pane].pending = nil
    panes[pane].shift = Pane.Shift(x: spot.x, y: spot.y)
    if !spot.row.contains(page) { panes[pane].page = spot.row.lowerBound }
    if case .offset(let origin) = landing {
      panes[pane].anchor = Anchor(
        place: Place(page: page, offset: origin), page: panes[pane].page, line: spot.y)
    }
  }

  /// Returns the first character below the top of the window, by which the position is stored.
  func sheetPlace(of pane: Int) -> Place {
    let page = panes[pane].page
    if let anchor = panes[pane].anchor, anchor.page == page, anchor.line == panes[pane].shift.y {
      return anchor.place
    }
    guard panes[pane].shift.y > 0, let document = documents[panes[pane].document],
      let content = document.pages[page]
    else { return Place(page: page) }
    let top = sheetTop(of: pane)
    let origin = content.text.boxes.indices.first {
      !content.text.boxes[$0].isEmpty && Double(content.text.boxes[$0].y0) >= top
    }
    return Place(page: page, offset: origin ?? 0)
  }

  /// Returns the distance of the window's top from the page's top in points.
  func sheetTop(of pane: Int) -> Double {
    guard let arrangement = arrangement(of: pane) else { return 0 }
    let page = panes[pane].page
    let spot = spot(of: pane, in: arrangement)
    guard let sheet = arrangement.sheets(from: spot).first(where: { $0.page == page }) else {
      return 0
    }
    return max(0, arrangement.point(of: page, sheet.frame, x: 0, y: 0).y)
  }

  /// The share of the window's height above the target of a jump.
  static let headRoom = 0.05

  /// Returns the reading position on the page in points: at least the target of the last jump, which lies below the window's top.
  func sheetReadingTop(of pane: Int) -> Double {
    guard let arrangement = arrangement(of: pane),
      let sheet = arrangement.sheets(from: spot(of: pane, in: arrangement))
        .first(where: { $0.page == panes[pane].page })
    else { return 0 }
    let row = Double(arrangement.view.height) * Self.headRoom + 2
    let reached = max(0, arrangement.point(of: sheet.page, sheet.frame, x: 0, y: row).y)
    let top = max(0, arrangement.point(of: sheet.page, sheet.frame, x: 0, y: 0).y)
    // At the top of a page, a running head lies above the section's heading.
    let first = documents[panes[pane].document]?.pages[sheet.page]?.blocks.lazy
      .filter { $0.kind != .header && $0.kind != .footer && Double($0.box.y1) > top }.map {
        Double($0.box.y0)
      }.min()
    // A jump to a heading stops slightly above its letters.
    return max(reached, (first ?? 0) + 1)
  }

  /// Whether the end of the last page is visible in a pane.
  func isSheetEndInSight(_ pane: Int) -> Bool {
    guard let arrangement = arrangement(of: pane) else { return false }
    let last = arrangement.row(of: arrangement.pageCount - 1)
    return arrangement.sheets(from: spot(of: pane, in: arrangement)).contains {
      last.contains($0.page) && $0.frame.maxY <= arrangement.view.height
        && $0.frame.maxX <= max(arrangement.view.width, $0.frame.width)
    }
  }

  /// Returns the characters of the visible pages, each with the cell of its centre.
  func glyphsOnSheets(of pane: Int) -> [VisibleGlyph] {
    guard let arrangement = arrangement(of: pane), let document = documents[panes[pane].document]
    else { return [] }
    let rect = pictureRect(of: pane)
    var found: [VisibleGlyph] = []
    for sheet in sheets(of: pane) {
      guard let content = document.pages[sheet.page] else { continue }
      let links = document.links[sheet.page]
      let text = content.text
      for (origin, box) in text.boxes.enumerated() where !box.isEmpty {
        let middle = box.middle
        let place = arrangement.cellPlace(of: middle, sheet.page, sheet.frame)
        guard place.x >= Double(rect.x), place.y >= Double(rect.y),
          place.x < Double(rect.maxX), place.y < Double(rect.maxY)
        else { continue }
        let scalar = text.scalars[origin]
        found.append(
          VisibleGlyph(
            scalar: scalar == PageText.divider ? 0x20 : scalar, page: sheet.page, origin: origin,
            x: Int(place.x),
            y: Int(place.y), link: links?.link(at: middle)))
      }
    }
    return found
  }
}

extension PictureView {
  /// Limits some cells to the size of the largest image, centred horizontally.
  fileprivate func limited(_ rect: Rect) -> Rect {
    guard let largest = terms?.largest else { return rect }
    let width = min(rect.width, max(1, largest.width))
    let height = min(rect.height, max(1, largest.height))
    return Rect(x: rect.x + (rect.width - width) / 2, y: rect.y, width: width, height: height)
  }
}

private func textShare(of whole: Rect) -> Int { min(whole.width / 2, Measure.comfortable + 4) }

/// Image files of a folder, which are turned like pages.
extension State {
  /// Requests the image `steps` places after the shown one; documents with pages have none.
  func findImage(after steps: Int) -> [Effect] {
    guard let document, document.phase == .open, document.summary.isMeasuredInPixels,
      !document.path.isEmpty
    else { return [] }
    return [.browse(.findImage(document.id, path: document.path, steps: steps))]
  }

  /// Shows the image that was found instead of the current one.
  mutating func turn(from id: DocumentID, toImage path: String?) -> [Effect] {
    guard document?.id == id else { return [] }
    guard let path else {
      say("There is no further image in this folder")
      return []
    }
    let effects = open(path: path, start: .remembered)
    let isShown = panes.contains { $0.document == id }
    return effects + (isShown ? [] : drop(id))
  }

  /// Returns the point of a page at a screen position in cells; nil outside pages.
  func pagePlace(at place: Point, in pane: Int, onPage wanted: Int? = nil) -> AnnotationPlace? {
    guard let arrangement = arrangement(of: pane), let document = documents[panes[pane].document]
    else { return nil }
    for sheet in sheets(of: pane) where wanted == nil || sheet.page == wanted {
      guard wanted != nil || sheet.frame.contains(x: Int(place.x), y: Int(place.y)) else {
        continue
      }
      let size = pageSize(document, sheet.page)
      let point = arrangement.point(of: sheet.page, sheet.frame, x: place.x, y: place.y)
      return AnnotationPlace(
        page: sheet.page,
        point: Point(
          x: min(max(0, point.x), size.width), y: min(max(0, point.y), size.height)))
    }
    return nil
  }
}
