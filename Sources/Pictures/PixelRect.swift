/// A size in pixels.
package struct PixelSize: Sendable, Hashable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A rectangle of a bitmap's pixels; `x` and `y` count from its top left one.
package struct PixelRect: Sendable, Hashable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package var size: PixelSize { PixelSize(width: width, height: height) }

  /// What of it lies in a bitmap of a size; at least one pixel.
  package func clamped(to size: PixelSize) -> PixelRect {
    let left = min(max(0, x), size.width - 1)
    let top = min(max(0, y), size.height - 1)
    return PixelRect(
      x: left, y: top, width: max(1, min(width, size.width - left)),
      height: max(1, min(height, size.height - top)))
  }
}
