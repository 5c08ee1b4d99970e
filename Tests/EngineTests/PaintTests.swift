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
  }
}
