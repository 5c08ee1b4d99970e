extension Bitmap {
  /// Returns the size of the result of `reduced`.
  package func reducedSize(_ target: PixelSize) -> PixelSize {
    let isSmaller =
      target.width > 0 && target.height > 0 && target.width <= size.width
      && target.height <= size.height
    return isSmaller ? target : size
  }

  /// Returns a copy of the given size, each pixel the mean of those it replaces; returns the bitmap itself if it would not become smaller.
  package func reduced(to target: PixelSize) -> Bitmap {
    guard case let target = reducedSize(target), target != size else { return self }
    let (columns, rows) = (
      Share.all(of: size.width, for: target.width), Share.all(of: size.height, for: target.height)
    )
    let (wide, narrow) = (size.width * 3, target.width * 3)
    var across = [UInt8](repeating: 0, count: narrow * size.height)
    rgb().withUnsafeBufferPointer { source in
      across.withUnsafeMutableBufferPointer { result in
        for y in 0..<size.height {
          for (x, share) in columns.enumerated() {
            for color in 0..<3 {
              let first = y * wide + share.first * 3 + color
              result[y * narrow + x * 3 + color] = share.mean(source, from: first, step: 3)
            }
          }
        }
      }
    }
    var pixels = [UInt8](repeating: 0, count: narrow * target.height)
    across.withUnsafeBufferPointer { source in
      pixels.withUnsafeMutableBufferPointer { result in
        for (y, share) in rows.enumerated() {
          for at in 0..<narrow {
            result[y * narrow + at] = share.mean(
              source, from: share.first * narrow + at, step: narrow)
          }
        }
      }
    }
    return Bitmap(width: target.width, height: target.height, layout: .rgb24, bytes: pixels)
      ?? self
  }
}

/// The share of the larger row's pixels in a pixel of the smaller one.
private struct Share {
  var first: Int
  /// The weights of the pixels from the first on; their sum is 4,096.
  var weights: [Int]

  private static let whole = 4_096

  static func all(of count: Int, for target: Int) -> [Share] {
    (0..<target).map { place in
      let from = Double(place * count) / Double(target)
      let to = Double((place + 1) * count) / Double(target)
      let first = min(count - 1, Int(from))
      let last = max(first, min(count - 1, Int(to.rounded(.up)) - 1))
      var weights = (first...last).map { pixel in
        Int((min(to, Double(pixel + 1)) - max(from, Double(pixel))) / (to - from) * Double(whole))
      }
      // The rounding error.
      weights[weights.count / 2] += whole - weights.reduce(0, +)
      return Share(first: first, weights: weights)
    }
  }

  func mean(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, step: Int) -> UInt8 {
    var sum = Share.whole / 2
    var at = start
    for weight in weights {
      sum += Int(bytes[at]) * weight
      at += step
    }
    return UInt8(min(255, sum / Share.whole))
  }
}
