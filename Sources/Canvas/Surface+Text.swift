extension Surface {
  package subscript(x x: Int, y y: Int) -> Cell {
    cells[y * size.width + x]
  }

  /// Writes text into a row and returns the cells it took; text beyond the limit or the surface is dropped.
  ///
  /// Controls and bidi overrides are never written. `isTyped`: the text stays in the order it is written in, for a cursor in it.
  @discardableResult
  package mutating func put(
    _ text: String, x: Int, y: Int, style: Style, limit: Int = .max, isTyped: Bool = false
  ) -> Int {
    put(text, x: x, y: y, limit: limit, isTyped: isTyped) { _ in style }
  }

  /// Writes text whose characters have styles of their own, by their indices as scalars of the text.
  @discardableResult
  package mutating func put(
    _ text: String, x: Int, y: Int, limit: Int = .max, isTyped: Bool = false,
    style: (Int) -> Style
  ) -> Int {
    var used = 0
    func put(_ scalar: UInt32, _ index: Int, on surface: inout Surface) -> Bool {
      let width = surface.put(
        scalar: scalar, x: x + used, y: y, style: style(index), limit: limit - used)
      used += width ?? 0
      return width != nil
    }
    if !isTyped, let shown = BidiOrder.shown(text, bidi) {
      for place in shown { guard put(place.scalar, place.index, on: &self) else { break } }
    } else {
      for (index, scalar) in text.unicodeScalars.enumerated() {
        guard put(scalar.value, index, on: &self) else { break }
      }
    }
    return used
  }

  /// Writes one character and returns its width in cells; nil if there is no room for it.
  @discardableResult
  package mutating func put(
    scalar: UInt32, x: Int, y: Int, style: Style, limit: Int = .max
  ) -> Int? {
    guard y >= 0, y < size.height, let shown = Surface.shown(scalar) else { return 0 }
    let width = CellWidth.of(shown)
    if width == 0 {
      combine(shown, x: x - 1, y: y)
      return 0
    }
    guard width <= limit, x + width <= size.width else { return nil }
    guard x >= 0 else { return width }
    clearHalves(x: x, y: y, width: width)
    var cell = Cell(style: style)
    cell.scalars.0 = shown
    replace(x: x, y: y, with: cell)
    if width == 2 {
      cell.scalars.0 = 0
      replace(x: x + 1, y: y, with: cell)
    }
    return width
  }

  /// Returns the scalar displayed for another; nil for those that must not reach a terminal and have no width.
  package static func shown(_ scalar: UInt32) -> UInt32? {
    switch scalar {
    // They must be visible in names: they could hide the true extension of `fdp.exe`.
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: 0xFFFD
    case 0x200E, 0x200F, 0x061C, 0xFEFF: nil
    case 0xAD: 0x2D
    // Distinguished from blanks because it marks cells of an image.
    case Cell.picture: 0x20
    // A terminal would display a part of some image in its place.
    case 0x10_EEEE: 0xFFFD
    // The last private-use scalars represent bytes that are no UTF-8.
    case 0xD800...0xDFFF, 0x10_FF80...: 0xFFFD
    default: scalar
    }
  }

  private mutating func combine(_ scalar: UInt32, x: Int, y: Int) {
    guard x >= 0, x < size.width else { return }
    var at = x
    if self[x: at, y: y].isContinuation, at > 0 { at -= 1 }
    var cell = self[x: at, y: y]
    // Terminals disagree on the widths of signs with a variation selector and of joined emoji, and tmux draws joined signs in the cells
    // of the first. All agree without selectors and joiners, and only Indic letters need the joiner.
    let base = cell.scalars.0
    let isEmoji = Unicode.Scalar(base)?.properties.isEmoji == true
    if isEmoji && [0x200D, 0xFE0E, 0xFE0F].contains(scalar) || scalar == 0x200D && base < 0x900 {
      return
    }
    if cell.scalars.1 == 0 {
      cell.scalars.1 = scalar
    } else if cell.scalars.2 == 0 {
      cell.scalars.2 = scalar
    } else if cell.scalars.3 == 0 {
      cell.scalars.3 = scalar
    } else if cell.scalars.4 == 0 {
      cell.scalars.4 = scalar
    }
    replace(x: at, y: y, with: cell)
  }

  /// Blanks the other halves of wide characters that are about to be cut.
  private mutating func clearHalves(x: Int, y: Int, width: Int) {
    if x > 0, self[x: x, y: y].isContinuation {
      replace(x: x - 1, y: y, with: Cell(style: self[x: x - 1, y: y].style))
    }
    let end = x + width
    if end < size.width, self[x: end, y: y].isContinuation {
      replace(x: end, y: y, with: Cell(style: self[x: end, y: y].style))
    }
  }

  /// Fills a rectangle with blanks in a style.
  package mutating func fill(_ rect: Rect, _ style: Style) {
    let cell = Cell(style: style)
    for y in max(0, rect.y)..<max(0, rect.y, min(size.height, rect.maxY)) {
      for x in max(0, rect.x)..<max(0, rect.x, min(size.width, rect.maxX)) {
        replace(x: x, y: y, with: cell)
      }
    }
  }

  /// Writes an image cell; only this overload does. Does nothing outside the surface.
  package mutating func put(picture cell: Cell, x: Int, y: Int) {
    guard bounds.contains(x: x, y: y) else { return }
    replace(x: x, y: y, with: cell)
  }

  /// Reserves cells for an image.
  package mutating func leave(_ rect: Rect, style: Style) {
    var cell = Cell(style: style)
    cell.scalars.0 = Cell.picture
    for y in max(0, rect.y)..<max(0, rect.y, min(size.height, rect.maxY)) {
      for x in max(0, rect.x)..<max(0, rect.x, min(size.width, rect.maxX)) {
        replace(x: x, y: y, with: cell)
      }
    }
  }
}
