import DocumentModel
import TestSupport
import Text
import Testing

@testable import Engine

extension EngineTests {
  /// Fonts whose glyphs are drawn by the document itself.
  @Suite struct BitmapFontTests {
    /// A font with glyphs of these widths.
    private func font(_ widths: String, matrix: String) -> String {
      "<</Type/Font/Subtype/Type3/FontBBox[0 0 0 0]/FontMatrix[\(matrix)]/FirstChar 65/LastChar 67/Widths[\(widths)]/CharProcs<<>>/Encoding<</Differences[65/a65/a66/a67]>>>>"
    }

    @Test(arguments: [
      ("60 70 76", "0.011 0 0 0.011 0 0", Float(12)),
      ("600 700 760", "0.001 0 0 0.001 0 0", 12),
      // Of fonts with units of their own, only the widths say how large they are.
      ("60 70 76", "0.1 0 0 0.1 0 0", 144),
    ])
    func bitmapFontSizesAreScaled(_ widths: String, _ matrix: String, _ size: Float) throws {
      var document = PagedPDF()
      document.writer.set(document.font, font(widths, matrix: matrix))
      document.addPage("ABC")
      let file = try PopplerDocumentFile(
        descriptor: EngineBench.memoryFile(document.file()), password: [])
      let glyphs = try #require(file.glyphs.page(0)).glyphs
      #expect(glyphs.count == 3)
      #expect(glyphs.allSatisfy { abs($0.size - size) < 0.01 })
    }
  }
}
