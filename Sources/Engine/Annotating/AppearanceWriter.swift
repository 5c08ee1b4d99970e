import DocumentModel

/// Writes the content stream operators that draw one annotation (PDF 32000-1, 8.5).
struct AppearanceWriter {
  let annotation: Annotation
  let style: LineStyle
  let space: PageSpace
  private(set) var text = "/G gs\n"
  var fonts: Set<Appearance.Face> = []
  private(set) var unseen = UnseenText()
  var picture: StampImage?
  /// Draws in coordinates of the annotation's own box, right and up as the page is shown, so that letters are upright.
  var isUpright = false

  init(_ annotation: Annotation, _ style: LineStyle, _ space: PageSpace) {
    self.annotation = annotation
    self.style = style
    self.space = space
  }

  var color: UInt32 { annotation.drawnColor }
  var extent: Box { annotation.extent }

  mutating func add(_ operands: [Double], _ name: String) {
    for number in operands { text += PDFNumber.text(number) + " " }
    text += name + "\n"
  }

  mutating func add(raw: String) { text += raw }

  /// Draws text as filled outlines and lays invisible text over it.
  mutating func add(_ outlines: LetterOutlines, size: Double) {
    text += outlines.path + unseen.shown(outlines.pieces, size: size)
  }

  mutating func fillColor(_ color: UInt32) { add(ColorComponents.numbers(color), "rg") }
  mutating func strokeColor(_ color: UInt32) { add(ColorComponents.numbers(color), "RG") }

  /// Converts a point of the shown page to drawing coordinates.
  func coordinates(of point: Point) -> [Double] {
    if isUpright { return [point.x - Double(extent.x0), Double(extent.y1) - point.y] }
    let user = space.user(point)
    return [user.x, user.y]
  }

  mutating func move(_ point: Point) { add(coordinates(of: point), "m") }
  mutating func line(_ point: Point) { add(coordinates(of: point), "l") }

  mutating func curve(_ a: Point, _ b: Point, _ end: Point) {
    add(coordinates(of: a) + coordinates(of: b) + coordinates(of: end), "c")
  }

  mutating func highlight() {
    fillColor(color)
    for quad in annotation.quads {
      move(quad.topLeft)
      line(quad.topRight)
      line(quad.bottomRight)
      line(quad.bottomLeft)
      add([], "h")
    }
    add([], "f")
  }

  /// Draws a line along each quad, at the given fraction of its height above its lower side.
  mutating func underline(at part: Double) {
    strokeColor(color)
    for quad in annotation.quads {
      add([quad.stroke], "w")
      move(quad.bottomLeft.toward(quad.topLeft, part))
      line(quad.bottomRight.toward(quad.topRight, part))
      add([], "S")
    }
  }

  mutating func squiggle() {
    strokeColor(color)
    for quad in annotation.quads {
      let step = max(quad.height / 8, 1)
      let count = min(max(2, Int(quad.length / step)), 2_000)
      add([quad.stroke * 0.8], "w")
      for index in 0...count {
        let along = Double(index) / Double(count)
        let low = quad.bottomLeft.toward(quad.bottomRight, along)
        let high = quad.topLeft.toward(quad.topRight, along)
        let point = low.toward(high, index % 2 == 0 ? 0.02 : 0.13)
        if index == 0 { move(point) } else { line(point) }
      }
      add([], "S")
    }
  }

  mutating func rectangle() {
    let inset = annotation.lineWidth / 2
    let (x0, y0) = (Double(extent.x0) + inset, Double(extent.y0) + inset)
    let (x1, y1) = (Double(extent.x1) - inset, Double(extent.y1) - inset)
    let end = beginShape()
    move(Point(x: x0, y: y0))
    line(Point(x: x1, y: y0))
    line(Point(x: x1, y: y1))
    line(Point(x: x0, y: y1))
    add([], "h")
    add([], end)
  }

  mutating func ellipse() {
    let inset = annotation.lineWidth / 2
    let (x0, y0) = (Double(extent.x0) + inset, Double(extent.y0) + inset)
    let (x1, y1) = (Double(extent.x1) - inset, Double(extent.y1) - inset)
    let end = beginShape()
    ellipse(
      around: Point(x: (x0 + x1) / 2, y: (y0 + y1) / 2), (x1 - x0) / 2, (y1 - y0) / 2)
    add([], "h")
    add([], end)
  }

