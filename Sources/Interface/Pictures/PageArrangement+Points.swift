import Canvas
import DocumentModel

/// From points of pages to cells of the view, and back.
extension PageArrangement {
  /// The spot that shows a point of a page near the view's head, or at a share of its height from there; nil for its top.
  func spot(of page: Int, _ point: Point?, share: Double = 0) -> Spot {
    let row = row(of: page)
    let sheet = frames(of: row).first { $0.page == page }
    var spot = Spot(row: row, x: 0, y: 0)
    guard let sheet else { return settled(spot) }
    let place = point.map { cellPlace(of: $0, page, sheet.frame) }
    // What is gone to does not touch the edge.
    let room = max(1, Int(Double(view.height) * share))
    if let place { spot.y = max(0, Int(place.y) - room) }
    let isWide = extent(of: row).width > view.width
    if isWide, display.fit == .text, let left = textLeft(page, sheet.frame) {
      spot.x = left
    } else if isWide, let place, Int(place.x) >= view.width {
      spot.x = Int(place.x) - view.width / 3
    }
    if display.isHorizontal, display.isContinuous, !isWide { spot.x = 0 }
    return settled(spot)
  }

  /// The spot that has a point of a page in the view's middle, as far as the edges let it; nil where there is no such page.
  func spot(around point: Point, of page: Int) -> Spot? {
    let row = row(of: page)
    guard let frame = frames(of: row).first(where: { $0.page == page })?.frame else { return nil }
    let place = cellPlace(of: point, page, frame)
    // Where pages follow each other to the left, the way is measured from the right.
    let x = isFromTheRight ? Double(frame.maxX + frame.x) - place.x : place.x
    return settled(
      Spot(
        row: row, x: Int((x - Double(view.width) / 2).rounded()),
        y: Int((place.y - Double(view.height) / 2).rounded())))
  }

  /// The cells from a page's edge to where its trimmed text begins.
  private func textLeft(_ page: Int, _ frame: Rect) -> Int? {
    guard let box = textBox(page), !box.isEmpty, !display.turn.isSideways else { return nil }
    let edge = display.turn == .half ? Double(box.x1) + Self.trim : Double(box.x0) - Self.trim
    let place = cellPlace(of: Point(x: edge, y: 0), page, frame)
    return Int(min(max(0, place.x.rounded()), Self.mostCells))
  }

  /// Where a point of a page lies in a frame of cells, with fractions.
  func cellPlace(of point: Point, _ page: Int, _ frame: Rect) -> Point {
    let pixel = placement(page, frame).pixel(of: point)
    return Point(
      x: Double(frame.x) + pixel.x / Double(cell.width),
      y: Double(frame.y) + pixel.y / Double(cell.height))
  }

  /// The point of a page at a place of the view.
  func point(of page: Int, _ frame: Rect, x: Double, y: Double) -> Point {
    placement(page, frame).point(
      atPixel: Point(
        x: (x - Double(frame.x)) * Double(cell.width),
        y: (y - Double(frame.y)) * Double(cell.height)))
  }

  private func placement(_ page: Int, _ frame: Rect) -> PagePlacement {
    let size = display.turn.turned(shown(page))
    return PagePlacement(
      PageDrawing(
        page: page, width: frame.width * cell.width, height: frame.height * cell.height,
        turn: display.turn),
      of: size)
  }
}
