import Canvas
package import Text

extension TextLine {
  /// The line's characters, for snippets and tests.
  package var text: String {
    var view = String.UnicodeScalarView()
    var column: Int32 = 0
    for glyph in glyphs {
      while column < glyph.column, view.count < 2_000 {
        view.append(" ")
        column += 1
      }
      if let scalar = Unicode.Scalar(glyph.scalar) { view.append(scalar) }
      column = glyph.column + Int32(CellWidth.of(glyph.scalar))
    }
    return String(view)
  }
}
