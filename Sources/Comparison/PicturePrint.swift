package import DocumentModel

/// A picture as a grid of colours, for comparison over different sizes; its margins do not count.
package struct PicturePrint: Sendable {
  /// The red, green and blue of cells from 0 (black) to 1, in rows; nil if the picture is blank.
  private let cells: [SIMD3<Float>]?
  /// Width divided by height of the part with ink.
  private let shape: Float

  /// Cells in a row, and rows.
  private static let side = 128
  /// The pixels of a figure's longer side: drawn in one size, thin lines have one weight.
  package static let length = 512
  /// Scaling, hinting and compression change cells by less, beyond what moves to the cells around them: 0.18 and 0.004 at the most in 14
  /// charts drawn twice. A line of a pixel changes one by 0.25, a bar or a point that moved by 0.56, another colour by 0.6; a sign of a label
  /// remains below.
  private static let (mostCell, mostMean): (Float, Float) = (0.22, 0.012)

  /// Takes pixels of four bytes, opaque, in rows.
  package init(_ pixels: UnsafeRawBufferPointer, _ facts: PictureFacts) {
    let (width, height) = (facts.width, facts.height)
    func color(_ x: Int, _ y: Int) -> SIMD3<Float> {
      let at = (y * width + x) * PictureFacts.pixelSize
      guard at + 3 < pixels.count else { return .one }
      return SIMD3(Float(pixels[at]), Float(pixels[at + 1]), Float(pixels[at + 2])) / 255
    }
    var (inColumns, inRows) = (
      [Float](repeating: 0, count: width), [Float](repeating: 0, count: height)
    )
    for y in 0..<height {
      for x in 0..<width {
        let ink = 1 - color(x, y).min()
        (inColumns[x], inRows[y]) = (max(inColumns[x], ink), max(inRows[y], ink))
      }
    }
    guard let columns = Extent(inColumns), let rows = Extent(inRows) else {
      (cells, shape) = (nil, 1)
      return
    }
    shape = columns.length / rows.length
    var sums = [SIMD3<Float>](repeating: .zero, count: Self.side * Self.side)
    // Each cell is the mean of what it covers, with shares of the pixels at its edges.
    let (across, down) = (columns.shares(of: Self.side), rows.shares(of: Self.side))
    for (y, cellsDown) in down.enumerated() {
      for (x, cellsAcross) in across.enumerated() {
        let value = color(columns.first + x, rows.first + y)
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
    guard abs(shape - other.shape) < 0.04 * max(shape, other.shape) else { return false }
    let differences = cells.indices.map {
      max(
        Self.distance(of: cells[$0], to: others, $0), Self.distance(of: others[$0], to: cells, $0))
    }
    return (differences.max() ?? 0) < Self.mostCell
      && differences.reduce(0, +) / Float(differences.count) < Self.mostMean
  }

  /// Returns how far a colour is, in the channel that differs most, from those of a cell and the cells around it.
  private static func distance(
    of value: SIMD3<Float>, to cells: [SIMD3<Float>], _ cell: Int
  ) -> Float {
    let (row, column) = cell.quotientAndRemainder(dividingBy: side)
    var (least, most) = (SIMD3<Float>.one, SIMD3<Float>.zero)
    for y in max(0, row - 1)...min(side - 1, row + 1) {
      for x in max(0, column - 1)...min(side - 1, column + 1) {
        let other = cells[y * side + x]
        (least, most) = (pointwiseMin(least, other), pointwiseMax(most, other))
      }
    }
    return max(0, (least - value).max(), (value - most).max())
  }

  /// Whether both are there and alike.
  package static func areLike(_ a: PicturePrint?, _ b: PicturePrint?) -> Bool {
    guard let a, let b else { return false }
    return a.isLike(b)
  }
}
