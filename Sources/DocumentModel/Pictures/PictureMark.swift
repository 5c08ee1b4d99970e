/// Rectangles of a page's image in one colour: search hits, the selection or the cursor.
package struct PictureMark: Sendable, Hashable {
  package enum Paint: Sendable, Hashable {
    /// Transparent: the page shows through.
    case tint
    /// Opaque.
    case solid
  }

  /// In pixels of the drawing's frame.
  package var areas: [PixelRect]
  /// 0xRRGGBB.
  package var color: UInt32
  package var paint: Paint

  package init(_ areas: [PixelRect], color: UInt32, paint: Paint = .tint) {
    self.areas = areas
    self.color = color
    self.paint = paint
  }
}
