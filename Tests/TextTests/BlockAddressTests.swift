import DocumentModel
import Testing

@testable import Text

@Suite struct BlockAddressTests {
  @Test(arguments: [
    "page=3&char=1024", "part=12&char=0", "page=1", "part=2", "page=4&viewrect=72,100,300,40",
  ]) func addressesRoundTrip(_ text: String) throws {
    #expect(try #require(BlockAddress(text)).written == "#" + text)
  }

  @Test(arguments: [
    "", "page=", "page=0", "page=iv", "page=3&char=-1", "page=3&char=", "page=3&zoom=2", "char=3",
    "page=3&char=99999999999", "page=3&viewrect=1,2,3", "page=3&char=1&char=2", "page=1e3",
    "page=3&viewrect=1,2,3,99999",
  ]) func otherTextIsNotAnAddress(_ text: String) {
    #expect(BlockAddress(text) == nil)
  }

  @Test func theNearestBlockIsTheLastOneBefore() throws {
    // Blocks of a page are not in the order of their characters.
    let blocks = try ["page=1&char=9", "page=2&char=144", "page=2&char=0", "page=2&char=52"].map {
      try #require(BlockAddress($0))
    }
    func nearest(_ text: String) throws -> Int {
      try #require(BlockAddress(text)).nearest(among: blocks)
    }
    #expect(try nearest("page=2&char=52") == 3)
    #expect(try nearest("page=2&char=60") == 3)
    #expect(try nearest("page=2&char=30") == 2)
    #expect(try nearest("page=2&char=500") == 1)
    #expect(try nearest("page=2") == 1)
    #expect(try nearest("page=3&char=1") == 0)
  }

  @Test func aParagraphsAddressIsItsFirstCharacter() {
    var paragraph = Flow.Paragraph(
      kind: .paragraph, scalars: [0x2022, 0x61], origins: [], hyphens: [], spans: [], page: 4,
      box: Box(x0: 10, y0: 20, x1: 40, y1: 30), region: nil)
    #expect(
      BlockAddress(paragraph, hasPages: true).written == "#page=5&viewrect=10,20,30,10")
    paragraph.origins = [Flow.Origin(page: 4, index: -1), Flow.Origin(page: 4, index: 7)]
    #expect(BlockAddress(paragraph, hasPages: false).written == "#part=5&char=7")
  }
}
