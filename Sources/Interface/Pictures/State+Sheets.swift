import Canvas
import DocumentModel
import Text

extension State {
  /// Whether a pane shows nothing but pictures of its pages; texts have no pages.
  func showsPictures(_ pane: Int) -> Bool {
    look(of: pane) == .picture
  }

  /// What a pane shows of its document.
  func look(of pane: Int) -> PageDisplay.Look {
    guard panes.indices.contains(pane), let document = document(panes[pane].document),
      document.isPaged, let terms = pictureTerms, terms.kind != .none
    else { return .text }
    let look = panes[pane].display.look
    // Beside each other both would be too narrow to be read.
    return look == .both && paneRect(pane).width < Self.leastForBoth ? .text : look
  }

  /// Cells that are a line down: in pictures one of text is about so high.
  var lineStep: Int { panes.indices.contains(focus) && showsPictures(focus) ? 2 : 1 }

  /// Cells of a pane that has room for text and picture beside each other.
  static let leastForBoth = 70

  /// The cells pages are shown in as pictures; empty where only text is.
  func pictureRect(of pane: Int) -> Rect {
    let whole = paneRect(pane)
    switch look(of: pane) {
    case .text: return Rect(x: whole.x, y: whole.y, width: 0, height: 0)
    case .picture: return limited(whole)
    case .both: return limited(whole.inset(left: textShare(of: whole) + 1))
    }
  }

  /// As much of some cells as a picture may have, in their middle.
  private func limited(_ rect: Rect) -> Rect {
    guard let largest = pictureTerms?.largest else { return rect }
    let width = min(rect.width, max(1, largest.width))
    let height = min(rect.height, max(1, largest.height))
    return Rect(x: rect.x + (rect.width - width) / 2, y: rect.y, width: width, height: height)
  }

  /// The cells that text has of a pane.
  func textArea(of pane: Int) -> Rect {
    let whole = paneRect(pane)
    guard look(of: pane) == .both else { return whole }
    return Rect(x: whole.x, y: whole.y, width: textShare(of: whole), height: whole.height)
  }

  private func textShare(of whole: Rect) -> Int { min(whole.width / 2, Measure.comfortable + 4) }

  /// The sizes of a document's pages as far as they are known; those of others are taken to be alike.
  func pageSize(_ document: Document, _ page: Int) -> PageSize {
    document.infos[safe: page]?.size ?? document.pages[page]?.text.size
      ?? document.sizesBefore[safe: page]
      ?? document.infos.last?.size ?? document.pages.values.first?.text.size
      ?? PageSize(width: 612, height: 792)
  }

  /// Where a pane's pages lie as pictures; nil while nothing is known of them or of the terminal.
  func arrangement(of pane: Int) -> PageArrangement? {
    guard let terms = pictureTerms, let document = document(panes[pane].document),
      document.phase == .open, document.pageCount > 0
    else { return nil }
    let rect = pictureRect(of: pane)
    guard !rect.isEmpty else { return nil }
    var display = panes[pane].display
    if isPresenting {
      display = PageDisplay(look: .picture, fit: .page)
      display.isContinuous = false
      display.turn = panes[pane].display.turn
    }
    return PageArrangement(
      view: Size(width: rect.width, height: rect.height), display: display, cell: terms.cell,
      pageCount: document.pageCount, size: { pageSize(document, $0) },
      textBox: { document.margins.box(of: $0) })
  }

  /// Where a pane's window lies on its pages.
  func spot(of pane: Int, in arrangement: PageArrangement) -> PageArrangement.Spot {
    if look(of: pane) == .both {
      // The picture goes along with the text.
      let top = topY(of: pane)
      let isKnown = top < Double.greatestFiniteMagnitude
      return arrangement.spot(
        of: panes[pane].page, isKnown && top > 0 ? Point(x: 0, y: top) : nil, share: 0.08)
    }
    let shift = panes[pane].shift
    return arrangement.settled(
      .init(row: arrangement.row(of: panes[pane].page), x: shift.x, y: shift.y))
  }

  /// The pages a pane shows as pictures, in cells of the screen.
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

  /// Scrolls pictures by so many cells along the way of the pages.
  mutating func scrollSheets(_ pane: Int, by cells: Int) {
    guard let arrangement = arrangement(of: pane) else { return }
    show(arrangement.moved(spot(of: pane, in: arrangement), by: cells), in: pane)
  }

