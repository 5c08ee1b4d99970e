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

  private func first(_ texts: [PageText], _ pageCount: Int, _ images: [UInt64] = []) -> FirstPages {
    var first = FirstPages(pageCount: pageCount)
    (first.texts, first.images) = (texts, images.map { [$0] })
    return first
  }

  @Test func aVersionMayHaveInsertedPages() {
    let old = TextSample(first((1...9).map { page($0) }, 9))
    let grown = [page(50), page(51), page(1), page(52), page(3)]
    #expect(old.isOlderVersion(of: first(grown, 14)))
    #expect(!old.isOlderVersion(of: first((60...68).map { page($0) }, 9)))
    // A part that begins later is a document of its own.
    #expect(!old.isOlderVersion(of: first((5...9).map { page($0) }, 5)))
  }

  @Test func documentsWithoutTextAndImagesComparePages() {
    let scan = TextSample(first([page(1, words: 0), page(1, words: 0)], 2))
    let recognized = [page(1), page(2)]
    #expect(scan.isOlderVersion(of: first(recognized, 2)))
    #expect(scan.isOlderVersion(of: first(recognized + [page(3)], 3)), "pages were appended")
    #expect(!scan.isOlderVersion(of: first([page(1)], 1)))
    #expect(!scan.isOlderVersion(of: first([page(1, width: 600), page(2)], 2)))
  }

  @Test func documentsWithoutTextCompareImages() {
    let pages = (0..<4).map { _ in page(1, words: 0) }
    let scan = TextSample(first(pages, 4, [11, 12, 13, 14]))
    #expect(!scan.isOlderVersion(of: first(pages, 4, [21, 22, 23, 24])), "another scan of A4")
    #expect(scan.isOlderVersion(of: first(pages, 5, [10, 11, 12, 13, 14])), "a cover was added")
    #expect(!scan.isOlderVersion(of: first(pages, 4, [11, 22, 23, 24])), "they share a logo")
    let old = TextSample(first(pages + pages, 8, [1, 2, 3, 4, 5, 6, 7, 8]))
    #expect(old.isOlderVersion(of: first(pages + pages, 10, [21, 22, 1, 2, 3, 4, 5, 6])))
    let recognized = (0..<4).map { page($0) }
    #expect(scan.isOlderVersion(of: first(recognized, 4, [11, 12, 13, 14])))
  }
}
