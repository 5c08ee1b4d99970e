package import DocumentModel

extension Annotation {
  /// The point where reading it starts.
  package var start: Point {
    if let quad = quads.first { return Point(x: Double(quad.box.x0), y: Double(quad.box.y0)) }
    return Point(x: Double(box.x0), y: Double(box.y0))
  }

  /// Whether it starts above another annotation of its page; nil if they start at the same height.
  func isAbove(_ other: Annotation) -> Bool? {
    let (first, second) = (start, other.start)
    if abs(first.y - second.y) > 4 { return first.y < second.y }
    return first.x == second.x ? nil : first.x < second.x
  }
}