  /// Moves the window over a page that is larger.
  mutating func pan(_ pane: Int, x: Int, y: Int = 0) {
    guard let arrangement = arrangement(of: pane) else { return }
    var spot = spot(of: pane, in: arrangement)
    let extent = Size(width: arrangement.widest(from: spot), height: 0)
    if arrangement.display.isHorizontal, arrangement.display.isContinuous {
      spot = arrangement.moved(spot, by: arrangement.display.isRightToLeft ? -x : x)
    } else if extent.width > arrangement.view.width {
      spot.x = min(max(0, spot.x + x), extent.width)
    }
    spot.y += y
    show(arrangement.settled(spot), in: pane)
  }

  private mutating func show(_ spot: PageArrangement.Spot, in pane: Int) {
    // Within a row the page that was gone to stays the one that is meant.
    if !spot.row.contains(panes[pane].page) { panes[pane].page = spot.row.lowerBound }
    panes[pane].shift = Pane.Shift(x: spot.x, y: spot.y)
  }

  /// Goes so many pages on, or back; where two stand beside each other, so many pairs.
  mutating func turnPages(by rows: Int) {
    let pane = focus
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

  /// Ends a jump in a pane of pictures, as soon as what it needs of the page is there.
  mutating func settleSheets(_ pane: Int, _ landing: Landing) {
    guard let arrangement = arrangement(of: pane),
      let document = document(panes[pane].document)
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
    case .offset(let origin), .glyph(let origin):
      guard let content = document.pages[page] else {
        // A page that cannot be read can be seen.
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

  /// The first character below the window's head, by which a place in pictures is remembered.
  func sheetPlace(of pane: Int) -> Place {
    let page = panes[pane].page
    if let anchor = panes[pane].anchor, anchor.page == page, anchor.line == panes[pane].shift.y {
      return anchor.place
    }
    guard panes[pane].shift.y > 0, let document = document(panes[pane].document),
      let content = document.pages[page]
    else { return Place(page: page) }
    let top = sheetTop(of: pane)
    let origin = content.text.boxes.indices.first {
      !content.text.boxes[$0].isEmpty && Double(content.text.boxes[$0].y0) >= top
    }
    return Place(page: page, offset: origin ?? 0)
  }

  /// How far down its page the head of a pane's window lies, in points.
  func sheetTop(of pane: Int) -> Double {
    guard let arrangement = arrangement(of: pane) else { return 0 }
    let page = panes[pane].page
    let spot = spot(of: pane, in: arrangement)
    guard let sheet = arrangement.sheets(from: spot).first(where: { $0.page == page }) else {
      return 0
    }
    return max(0, arrangement.point(of: page, sheet.frame, x: 0, y: 0).y)
  }

  /// What was gone to stands below so much of the window.
  static let headRoom = 0.05

  /// How far down its page a reader is taken to be, in points: what was gone to counts as reached.
  func sheetReadingTop(of pane: Int) -> Double {
    guard let arrangement = arrangement(of: pane),
      let sheet = arrangement.sheets(from: spot(of: pane, in: arrangement))
        .first(where: { $0.page == panes[pane].page })
    else { return 0 }
    let row = Double(arrangement.view.height) * Self.headRoom + 2
    let reached = max(0, arrangement.point(of: sheet.page, sheet.frame, x: 0, y: row).y)
    let top = max(0, arrangement.point(of: sheet.page, sheet.frame, x: 0, y: 0).y)
    // A running head at the top stands above the section it says nothing of.
    let first = document(panes[pane].document)?.pages[sheet.page]?.blocks.lazy
      .filter { $0.kind != .header && $0.kind != .footer && Double($0.box.y1) > top }.map {
        Double($0.box.y0)
      }.min()
    // A heading is gone to a little above its letters.
    return max(reached, (first ?? 0) + 1)
  }

  /// Whether the last page's end is in a pane's window.
  func isSheetEndInSight(_ pane: Int) -> Bool {
    guard let arrangement = arrangement(of: pane) else { return false }
    let last = arrangement.row(of: arrangement.pageCount - 1)
    return arrangement.sheets(from: spot(of: pane, in: arrangement)).contains {
      last.contains($0.page) && $0.frame.maxY <= arrangement.view.height
        && $0.frame.maxX <= max(arrangement.view.width, $0.frame.width)
    }
  }

  /// The characters of the pages in sight, each in the cell its middle lies in.
  func glyphsOnSheets(of pane: Int) -> [VisibleGlyph] {
    guard let arrangement = arrangement(of: pane), let document = document(panes[pane].document)
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
        found.append(
          VisibleGlyph(
            scalar: text.scalars[origin], page: sheet.page, origin: origin, x: Int(place.x),
            y: Int(place.y), link: links?.link(at: middle)))
      }
    }
    return found
  }
}
