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
  ]) func theLastHeadingBeforeAPlaceIsItsSection(_ page: Int, _ y: Double, _ entry: Int) {
    #expect(index.entry(page: page, y: y) == entry)
  }

  /// Entry 1 begins in the left column below entry 2, which begins in the right one.
  @Test func columnsAreOrderedLeftToRight() {
    let index = SectionIndex([
      Destination(page: 0, y: 20), Destination(page: 1, x: 40, y: 600),
      Destination(page: 1, x: 320, y: 80), Destination(page: 4, y: 0),
    ])
    let openings = index.entries(on: 1).map { (turn: $0 == 1 ? 900 : 1_400, entry: $0) }
    #expect(openings.map(\.entry).sorted() == [1, 2])
    for (turn, entry) in [(10, 0), (899, 0), (900, 1), (1_399, 1), (1_400, 2), (5_000, 2)] {
      #expect(index.entry(page: 1, turn: turn, among: openings) == entry)
    }
    #expect(index.entry(page: 3, turn: 0, among: []) == 2)
    #expect(index.entry(page: 0, turn: 0, among: []) == nil)
  }

  @Test func thereIsNoSectionBeforeTheFirst() {
    #expect(SectionIndex([Destination(page: 3)]).entry(page: 2, y: 0) == nil)
    #expect(SectionIndex().entry(page: 2, y: 0) == nil)
  }
}
