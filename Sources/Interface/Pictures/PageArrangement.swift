import Canvas
import DocumentModel

/// Where the pages of a document lie as pictures in a view, all in whole cells: what is drawn then fills its cells to the pixel.
///
/// Pages beside each other are a row. A place is a row, by its first page, and how far its corner lies before the view's.
struct PageArrangement {
  /// A page and the cells it fills, from the corner of the view; it may reach beyond all edges.
  struct Sheet: Hashable {
    var page: Int
    var frame: Rect
  }

  /// How far the view's corner lies from that of a row, in cells; negative where the row is smaller and lies in the middle.
  struct Spot: Hashable {
    var row: Range<Int>
    var x: Int
    var y: Int
  }

  let view: Size
  let display: PageDisplay
  let cell: PictureTerms.CellSize
  let pageCount: Int
  /// In points, as the document has the page turned.
  let size: (Int) -> PageSize
  /// What of a page its text fills, in points; nil where nothing is known of it.
  let textBox: (Int) -> Box?

  /// Cells between pages.
  private static let gap = 1
  /// No page is drawn wider or higher than so many cells: a terminal has some hundreds.
  static let mostCells = 40_000.0
  /// Points left beside the text where its margins are trimmed.
  static let trim = 8.0

  /// The pages that stand beside a page, itself among them.
  func row(of page: Int) -> Range<Int> {
    let page = min(max(0, page), pageCount - 1)
    guard display.isTwoUp else { return page..<page + 1 }
    let first = display.hasCover ? (page + 1) / 2 * 2 - 1 : page / 2 * 2
    return max(0, first)..<min(pageCount, first + 2)
  }

  private func row(after row: Range<Int>) -> Range<Int>? {
    row.upperBound < pageCount ? self.row(of: row.upperBound) : nil
  }

  private func row(before row: Range<Int>) -> Range<Int>? {
    row.lowerBound > 0 ? self.row(of: row.lowerBound - 1) : nil
  }

  func shown(_ page: Int) -> PageSize {
    let size = display.turn.turned(size(page))
    func sane(_ side: Double) -> Double { side.isFinite ? min(max(side, 0.01), 1e6) : 1 }
    return PageSize(width: sane(size.width), height: sane(size.height))
  }

  /// Pixels of a point in a row.
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
    return min(scale, most)
  }

  private func textWidth(_ page: Int) -> Double {
    let whole = shown(page).width
    guard !display.turn.isSideways, let box = textBox(page), !box.isEmpty else { return whole }
    return min(whole, max(whole / 4, Double(box.width) + 2 * Self.trim))
  }

  /// The cells of a page in its row.
  private func cells(of page: Int, _ scale: Double, isAlone: Bool) -> Size {
    let size = shown(page)
    func count(
      _ points: Double, _ pixels: Int, _ most: Int, isFit: Bool, isAlone: Bool = true
    ) -> Int {
      let cells = points * scale / Double(pixels)
      // Two that are made larger by less than half a cell each would no longer fit beside each other.
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

  /// Cells of a row.
  func extent(of row: Range<Int>) -> Size {
    let frames = frames(of: row)
    return Size(
      width: frames.map(\.frame.maxX).max() ?? 1, height: frames.map(\.frame.maxY).max() ?? 1)
  }

  /// The pages of a row from its corner; they stand in the middle of its height.
  func frames(of row: Range<Int>) -> [Sheet] {
    let scale = scale(of: row)
    let sizes = row.map { (page: $0, size: cells(of: $0, scale, isAlone: row.count == 1)) }
    let high = sizes.map(\.size.height).max() ?? 1
    let left = view.width - sizes.reduce((sizes.count - 1) * Self.gap) { $0 + $1.size.width }
    // Two pages with an odd cell left stand a cell further apart: the margins beside them are alike.
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

  /// Pages follow each other from the right to the left.
  var isFromTheRight: Bool {
    display.isRightToLeft && display.isHorizontal && display.isContinuous
  }

  /// Along the way pages follow each other.
  private func length(_ size: Size) -> Int { display.isHorizontal ? size.width : size.height }

  /// A spot so many cells along the way from another; from one page to the next and not past the ends.
  func moved(_ spot: Spot, by cells: Int) -> Spot {
    display.isContinuous ? settled(along(spot, by: cells)) : turned(spot, by: cells)
  }

  /// Within its row first, and then to the next or the one before.
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

  /// The spot, or the nearest at which the view is not beyond an edge that need not be passed.
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

  /// The widest row in sight: as far one can go to the right.
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

  /// In the middle where there is room, else no farther than its edges.
  private static func within(_ offset: Int, _ length: Int, _ view: Int) -> Int {
    length <= view ? -((view - length) / 2) : min(max(0, offset), length - view)
  }

  /// Rows are put in the middle one by one where they have room.
  private static func across(_ offset: Int, _ length: Int, _ view: Int) -> Int {
    length <= view ? 0 : min(max(0, offset), length - view)
  }

  /// The last place along the way, at which the last row ends with the view.
  private func lowest(_ way: WritableKeyPath<Spot, Int>) -> (Int, Int) {
    var room = length(view)
    var row = self.row(of: pageCount - 1)
    while true {
      let own = length(extent(of: row))
      if own >= room { return (row.lowerBound, own - room) }
      guard let before = self.row(before: row) else {
        // All of it has room: it stands in the middle.
        return (0, -((room - own) / 2))
      }
      room -= own + Self.gap
      row = before
    }
  }

  /// The pages in sight, from a spot on.
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
