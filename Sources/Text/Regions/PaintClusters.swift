import DocumentModel

/// Joins what a page paints into clusters: connected areas on a coarse grid.
struct PaintClusters {
  struct Cluster {
    var box: Box
    var paints = 0
    var strokes = 0
    /// The height of the highest of them, in points.
    var highest: Float = 0
    /// Thin horizontal and vertical lines among them.
    var rules = 0
    var uprights = 0
    /// Short ones of these, as in dashed lines.
    var dashes = 0
    /// Curves, polygons, slanted lines and shadings among them.
    var curves = 0
    /// The box of these.
    var curved: Box?
    /// Those that are not at its edges, apart from the bars of fractions and what is underlined.
    var inner = 0
    var hasImage = false
    /// Filled rectangles of the size of a table's cells.
    var cells: [Box] = []

    /// Whether it is a frame or a coloured ground with nothing else in it.
    var isFrame: Bool { !hasImage && inner == 0 }
    /// Whether it consists of lines in both directions and filled rectangles, as the frames and backgrounds of cells do.
    var isGrid: Bool { !hasImage && curves == 0 && rules >= 2 && uprights >= 2 }
    /// Whether it is a drawing and no table.
    var isDrawing: Bool {
      hasImage || curves > 1 && curves * 5 > paints - dashes
        || curves >= 10 && curves * 10 > paints - dashes
    }

    /// Whether curves and slanted lines are all over it, as in a diagram and unlike a logo above a text.
    var isDiagram: Bool {
      guard isDrawing, curves >= 10, let curved else { return false }
      return curved.width * 2 > box.width && curved.height * 2 > box.height
    }

    mutating func add(_ other: Cluster) {
      box = box.union(other.box)
      paints += other.paints
      strokes += other.strokes
      highest = max(highest, other.highest)
      rules += other.rules
      uprights += other.uprights
      dashes += other.dashes
      curves += other.curves
      if let more = other.curved { curved = curved?.union(more) ?? more }
      inner += other.inner
      hasImage = hasImage || other.hasImage
      cells += other.cells
    }

    /// Whether rectangles without gaps between them fill it, as the grounds of a table's cells do.
    var isTiled: Bool {
      guard cells.count >= 4, cells.count <= PaintClusters.mostTiles, !hasImage, curves == 0 else {
        return false
      }
      let steps = (0..<20).map { (Float($0) + 0.5) / 20 }
      let covered = steps.reduce(0) { sum, down in
        let row = cells.filter {
          $0.y0 <= box.y0 + down * box.height && $0.y1 >= box.y0 + down * box.height
        }
        return sum
          + steps.count { across in
            row.contains {
              $0.x0 <= box.x0 + across * box.width && $0.x1 >= box.x0 + across * box.width
            }
          }
      }
      return covered >= 380
    }
  }

  private(set) var clusters: [Cluster] = []
  /// Thin horizontal lines, in no order.
  private(set) var rules: [Box] = []

  /// Points along a side of a cell, and how far apart two paints of one cluster may be.
  private static let cell: Float = 3
  private static let reach: (x: Float, y: Float) = (3, 4)
  /// Points; a thinner line is a rule.
  private static let thickness: Float = 1.6
  /// Points; a line across the page may be thicker.
  private static let barThickness: Float = 4
  /// Points; a shorter line is a part of a dashed one.
  private static let dash: Float = 8
  /// Points from the edge of a frame within which its own lines and corners are.
  private static let edge: Float = 6
  private static let mostCells = 1_000_000
  private static let mostUprights = 500
  fileprivate static let mostTiles = 1_000
  /// Points.
  private static let tile: (width: Float, height: ClosedRange<Float>) = (16, 7...80)

  init(_ paints: [Paint], size: PageSize) {
    let (width, height) = (Float(min(size.width, 20_000)), Float(min(size.height, 20_000)))
    let columns = Int(width / Self.cell) + 2
    let rows = Int(height / Self.cell) + 2
    guard columns * rows <= Self.mostCells, width > 0, height > 0 else { return }
    let shown = paints.filter { Self.isShown($0, width, height) }
    rules = shown.filter { $0.isStraight && $0.box.height < Self.thickness && $0.box.width > 8 }
      .map(\.box)
    // Lines across the page separate its parts, and belong to none, except those of a grid.
    let uprights = shown.filter { $0.box.width < Self.barThickness && $0.box.height > 4 }
      .prefix(Self.mostUprights).map(\.box)
    let joined = shown.filter { paint in
      !(paint.box.height < Self.barThickness && paint.box.width > 0.6 * width)
        || uprights.lazy.filter { Self.touches($0, paint.box) }.prefix(2).count == 2
    }
    guard !joined.isEmpty else { return }
    let labels = Self.labels(of: joined.map { Self.cells(of: $0.box, columns, rows) })
    var byLabel: [Int32: Int] = [:]
    var owners: [Int] = []
    for (paint, label) in zip(joined, labels) {
      let index = byLabel[label] ?? clusters.count
      if index == clusters.count {
        byLabel[label] = index
        clusters.append(Cluster(box: paint.box))
      }
      owners.append(index)
      clusters[index].box = clusters[index].box.union(paint.box)
      clusters[index].paints += 1
      if paint.kind == .stroke { clusters[index].strokes += 1 }
      clusters[index].highest = max(clusters[index].highest, paint.box.height)
      clusters[index].hasImage = clusters[index].hasImage || paint.kind == .image
      if paint.isStraight {
        if paint.kind == .fill, paint.box.width > Self.tile.width,
          Self.tile.height.contains(paint.box.height),
          clusters[index].cells.count <= Self.mostTiles
        {
          clusters[index].cells.append(paint.box)
        }
        if max(paint.box.width, paint.box.height) < Self.dash { clusters[index].dashes += 1 }
        if paint.box.height < Self.thickness {
          clusters[index].rules += 1
        } else if paint.box.width < Self.thickness {
          clusters[index].uprights += 1
        }
      } else if paint.kind != .image {
        clusters[index].curves += 1
        clusters[index].curved = clusters[index].curved?.union(paint.box) ?? paint.box
      }
    }
    for (paint, owner) in zip(joined, owners)
    where Self.isInner(paint, of: clusters[owner].box) {
      clusters[owner].inner += 1
    }
  }

