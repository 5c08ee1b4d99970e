import Canvas
import DocumentModel
import Messages

/// A part of a page, in points.
struct PagePart: Sendable, Hashable {
  var page: Int
  var box: Box
}

/// Lays out the pages of a document as images in a view, in whole cells, so that a drawn page fills its cells exactly.
///
/// Pages side by side form a row. A position is a row and the offset of the view's corner from the row's corner.
struct PageArrangement {
  /// A page and the cells it covers, relative to the view's corner; may extend beyond the view.
  struct Sheet: Hashable {
    var page: Int
    var frame: Rect
  }

  /// A position in the document: a row and the offset of the view's corner from the row's in cells, negative where a smaller row is centred.
  struct Spot: Hashable {
    var row: Range<Int>
    var x: Int
    var y: Int
  }

  let view: Size
  let display: PageDisplay
  let cell: PictureTerms.CellSize
  let pageCount: Int
  /// The size of a page in points, with the document's own rotation applied.
  let size: (Int) -> PageSize
  /// The bounding box of a page's text in points; nil if unknown.
  let textBox: (Int) -> Box?
  /// Pages that stand alone where two are shown side by side, ascending: each is an image of two.
  var spreads: [Int] = []
  /// The only part that is laid out, as if it were a whole page; nil for all pages.
  var part: PagePart?

  /// The gap between pages in cells.
  private static let gap = 1
  /// The largest width and height of a page in cells; a terminal has some hundred.
  static let mostCells = 40_000.0
  /// The margin in points left beside the text when margins are trimmed.
  static let trim = 8.0

  /// Returns the pages shown side by side with a page, including it.
  func row(of page: Int) -> Range<Int> {
    if let part { return part.page..<part.page + 1 }
    let page = min(max(0, page), pageCount - 1)
    guard display.isTwoUp else { return page..<page + 1 }
    let next = spreads.firstIndex { $0 >= page } ?? spreads.endIndex
    let end = next < spreads.endIndex ? spreads[next] : pageCount
    // Pairs are counted from the beginning, and again after each spread.
    let start = next > 0 ? spreads[next - 1] + 1 : 0
    guard end != page else { return page..<page + 1 }
    let isShifted = display.hasCover && start == 0
    let first = start + (isShifted ? (page + 1) / 2 * 2 - 1 : (page - start) / 2 * 2)
    return max(start, first)..<min(end, first + 2)
  }

  private func row(after row: Range<Int>) -> Range<Int>? {
    part == nil && row.upperBound < pageCount ? self.row(of: row.upperBound) : nil
  }

  private func row(before row: Range<Int>) -> Range<Int>? {
    part == nil && row.lowerBound > 0 ? self.row(of: row.lowerBound - 1) : nil
  }

  func shown(_ page: Int) -> PageSize {
    guard let part else { return display.turn.turned(saneSize(page)) }
    return display.turn.turned(
      PageSize(width: max(1, Double(part.box.width)), height: max(1, Double(part.box.height))))
  }

  /// Returns the whole page's size without `display.turn`.
  func saneSize(_ page: Int) -> PageSize {
    let size = size(page)
    func sane(_ side: Double) -> Double { side.isFinite ? min(max(side, 0.01), 1e6) : 1 }
    return PageSize(width: sane(size.width), height: sane(size.height))
  }

  /// Returns the scale of a row in pixels per point.
  func scale(of row: Range<Int>) -> Double {
    let pages = row.map(shown)
    let between = Double((row.count - 1) * Self.gap * cell.width)
    let across = pages.reduce(0) { $0 + $1.width }
    let down = pages.map(\.height).max() ?? 1
    let wide = max(1, Double(view.width * cell.width) - between)
    let high = Double(max(1, view.height) * cell.height)
    let scale =
      switch display.fit {
      case .width: wide / across
      case .height: high / down
      case .page: min(wide / across, high / down)
      case .text: row.count == 1 ? wide / textWidth(row.lowerBound) : wide / across
      case .free: min(max(PageDisplay.zooms.lowerBound, display.zoom), PageDisplay.zooms.upperBound)
      }
    let most = min(
      Self.mostCells * Double(cell.width) / across, Self.mostCells * Double(cell.height) / down)
    return min(scale, most, part == nil ? .infinity : PageDisplay.zooms.upperBound)
  }

