/// A size in cells.
package struct Size: Sendable, Hashable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A rectangle of cells; `x` and `y` count from the top left cell of the surface.
package struct Rect: Sendable, Hashable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  package var maxX: Int { x + width }
  package var maxY: Int { y + height }
  package var isEmpty: Bool { width == 0 || height == 0 }

  package func contains(x px: Int, y py: Int) -> Bool {
    px >= x && px < maxX && py >= y && py < maxY
  }

  /// Returns the intersection of two rectangles; nil if it is empty.
  package func common(with other: Rect) -> Rect? {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let result = Rect(
      x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
    return result.isEmpty ? nil : result
  }

  /// Returns the rectangle reduced by a number of cells at each side.
  package func inset(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) -> Rect {
    Rect(x: x + left, y: y + top, width: width - left - right, height: height - top - bottom)
  }
}

/// A cell's colour: the terminal's default, an RGB value, or one of the 256 colours by number.
package enum Color: Sendable, Hashable {
  case standard
  /// 0xRRGGBB; the terminal shows the nearest colour it has.
  case rgb(UInt32)
  /// A palette index (16 or higher), written unchanged, since placeholders of pictures encode the number of an image in it.
  case indexed(UInt8)
}

/// The text attributes of a cell besides its colours.
package struct Attributes: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let bold = Attributes(rawValue: 1)
  package static let italic = Attributes(rawValue: 2)
  package static let underline = Attributes(rawValue: 4)
  package static let reverse = Attributes(rawValue: 8)
  package static let dim = Attributes(rawValue: 16)
}

/// The colours and attributes of a cell.
package struct Style: Sendable, Hashable {
  package var foreground: Color
  package var background: Color
  package var attributes: Attributes

  package init(
    foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  package func adding(_ more: Attributes) -> Style {
    Style(
      foreground: foreground, background: background, attributes: attributes.union(more))
  }
}

/// The content of a cell: a base character with up to four combining ones, or the right half of a wide one.
package struct Cell: Sendable, Hashable {
  /// The scalars of the character; unused places are 0. All 0: the right half of the preceding wide character.
  package var scalars: (UInt32, UInt32, UInt32, UInt32, UInt32)
  package var style: Style

  package init(_ scalar: Unicode.Scalar = " ", style: Style = Style()) {
    scalars = (scalar.value, 0, 0, 0, 0)
    self.style = style
  }

  /// Marks cells that belong to an image: a blank that ncurses does not treat as one (U+00A0) and that no text writes.
  package static let picture: UInt32 = 0xA0

  package var isContinuation: Bool { scalars.0 == 0 }

  package var isBlank: Bool { scalars.0 == 0x20 }

  package static func == (a: Cell, b: Cell) -> Bool {
    a.scalars == b.scalars && a.style == b.style
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(scalars.0)
    hasher.combine(style)
  }
}

/// A grid of cells that a view paints and the terminal shows.
package struct Surface: Sendable, Hashable {
  package let size: Size
  package private(set) var cells: [Cell]
  /// The position of the terminal's cursor, nil to hide it.
  package var cursor: Position?
  /// How the terminal treats right-to-left text.
  package var bidi = Bidi.none

  package struct Position: Sendable, Hashable {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }
  }

  package init(size: Size, style: Style = Style()) {
    self.size = Size(width: max(0, size.width), height: max(0, size.height))
    cells = Array(
      repeating: Cell(style: style), count: self.size.width * self.size.height)
  }

  package var bounds: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height) }

  /// Sets a cell unchanged; `x` and `y` must be inside.
  mutating func replace(x: Int, y: Int, with cell: Cell) {
    cells[y * size.width + x] = cell
  }
}
