import Canvas
import DocumentModel
import Interface
import Messages
import Testing

/// Hints about keys: beside lists, after a prefix key, and in the help.
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

  @Test func hintsWithoutRoomAreOmittedWhole() throws {
    let wide = outline(items, width: 64)
    #expect(
      wide.book.rows.contains { $0.contains("a adds  r names  D removes  J moves  / filters") })
    let narrow = outline(items, width: 40)
    let line = try #require(narrow.book.rows.first { $0.contains("/ filters") })
    #expect(line.contains("a adds  r names  / filters"), "\(line)")
    #expect(!line.contains("…"))
  }

  @Test func anEmptyOutlineOffersOnlyAdding() {
    let book = outline([], width: 60)
    #expect(book.book.rows.contains { $0.contains("a adds") })
    #expect(!book.book.rows.contains { $0.contains("names") || $0.contains("/ filters") })
  }

  @Test func aPrefixKeyListsItsSequences() {
    var browser = BrowserBench(["/home/me": ["a.pdf"]])
    var problems: [String] = []
    browser.state.keyInput.keymap = Keymap(
      [("browse:z h", "show-hidden")]
        + [
          ("a", "by-author"), ("f", "by-folder"), ("n", "none"), ("t", "by-tag"), ("y", "by-year"),
        ]
        .map { (keys: "browse:z g \($0.0)", command: "sections-\($0.1)") },
      problems: &problems)
    browser.press("z")
    _ = browser.state.update(.reminded(.pendingKeys(serial: browser.state.keyInput.serial)))
    let rows = browser.screen
    #expect(rows.contains { $0.contains("g  a f n t y: ") }, "\(rows)")
  }

  @Test func keyGroupsAreShownByName() throws {
    var browser = BrowserBench(["/home/me": ["a.pdf"]])
    var problems: [String] = []
    browser.state.keyInput.keymap = Keymap(
      [
        ("browse:z", "+show"), ("browse:z h", "show-hidden"), ("browse:z g", "+sections"),
        ("browse:z g n", "sections-none"),
      ], problems: &problems)
    #expect(problems == [])
    browser.press("z")
    _ = browser.state.update(.reminded(.pendingKeys(serial: browser.state.keyInput.serial)))
    #expect(browser.screen.contains { $0.contains("z: show") }, "\(browser.screen)")
    #expect(browser.screen.contains { $0.contains("g  sections …") }, "\(browser.screen)")
  }

  @Test func helpGroupsKeysOfOtherModes() throws {
    var book = Book(pages: 3, size: Size(width: 90, height: 60))
    var problems: [String] = []
    book.state.keyInput.keymap = Keymap(
      [("?", "help"), ("m", "set-mark"), ("browse:v", "mark"), ("browse:V", "mark-range")],
      problems: &problems)
    _ = book.press("?", "/", "m", "a", "r", "k")
    let rows = book.rows
    let own = try #require(rows.firstIndex { $0.contains("Set a mark") })
    let heading = try #require(rows.firstIndex { $0.contains("Files") })
    let other = try #require(rows.firstIndex { $0.contains("Select the row") })
    #expect(own < heading && heading < other)
    #expect(rows[other].contains("v   mark "), "\(rows[other])")
    #expect(!rows.contains { $0.contains("This is for the browser") })
    _ = book.press("enter")
    #expect(
      book.state.prompt?.label.hasPrefix("Mark this place") == true,
      "the first that has a key here is chosen")
  }

  /// A key of another mode does nothing here: help shows its mode and lists it after the keys of this mode.
  @Test(arguments: [Size(width: 90, height: 40), Size(width: 40, height: 10)])
  func helpListsKeysOfTheCurrentModeFirst(_ size: Size) throws {
    var book = Book(pages: 3, size: size)
    var problems: [String] = []
    book.state.keyInput.keymap = Keymap(
      [
        ("?", "help"), ("browse:Y", "copy-path"), ("g y", "copy-link"), ("select:y", "copy"),
        ("browse:y", "carry"),
      ], problems: &problems)
    _ = book.press("?", "/", "c", "o", "p", "y")
    let rows = try #require(book.state.panel?.rows)
    #expect(rows[0].also == "copy-link")
    let path = try #require(rows.first { $0.also == "copy-path" })
    #expect(path.detail.hasPrefix("Y in the browser"))
    let copy = try #require(rows.firstIndex { $0.also == "copy" })
    let carry = try #require(rows.firstIndex { $0.also == "carry" })
    #expect(copy < carry)
    let group = rows[..<copy].last { $0.isHeading }
    #expect(group?.text == "Selecting and copying, with the caret")
    #expect(rows[..<carry].last { $0.isHeading }?.text == "Files, in the browser")
    #expect(book.rows.contains { $0.contains("g y") })
    #expect(book.rows.contains { $0.contains("Y in the browser") })
  }

  @Test func keysAreGroupedByMode() {
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
