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
  /// Scaling and hinting change cells by less; a change of the picture itself changes one by more, or all of them by `mostMean`.
  private static let (mostCell, mostMean): (Float, Float) = (0.16, 0.02)

  /// Takes pixels of four bytes, opaque, in rows.
  package init(_ pixels: UnsafeRawBufferPointer, _ facts: PictureFacts) {
    let (width, height) = (facts.width, facts.height)
    func gray(_ x: Int, _ y: Int) -> Float {
      let at = (y * width + x) * PictureFacts.pixelSize
      guard at + 3 < pixels.count else { return 1 }
      return (Float(pixels[at]) + Float(pixels[at + 1]) + Float(pixels[at + 2])) / 765
    }
    var (left, right, top, bottom) = (width, -1, height, -1)
    for y in 0..<height {
      for x in 0..<width where gray(x, y) < 0.9 {
        (left, right) = (min(left, x), max(right, x))
        (top, bottom) = (min(top, y), max(bottom, y))
      }
    }
    guard right >= left, bottom >= top else {
      (cells, shape) = (nil, 1)
      return
    }
    let (columns, rows) = (Float(right - left + 1), Float(bottom - top + 1))
    shape = columns / rows
    var sums = [Float](repeating: 0, count: Self.side * Self.side)
    // Each cell is the mean of what it covers, with shares of the pixels at its edges.
    let across = Self.shares(right - left + 1)
    let down = Self.shares(bottom - top + 1)
    for (y, cellsDown) in down.enumerated() {
      for (x, cellsAcross) in across.enumerated() {
        let value = gray(left + x, top + y)
        for (row, height) in cellsDown {
          for (column, width) in cellsAcross {
            sums[row * Self.side + column] += value * width * height
          }
        }
      }
    }
    cells = sums
  }

  /// Returns for each pixel of a line the cells it is in, with its share of each.
  private static func shares(_ count: Int) -> [[(cell: Int, share: Float)]] {
    let size = Float(side) / Float(count)
    return (0..<count).map { pixel in
      let (start, end) = (Float(pixel) * size, Float(pixel + 1) * size)
      return (Int(start)...min(side - 1, Int(end))).compactMap { cell in
        let share = min(end, Float(cell + 1)) - max(start, Float(cell))
        return share > 0 ? (cell, share) : nil
      }
    }
  }

  /// Whether two pictures show the same, apart from their size.
  package func isLike(_ other: PicturePrint) -> Bool {
    guard let cells, let others = other.cells else { return cells == nil && other.cells == nil }
    guard abs(shape - other.shape) < 0.08 * max(shape, other.shape) else { return false }
    let differences = zip(cells, others).map { abs($0 - $1) }
    return (differences.max() ?? 0) < Self.mostCell
      && differences.reduce(0, +) / Float(differences.count) < Self.mostMean
  }

  /// Whether both are there and alike.
  package static func areLike(_ a: PicturePrint?, _ b: PicturePrint?) -> Bool {
    guard let a, let b else { return false }
    return a.isLike(b)
  }
}
