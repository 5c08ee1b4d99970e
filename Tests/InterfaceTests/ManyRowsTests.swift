import Canvas
import Interface
import Testing

/// Folders so large that their first rows are shown before the others are in order.
@Suite struct ManyRowsTests {
  private static let names =
    (0..<5_000).map { number in
      let shapes = [
        "IMG_\(number).pdf", "b \(number * 7 % 5_000).PDF", "Über \(number).pdf", "文書\(number).pdf",
      ]
      return shapes[number % 4]
    }

  @Test(arguments: [1, 3, 200, 4_999, 6_000])
  func theFirstAreThoseOfTheWholeOrder(_ count: Int) {
    let names = Self.names
    let first = NaturalOrder.first(count, of: names.count) { names[$0] }
    #expect(first == Array(NaturalOrder(names).sorted().prefix(count)))
  }

  @Test func namesThatBeginAlikeAreTakenWhole() {
    let names = (0..<3_000).map { "the same beginning of all of them \(2_999 - $0)" }
    #expect(NaturalOrder.first(3, of: names.count) { names[$0] } == [2_999, 2_998, 2_997])
    #expect(NaturalOrder.first(3, of: 0) { _ in "" }.isEmpty)
  }

  @Test func capitalsBeyondASCIIDoNotCount() {
    let names = ["Ü2", "ü10", "ä", "Ö", "ß", "龠", "z"]
    #expect(
      NaturalOrder(names).sorted().map { names[$0] } == ["ä", "Ö", "ß", "Ü2", "ü10", "z", "龠"])
    #expect(NaturalOrder(["ÜB", "üa"]).sorted() == [1, 0])
  }

  private func listed(_ names: [String], isWhole: Bool, _ shelf: Shelf) -> Message {
    let entries = names.map(Shelf.entry)
    return .browser(
      .listed(
        tab: shelf.tab.id, generation: shelf.tab.generation, entries,
        rows: entries.indices.map { Int32($0) }, isWhole: isWhole))
  }

  /// A shelf that waits for what is in its folder.
  private func waiting() -> Shelf {
    var shelf = Shelf(["/home/me": ["sub/"], "/home/me/sub": ["x.pdf"]])
    shelf.isSlow = true
    shelf.press("enter")
    shelf.held = []
    return shelf
  }

  @Test func theFirstRowsAreShownWithoutACount() {
    var shelf = waiting()
    shelf.answer(shelf.state.update(listed(["a.pdf", "b.pdf"], isWhole: false, shelf)))
    #expect(shelf.names == ["a.pdf", "b.pdf"])
    #expect(shelf.screen.last?.contains("1 of …") == true)
    shelf.answer(shelf.state.update(listed(["a.pdf", "b.pdf", "c.pdf"], isWhole: true, shelf)))
    #expect(shelf.screen.last?.contains("1 of 3") == true)
  }

  @Test func theLastRowIsTheLastOfAll() {
    var shelf = waiting()
    shelf.answer(shelf.state.update(listed(["a.pdf", "b.pdf"], isWhole: false, shelf)))
    shelf.press("G")
    #expect(shelf.current == "b.pdf")
    shelf.answer(shelf.state.update(listed(["a.pdf", "b.pdf", "c.pdf"], isWhole: true, shelf)))
    #expect(shelf.current == "c.pdf")
    // Once it stands there it stands on that row.
    shelf.answer(
      shelf.state.update(listed(["a.pdf", "b.pdf", "c.pdf", "d.pdf"], isWhole: true, shelf)))
    #expect(shelf.current == "c.pdf")
  }

  @Test func nothingIsShownInAnotherOrderThanIsWished() {
    var shelf = waiting()
    shelf.press("s v")
    shelf.answer(shelf.state.update(listed(["a.pdf", "b.pdf"], isWhole: false, shelf)))
    #expect(shelf.names.isEmpty)
    shelf.isSlow = false
    shelf.answer(shelf.state.update(listed(["a.pdf", "b.pdf", "c.pdf"], isWhole: true, shelf)))
    #expect(shelf.names == ["c.pdf", "b.pdf", "a.pdf"])
  }

  @Test func nothingIsShownWithoutTheRowToStandOn() {
    var shelf = waiting()
    shelf.answer(shelf.state.browse(.folder("/home/me/sub"), standingOn: "c.pdf"))
    shelf.answer(shelf.state.update(listed(["a.pdf", "b.pdf"], isWhole: false, shelf)))
    #expect(shelf.names.isEmpty)
    shelf.answer(shelf.state.update(listed(["a.pdf", "b.pdf", "c.pdf"], isWhole: true, shelf)))
    #expect(shelf.current == "c.pdf")
  }
}
