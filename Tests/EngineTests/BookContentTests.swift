import DocumentModel
import Engine
import TestSupport
import Testing
import Wire

extension EngineTests {
  /// Contents of books' files that go beyond paragraphs and image files.
  @Suite struct BookContentTests {
    private static func open(_ book: BookSource) throws -> EngineBench {
      try EngineBench(book.data, name: "a.epub")
    }

    @Test func drawingsMayBeWithinAddresses() throws {
      _ = areRareFormatsLoaded
      let address = """
        data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 90 60'%3E\
        %3Crect fill='%23ff0000' width='90' height='60'/%3E%3C/svg%3E
        """
      let bench = try Self.open(BookSource(["<p>a</p><img src=\"\(address)\" alt=\"b\"/>"]))
      #expect(try bench.blocks() == ["paragraph a", "figure b"])
      let region = try #require(try bench.text().regions.first)
      let part = PixelRect(x: 0, y: Int(region.box.y0), width: 90, height: 60)
      let drawn = try bench.draw(PageDrawing(page: 0, width: 480, height: 100_000, part: part))
      #expect(drawn[5, 5] == 0xFF0000)
    }

    @Test func lastLinesHaveAnAlignmentOfTheirOwn() throws {
      let body = """
        <p>a</p><p style="-epub-text-align-last: right">b</p>\
        <p style="text-align: end; text-align-last: center">c</p>\
        <p dir="rtl" style="text-align-last: end">d</p>
        """
      let blocks = try #require(try Self.open(BookSource([body])).text().blocks)
      #expect(
        blocks.map(\.alignments) == [[], [.left, .right], [.right, .center], [.left, .left]])
    }

    @Test func namesThatXMLDoesNotAllowAreSaid() throws {
      let bench = try Self.open(BookSource(["<p::p>a</p::p>"]))
      #expect(try bench.words() == "a\n(OPS/c1.xhtml has names that XML does not allow)")
    }
  }
}
