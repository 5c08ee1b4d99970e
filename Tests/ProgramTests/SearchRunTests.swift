import DocumentModel
import Interface
import Messages
import Testing
import Text

@testable import Services

/// The hits of a search are the document's, wherever it begins and however the pages come.
@Suite struct SearchRunTests {
  /// A page of prose whose last line goes on with the next page's first.
  private func page(_ number: Int, of count: Int, under head: String? = nil) -> PageText {
    var text = PageText(styles: [TextStyle()])
    text.runs = [StyleRun(start: 0, style: 0)]
    if let scalars = head?.unicodeScalars.map(\.value) {
      text.scalars += scalars + [0x0A]
      text.boxes += scalars.indices.map {
        Box(x0: 50 + Float($0) * 6, y0: 40, x1: 56 + Float($0) * 6, y1: 51)
      }
      text.boxes.append(.zero)
    }
    for line in 0..<30 {
      // No line is like another: none of them looks like a running head.
      var words =
        Self.prose(number * 31 + line * 7) + " needle " + Self.prose(number * 17 + line * 13 + 5)
      if line == 29, number < count - 1 {
        words = Self.prose(number * 3 + 1) + " " + Self.prose(number * 9 + 4) + " as nee-"
      }
      if line == 0, number > 0 {
        words = "dle " + Self.prose(number * 5 + 2) + " " + Self.prose(number * 7 + 3) + " or"
      }
      let scalars = words.unicodeScalars.map(\.value)
      text.scalars += scalars + [0x0A]
      let y = 80 + Float(line) * 14
      text.boxes += scalars.indices.map {
        Box(x0: 50 + Float($0) * 6, y0: y, x1: 56 + Float($0) * 6, y1: y + 11)
      }
      text.boxes.append(.zero)
    }
    return text
  }

  /// Five words made of a number.
  private static func prose(_ seed: Int) -> String {
    (0..<5).map { word in
      let letters = (0..<5).map { letter in
        Character(
          Unicode.Scalar(UInt8(0x61 + (seed * (word + 3) + letter * (seed % 7 + 3) + word) % 26)))
      }
      return String(letters)
    }.joined(separator: " ")
  }

  private func hits(
    pages: Int, from start: Int, searchFrom: Int, slow: Bool, under head: String? = nil
  ) -> [SearchHit] {
    var text = SearchText(pageCount: pages, from: start)
    var run = SearchRun(
      number: 1, matcher: LiteralMatcher(SearchQuery("needle")), from: searchFrom, in: text)
    var found: [SearchHit] = []
    var steps = 0
    while !text.isWhole {
      text.take(.text(page(text.page(ofTurn: text.taken), of: pages, under: head)))
      steps += 1
      #expect(steps <= pages + 1)
      if slow { _ = run.look(in: text) { true } }
    }
    #expect(run.look(in: text) { true })
    found = run.progress(in: text).hits
    return found.sorted {
      ($0.spans[0].page, $0.spans[0].start) < ($1.spans[0].page, $1.spans[0].start)
    }
  }

  @Test(arguments: [1, 2, 5, 20]) func everyStartPageFindsTheSameHits(_ pages: Int) {
    let wanted = hits(pages: pages, from: 0, searchFrom: 0, slow: false).map(\.spans)
    #expect(wanted.count >= pages * 20)
    let beginnings = Set(0..<pages).intersection([0, 1, 2, 3, 4, 19]).sorted()
    for start in beginnings {
      for search in beginnings {
        for slow in [false, true] {
          let found = hits(pages: pages, from: start, searchFrom: search, slow: slow).map(\.spans)
          let isSame = found == wanted
          #expect(
            isSame, "read from \(start), searched from \(search): \(found.count) of \(wanted.count)"
          )
        }
      }
    }
  }

  @Test func aWordAcrossPagesIsOneHit() {
    let hits = hits(pages: 20, from: 2, searchFrom: 2, slow: true)
    #expect(hits.filter { $0.spans.count > 1 }.map(\.page) == Array(0..<19))
  }

  /// A head read first and alone would not be recognised, and its words would be an extra hit.
  @Test(arguments: [5, 20]) func runningHeadsAreNoHitsFromAnyStart(_ pages: Int) {
    let head = "A needle in the head"
    for start in Set([0, 1, 3, 17, pages - 2, pages - 1]) where start < pages {
      let found = hits(pages: pages, from: start, searchFrom: start, slow: true, under: head)
      let bare = hits(pages: pages, from: start, searchFrom: start, slow: true)
      #expect(found.count == bare.count, "\(pages) pages, from \(start)")
    }
  }

  @Test func theNearestHitIsFoundFirst() {
    var text = SearchText(pageCount: 5, from: 0)
    while !text.isWhole { text.take(.text(page(text.taken, of: 5))) }
    var run = SearchRun(
      number: 1, matcher: LiteralMatcher(SearchQuery("needle")), from: 3, in: text)
    // One passage or two: the one reaching into the page, and the one that begins on it.
    for _ in 0..<2 { _ = run.look(in: text) { false } }
    #expect(run.progress(in: text).hits.contains { $0.page == 3 })
  }

  @Test func pagesThatCannotBeReadAreCounted() {
    var text = SearchText(pageCount: 4, from: 2)
    #expect(text.first == 0)
    text.take(nil)
    text.take(.text(page(1, of: 4)))
    text.giveUp()
    #expect(text.isWhole)
    #expect(text.unread == 3)
    #expect(text.textless == 0)
  }

  @Test func aStartBeyondTheEndIsTheEnd() {
    let text = SearchText(pageCount: 3, from: 60)
    #expect(text.first == 0)
    #expect(SearchText(pageCount: 100, from: 300).first == 99 - PageFeed.neighbours)
    var run = SearchRun(
      number: 1, matcher: LiteralMatcher(SearchQuery("needle")), from: 60, in: text)
    #expect(run.look(in: text) { true })
  }
}
