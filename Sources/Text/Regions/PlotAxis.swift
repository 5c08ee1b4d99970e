import DocumentModel

/// Tells plots from tables: the numbers at their axes are in rows and columns, too, but grow by the same step at the same distance.
enum PlotAxis {
  /// A number at a place on the page, in points from the top left.
  private struct Tick {
    var x: Double
    var y: Double
    var value: Double
  }

  /// Fewer numbers may be in steps by chance.
  private static let leastTicks = 4
  /// A table has more of its cells filled.
  private static let mostFilled = 0.45
  /// How much steps may differ, by their size: labels are rounded, and centred on their marks.
  private static let tolerance = 0.15

  /// Whether pieces are the labels of a plot: a row is its horizontal axis, or a column its vertical one, and most of the cells between
  /// are empty.
  static func isIn(_ members: [Int], of pieces: [RowPiece], _ scalars: [UInt32], body: Float)
    -> Bool
  {
    var rows: [(middle: Double, cells: [Tick?])] = []
    for at in members.sorted(by: { pieces[$0].box.middle.y < pieces[$1].box.middle.y }) {
      let middle = pieces[at].box.middle.y
      if let last = rows.last, middle - last.middle < 0.4 * Double(body) {
        rows[rows.count - 1].cells.append(tick(pieces[at], scalars))
      } else {
        rows.append((middle, [tick(pieces[at], scalars)]))
      }
    }
    let numbers = rows.flatMap { $0.cells.compactMap(\.self) }
    let widest = rows.map(\.cells.count).max() ?? 0
    let cells = widest * rows.count
    let columns = axes(numbers, Double(body))
    let ticks = columns.reduce(0) { $0 + $1.count }
    // Axes alone fill their cells.
    if columns.count > 1, Double(members.count - ticks) <= mostFilled * Double(cells - ticks) {
      return true
    }
    guard Double(members.count) < mostFilled * Double(cells) else { return false }
    return rows.contains { row in
      let ticks = row.cells.compactMap(\.self).sorted { $0.x < $1.x }
      return ticks.count == row.cells.count && isAxis(ticks.map { ($0.x, $0.value) })
    } || isColumn(numbers, Double(body))
  }

  /// Returns the number that a piece is; nil for others.
  private static func tick(_ piece: RowPiece, _ scalars: [UInt32]) -> Tick? {
    guard piece.count <= longestNumber else { return nil }
    let text = scalars[piece.range].filter { !Script.isBlank($0) }.compactMap {
      Unicode.Scalar(signs[$0] ?? $0)
    }
    guard let value = Double(String(String.UnicodeScalarView(text))), value.isFinite else {
      return nil
    }
    return Tick(x: piece.box.middle.x, y: piece.box.middle.y, value: value)
  }

  private static let longestNumber = 12
  /// Numbers of about one size are in no steps.
  private static let leastFactor = 1.5
  /// Minus signs and the decimal comma, as Swift reads them.
  private static let signs: [UInt32: UInt32] = [0x2212: 0x2D, 0x2013: 0x2D, 0x2C: 0x2E]

  /// Whether the numbers at the left or at the right end are a vertical axis, whose values grow upwards.
  private static func isColumn(_ ticks: [Tick], _ body: Double) -> Bool {
    for end in [ticks.map(\.x).min(), ticks.map(\.x).max()] {
      guard let end else { return false }
      if isUpright(ticks.filter { abs($0.x - end) < body }) { return true }
    }
    return false
  }

  /// Returns the vertical axes that numbers below each other are: those of plots side by side, and of the scales of their colours.
  private static func axes(_ ticks: [Tick], _ body: Double) -> [[Tick]] {
    var columns: [[Tick]] = []
    for tick in ticks.sorted(by: { $0.x < $1.x }) {
      if let first = columns.last?.first, tick.x - first.x < body {
        columns[columns.count - 1].append(tick)
      } else {
        columns.append([tick])
      }
    }
    return columns.filter(isUpright)
  }

  private static func isUpright(_ ticks: [Tick]) -> Bool {
    let column = ticks.sorted { $0.y < $1.y }
    guard let first = column.first, let last = column.last else { return false }
    return first.value > last.value && isAxis(column.map { ($0.y, $0.value) })
  }

  /// Whether values grow by one step, or by one factor as on a logarithmic axis, at equal distances.
  private static func isAxis(_ ticks: [(place: Double, value: Double)]) -> Bool {
    guard ticks.count >= leastTicks, areEven(ticks.map(\.place)) else { return false }
    let values = ticks.map(\.value)
    return areEven(values) || haveOneFactor(values)
  }

  private static func areEven(_ values: [Double]) -> Bool {
    guard let first = values.first, let last = values.last else { return false }
    let step = (last - first) / Double(values.count - 1)
    guard step.isFinite, step != 0 else { return false }
    return zip(values, values.dropFirst()).allSatisfy {
      abs($1 - $0 - step) < tolerance * abs(step)
    }
  }

  private static func haveOneFactor(_ values: [Double]) -> Bool {
    guard values.allSatisfy({ $0 > 0 }) else { return false }
    let factor = values[1] / values[0]
    return max(factor, 1 / factor) >= leastFactor
      && zip(values, values.dropFirst()).allSatisfy { abs($1 / $0 / factor - 1) < tolerance }
  }
}
