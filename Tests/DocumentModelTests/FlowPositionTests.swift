import DocumentModel
import Testing

@Suite struct FlowPositionTests {
  private static func summary(_ lengths: [Int]) -> DocumentSummary {
    var flow = FlowingText(kind: .formatted)
    flow.portionEnds = lengths.indices.map { lengths[...$0].reduce(0, +) }
    return DocumentSummary(pageCount: lengths.count, flow: flow)
  }

  @Test func portionsCountByTheirLength() {
    let book = Self.summary([10, 10, 70, 0, 10])
    #expect((0..<5).map { book.percent(portion: $0) } == ["0 %", "10 %", "20 %", "90 %", "90 %"])
    #expect(book.share(before: 2, 0.5) == 0.55)
    let place = book.place(atShare: 0.55)
    #expect(place.page == 2 && abs(place.part - 0.5) < 0.001)
    #expect(book.place(atShare: 0).page == 0)
    #expect(book.place(atShare: 0.95).page == 4)
    #expect(book.place(atShare: 1) == (4, 1))
  }

  @Test func pagesCountAlike() {
    let book = DocumentSummary(pageCount: 4)
    #expect(book.share(before: 1) == 0.25)
    #expect(book.place(atShare: 0.625) == (2, 0.5))
    // Two pages beside each other are scrolled at once.
    #expect(book.share(before: 0, 2) == 0.5)
    #expect(book.place(atShare: 1) == (3, 1))
  }

  @Test func placesAreNamedByPrintedPagesOrShares() {
    var text = PageText(blocks: [])
    text.scalars = [0x61, 0x62, 0x0A, 0x63]
    text.boxes = [
      Box(x0: 0, y0: 0, x1: 6, y1: 12), Box(x0: 6, y0: 0, x1: 12, y1: 12),
      Box(x0: 12, y0: 0, x1: 12, y1: 12), Box(x0: 0, y0: 24, x1: 6, y1: 36),
    ]
    let book = Self.summary([10, 10])
    func words(_ x: Double, _ y: Double, _ label: String = "") -> String {
      book.placeWords(page: 1, PageLabels(label), x: x, y: y, in: text)
    }
    #expect(words(0, 0) == "50 %")
    #expect(words(7, 3) == "62 %")
    #expect(words(0, 15) == "87 %")
    #expect(words(0, 99) == "100 %")
    #expect(words(0, 0, "xi") == "p. xi")
    #expect(
      DocumentSummary(pageCount: 2).placeWords(page: 1, PageLabels(), x: 0, y: 9, in: nil) == "p. 2"
    )
  }
}
