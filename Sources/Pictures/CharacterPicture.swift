package import Canvas
internal import CChafa
package import DocumentModel

/// Which characters a picture is made of.
package enum PictureCharacters: String, Sendable, Hashable, CaseIterable {
  /// Two halves a cell.
  case halves = "half blocks"
  /// Four quarters: in every font.
  case quadrants
  /// Six parts: sharp where the terminal draws them itself, combs where a font does.
  case sextants
  /// Eight dots: for drawings of lines.
  case braille

  fileprivate var tags: Int32 {
    let blocks =
      CHAFA_SYMBOL_TAG_SPACE.rawValue | CHAFA_SYMBOL_TAG_SOLID.rawValue
      | CHAFA_SYMBOL_TAG_HHALF.rawValue | CHAFA_SYMBOL_TAG_VHALF.rawValue
    switch self {
    case .halves: return blocks
    case .quadrants: return blocks | CHAFA_SYMBOL_TAG_QUAD.rawValue
    case .sextants:
      return blocks | CHAFA_SYMBOL_TAG_QUAD.rawValue | CHAFA_SYMBOL_TAG_SEXTANT.rawValue
    case .braille: return CHAFA_SYMBOL_TAG_SPACE.rawValue | CHAFA_SYMBOL_TAG_BRAILLE.rawValue
    }
  }

  /// What part of a character of eight by eight pixels is light or dark as a whole; the library knows powers of two.
  fileprivate var grain: (width: gint, height: gint) {
    switch self {
    case .halves: (8, 4)
    case .quadrants: (4, 4)
    case .sextants, .braille: (4, 2)
    }
  }
}

/// Pictures as characters with colours.
package enum CharacterPicture {
  /// Pixels of a cell that are worth being drawn; more cost time and are thrown away.
  package static let cell = PixelSize(width: 8, height: 16)

  /// The same as `surface`, of the characters that show it best.
  ///
  /// Looked at in xterm and kitty, pages of 80 columns: with colours braille is the worst even for drawings of lines, since each cell
  /// has one gray for its paper; blocks are read better. Without colours blocks fall apart where eight dots are still a line, and
  /// ink is what has dots, on a dark terminal too: all dots lit are no paper.
  package static func best(
    of bitmap: Bitmap, _ part: PixelRect? = nil, size: Size, set: PictureCharacters,
    depth: ColorDepth, isDark: Bool = true
  ) -> Surface {
    let isDrawing = depth == .none && bitmap.isLineArt(part ?? bitmap.bounds)
    return surface(
      of: bitmap, part, size: size, set: isDrawing ? .braille : set, depth: depth,
      isDark: isDark && !isDrawing)
  }

  /// A part of a picture in so many cells; without colours light and dark are as on a terminal that `isDark`.
  package static func surface(
    of bitmap: Bitmap, _ part: PixelRect? = nil, size: Size, set: PictureCharacters,
    depth: ColorDepth, isDark: Bool = true
  ) -> Surface {
    var surface = Surface(size: size)
    let part = part ?? bitmap.bounds
    let canvas = ChafaCanvas(bitmap, part, columns: size.width, rows: size.height) { config in
      chafa_canvas_config_set_pixel_mode(config, CHAFA_PIXEL_MODE_SYMBOLS)
      chafa_canvas_config_set_canvas_mode(config, mode(depth))
      if depth == .none {
        chafa_canvas_config_set_fg_color(config, isDark ? 0xFFFFFF : 0)
        chafa_canvas_config_set_bg_color(config, isDark ? 0 : 0xFFFFFF)
        // Text is too light a gray to be anything but paper, unless what is rounded away goes to the neighbours.
        chafa_canvas_config_set_dither_mode(config, CHAFA_DITHER_MODE_DIFFUSION)
        chafa_canvas_config_set_dither_grain_size(config, set.grain.width, set.grain.height)
      }
      guard let symbols = chafa_symbol_map_new() else { return }
      defer { chafa_symbol_map_unref(symbols) }
      chafa_symbol_map_add_by_tags(symbols, ChafaSymbolTags(rawValue: set.tags))
      chafa_canvas_config_set_symbol_map(config, symbols)
    }
    guard let canvas else { return surface }
    for y in 0..<size.height {
      for x in 0..<size.width {
        var style = Style()
        if depth != .none {
          let colors = canvas.colors(x: x, y: y)
          style.foreground = colors.foreground.map { Color.rgb($0) } ?? .standard
          style.background = colors.background.map { Color.rgb($0) } ?? .standard
        }
        surface.put(scalar: canvas.character(x: x, y: y), x: x, y: y, style: style)
      }
    }
    return surface
  }

  private static func mode(_ depth: ColorDepth) -> ChafaCanvasMode {
    switch depth {
    case .none: CHAFA_CANVAS_MODE_FGBG
    // A cell says what red, green and blue it wants, and the bright eight differ from terminal to terminal.
    case .eight, .sixteen: CHAFA_CANVAS_MODE_INDEXED_8
    case .indexed: CHAFA_CANVAS_MODE_INDEXED_240
    case .direct: CHAFA_CANVAS_MODE_TRUECOLOR
    }
  }
}