  /// Adds an ellipse with two radii to the path.
  mutating func ellipse(around middle: Point, _ wide: Double, _ high: Double) {
    let (x, y) = (middle.x, middle.y)
    let (x0, y0, x1, y1) = (x - wide, y - high, x + wide, y + high)
    // Control point distance of a cubic curve that approximates a quarter circle.
    let bow = 0.552_284_75
    let (dx, dy) = (wide * bow, high * bow)
    move(Point(x: x1, y: y))
    curve(Point(x: x1, y: y + dy), Point(x: x + dx, y: y1), Point(x: x, y: y1))
    curve(Point(x: x - dx, y: y1), Point(x: x0, y: y + dy), Point(x: x0, y: y))
    curve(Point(x: x0, y: y - dy), Point(x: x - dx, y: y0), Point(x: x, y: y0))
    curve(Point(x: x + dx, y: y0), Point(x: x1, y: y - dy), Point(x: x1, y: y))
  }

  /// Adds straight lines between points to the path.
  mutating func lines(_ points: [Point]) {
    for (index, point) in points.enumerated() {
      if index == 0 { move(point) } else { line(point) }
    }
  }

  mutating func polygon() {
    let end = beginShape()
    for stroke in annotation.strokes {
      lines(stroke)
      add([], "h")
    }
    add([], end)
  }

  /// Draws ink with round ends and joins, as a pen does; a stroke of a single point is a dot.
  mutating func ink() {
    strokeColor(color)
    add([annotation.lineWidth], "w")
    dashes(style.dash)
    add([1], "J")
    add([1], "j")
    for stroke in annotation.strokes {
      guard let first = stroke.first else { continue }
      move(first)
      for point in stroke.count > 1 ? stroke.dropFirst() : [first] { line(point) }
      add([], "S")
    }
  }

  /// Draws an arrowhead that points between two letters, on the line below them.
  mutating func caret() {
    fillColor(color)
    let (x0, x1) = (Double(extent.x0), Double(extent.x1))
    let (y0, y1) = (Double(extent.y0), Double(extent.y1))
    let (middle, bend) = ((x0 + x1) / 2, y0 + (y1 - y0) * 0.75)
    move(Point(x: x0, y: y1))
    curve(Point(x: middle, y: y1), Point(x: middle, y: bend), Point(x: middle, y: y0))
    curve(Point(x: middle, y: bend), Point(x: middle, y: y1), Point(x: x1, y: y1))
    add([], "h")
    add([], "f")
  }

  private mutating func dashes(_ lengths: [Double]) {
    guard !style.dash.isEmpty else { return }
    add(raw: "[\(lengths.map(PDFNumber.text).joined(separator: " "))] 0 d\n")
  }

  /// Sets colours, line width and dashes. Returns the operator that paints the path.
  mutating func beginShape(isOpen: Bool = false, isDashed: Bool = true) -> String {
    let isFilled = annotation.fill != nil && !isOpen
    if let fill = annotation.fill, isFilled { fillColor(fill) }
    guard annotation.lineWidth > 0, annotation.color != nil || !isFilled else {
      return isFilled ? "f" : "n"
    }
    strokeColor(color)
    add([annotation.lineWidth], "w")
    dashes(isDashed ? style.dash : [])
    return isFilled ? "B" : "S"
  }
}

extension Point {
  /// Returns the point at a fraction of the way to another one.
  fileprivate func toward(_ other: Point, _ part: Double) -> Point {
    Point(x: x + (other.x - x) * part, y: y + (other.y - y) * part)
  }

  func distance(_ other: Point) -> Double {
    let (dx, dy) = (other.x - x, other.y - y)
    return (dx * dx + dy * dy).squareRoot()
  }
}

extension Quad {
  fileprivate var height: Double { topLeft.distance(bottomLeft) }
  fileprivate var length: Double { bottomLeft.distance(bottomRight) }
  /// Thickness in points of a line drawn along the quad.
  fileprivate var stroke: Double { min(max(height / 14, 0.5), 3) }
}
