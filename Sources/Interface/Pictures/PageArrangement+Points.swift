import Canvas
import DocumentModel
import Messages

/// Converts between points of pages and cells of the view.
extension PageArrangement {
  /// Returns the spot that shows a point of a page near the top of the view, or at `share` of the view's height below it; nil means the page's top.
  func spot(of page: Int, _ point: Point?, share: Double = 0) -> Spot {
    let row = row(of: page)
    let sheet = frames(of: row).first { $0.page == page }
    var spot = Spot(row: row, x: 0, y: 0)
    guard let sheet else { return settled(spot) }
    let place = point.map { cellPlace(of: $0, page, sheet.frame) }
    // Keeps the target away from the edge.
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

  /// Returns the spot that centres a point of a page in the view as far as the document's edges allow; nil if there is no such page.
  func spot(around point: Point, of page: Int) -> Spot? {
    let row = row(of: page)
    guard let frame = frames(of: row).first(where: { $0.page == page })?.frame else { return nil }
    let place = cellPlace(of: point, page, frame)
    // Where pages follow each other to the left, x is measured from the right.
    let x = isFromTheRight ? Double(frame.maxX + frame.x) - place.x : place.x
    return settled(
      Spot(
        row: row, x: Int((x - Double(view.width) / 2).rounded()),
        y: Int((place.y - Double(view.height) / 2).rounded())))
  }

  /// Returns the column at which a page's text begins after trimming its margin, in cells from the page's edge; nil if unknown.
  private func textLeft(_ page: Int, _ frame: Rect) -> Int? {
    guard let box = textBox(page), !box.isEmpty, !display.turn.isSideways else { return nil }
    let edge = display.turn == .half ? Double(box.x1) + Self.trim : Double(box.x0) - Self.trim
    let place = cellPlace(of: Point(x: edge, y: 0), page, frame)
    return Int(min(max(0, place.x.rounded()), Self.mostCells))
  }

  /// Returns the position of a page's point in a frame of cells, with fractions.
  func cellPlace(of point: Point, _ page: Int, _ frame: Rect) -> Point {
    let pixel = placement(page, frame).pixel(of: point)
    return Point(
      x: Double(frame.x) + pixel.x / Double(cell.width),
      y: Double(frame.y) + pixel.y / Double(cell.height))
  }

  /// Returns the point of a page at a position in the view.
  func point(of page: Int, _ frame: Rect, x: Double, y: Double) -> Point {
    placement(page, frame).point(
      atPixel: Point(
        x: (x - Double(frame.x)) * Double(cell.width),
        y: (y - Double(frame.y)) * Double(cell.height)))
  }

  private func placement(_ page: Int, _ frame: Rect) -> PagePlacement {
    PagePlacement(drawing(of: page, frame, cell), of: saneSize(page))
  }

  /// Returns the drawing of a page that fills a frame of cells of a size in pixels.
  func drawing(of page: Int, _ frame: Rect, _ cell: PictureTerms.CellSize) -> PageDrawing {
    let (width, height) = (frame.width * cell.width, frame.height * cell.height)
    guard let part else {
      return PageDrawing(page: page, width: width, height: height, turn: display.turn)
    }
    let (whole, shown) = (display.turn.turned(saneSize(page)), shown(page))
    var drawing = PageDrawing(
      page: page, width: Int((Double(width) * whole.width / shown.width).rounded(.up)),
      height: Int((Double(height) * whole.height / shown.height).rounded(.up)), turn: display.turn)
    let placement = PagePlacement(drawing, of: saneSize(page))
    let corners = [(part.box.x0, part.box.y0), (part.box.x1, part.box.y1)].map { x, y in
      placement.pixel(of: Point(x: Double(x), y: Double(y)))
    }
    func start(_ one: Double, _ other: Double, _ length: Int, _ whole: Int) -> Int {
      Int(min(max(0, min(one, other)), Double(max(0, whole - length))))
    }
    drawing.width = max(drawing.width, width)
    drawing.height = max(drawing.height, height)
    drawing.part = PixelRect(
      x: start(corners[0].x, corners[1].x, width, drawing.width),
      y: start(corners[0].y, corners[1].y, height, drawing.height), width: width, height: height)
    return drawing
  }
}
