/// What the screen needs to know of how the terminal shows pictures.
package struct PictureTerms: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// None can be shown.
    case none
    /// Of characters: what is where can be seen, and no letter read.
    case characters
    case pixels
  }

  /// Pixels across and down.
  package struct CellSize: Sendable, Hashable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  package var kind: Kind
  /// A cell's pixels on the screen, from which it has its shape.
  package var cell: CellSize
  /// Pixels that are drawn for a cell.
  package var drawn: CellSize
  /// Cells the largest picture has; nil: as many as there are.
  package var largest: CellSize?
  /// A picture may reach into the last row without the screen being scrolled.
  package var fillsLastRow = false
  /// A picture that is there can be shown in any size at no cost.
  package var scales = false

  package init(_ kind: Kind, cell: CellSize, drawn: CellSize? = nil) {
    self.kind = kind
    self.cell = CellSize(width: max(1, cell.width), height: max(1, cell.height))
    self.drawn = drawn ?? self.cell
  }
}
