import DocumentModel
import Testing
import Text

/// The origin of the characters of pages that an image covers.
@Suite struct TextSourceTests {
  private static func source(
    _ count: Int, y: Float, size: Float = 8, traits: Glyph.Traits = [], covered: Float = 1
  ) -> TextSource {
    var page = PageGlyphs(size: PageSize(width: 600, height: 800))
    page.fonts = [GlyphFont(name: "Serif")]
    page.paints = [Paint(.image, Box(x0: 0, y0: 0, x1: 600, y1: 800 * covered))]
    page.glyphs = (0..<count).map {
      Glyph(0x61, x: 50 + Float($0), y: y, dx: 1, size: size, traits: traits)
    }
    return PageText(page, limit: 10_000).source
  }

  @Test func aFewSmallCharactersAtAnEdgeAreAStamp() {
    #expect(Self.source(80, y: 780) == .picture)
    #expect(Self.source(80, y: 20) == .picture)
    // Titles, pages of words and pages without images say what they are about.
    #expect(Self.source(80, y: 20, size: 30) == .document)
    #expect(Self.source(80, y: 400) == .document)
    #expect(Self.source(500, y: 780) == .document)
    #expect(Self.source(80, y: 780, covered: 0.5) == .document)
    #expect(Self.source(0, y: 0, covered: 0.5) == .picture)
  }

  @Test func invisibleCharactersOverAnImageAreALayer() {
    #expect(Self.source(80, y: 780, traits: .hidden) == .layer)
    #expect(Self.source(900, y: 400, traits: .hidden) == .layer)
    #expect(Self.source(900, y: 400, traits: .hidden, covered: 0.3) == .document)
  }

  @Test func printedTextReplacesRecognisedTextAtItsPlace() {
    func text(_ words: String, y: Float, font: String) -> PageText {
      let scalars = words.unicodeScalars.map(\.value)
      return PageText(
        scalars: scalars,
        boxes: scalars.indices.map {
          Box(x0: Float($0) * 6, y0: y, x1: Float($0) * 6 + 6, y1: y + 10)
        },
        runs: [StyleRun(start: 0, style: 0)], styles: [TextStyle(font: font, size: 10)])
    }
    var page = text("word\n", y: 100, font: "")
    let misread = text("Prlntcd hcrc", y: 700, font: "")
    page.scalars += misread.scalars
    page.boxes += misread.boxes
    page.source = .recognition
    page.add(printed: text("Printed here", y: 700, font: "Serif"))
    #expect(page.words(in: Box(x0: 0, y0: 0, x1: 600, y1: 800)) == "word Printed here")
    #expect(page.source == .recognition)
    #expect(page.placedWords.map(\.text) == ["word"])
  }
}
