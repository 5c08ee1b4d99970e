import DocumentModel
import TestSupport
import Text
import Testing

@testable import Engine

extension EngineTests {
  /// Fonts with codes of two bytes, as Microsoft's programs and printer drivers write them.
  @Suite struct CompositeFontTests {
    /// A page with three glyphs some times over, which the font's ToUnicode map gives these codes.
    private func page(
      _ name: String, _ widths: String, _ codes: [String], times: Int = 1
    ) throws -> PageGlyphs {
      var document = PagedPDF()
      let map = document.writer.add(
        stream: """
          /CIDInit /ProcSet findresource begin 12 dict begin begincmap
          1 begincodespacerange <0000> <FFFF> endcodespacerange
          3 beginbfchar <0001> <\(codes[0])> <0002> <\(codes[1])> <0003> <\(codes[2])> endbfchar
          endcmap end end
          """)
      let descendant = document.writer.add(
        "<</Type/Font/Subtype/CIDFontType2/BaseFont/\(name)/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/W[1[\(widths)]]>>"
      )
      document.writer.set(
        document.font,
        "<</Type/Font/Subtype/Type0/BaseFont/\(name)/Encoding/Identity-H/DescendantFonts[\(descendant) 0 R]/ToUnicode \(map) 0 R>>"
      )
      document.addPage(String(repeating: "\0\u{1}\0\u{2}\0\u{3}", count: times))
      let file = try PopplerDocumentFile(
        descriptor: EngineBench.memoryFile(document.file()), password: [])
      return try #require(file.glyphs.page(0))
    }

    @Test(arguments: [
      ("ABCDEF+Wingdings", "➢✓•"), ("Wingdings-Regular", "➢✓•"),
      ("Wingdings2", "\u{F0D8}\u{FC}•"), ("Calibri", "\u{F0D8}\u{FC}•"),
    ])
    func bulletsOfSymbolFonts(_ font: String, _ bullets: String) throws {
      let page = try page(font, "500 500 500", ["F0D8", "00FC", "2022"])
      #expect(page.glyphs.map(\.scalar) == bullets.unicodeScalars.map(\.value))
    }

    /// Printer drivers name composite fonts by numbers.
    @Test(arguments: [
      ("600 600 600", 8, true), ("600 600 600", 1, false), ("250 600 800", 8, false),
    ])
    func compositeFontsOfOnePitch(_ widths: String, _ times: Int, _ isMonospace: Bool) throws {
      let page = try page("CIDFont+F1", widths, ["0069", "006E", "006D"], times: times)
      #expect(page.glyphs.prefix(3).map(\.scalar) == [0x69, 0x6E, 0x6D])
      #expect(page.fonts.map(\.isMonospace) == [isMonospace])
    }
  }
}
