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

  /// Takes the first lines of a right column that are narrower than the others, beside an abstract over both columns: they end at the
  /// column's edge and go on in its next line.
  func takeTop(of column: [Int32], beside crossing: inout [Int32], _ gutter: Float) -> [Int32] {
    let top = crossing.filter { segments[Int($0)].x0 > gutter }
    guard top.count >= Self.leastTopLines, top.count < crossing.count,
      let last = top.map({ segments[Int($0)] }).max(by: { $0.middle < $1.middle }),
      let next = column.map({ segments[Int($0)] }).min(by: { $0.middle < $1.middle })
    else { return [] }
    let (start, end) = edges(of: top)
    let whole = edges(of: column)
    let step = next.middle - last.middle
    guard step > 0, step < 2 * last.size, abs(next.size - last.size) < 0.05 * last.size,
      abs(end - whole.1) < 0.3 * last.size, start > whole.0 + 2 * last.size,
      top.count(where: { end - segments[Int($0)].x1 < 0.3 * last.size }) * 3 > top.count * 2,
      top.count(where: { segments[Int($0)].x0 - start < 0.3 * last.size }) * 3 > top.count * 2
    else { return [] }
    crossing.removeAll(where: Set(top).contains)
    return top
  }

  private static let leastTopLines = 3
}
