import DocumentModel
import Testing
@testable import Text

@Suite struct PackingTests {
  private func paragraph(
    _ text: String, page: Int, from start: Int, hyphens: [LineHyphen] = [],
    kind: TextBlock.Kind = .paragraph
  ) -> Flow.Paragraph {
    let scalars = text.unicodeScalars.map(\.value)
    return Flow.Paragraph(
      kind: kind, scalars: scalars,
      origins: scalars.indices.map { Flow.Origin(page: Int32(page), index: Int32(start + $0)) },
      hyphens: hyphens, spans: [], page: page, box: Box(x0: 0, y0: 0, x1: 1, y1: 1))
  }

  private func unpacked(_ bytes: [UInt8], page: Int) -> FlatText? {
    var flat = FlatText()
    return bytes.withUnsafeBytes { flat.add(packed: $0, page: page) } ? flat : nil
  }

  @Test func unpackedHitsKeepTheirPlaces() throws {
    var flat = FlatText()
    flat.add(paragraph("A Heading", page: 7, from: 3, kind: .heading(level: 1)), pages: [:])
    let hyphens = [LineHyphen(index: 8, origin: 0, isKept: false, isOpen: true)]
    var split = paragraph("The big system – ünder", page: 7, from: 40, hyphens: hyphens)
    // The match continues after a removed hyphen, and then on the next page.
    for index in 8..<12 { split.origins[index].index += 2 }
    for index in 12..<split.origins.count {
      split.origins[index] = Flow.Origin(page: 8, index: Int32(index - 12))
    }
    flat.add(split, pages: [:])
    flat.add(note: "a remark on it", page: 7)
    let packed = flat.packed(0..<flat.count, page: 7)
    let read = try #require(unpacked(packed, page: 7))
    #expect(read.count == 3)
    #expect((0..<3).map { read.kind(of: $0) } == [.heading, .text, .note])
    for word in ["Heading", "system", "sys-tem", "ünder", "remark", "big  system"] {
      let matcher = LiteralMatcher(SearchQuery(word))
      for passage in 0..<3 {
        #expect(try read.hits(in: passage, matcher) == flat.hits(in: passage, matcher), "\(word)")
      }
    }
    let across = try read.hits(in: 1, LiteralMatcher(SearchQuery("system – ünd")))
    #expect(across.first?.spans.map(\.page) == [7, 8])
    let note = try read.hits(in: 2, LiteralMatcher(SearchQuery("remark")))
    #expect(note.first?.spans == [SearchHit.Span(page: 7, start: -1, end: -1)])
    #expect(packed.count < 120)
  }

  /// One without characters made the whole page unreadable.
  @Test func anEmptyParagraphKeepsThePageReadable() throws {
    var flat = FlatText()
    flat.add(paragraph("before it", page: 7, from: 0), pages: [:])
    flat.add(paragraph("", page: 7, from: 9), pages: [:])
    flat.add(paragraph("after it", page: 7, from: 9), pages: [:])
    let read = try #require(unpacked(flat.packed(0..<flat.count, page: 7), page: 7))
    #expect(read.text == "before it\nafter it")
  }

  @Test func lineNumbersArePacked() throws {
    var flat = FlatText()
    flat.add(paragraph("one\ntwo\nthree", page: 0, from: 0), pages: [:], line: 12)
    let read = try #require(unpacked(flat.packed(0..<1, page: 0), page: 0))
    #expect(try read.hits(in: 0, LiteralMatcher(SearchQuery("three"))).first?.line == 14)
    #expect(try read.hits(in: 0, LiteralMatcher(SearchQuery("one"))).first?.line == 12)
  }

  /// Packed text may have been written by anybody.
  @Test func malformedPackedTextIsHarmless() throws {
    var flat = FlatText()
    flat.add(paragraph("Some text of a page, ünd more", page: 1, from: 0), pages: [:])
    flat.add(paragraph("and another of it", page: 1, from: 50), pages: [:])
    let packed = flat.packed(0..<2, page: 1)
    let matcher = LiteralMatcher(SearchQuery("t"))
    for length in 0..<packed.count {
      #expect(unpacked(Array(packed[..<length]), page: 1) == nil || length == 0)
    }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      var broken = packed
      for _ in 0..<3 {
        broken[Int.random(in: 0..<packed.count, using: &random)] = .random(in: 0...255)
      }
      guard let read = unpacked(broken, page: 1) else { continue }
      for passage in 0..<read.count {
        for hit in try read.hits(in: passage, matcher) { #expect(!hit.spans.isEmpty) }
      }
      var grams = Grams()
      read.gather(&grams, of: 0..<read.count)
    }
    #expect(unpacked([0xFF, 0xFF, 0xFF, 0xFF, 0x0F], page: 0) == nil)
  }

  /// Terminal controls, and a byte that is a control where ASCII is promised.
  private static let harmful = [
    "\u{1b}[31m", "\u{7f}", "\u{85}", "\u{9b}", "\u{202e}", "\u{2066}", "\u{61c}", "\u{200f}",
    "\u{feff}",
  ]

  @Test(arguments: harmful) func hitsOfAnOldIndexContainNoControls(_ harmful: String) throws {
    var flat = FlatText()
    flat.add(paragraph("a\(harmful)b word\(harmful) c\(harmful)", page: 0, from: 0), pages: [:])
    flat.add(note: "\(harmful)a word\(harmful)", page: 0)
    for passage in 0..<2 {
      for hit in try flat.hits(in: passage, LiteralMatcher(SearchQuery("word"))) {
        for text in [hit.before, hit.text, hit.after] {
          #expect(CleanText.isClean(Array(text.utf8)), "\(text.debugDescription)")
        }
      }
    }
  }

  @Test(arguments: harmful) func indexedPagesFromWorkersAreChecked(_ harmful: String) throws {
    var flat = FlatText()
    flat.add(paragraph("a\(harmful)b wörd end", page: 4, from: 7), pages: [:])
    var page = IndexedPage(
      number: 4, label: "", passages: flat.packed(0..<1, page: 4), grams: [1, 2, 3])
    page = page.checked()
    let read = try #require(unpacked(page.passages, page: 4))
    #expect(CleanText.isClean(read.bytes))
    // A hit is where it was.
    let matcher = LiteralMatcher(SearchQuery("wörd"))
    #expect(try read.hits(in: 0, matcher).first?.spans == flat.hits(in: 0, matcher).first?.spans)
    #expect(page.grams != [1, 2, 3])
    #expect(page.checked() == page)
  }

  @Test func nonASCIIBytesInASCIITextAreRemoved() throws {
    var flat = FlatText()
    flat.add(lines: Array("plain word".utf8), page: 0)
    var packed = flat.packed(0..<1, page: 0)
    packed[packed.count - 5] = 0x9B
    let hit = try #require(unpacked(packed, page: 0)).hits(
      in: 0, LiteralMatcher(SearchQuery("word")))
    #expect(hit.allSatisfy { CleanText.isClean(Array($0.before.utf8)) })
    let page = IndexedPage(number: 0, label: "", passages: packed, grams: []).checked()
    #expect(page.passages != packed)
    #expect(CleanText.isClean(try #require(unpacked(page.passages, page: 0)).bytes))
  }
}
