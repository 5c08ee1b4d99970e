import DocumentModel
import Text

/// Finds composite fonts whose narrow and wide letters are equally wide, whatever their names are.
///
/// Printer drivers name them by numbers. The widths of a simple font are compared when it is read (`CGlyphFont.isFixed`); those of a
/// composite one only on the page, since it has no list of letters.
struct FixedPitch {
  private var width: Float = 0
  private var letters = 0
  private var hasNarrow = false
  private var hasWide = false
  private var isMixed = false

  private var isFixed: Bool { hasNarrow && hasWide && letters >= Self.leastLetters && !isMixed }

  /// Marks those of a page's fonts that are composite and have a fixed pitch as monospace.
  static func mark(_ page: inout PageGlyphs, among isComposite: [Bool]) {
    let candidates = zip(page.fonts, isComposite).map { !$0.isMonospace && $1 }
    guard candidates.contains(true) else { return }
    var found = [FixedPitch](repeating: FixedPitch(), count: candidates.count)
    for glyph in page.glyphs where candidates[Int(glyph.font)] {
      found[Int(glyph.font)].add(glyph)
    }
    for font in found.indices where found[font].isFixed { page.fonts[font].isMonospace = true }
  }

  private mutating func add(_ glyph: Glyph) {
    // Fonts for Chinese, Japanese and Korean have Latin letters of one width in running text.
    if Script.isIdeographic(glyph.scalar) {
      isMixed = true
    } else if Script.isLetter(glyph.scalar), glyph.size > 0, !isMixed {
      let own = (abs(glyph.dx) + abs(glyph.dy)) / glyph.size
      if width == 0 { width = own }
      if abs(own - width) > Self.tolerance * width { isMixed = true }
      letters += 1
      hasNarrow = hasNarrow || Self.narrow.contains(glyph.scalar)
      hasWide = hasWide || Self.wide.contains(glyph.scalar)
    }
  }

  /// The letters of some words.
  private static let leastLetters = 20
  /// The share by which widths may differ, since they are rounded.
  private static let tolerance: Float = 0.01
  private static let narrow = "ijlI".unicodeScalars.map(\.value)
  private static let wide = "mwMW".unicodeScalars.map(\.value)
}
