import DocumentModel
import Engine
import Foundation
import TestSupport
import Testing
import Wire

extension EngineTests {
  /// Signs whose meaning nothing in the file says are counted; pages whose fonts rule them out are not read for that.
  @Suite struct UnknownSignsTests {
    /// A font whose first two signs have a name and a code that say nothing.
    private func unclear(in document: inout PagedPDF) -> String {
      let map = document.writer.add(
        stream: """
          /CIDInit /ProcSet findresource begin 12 dict begin begincmap
          1 begincodespacerange <00> <FF> endcodespacerange
          3 beginbfchar <41> <E000> <42> <E001> <43> <0043> endbfchar
          endcmap end end
          """)
      return
        "<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Signs/FirstChar 65/LastChar 67/Widths[500 500 500]/Encoding<</Differences[65/blob/glob/C]>>/ToUnicode \(map) 0 R>>"
    }

    @Test func unknownGlyphsAreCountedPerPage() throws {
      var document = PagedPDF()
      document.writer.set(document.font, unclear(in: &document))
      document.addPage("C A C B")
      document.addPage("CCC")
      #expect(try counts(in: document) == [2, 0])
      #expect(try mayShow(document) == [true, true])
    }

    @Test func fontsWithKnownNamesHaveNoUnknownGlyphs() throws {
      var document = PagedPDF()
      document.writer.set(
        document.font,
        "<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+CMR10/FirstChar 11/LastChar 67/Widths[500]/Encoding<</Differences[0/.notdef 11/ff 65/A/B/C]>>>>"
      )
      document.addPage("ABC")
      #expect(try counts(in: document) == [0])
      #expect(try mayShow(document) == [false])
    }

    /// A page's form has fonts of its own.
    @Test func formXObjectsAreSearched() throws {
      var document = PagedPDF()
      let page = document.addPage()
      let font = document.writer.add(unclear(in: &document))
      let form = document.writer.add(
        stream: "BT /G 12 Tf 72 600 Td (A) Tj ET",
        "/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</Font<</G \(font) 0 R>>>>")
      let content = document.writer.add(stream: "/X Do")
      document.writer.set(
        page,
        "<</Type/Page/Parent 1 0 R/MediaBox[0 0 612 792]/Contents \(content) 0 R/Resources<</Font<</F \(document.font) 0 R>>/XObject<</X \(form) 0 R>>>>>>"
      )
      #expect(try counts(in: document) == [1])
      #expect(try mayShow(document) == [true])
    }

    /// Not all codes of a composite font are in a list.
    @Test func compositeFontsMayHaveUnknownGlyphs() throws {
      var document = PagedPDF()
      let descendant = document.writer.add(
        "<</Type/Font/Subtype/CIDFontType2/BaseFont/Signs/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500>>"
      )
      document.writer.set(
        document.font,
        "<</Type/Font/Subtype/Type0/BaseFont/Signs/Encoding/Identity-H/DescendantFonts[\(descendant) 0 R]>>"
      )
      document.addPage("\0\u{1}\0 \0\u{2}")
      #expect(try mayShow(document) == [true])
    }

    private func counts(in document: PagedPDF) throws -> [Int?] {
      let bench = try EngineBench(document)
      guard case .unknownSigns(let counts) = try bench.ask(.unknownSigns(0..<9)) else { return [] }
      return counts
    }

    private func mayShow(_ document: PagedPDF) throws -> [Bool] {
      let file = try PopplerDocumentFile(
        descriptor: EngineBench.memoryFile(document.file()), password: [])
      return (0..<file.summary.pageCount).map { file.mayShowUnknownSigns(page: $0) }
    }
  }
}