  private static func isInner(_ paint: Paint, of frame: Box) -> Bool {
    let box = paint.box
    let isNarrow = box.width < 0.8 * frame.width
    if isNarrow, paint.isStraight, box.height < thickness { return false }
    return isNarrow && box.x0 > frame.x0 + edge && box.x1 < frame.x1 - edge
      || !paint.isStraight && box.height < 0.8 * frame.height && box.y0 > frame.y0 + edge
        && box.y1 < frame.y1 - edge
  }

  /// Whether a vertical line meets a horizontal one.
  private static func touches(_ upright: Box, _ rule: Box) -> Bool {
    upright.y0 < rule.y1 + 2 && upright.y1 > rule.y0 - 2 && upright.x0 > rule.x0 - 2
      && upright.x1 < rule.x1 + 2
  }

  /// Whether a paint is visible and no background of the page.
  private static func isShown(_ paint: Paint, _ width: Float, _ height: Float) -> Bool {
    let box = paint.box
    if paint.kind == .fill, paint.color & 0xFCFCFC == 0xFCFCFC { return false }
    if box.width > 0.85 * width, box.height > 0.85 * height { return false }
    return box.x1 > 0 && box.y1 > 0 && box.x0 < width && box.y0 < height
  }

  /// The cells of a box and of its reach.
  private static func cells(
    of box: Box, _ columns: Int, _ rows: Int
  ) -> (x: ClosedRange<Int>, y: ClosedRange<Int>) {
    func index(_ value: Float, _ count: Int) -> Int { min(max(Int(value / cell), 0), count - 1) }
    let x0 = index(box.x0 - reach.x, columns)
    let y0 = index(box.y0 - reach.y, rows)
    return (
      x0...max(x0, index(box.x1 + reach.x, columns)), y0...max(y0, index(box.y1 + reach.y, rows))
    )
  }

  /// Returns the number of the connected area of each box. Time is linear in boxes and the cells around all of them.
  private static func labels(of boxes: [(x: ClosedRange<Int>, y: ClosedRange<Int>)]) -> [Int32] {
    let (left, top) = boxes.reduce((Int.max, Int.max)) {
      (min($0.0, $1.x.lowerBound), min($0.1, $1.y.lowerBound))
    }
    let (right, bottom) = boxes.reduce((0, 0)) {
      (max($0.0, $1.x.upperBound), max($0.1, $1.y.upperBound))
    }
    // With an empty row and column on all sides.
    let (columns, rows) = (right - left + 3, bottom - top + 3)
    func cell(_ x: Int, _ y: Int) -> Int { (y - top + 1) * columns + x - left + 1 }
    // Differences whose sums along both axes count the boxes of each cell.
    var sums = [Int32](repeating: 0, count: columns * rows)
    for box in boxes {
      sums[cell(box.x.lowerBound, box.y.lowerBound)] += 1
      sums[cell(box.x.upperBound + 1, box.y.lowerBound)] -= 1
      sums[cell(box.x.lowerBound, box.y.upperBound + 1)] -= 1
      sums[cell(box.x.upperBound + 1, box.y.upperBound + 1)] += 1
    }
    for row in 1..<rows {
      var sum: Int32 = 0
      for at in row * columns..<(row + 1) * columns {
        sum += sums[at]
        sums[at] = sum + sums[at - columns]
      }
    }
    // Covered cells become the negative number of their area.
    var next: Int32 = 0
    var stack: [Int] = []
    let steps = [-columns, columns, -1, 1]
    return boxes.map { box in
      let start = cell(box.x.lowerBound, box.y.lowerBound)
      guard sums[start] > 0 else { return -sums[start] }
      next += 1
      sums[start] = -next
      stack.append(start)
      while let at = stack.popLast() {
        for step in steps where sums[at + step] > 0 {
          sums[at + step] = -next
          stack.append(at + step)
        }
      }
      return next
    }
  }
}
