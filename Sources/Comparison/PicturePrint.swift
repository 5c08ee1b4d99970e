package import DocumentModel

/// A picture as a grid of grey values, for comparison over different sizes; its margins do not count.
package struct PicturePrint: Sendable {
  /// Cells from 0 (black) to 1, in rows; nil if the picture is blank.
  private let cells: [Float]?
  /// Width divided by height of the part with ink.
  private let shape: Float

  /// Cells in a row, and rows.
  private static let side = 32
  /// Dots per inch at which figures are drawn.
  package static let density = 96.0
  /// Scaling and hinting change cells by less, beyond what moves to the cells around them; a change of the picture itself changes one by
  /// more, or all of them by `mostMean`.
  private static let (mostCell, mostMean): (Float, Float) = (0.2, 0.02)

  /// Takes pixels of four bytes, opaque, in rows.
  package init(_ pixels: UnsafeRawBufferPointer, _ facts: PictureFacts) {
    let (width, height) = (facts.width, facts.height)
    func gray(_ x: Int, _ y: Int) -> Float {
      let at = (y * width + x) * PictureFacts.pixelSize
      guard at + 3 < pixels.count else { return 1 }
      return (Float(pixels[at]) + Float(pixels[at + 1]) + Float(pixels[at + 2])) / 765
    }
    var (inColumns, inRows) = (
      [Float](repeating: 0, count: width), [Float](repeating: 0, count: height)
    )
    for y in 0..<height {
      for x in 0..<width {
        let ink = 1 - gray(x, y)
        (inColumns[x], inRows[y]) = (max(inColumns[x], ink), max(inRows[y], ink))
      }
    }
    guard let columns = Extent(inColumns), let rows = Extent(inRows) else {
      (cells, shape) = (nil, 1)
      return
    }
    shape = columns.length / rows.length
    var sums = [Float](repeating: 0, count: Self.side * Self.side)
    // Each cell is the mean of what it covers, with shares of the pixels at its edges.
    let (across, down) = (columns.shares(of: Self.side), rows.shares(of: Self.side))
    for (y, cellsDown) in down.enumerated() {
      for (x, cellsAcross) in across.enumerated() {
        let value = gray(columns.first + x, rows.first + y)
        for (row, height) in cellsDown {
          for (column, width) in cellsAcross {
            sums[row * Self.side + column] += value * width * height
          }
        }
      }
    }
    cells = sums
  }

  /// The part of a line of pixels with ink; a pixel at its edge counts as far as the ink covers it.
  private struct Extent {
    let first: Int
    private let count: Int
    /// Measured from the start of the first pixel.
    private let start: Float
    let length: Float

    /// Takes the darkest ink of each pixel; nil if there is none.
    init?(_ ink: [Float]) {
      guard let first = ink.firstIndex(where: { $0 > 0.1 }),
        let last = ink.lastIndex(where: { $0 > 0.1 })
      else { return nil }
      func covered(_ pixel: Int, _ inner: Int) -> Float {
        first < last ? min(1, ink[pixel] / max(ink[inner], 0.1)) : 1
      }
      self.first = first
      count = last - first + 1
      start = 1 - covered(first, first + 1)
      length = max(Float(count) - start - (1 - covered(last, last - 1)), 0.1)
    }

    /// Returns for each pixel the cells it is in, with its share of each.
    func shares(of side: Int) -> [[(cell: Int, share: Float)]] {
      let size = Float(side) / length
      return (0..<count).map { pixel in
        let begin = max(0, (Float(pixel) - start) * size)
        let end = min(Float(side), (Float(pixel + 1) - start) * size)
        guard begin < end else { return [] }
        return (Int(begin)...min(side - 1, Int(end))).compactMap { cell in
          let share = min(end, Float(cell + 1)) - max(begin, Float(cell))
          return share > 0 ? (cell, share) : nil
        }
      }
    }
  }

  /// Whether two pictures show the same, apart from their size.
  package func isLike(_ other: PicturePrint) -> Bool {
    guard let cells, let others = other.cells else { return cells == nil && other.cells == nil }
    guard abs(shape - other.shape) < 0.08 * max(shape, other.shape) else { return false }
    let differences = cells.indices.map {
      max(
        Self.distance(of: cells[$0], to: others, $0), Self.distance(of: others[$0], to: cells, $0))
    }
    return (differences.max() ?? 0) < Self.mostCell
      && differences.reduce(0, +) / Float(differences.count) < Self.mostMean
  }

  /// Returns how far a value is from those of a cell and the cells around it.
  private static func distance(of value: Float, to cells: [Float], _ cell: Int) -> Float {
    let (row, column) = cell.quotientAndRemainder(dividingBy: side)
    var (least, most): (Float, Float) = (1, 0)
    for y in max(0, row - 1)...min(side - 1, row + 1) {
      for x in max(0, column - 1)...min(side - 1, column + 1) {
        let other = cells[y * side + x]
        (least, most) = (min(least, other), max(most, other))
      }
    }
    return max(0, least - value, value - most)
  }

  /// Whether both are there and alike.
  package static func areLike(_ a: PicturePrint?, _ b: PicturePrint?) -> Bool {
    guard let a, let b else { return false }
    return a.isLike(b)
  }
}
