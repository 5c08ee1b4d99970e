import DocumentModel
import Foundation
import TestSupport
import Text
import Testing

@testable import Engine

extension EngineTests {
  /// The shapes that a page paints.
  @Suite struct PaintTests {
    @Test func diagonalsAndArrowHeadsAreNotStraight() throws {
      var document = PagedPDF()
      document.addPainted(
        """
        10 10 m 110 10 l S 10 20 m 10 120 l S 20 20 50 30 re S
        100 20 m 200 90 l S
        100 100 m 108 103 l 100 106 l h f
        10 200 m 190 200 l 188 202 l 12 202 l h f
        10 220 m 190 220.5 l S
        q 60 0 0 0.5 10 240 cm BI /IM true /W 1 /H 1 /BPC 1 /D [0 1] ID @ EI Q
        """)
      let file = try PopplerDocumentFile(
        descriptor: EngineBench.memoryFile(document.file()), password: [])
      let paints = try #require(file.glyphs.page(0)).paints
      #expect(paints.map(\.isStraight) == [true, true, true, false, false, true, true, true])
      // A mask of one pixel is a rule.
      #expect(paints.last?.kind == .fill)
    }

    /// An underscore drawn as a line is found by what was painted before it.
    @Test func ligaturesDoNotMovePaints() throws {
      var document = PagedPDF()
      let map = document.writer.add(
        stream: """
          /CIDInit /ProcSet findresource begin 12 dict begin begincmap
          1 begincodespacerange <00> <FF> endcodespacerange
          3 beginbfchar <41> <00660069> <42> <006E> <43> <006600660069> endbfchar
          endcmap end end
          """)
      document.writer.set(
        document.font,
        "<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/ToUnicode \(map) 0 R>>")
      document.addPainted(
        "BT /F1 10 Tf 20 100 Td (ABC) Tj ET 40 100 m 43 100 l S",
        resources: "/Font<</F1 \(document.font) 0 R>>")
      let file = try PopplerDocumentFile(
        descriptor: EngineBench.memoryFile(document.file()), password: [])
      let page = try #require(file.glyphs.page(0))
      #expect(page.glyphs.count == 6)
      #expect(page.paints.map(\.glyphs) == [6])
    }
  }
}