  private func textWidth(_ page: Int) -> Double {
    let whole = shown(page).width
    guard !display.turn.isSideways, let box = textBox(page), !box.isEmpty else { return whole }
    return min(whole, max(whole / 4, Double(box.width) + 2 * Self.trim))
  }

  /// Returns the size of a page in its row in cells.
  private func cells(of page: Int, _ scale: Double, isAlone: Bool) -> Size {
    let size = shown(page)
    func count(
      _ points: Double, _ pixels: Int, _ most: Int, isFit: Bool, isAlone: Bool = true
    ) -> Int {
      let cells = points * scale / Double(pixels)
      // Two pages rounded up by up to half a cell each might no longer fit side by side.
      let whole = isFit && !isAlone ? (cells + 1e-6).rounded(.down) : cells.rounded()
      return isFit ? min(max(1, Int(whole)), max(1, most)) : max(1, Int(whole))
    }
    let (fitsAcross, fitsDown) =
      switch display.fit {
      case .page: (true, true)
      case .width: (true, false)
      case .height: (false, true)
      case .text, .free: (false, false)
      }
    return Size(
      width: count(size.width, cell.width, view.width, isFit: fitsAcross, isAlone: isAlone),
      height: count(size.height, cell.height, view.height, isFit: fitsDown))
  }

  /// Returns the size of a row in cells.
  func extent(of row: Range<Int>) -> Size {
    let frames = frames(of: row)
    return Size(
      width: frames.map(\.frame.maxX).max() ?? 1, height: frames.map(\.frame.maxY).max() ?? 1)
  }

  /// Returns the pages of a row relative to its corner, centred vertically.
  func frames(of row: Range<Int>) -> [Sheet] {
    let scale = scale(of: row)
    let sizes = row.map { (page: $0, size: cells(of: $0, scale, isAlone: row.count == 1)) }
    let high = sizes.map(\.size.height).max() ?? 1
    let left = view.width - sizes.reduce((sizes.count - 1) * Self.gap) { $0 + $1.size.width }
    // With an odd number of spare cells the gap grows by one, so that both margins are equal.
    let isOdd = sizes.count == 2 && left > 0 && !left.isMultiple(of: 2)
    let gap = isOdd ? Self.gap + 1 : Self.gap
    var x = 0
    let isTurnedRound = display.isRightToLeft && !isFromTheRight
    return (isTurnedRound ? sizes.reversed() : sizes).map { page, size in
      defer { x += size.width + gap }
      return Sheet(
        page: page,
        frame: Rect(x: x, y: (high - size.height) / 2, width: size.width, height: size.height))
    }
  }

  /// Whether pages follow each other from right to left.
  var isFromTheRight: Bool {
    display.isRightToLeft && display.isHorizontal && display.isContinuous
  }

  /// Returns the length along the scrolling direction.
  private func length(_ size: Size) -> Int { display.isHorizontal ? size.width : size.height }

  /// Returns the spot `cells` further along the scrolling direction, across pages but not beyond the document's ends.
  func moved(_ spot: Spot, by cells: Int) -> Spot {
    display.isContinuous ? settled(along(spot, by: cells)) : turned(spot, by: cells)
  }

  /// Scrolls within the row first, then turns to the next or previous row.
  private func turned(_ spot: Spot, by cells: Int) -> Spot {
    let extent = extent(of: spot.row)
    let most = max(0, extent.height - view.height)
    let y = max(0, spot.y)
    if cells > 0, y < most || row(after: spot.row) == nil {
      return settled(Spot(row: spot.row, x: spot.x, y: min(most, y + cells)))
    }
    if cells < 0, y > 0 || row(before: spot.row) == nil {
      return settled(Spot(row: spot.row, x: spot.x, y: max(0, y + cells)))
    }
    guard cells != 0, let next = cells > 0 ? row(after: spot.row) : row(before: spot.row) else {
      return settled(spot)
    }
    return settled(Spot(row: next, x: spot.x, y: cells > 0 ? 0 : .max / 4))
  }

