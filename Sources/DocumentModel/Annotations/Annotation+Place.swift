/// Placing, moving and resizing of an annotation.
extension Annotation {
  /// Whether the fill has the same colour as the stroke, as for text covered by a marker-like
  /// shape.
  private var isOneColor: Bool { fill != nil && fill == color && kind != .freeText }

  /// The kind that decides the shade of its colour: shapes filled with one colour use the light
  /// shade of a highlight.
  package var kindOfShade: AnnotationKind { isOneColor ? .highlight : kind }

  /// Changes the colour, and the fill too if it had the same colour.
  package mutating func recolor(_ new: UInt32) {
    if isOneColor { fill = new }
    color = new
  }

  /// Replaces the strokes, in points, and fits the box to them.
  package mutating func draw(_ strokes: [[Point]]) {
    self.strokes = strokes
    box = extent
    if endings != nil { fitToStrokes() }
  }

  /// Makes the annotation a reply to another, at the place of that one.
  package mutating func reply(to other: Annotation) {
    box = other.box
    replyTo = other.id
  }

  /// Copies the page, shape and text anchor of another annotation.
  package mutating func takePlace(of other: Annotation) {
    page = other.page
    box = other.box
    quads = other.quads
    strokes = other.strokes
    anchor = other.anchor
  }

  /// Whether page, box, quads and strokes equal those of another annotation.
  package func isAtPlace(of other: Annotation) -> Bool {
    page == other.page && box == other.box && quads == other.quads && strokes == other.strokes
  }

  /// Whether both have the same place, kind, colour and contents.
  package func isLike(_ other: Annotation) -> Bool {
    guard kind == other.kind, page == other.page, contents == other.contents,
      color == other.color, fill == other.fill, corners.count == other.corners.count,
      kind != .stamp || icon == other.icon
    else { return false }
    return zip(corners, other.corners).allSatisfy {
      abs($0.x - $1.x) < Self.sameness && abs($0.y - $1.y) < Self.sameness
    }
  }

  /// The points that place it: those of its words or lines, else of its box. The icon of a note has the size of its program.
  private var corners: [Point] {
    let points = quads.flatMap(\.corners) + strokes.flatMap(\.self)
    guard points.isEmpty else { return points }
    let first = Point(x: Double(box.x0), y: Double(box.y0))
    return kind == .note ? [first] : [first, Point(x: Double(box.x1), y: Double(box.y1))]
  }

  /// The tolerance in points for equal coordinates: files round them.
  private static let sameness = 0.5

  /// Two opposite corners of the box; for a line, its two ends.
  package var ends: (first: Point, last: Point) {
    if kind == .line, let first = strokes.first?.first, let last = strokes.first?.last {
      return (first, last)
    }
    return (
      Point(x: Double(box.x0), y: Double(box.y0)), Point(x: Double(box.x1), y: Double(box.y1))
    )
  }

  /// The smallest side length in points; anything shorter is not visible.
  package static let leastSide = 2.0

  /// Resizes the annotation so that its box (for a line, its ends) spans two points, and scales its
  /// strokes with it.
  package mutating func span(_ first: Point, _ last: Point) {
    let new = Box(
      x0: Float(min(first.x, last.x)), y0: Float(min(first.y, last.y)),
      x1: Float(max(first.x, last.x)), y1: Float(max(first.y, last.y)))
    guard kind != .line else {
      strokes = [[first, last]]
      box = new.widened(by: strokeMargin)
      return
    }
    box = new
    guard let old = Box(around: strokes.flatMap(\.self)) else { return }
    func scaled(_ value: Double, _ from: (Float, Float), _ to: (Float, Float)) -> Double {
      // The margin depends on the line width, not on the size; a box without room for it is filled to the half.
      let margin = min(strokeMargin, (to.1 - to.0) / 4)
      let (low, high) = (Double(to.0 + margin), Double(to.1 - margin))
      guard from.1 > from.0 else { return (low + high) / 2 }
      return low + (value - Double(from.0)) * (high - low) / Double(from.1 - from.0)
    }
    strokes = strokes.map { stroke in
      stroke.map { point in
        Point(
          x: scaled(point.x, (old.x0, old.x1), (new.x0, new.x1)),
          y: scaled(point.y, (old.y0, old.y1), (new.y0, new.y1)))
      }
    }
  }

  /// Resizes the box, or the span of a line's ends, to a size in points. Its upper left corner stays, and each end of a line in its
  /// corner.
  package mutating func resize(width: Double, height: Double) {
    let (first, last) = ends
    func spanned(_ a: Double, _ b: Double, _ length: Double) -> (Double, Double) {
      a <= b ? (a, a + length) : (b + length, b)
    }
    let (x, y) = (spanned(first.x, last.x, width), spanned(first.y, last.y, height))
    span(Point(x: x.0, y: y.0), Point(x: x.1, y: y.1))
  }

  /// Moves the annotation with its strokes and quads by an offset in points, also to another page.
  package mutating func move(to page: Int, by offset: Point) {
    self.page = page
    let (x, y) = (Float(offset.x), Float(offset.y))
    box = Box(x0: box.x0 + x, y0: box.y0 + y, x1: box.x1 + x, y1: box.y1 + y)
    func moved(_ point: Point) -> Point { Point(x: point.x + offset.x, y: point.y + offset.y) }
    strokes = strokes.map { $0.map(moved) }
    quads = quads.map {
      Quad(
        topLeft: moved($0.topLeft), topRight: moved($0.topRight),
        bottomLeft: moved($0.bottomLeft), bottomRight: moved($0.bottomRight))
    }
  }
}
