package import DocumentModel

package struct PixelSize: Sendable, Hashable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

extension PixelRect {
  package var size: PixelSize { PixelSize(width: width, height: height) }

  /// Returns the part within a bitmap of a size; at least one pixel.
  package func clamped(to size: PixelSize) -> PixelRect {
    let left = min(max(0, x), size.width - 1)
    let top = min(max(0, y), size.height - 1)
    return PixelRect(
      x: left, y: top, width: max(1, min(width, size.width - left)),
      height: max(1, min(height, size.height - top)))
  }
}