  private func along(_ spot: Spot, by cells: Int) -> Spot {
    var spot = spot
    let way: WritableKeyPath<Spot, Int> = display.isHorizontal ? \.x : \.y
    spot[keyPath: way] += min(max(cells, -1_000_000), 1_000_000)
    while spot[keyPath: way] < 0, let before = row(before: spot.row) {
      spot.row = before
      spot[keyPath: way] += length(extent(of: before)) + Self.gap
    }
    while let after = row(after: spot.row) {
      let own = length(extent(of: spot.row)) + Self.gap
      guard spot[keyPath: way] >= own else { break }
      spot.row = after
      spot[keyPath: way] -= own
    }
    return spot
  }

  /// Returns the nearest spot at which the view does not needlessly extend beyond the document's edges.
  func settled(_ request: Spot) -> Spot {
    var spot = request
    let extent = extent(of: spot.row)
    if display.isContinuous {
      let way: WritableKeyPath<Spot, Int> = display.isHorizontal ? \.x : \.y
      if spot.row.lowerBound == 0 { spot[keyPath: way] = max(0, spot[keyPath: way]) }
      let lowest = lowest(way)
      if (spot.row.lowerBound, spot[keyPath: way]) > lowest {
        spot.row = row(of: lowest.0)
        spot[keyPath: way] = lowest.1
      }
      if display.isHorizontal {
        spot.y = Self.within(spot.y, self.extent(of: spot.row).height, view.height)
      } else {
        spot.x = Self.across(spot.x, widest(from: spot), view.width)
      }
    } else {
      spot.x = Self.within(spot.x, extent.width, view.width)
      spot.y = Self.within(spot.y, extent.height, view.height)
    }
    return spot
  }

  /// Returns the width of the widest visible row, the limit of sideways scrolling.
  func widest(from spot: Spot) -> Int {
    var width = 0
    var room = view.height + spot.y
    var row: Range<Int>? = spot.row
    while let each = row, room > 0 {
      let extent = extent(of: each)
      width = max(width, extent.width)
      room -= extent.height + Self.gap
      row = self.row(after: each)
    }
    return width
  }

  /// Centres a length that is smaller than the view; otherwise limits the offset to its edges.
  private static func within(_ offset: Int, _ length: Int, _ view: Int) -> Int {
    length <= view ? -((view - length) / 2) : min(max(0, offset), length - view)
  }

  /// Limits the offset to a row's edges; smaller rows are centred individually in `sheets(from:)`.
  private static func across(_ offset: Int, _ length: Int, _ view: Int) -> Int {
    length <= view ? 0 : min(max(0, offset), length - view)
  }

  /// Returns the last position along the scrolling direction, at which the last row ends at the view's edge.
  private func lowest(_ way: WritableKeyPath<Spot, Int>) -> (Int, Int) {
    var room = length(view)
    var row = self.row(of: pageCount - 1)
    while true {
      let own = length(extent(of: row))
      if own >= room { return (row.lowerBound, own - room) }
      guard let before = self.row(before: row) else {
        // The whole document fits and is centred.
        return (0, -((room - own) / 2))
      }
      room -= own + Self.gap
      row = before
    }
  }

  /// Returns the visible pages at a spot.
  func sheets(from spot: Spot) -> [Sheet] {
    var found: [Sheet] = []
    var row: Range<Int>? = spot.row
    var along = -(display.isHorizontal ? spot.x : spot.y)
    while let each = row, along < length(view) {
      let extent = extent(of: each)
      var x = display.isHorizontal ? along : -spot.x
      var y = display.isHorizontal ? -spot.y : along
      if display.isContinuous {
        if display.isHorizontal, extent.height < view.height {
          y = (view.height - extent.height) / 2
        }
        if !display.isHorizontal, extent.width < view.width {
          x = (view.width - extent.width) / 2
        } else if !display.isHorizontal {
          x = -min(max(0, spot.x), extent.width - view.width)
        }
      }
      for sheet in frames(of: each) {
        var frame = Rect(
          x: x + sheet.frame.x, y: y + sheet.frame.y, width: sheet.frame.width,
          height: sheet.frame.height)
        if isFromTheRight { frame.x = view.width - frame.maxX }
        if frame.maxX > 0, frame.maxY > 0, frame.x < view.width, frame.y < view.height {
          found.append(Sheet(page: sheet.page, frame: frame))
        }
      }
      guard display.isContinuous else { break }
      along += length(extent) + Self.gap
      row = self.row(after: each)
    }
    return found
  }
}
