import DocumentModel

/// The thin horizontal and vertical lines of a page, which part its tables into cells.
struct GridLines {
  private var rules: [Box] = []
  private var uprights: [Box] = []

  /// Points.
  private static let thickest: Float = 4
  private static let shortest: Float = 6
  /// Lines that are closer to each other are one.
  private static let reach: Float = 3
  /// Points from the ends of a table to its outer lines.
  private static let margin: Float = 8
  private static let mostLines = 5_000
  private static let mostCells = 2_000
  private static let leastCells = 4

  init(_ paints: [Paint]) {
    for paint in paints where paint.isStraight && paint.kind != .image {
      guard rules.count + uprights.count < Self.mostLines else { return }
      let box = paint.box
      if box.height < Self.thickest {
        if box.width > Self.shortest { rules.append(box) }
      } else if box.width < Self.thickest {
        if box.height > Self.shortest { uprights.append(box) }
      } else if paint.kind == .stroke {
        rules += [
          Box(x0: box.x0, y0: box.y0, x1: box.x1, y1: box.y0),
          Box(x0: box.x0, y0: box.y1, x1: box.x1, y1: box.y1),
        ]
        uprights += [
          Box(x0: box.x0, y0: box.y0, x1: box.x0, y1: box.y1),
          Box(x0: box.x1, y0: box.y0, x1: box.x1, y1: box.y1),
        ]
      }
    }
  }

  /// Returns the cells into which lines part a table, or the rows if it has no vertical ones; the edges of its box close it.
  func cells(in table: Box) -> [Box] {
    let rules = rules.filter {
      $0.x0 < table.x1 && $0.x1 > table.x0 && $0.y0 > table.y0 - 1 && $0.y1 < table.y1 + 1
    }
    let uprights = uprights.filter {
      $0.y0 < table.y1 && $0.y1 > table.y0 && $0.x0 > table.x0 - 1 && $0.x1 < table.x1 + 1
    }
    if uprights.isEmpty { return Self.bands(between: rules, in: table) }
    guard !rules.isEmpty else { return [] }
    let xs = Self.places(uprights.map { ($0.x0 + $0.x1) / 2 }, from: table.x0, to: table.x1)
    let ys = Self.places(rules.map { ($0.y0 + $0.y1) / 2 }, from: table.y0, to: table.y1)
    let columns = xs.count - 1
    let count = columns * (ys.count - 1)
    guard count >= Self.leastCells, count <= Self.mostCells else { return [] }
    var (endsBelow, endsAfter) = (
      [Bool](repeating: false, count: count), [Bool](repeating: false, count: count)
    )
    for rule in rules {
      let row = Self.place(of: (rule.y0 + rule.y1) / 2, in: ys) - 1
      guard row >= 0, row < ys.count - 1 else { continue }
      for column in 0..<columns where Self.holds((rule.x0, rule.x1), xs, column) {
        endsBelow[row * columns + column] = true
      }
    }
    for upright in uprights {
      let column = Self.place(of: (upright.x0 + upright.x1) / 2, in: xs) - 1
      guard column >= 0, column < columns else { continue }
      for row in 0..<(ys.count - 1) where Self.holds((upright.y0, upright.y1), ys, row) {
        endsAfter[row * columns + column] = true
      }
    }
    return Self.joined(endsBelow, endsAfter, xs, ys)
  }

  /// Returns the parts of a table between lines across it.
  private static func bands(between rules: [Box], in table: Box) -> [Box] {
    let ys = places(rules.map { ($0.y0 + $0.y1) / 2 }, from: table.y0, to: table.y1)
    var widths = [Float](repeating: 0, count: ys.count)
    for rule in rules { widths[place(of: (rule.y0 + rule.y1) / 2, in: ys)] += rule.width }
    let ends = ys.indices.filter {
      $0 == 0 || $0 == ys.count - 1 || widths[$0] > leastWidth * table.width
    }
    return zip(ends, ends.dropFirst()).map { above, below in
      Box(x0: table.x0, y0: ys[above], x1: table.x1, y1: ys[below])
    }
  }

  /// The share of a table's width that a line across it has.
  private static let leastWidth: Float = 0.8

  /// Joins the parts between which there is no line; those in one row only, where all are no rectangle.
  private static func joined(
    _ endsBelow: [Bool], _ endsAfter: [Bool], _ xs: [Float], _ ys: [Float]
  ) -> [Box] {
    let columns = xs.count - 1
    var owners = Array(endsBelow.indices)
    func root(_ at: Int) -> Int {
      var at = at
      while owners[at] != at { at = owners[at] }
      return at
    }
    for at in owners.indices {
      if at % columns < columns - 1, !endsAfter[at] { owners[root(at + 1)] = root(at) }
      if at + columns < owners.count, !endsBelow[at] { owners[root(at + columns)] = root(at) }
    }
    func part(_ at: Int) -> Box {
      let (row, column) = (at / columns, at % columns)
      return Box(x0: xs[column], y0: ys[row], x1: xs[column + 1], y1: ys[row + 1])
    }
    let parts = Dictionary(grouping: owners.indices, by: root).sorted { $0.key < $1.key }
    let boxes = parts.flatMap { _, members -> [Box] in
      let whole = members.reduce(part(members[0])) { $0.union(part($1)) }
      if members.reduce(0, { $0 + part($1).area }) > 0.99 * whole.area { return [whole] }
      return members.reduce(into: []) { boxes, at in
        if let last = boxes.last, last.y0 == part(at).y0, last.x1 == part(at).x0 {
          boxes[boxes.count - 1] = last.union(part(at))
        } else {
          boxes.append(part(at))
        }
      }
    }
    return boxes.count >= leastCells ? boxes : []
  }

  private static func holds(_ line: (Float, Float), _ places: [Float], _ at: Int) -> Bool {
    let middle = (places[at] + places[at + 1]) / 2
    return line.0 < middle && middle < line.1
  }

  /// Returns the places of lines and the ends of the table, except where a line is near them.
  private static func places(_ values: [Float], from start: Float, to end: Float) -> [Float] {
    var places: [Float] = []
    for value in values.sorted() where places.last.map({ value - $0 > reach }) ?? true {
      places.append(value)
    }
    if places.first.map({ $0 - start > margin }) ?? true { places.insert(start, at: 0) }
    if end - places[places.count - 1] > margin { places.append(end) }
    return places
  }

  private static func place(of value: Float, in places: [Float]) -> Int {
    max(places.partition { $0 <= value } - 1, 0)
  }
}
