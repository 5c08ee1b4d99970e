import DocumentModel

@testable import Text

/// A page of glyphs painted one after the other, half as wide as they are high.
struct PaintedPage {
  var glyphs = PageGlyphs(
    size: PageSize(width: 600, height: 800),
    fonts: [
      GlyphFont(name: "Serif", ascent: 0.75, descent: -0.25),
      GlyphFont(name: "CMMI10", isMath: true, ascent: 0.75, descent: -0.25),
    ])

  /// Paints text from left to right; blanks move on without a glyph. Returns the position after it.
  @discardableResult
  mutating func paint(
    _ text: String, x: Float, y: Float, size: Float = 10, font: UInt16 = 0, depth: Float = 0
  ) -> Float {
    var x = x
    for scalar in text.unicodeScalars {
      if scalar != " " {
        var glyph = Glyph(scalar.value, x: x, y: y, dx: size / 2, size: size, font: font)
        glyph.depth = depth
        glyphs.glyphs.append(glyph)
      }
      x += size / 2
    }
    return x
  }

  /// Paints text that runs up for a negative slope, else down.
  mutating func paintSlanted(_ text: String, x: Float, y: Float, size: Float, slope: Float) {
    let step = 0.35 * size
    for (at, scalar) in text.unicodeScalars.enumerated() {
      glyphs.glyphs.append(
        Glyph(
          scalar.value, x: x + Float(at) * step, y: y + Float(at) * step * slope, dx: step,
          dy: step * slope, size: size, direction: at % 2 == 0 ? .across : slope < 0 ? .up : .down))
    }
  }

  /// Paints a thin line along a row.
  mutating func upright(_ x: Float, _ y0: Float, _ y1: Float) {
    glyphs.paints.append(
      Paint(.stroke, Box(x0: x - 0.25, y0: y0, x1: x + 0.25, y1: y1), after: glyphs.glyphs.count))
  }

  mutating func rule(_ x0: Float, _ x1: Float, y: Float) {
    glyphs.paints.append(
      Paint(.fill, Box(x0: x0, y0: y - 0.2, x1: x1, y1: y + 0.2), after: glyphs.glyphs.count))
  }

  var text: PageText { PageText(glyphs, limit: 10_000) }

  /// The page's characters, rows ended by line feeds.
  var string: String {
    String(String.UnicodeScalarView(text.scalars.compactMap(Unicode.Scalar.init)))
  }

  var blocks: [TextBlock] {
    PageComposer.compose(text, size: glyphs.size, evidence: nil)
  }
}
