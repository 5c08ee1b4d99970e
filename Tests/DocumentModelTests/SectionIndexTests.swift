import DocumentModel
import Testing

@Suite struct SectionIndexTests {
  private let index = SectionIndex([
    Destination(page: 0), Destination(page: 0, y: 100), nil, Destination(page: 5, y: 300),
    Destination(page: 2, y: 0),
  ])

  @Test(arguments: [
    (0, 50.0, 0), (0, 100.0, 1), (1, 0.0, 1), (2, 0.0, 4), (5, 299.0, 4), (5, 300.0, 3),
    (9, 0.0, 3),
  ]) func theLastBeginningBeforeCounts(_ page: Int, _ y: Double, _ entry: Int) {
    #expect(index.entry(page: page, y: y) == entry)
  }

  @Test func beforeTheFirstThereIsNone() {
    #expect(SectionIndex([Destination(page: 3)]).entry(page: 2, y: 0) == nil)
    #expect(SectionIndex().entry(page: 2, y: 0) == nil)
  }
}
