import DocumentModel
import Foundation
import TestSupport
import Testing
import Wire

extension EngineTests {
  @Suite struct PageTests {
    @Test func pageLabelsAreRead() throws {
      var document = PagedPDF()
      for _ in 0..<8 { document.addPage() }
      document.catalogue =
        "/PageLabels<</Nums[0<</S/r>>2<</S/D>>4<</P(A-)/S/D/St 7>>6<</S/A>>7<</P<FEFF001B005B0031006D>>>]>>"
      // The numbers 1 and 2 of pages 3 and 4 are not their places.
      let labels = try EngineBench(document).pages().map(\.label)
      #expect(
        labels == [
          "i", "ii", "1", "2", "A-7", "A-8", "A", "[1m",
        ])
    }

    /// Some names mean another sign in a font of symbols.
    @Test(arguments: [("ABCDEF+MSAM10", "✓"), ("ABCDEF+CMR10", "ˇ")])
    func glyphNamesDependOnTheFont(_ font: String, _ sign: String) throws {
      var document = PagedPDF()
      document.writer.set(
        document.font,
        "<</Type/Font/Subtype/Type1/BaseFont/\(font)/Encoding<</Differences[88/check]>>>>")
      document.addPage("X")
      #expect(try EngineBench(document).text().string == sign)
    }

    /// One word near the upper left corner of the sheet, seen from four sides.
    @Test(arguments: [
      (0, Box(x0: 72, y0: 80, x1: 100, y1: 96)), (90, Box(x0: 696, y0: 72, x1: 712, y1: 100)),
      (180, Box(x0: 512, y0: 696, x1: 540, y1: 712)), (270, Box(x0: 80, y0: 512, x1: 96, y1: 540)),
    ]) func boxesRotateWithThePage(_ degrees: Int, _ expected: Box) throws {
      var document = PagedPDF()
      document.addPage("Word", entries: "/Rotate \(degrees)")
      let bench = try EngineBench(document)
      let size = try #require(try bench.pages().first?.size)
      #expect(
        size
          == (degrees % 180 == 0
            ? PageSize(width: 612, height: 792) : PageSize(width: 792, height: 612)))
      #expect(try bench.ask(.rotation(page: 0)) == .rotation(degrees))
      let text = try bench.text()
      #expect(text.string == "Word")
      let bounds = text.bounds
      for (got, wanted) in zip(
        [bounds.x0, bounds.y0, bounds.x1, bounds.y1],
        [expected.x0, expected.y0, expected.x1, expected.y1])
      {
        #expect(abs(got - wanted) < 6, "\(bounds)")
      }
    }

    /// The crop box is the page: sizes, glyphs, links and places are relative to its corner.
    @Test func theCropBoxDefinesThePage() throws {
      var document = PagedPDF()
      let page = document.addPage(
        "Word", at: (172, 600), box: "/MediaBox[0 0 612 792]/CropBox[100 100 500 700]",
        entries: "/Annots[<</Type/Annot/Subtype/Link/Rect[172 598 200 612]"
          + "/A<</S/URI/URI(https://example.org)>>>>]")
      document.catalogue = "/Names<</Dests<</Names[(here)[\(page) 0 R/XYZ 172 612 0]]>>>>"
      let bench = try EngineBench(document)
      #expect(try bench.pages().first?.size == PageSize(width: 400, height: 600))
      let bounds = try bench.text().bounds
      #expect(abs(bounds.x0 - 72) < 2 && abs(bounds.y1 - 100) < 6, "\(bounds)")
      #expect(try bench.links().first?.box == Box(x0: 72, y0: 88, x1: 100, y1: 102))
      let place = try bench.ask(.destination(name: "here"))
      #expect(
        place == .destination(Destination(page: 0, x: 72, y: 88)))
    }

    @Test(arguments: [
      (0, Destination(page: 0, x: 72, y: 180)), (90, Destination(page: 0, x: 612, y: 72)),
      (180, Destination(page: 0, x: 540, y: 612)), (270, Destination(page: 0, x: 180, y: 540)),
    ]) func destinationsRotateWithTheirPage(_ degrees: Int, _ place: Destination) throws {
      var document = PagedPDF()
      let page = document.addPage(entries: "/Rotate \(degrees)")
      document.catalogue = "/Names<</Dests<</Names[(here)[\(page) 0 R/XYZ 72 612 0]]>>>>"
      #expect(try EngineBench(document).ask(.destination(name: "here")) == .destination(place))
    }

    @Test(arguments: [
      "/MediaBox[0 0 0 0]", "/MediaBox[0 0 14400 14400]", "/MediaBox[0 0 1e30 1e30]",
      "/MediaBox[10 10 -10 -10]", "/MediaBox[0 0 612]", "/MediaBox[(a)(b)(c)(d)]", "",
      "/MediaBox[-1e9 -1e9 1e9 1e9]", "/MediaBox[0 0 0.001 792]",
    ]) func pagesOfAnySizeAreHandled(_ box: String) throws {
      var document = PagedPDF()
      document.addPage(box: box)
      document.addPage("Next")
      let bench = try EngineBench(document)
      let pages = try bench.pages()
      #expect(pages.count == 2)
      for page in pages { #expect((0...Limit.pageSide).contains(page.size.height)) }
      _ = try bench.text(page: 0)
      #expect(try bench.text(page: 1).string == "Next")
    }

    @Test func picturesAreBounded() throws {
      var document = PagedPDF()
      document.addPage()
      let bench = try EngineBench(document)
      let side = Limit.pictureSide
      for (width, height) in [(0, 1), (1, 0), (side, side), (1 << 31, 1)] {
        #expect(throws: EngineFailure.pictureSize) {
          _ = try bench.ask(.draw(PageDrawing(page: 0, width: width, height: height)))
        }
      }
    }

    @Test func pagesOutsideTheDocumentAreRefused() throws {
      var document = PagedPDF()
      document.addPage()
      let bench = try EngineBench(document)
      for page in [1, Int(Int32.max), Int(UInt32.max)] {
        #expect(throws: EngineFailure.pageOutOfRange) { _ = try bench.ask(.text(page: page)) }
        #expect(throws: EngineFailure.pageOutOfRange) { _ = try bench.ask(.links(page: page)) }
      }
      #expect(try bench.ask(.pages(5..<Int(UInt32.max))) == .pages([]))
      guard case .fonts(let fonts) = try bench.ask(.fonts(0..<Int(UInt32.max))) else {
        throw EngineFailure.notFound
      }
      #expect(fonts.map(\.name) == ["Helvetica"])
    }

    @Test func eachCharacterHasABox() throws {
      var document = PagedPDF()
      document.addPage("Two words")
      let text = try EngineBench(document).text()
      #expect(text.scalars.count == text.boxes.count)
      #expect(text.runs.first?.start == 0)
      #expect(text.styles.first?.font == "Helvetica")
      #expect(text.styles.first?.size == 12)
    }
  }
}
