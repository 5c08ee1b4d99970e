package import DocumentModel

/// A glyph as a page paints it; coordinates are points from the top left corner of the displayed page.
package struct Glyph: Sendable {
  package struct Traits: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Written vertically; `x`, `y` is the middle of the upper edge.
    package static let vertical = Traits(rawValue: 1 << 0)
    /// Content marked as an artifact (PDF 32000-1, 14.8.2.2).
    package static let artifact = Traits(rawValue: 1 << 2)
    /// Not painted, such as the result of OCR.
    package static let hidden = Traits(rawValue: 1 << 3)
  }

  /// U+FFFD if nothing says what it means.
  package var scalar: UInt32
  /// The origin on the baseline.
  package var x: Float
  package var y: Float
  /// The advance, without spacing.
  package var dx: Float
  package var dy: Float
  package var size: Float
  /// An index into `PageGlyphs.fonts`.
  package var font: UInt16
  package var direction: Direction
  package var traits: Traits
  /// 0xRRGGBB.
  package var color: UInt32
  /// The marked-content identifier (PDF 32000-1, 14.7.4), -1 if there is none.
  package var content: Int32
  /// How far it reaches below its origin, in units of the size, if it hangs there as TeX's large operators and delimiters do; else 0.
  package var depth: Float = 0

  package init(
    _ scalar: UInt32, x: Float, y: Float, dx: Float, dy: Float = 0, size: Float,
    font: UInt16 = 0, direction: Direction = .across, traits: Traits = [], color: UInt32 = 0,
    content: Int32 = -1
  ) {
    self.scalar = scalar
    self.x = x
    self.y = y
    self.dx = dx
    self.dy = dy
    self.size = size
    self.font = font
    self.direction = direction
    self.traits = traits
    self.color = color
    self.content = content
  }
}

/// A font of a page: its name, style and heights.
package struct GlyphFont: Sendable {
  private static let highest: Float = 1.05
  private static let deepest: Float = -0.4

  package var name: String
  package var isBold: Bool
  package var isItalic: Bool
  package var isMonospace: Bool
  /// Whether it is used for formulas only.
  package var isMath: Bool
  /// Whether its letters were recognised with little confidence.
  package var isUncertain: Bool
  /// In units of the font size, upwards from the baseline; at most as much as a line of text has.
  package let ascent: Float
  package let descent: Float

  package init(
    name: String, isBold: Bool = false, isItalic: Bool = false, isMonospace: Bool = false,
    isMath: Bool = false, isUncertain: Bool = false, ascent: Float = 0.95, descent: Float = -0.35
  ) {
    self.name = name
    self.isBold = isBold
    self.isItalic = isItalic
    self.isMonospace = isMonospace
    self.isMath = isMath
    self.isUncertain = isUncertain
    // Fonts of signs state the height and depth of their largest sign, with which a line would
    // reach into its neighbours.
    self.ascent = min(ascent, Self.highest)
    self.descent = max(descent, Self.deepest)
  }
}

/// The box of a painted line, area or image, cut to its clip box.
package struct Paint: Sendable {
  package enum Kind: UInt8, Sendable { case stroke = 1, fill, image, shading }

  package var kind: Kind
  package var box: Box
  /// The number of glyphs painted before it.
  package var glyphs: Int
  /// 0xRRGGBB.
  package var color: UInt32
  /// Whether it is one line or rectangle with horizontal and vertical sides only: neither a curve nor a diagonal or an arrow head.
  package var isStraight: Bool

  package init(
    _ kind: Kind, _ box: Box, after glyphs: Int = 0, color: UInt32 = 0, isStraight: Bool = true
  ) {
    self.kind = kind
    self.box = box
    self.glyphs = glyphs
    self.color = color
    self.isStraight = isStraight
  }
}

/// All that a page paints, in the order of its content stream.
package struct PageGlyphs: Sendable {
  package var size: PageSize
  package var glyphs: [Glyph]
  package var paints: [Paint]
  package var fonts: [GlyphFont]

  package init(size: PageSize, glyphs: [Glyph] = [], paints: [Paint] = [], fonts: [GlyphFont] = [])
  {
    self.size = size
    self.glyphs = glyphs
    self.paints = paints
    self.fonts = fonts
  }
}
