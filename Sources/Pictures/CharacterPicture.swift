package import Canvas
internal import CChafa
package import DocumentModel

/// The set of characters used for images.
package enum PictureCharacters: String, Sendable, Hashable, CaseIterable {
  /// Two halves per cell.
  case halves = "half blocks"
  /// Four quarters per cell, available in every font.
  case quadrants
  /// Six parts per cell: sharp if the terminal draws them itself, but with visible gaps if a font does.
  case sextants
  /// Eight dots per cell, for line drawings.
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

  /// The dithering grain within a character of 8 × 8 pixels; libchafa supports powers of two.
  fileprivate var grain: (width: gint, height: gint) {
    switch self {
    case .halves: (8, 4)
    case .quadrants: (4, 4)
    case .sextants, .braille: (4, 2)
    }
  }
}

/// Converts images to coloured characters.
package enum CharacterPicture {
  /// The useful resolution in pixels per cell; a higher one is slower and discarded.
  package static let cell = PixelSize(width: 8, height: 16)

  /// Like `surface`, with the characters that show the image best.
  ///
  /// As judged in xterm and kitty with pages of 80 columns: with colours, braille is the worst even for line drawings, since each cell has one grey as its
  /// paper, and blocks are more legible. Without colours, blocks break up where eight dots still form a line; then dots represent ink, on a dark terminal too,
  /// since a cell with all dots set does not look like paper.
  package static func best(
    of bitmap: Bitmap, _ part: PixelRect? = nil, size: Size, set: PictureCharacters,
    depth: ColorDepth, isDark: Bool = true
  ) -> Surface {
    let isDrawing = depth == .none && bitmap.isLineArt(part ?? bitmap.bounds)
    return surface(
      of: bitmap, part, size: size, set: isDrawing ? .braille : set, depth: depth,
      isDark: isDark && !isDrawing)
  }

  /// Returns a part of an image in cells. Without colours, light and dark are as on a terminal that `isDark`.
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
        // Without error diffusion, the light greys of text would all become paper.
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
    // A cell's colour is given as red, green and blue, and the eight bright colours differ between terminals.
    case .eight, .sixteen: CHAFA_CANVAS_MODE_INDEXED_8
    case .indexed: CHAFA_CANVAS_MODE_INDEXED_240
    case .direct: CHAFA_CANVAS_MODE_TRUECOLOR
    }
  }
}
