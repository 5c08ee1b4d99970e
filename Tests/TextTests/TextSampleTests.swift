import DocumentModel
import Testing

@testable import Text

struct TextSampleTests {
  private func page(_ seed: Int, words: Int = 300, width: Double = 595) -> PageText {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    let text = (0..<words).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return String(state >> 40, radix: 36)
    }.joined(separator: " ")
    var page = PageText()
    page.size = PageSize(width: width, height: 842)
    for scalar in text.unicodeScalars {
      page.scalars.append(scalar.value)
      page.boxes.append(Box(x0: 0, y0: 0, x1: 5, y1: 10))
    }
    page.runs = [StyleRun(start: 0, style: 0)]
    page.styles = [TextStyle()]
    return page
  }

  @Test func aVersionMayHavePagesBeforeAndAmongThem() {
    let old = TextSample((1...9).map { page($0) }, pageCount: 9)
    let grown = [page(50), page(51), page(1), page(52), page(3)]
    #expect(old.isOlderVersion(of: grown, pageCount: 14))
    #expect(!old.isOlderVersion(of: (60...68).map { page($0) }, pageCount: 9))
    // A part that begins later is a document of its own.
    #expect(!old.isOlderVersion(of: (5...9).map { page($0) }, pageCount: 5))
  }

  @Test func documentsWithoutWordsAreComparedByTheirPages() {
    let scan = TextSample([page(1, words: 0), page(1, words: 0)], pageCount: 2)
    let recognized = [page(1), page(2)]
    #expect(scan.isOlderVersion(of: recognized, pageCount: 2))
    #expect(scan.isOlderVersion(of: recognized + [page(3)], pageCount: 3), "pages were appended")
    #expect(!scan.isOlderVersion(of: [page(1)], pageCount: 1))
    #expect(!scan.isOlderVersion(of: [page(1, width: 600), page(2)], pageCount: 2))
  }
}
