package import Canvas

/// How images can be shown on this terminal, as reported by the terminal, and why not better.
package struct PictureAbility: Sendable, Hashable {
  package enum Way: Sendable, Hashable {
    case kitty(KittyTransfer)
    /// The number of colour registers, and the largest image in pixels if reported.
    case sixel(registers: Int, largest: PixelSize?)
    case iTerm2
    case characters(PictureCharacters, ColorDepth)
    /// There is no terminal, or it cannot position its cursor.
    case none
  }

  /// Why images cannot be shown better.
  package enum Shortfall: Sendable, Hashable {
    case notATerminal
    /// `TERM` is `dumb` or empty.
    case dumbTerminal
    /// The terminal answered no query in time.
    case noAnswer
    /// The terminal answered and supports no image protocol.
    case noPictures
    /// The terminal can show pixels but does not report the size of a cell.
    case noCellSize
    /// tmux does not pass images through unless configured to.
    case passthroughOff
    /// tmux passes images through, but the terminal outside cannot show them.
    case noPicturesBehindTmux
    /// tmux can draw sixels but does not know whether the outer terminal can.
    case tmuxWithoutSixel
    /// The terminal outside tmux supports kitty's images, but not the placeholders that tmux can move.
    case noPlaceholders
    /// No client is attached to tmux, or it did not answer.
    case tmuxUnknown
    /// The terminal can read neither our shared memory nor our files: it is on another machine.
    case elsewhere
    /// kitty's images are faster, are not erased by menus and can be moved.
    case onlySixel
    case onlyFiles
    case onlyITerm2
  }

  package var way: Way
  /// The pixels of a cell; a default if not known.
  package var cell: PixelSize
  /// Whether the terminal reported the cell size.
  package var isCellKnown = false
  package var shortfall: Shortfall?
  /// Set if images go through tmux.
  package var pane: TmuxPane?
  /// Whether kitty's images are shown by placeholder cells.
  package var usesPlaceholders = false
  /// For terminals without colours: light text on a dark background.
  package var isDark = true
  /// The terminal's own name, such as `kitty(0.26.5)`; used for display only.
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

  /// Returns the best size in pixels of an image for a number of cells.
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

  /// Returns the largest number of cells within a box that keeps an image's aspect ratio to within a cell.
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
