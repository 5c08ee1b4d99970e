import Canvas
import DocumentModel
import Interface
import Testing

/// What is said of keys: beside lists, behind a key that waits for another, and in the list of all.
@Suite struct KeyHintTests {
  private func outline(_ items: [OutlineItem], width: Int) -> EditedBook {
    var book = EditedBook(pages: 5)
    _ = book.state.update(.input(.resize(Size(width: width, height: 12))))
    _ = book.state.update(.outline(book.id, generation: 1, items))
    book.press("o")
    return book
  }

  private let items = [
    OutlineItem(title: "First", target: .destination(Destination(page: 0, y: 0))),
    OutlineItem(title: "Second", target: .destination(Destination(page: 3, y: 100))),
  ]

  @Test func hintsForWhichThereIsNoRoomAreLeftOutWhole() throws {
    let wide = outline(items, width: 64)
    #expect(
      wide.book.rows.contains { $0.contains("a adds  r names  D takes out  J moves  / filters") })
    let narrow = outline(items, width: 40)
    let line = try #require(narrow.book.rows.first { $0.contains("/ filters") })
    #expect(line.contains("a adds  r names  / filters"), "\(line)")
    #expect(!line.contains("…"))
  }

  @Test func whereThereIsNoEntryOnlyAddingIsOffered() {
    let book = outline([], width: 60)
    #expect(book.book.rows.contains { $0.contains("a adds") })
    #expect(!book.book.rows.contains { $0.contains("names") || $0.contains("/ filters") })
  }

  @Test func aKeyThatBeginsLongerOnesTellsThose() {
    var shelf = Shelf(["/home/me": ["a.pdf"]])
    shelf.press("z")
    _ = shelf.state.update(.reminded(.pendingKeys(serial: shelf.state.pendingSerial)))
    let rows = shelf.screen
    #expect(rows.contains { $0.contains("g  a f n t y: ") }, "\(rows)")
  }

  @Test func keysOfElsewhereStandUnderTheirPlaceAndAreKeys() throws {
    var book = Book(pages: 3, size: Size(width: 90, height: 40))
    var problems: [String] = []
    book.state.keymap = Keymap(
      [("?", "help"), ("m", "set-mark"), ("browse:v", "mark"), ("browse:V", "mark-range")],
      problems: &problems)
    _ = book.press("?", "/", "m", "a", "r", "k")
    let rows = book.rows
    let own = try #require(rows.firstIndex { $0.contains("Set a mark") })
    let heading = try #require(rows.firstIndex { $0.contains("Files") })
    let other = try #require(rows.firstIndex { $0.contains("Choose the row") })
    #expect(own < heading && heading < other)
    #expect(rows[other].contains("v   mark "), "\(rows[other])")
    #expect(!rows.contains { $0.contains("This is for the browser") })
    _ = book.press("enter")
    #expect(book.state.panel?.kind == .marks, "the first that can be done now is chosen")
  }

  @Test func keysAreTakenByTheirModes() {
    var problems: [String] = []
    let keymap = Keymap(
      [("j", "scroll-down"), ("down", "scroll-down"), ("glance:J", "scroll-down")],
      problems: &problems)
    let keys = keymap.keysByMode(for: "scroll-down")
    #expect(keys.map(\.mode) == [.all, .glancing])
    #expect(keys.map(\.keys) == [["j", "down"], ["J"]])
    #expect(keymap.keysByMode(for: "none").isEmpty)
  }
}
