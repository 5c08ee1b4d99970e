package import Canvas

/// How pictures can be shown on the terminal, as it said itself, and why not better.
package struct PictureAbility: Sendable, Hashable {
  package enum Way: Sendable, Hashable {
    case kitty(KittyTransfer)
    /// Registers for colours, and the largest picture in pixels where it was told.
    case sixel(registers: Int, largest: PixelSize?)
    case iTerm2
    case characters(PictureCharacters, ColorDepth)
    /// There is no terminal, or one that cannot even move its cursor.
    case none
  }

  /// What keeps pictures from being better.
  package enum Shortfall: Sendable, Hashable {
    case notATerminal
    /// `TERM` is `dumb`, or nothing at all.
    case dumbTerminal
    /// It answered no question in time.
    case noAnswer
    /// It answered, and knows no way to show pixels.
    case noPictures
    /// It can show pixels, and does not say how many a cell has.
    case noCellSize
    /// tmux keeps pictures to itself unless told otherwise.
    case passthroughOff
    /// tmux lets them through, and the terminal behind it cannot show them.
    case noPicturesBehindTmux
    /// tmux draws sixels, and was not told that the terminal it runs in does.
    case tmuxWithoutSixel
    /// The terminal behind tmux takes kitty's pictures, and cannot show them as text that tmux moves.
    case noPlaceholders
    /// Nobody looks at tmux just now, or it did not answer.
    case tmuxUnknown
    /// The terminal reads neither our memory nor our files: it is on another machine.
    case elsewhere
    /// kitty's pictures are faster, keep still under menus, and can be moved.
    case onlySixel
    case onlyFiles
    case onlyITerm2
  }

  package var way: Way
  /// Pixels of a cell; as usual where they are not known.
  package var cell: PixelSize
  /// The terminal says how many they are.
  package var isCellKnown = false
  package var shortfall: Shortfall?
  /// Set where pictures go through tmux.
  package var pane: TmuxPane?
  /// kitty's pictures are shown by cells of text.
  package var usesPlaceholders = false
  /// Without colours: light on dark.
  package var isDark = true
  /// What the terminal calls itself, as `kitty(0.26.5)`; not to be trusted with more than its name.
  package var terminal = ""

  package init(
    _ way: Way, cell: PixelSize = CharacterPicture.cell, shortfall: Shortfall? = nil,
    pane: TmuxPane? = nil
  ) {
    self.way = way
    self.cell = cell
    self.shortfall = shortfall
    self.pane = pane
  }

  /// Pixels a picture is best drawn in for so many cells.
  package func pixels(for cells: Size) -> PixelSize {
    var size = PixelSize(width: cells.width * cell.width, height: cells.height * cell.height)
    switch way {
    case .characters:
      let cell = CharacterPicture.cell
      return PixelSize(width: cells.width * cell.width, height: cells.height * cell.height)
    case .sixel(_, let largest):
      if let largest {
        size.width = min(size.width, max(1, largest.width))
        size.height = min(size.height, max(6, largest.height))
      }
      size.height = Sixel.height(size.height)
      return size
    case .kitty, .iTerm2, .none: return size
    }
  }

  /// The largest whole number of cells in a box in which a picture of such sides keeps their ratio, to within a cell.
  package func cells(for sides: (width: Double, height: Double), in box: Size) -> Size {
    guard sides.width > 0, sides.height > 0, box.width > 0, box.height > 0 else {
      return Size(width: 0, height: 0)
    }
    var wide = Double(box.width * cell.width)
    var high = Double(box.height * cell.height)
    if case .sixel(_, let largest?) = way {
      wide = min(wide, Double(largest.width))
      high = min(high, Double(largest.height))
    }
    let scale = min(wide / sides.width, high / sides.height)
    let columns = (sides.width * scale / Double(cell.width)).rounded()
    let rows = (sides.height * scale / Double(cell.height)).rounded()
    return Size(
      width: min(box.width, max(1, Int(columns))), height: min(box.height, max(1, Int(rows))))
  }
}
