/// The terminal's abilities to show images, as far as the layout depends on them.
package struct PictureTerms: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// No images can be shown.
    case none
    /// Images made of characters: the layout of a page is visible, but its text is not legible.
    case characters
    case pixels
  }

  /// The size of a cell in pixels.
  package struct CellSize: Sendable, Hashable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  package var kind: Kind
  /// The size of a cell in pixels on the screen, which determines its aspect ratio.
  package var cell: CellSize
  /// The pixels that are drawn per cell.
  package var drawn: CellSize
  /// The largest image in cells; nil if there is no limit.
  package var largest: CellSize?
  /// Whether an image may extend into the last row without scrolling the screen.
  package var fillsLastRow = false
  /// Whether the terminal can scale a transferred image at no cost.
  package var scales = false

  package init(_ kind: Kind, cell: CellSize, drawn: CellSize? = nil) {
    self.kind = kind
    self.cell = CellSize(width: max(1, cell.width), height: max(1, cell.height))
    self.drawn = drawn ?? self.cell
  }
}
