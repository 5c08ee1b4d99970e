/// Some rectangles of a page's picture in one colour: what is lit, selected or pointed at.
package struct PictureMark: Sendable, Hashable {
  package enum Paint: Sendable, Hashable {
    /// What lies there is seen through it.
    case tint
    /// Nothing is.
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
