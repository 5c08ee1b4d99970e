extension Columns {
  /// Takes the lines below the end of both columns that are closer to what crosses them next, such as the name of a section over a title.
  func takeFoot(
    of column: inout [Int32], beside other: [Int32], above crossing: [Int32]
  ) -> [Int32] {
    let end = other.reduce(-Float.infinity) { max($0, segments[Int($1)].y1) }
    let foot = column.filter { segments[Int($0)].y0 > end }
    guard !foot.isEmpty, foot.count <= Self.mostFootLines, foot.count < column.count else {
      return []
    }
    let rest = column.filter { segments[Int($0)].y0 <= end }
    let size = foot.reduce(Float(0)) { max($0, segments[Int($1)].size) }
    let top = foot.reduce(Float.infinity) { min($0, segments[Int($1)].y0) }
    let bottom = foot.reduce(-Float.infinity) { max($0, segments[Int($1)].y1) }
    let restEnd = rest.reduce(-Float.infinity) { max($0, segments[Int($1)].y1) }
    let next = crossing.reduce(Float.infinity) { min($0, segments[Int($1)].y0) }
    guard abs(restEnd - end) < size, top - restEnd > 2 * size, next - bottom < top - restEnd else {
      return []
    }
    column = rest
    return foot
  }

  private static let mostFootLines = 3
}
