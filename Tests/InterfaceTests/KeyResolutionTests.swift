import Canvas
import DocumentModel
import Messages
import Testing

@testable import Interface

/// The mode that has a key, and what is said of it.
@Suite struct KeyResolutionTests {
  /// A book whose list of annotations is shown.
  private static func listing() -> Book {
    var book = AnnotatedBook(pages: 3)
    book.load([AnnotatedBook.highlight("a", line: 2), AnnotatedBook.highlight("b", line: 5)])
    book.press("A")
    return book.book
  }

  /// A book whose first annotation is read in its card.
  private static func reading() -> AnnotatedBook {
    var book = AnnotatedBook(pages: 3)
    book.load([AnnotatedBook.highlight("a", line: 2), AnnotatedBook.highlight("b", line: 5)])
    book.press("] a", "enter")
    return book
  }

  private static func peeking() -> Book {
    var book = Book(pages: 3, loaded: 0..<3)
    _ = book.state.peek(at: Destination(page: 2, x: 60, y: 40), .cite, from: (x: 30, y: 5))
    return book
  }

  private func description(of keys: String..., in book: Book) -> String {
    var book = book
    _ = book.state.run("describe-key")
    for key in keys { _ = book.press(key) }
    return book.notice
  }

  @Test func aKeyIsDescribed() throws {
    let book = Book(pages: 3, loaded: 0..<3)
    let title = try #require(CommandList.byName["scroll-down"]?.title)
    #expect(description(of: "j", in: book) == "j: \(title) (scroll-down)")
    let first = try #require(CommandList.byName["first-page"]?.title)
    #expect(description(of: "g", "g", in: book) == "g g: \(first) (first-page)")
    #expect(description(of: "g", "escape", in: book).isEmpty)
  }

  @Test func aKeyOfAnotherPlaceSaysWhere() {
    var problems: [String] = []
    var book = Book(pages: 3, loaded: 0..<3)
    book.state.keyInput.keymap = Keymap(
      [("browse:x", "trash"), ("field:x", "fill-field")], problems: &problems)
    #expect(
      description(of: "x", in: book)
        == "x does nothing here; it is trash in the browser, fill-field on a field")
    #expect(description(of: "y", in: book) == "y does nothing here")
  }

  @Test func aCardsKeysComeFirst() throws {
    let book = Self.peeking()
    let words = description(of: "y", in: book)
    #expect(words == "y in a link's preview: Copy the card's text (card-copy)")
    #expect(book.state.resolve([Key("j")]).mode == .all)
    var pressed = book
    let copied = pressed.press("y").contains { if case .copy = $0 { true } else { false } }
    #expect(copied && pressed.notice == "Copied")
  }

  @Test func aListTakesItsLetters() throws {
    let book = Self.listing()
    for keys in ["j", "k", "q", "h", "/"] {
      #expect(description(of: keys, in: book) == "\(keys): the list takes it")
    }
    #expect(description(of: "g", "g", in: book) == "g g: the list takes it")
    // The list's own commands, and those of the text beside it.
    let color = try #require(CommandList.byName["color-annotation"]?.title)
    #expect(
      description(of: "c", in: book)
        == "c in the list of annotations: \(color) (color-annotation)")
    let page = try #require(CommandList.byName["next-page"]?.title)
    #expect(description(of: "J", in: book) == "J: \(page) (next-page)")
    #expect(book.state.panel?.selected == Self.listing().state.panel?.selected)
  }

  /// It is described as it is answered.
  @Test func aKeyOfHiddenFilesDoesNothingInAList() {
    var browser = BrowserBench(["/home/me": ["a.pdf"]])
    browser.press("A")
    var pressed = browser
    pressed.press("x")
    _ = browser.state.run("describe-key")
    browser.press("x")
    #expect(browser.state.notices.shown?.text == pressed.state.notices.shown?.text)
    #expect(browser.state.notices.shown?.text.hasPrefix("x does nothing in this list") == true)
  }

  @Test func anActionAndACountAreDescribed() {
    var book = Book(pages: 3, loaded: 0..<3)
    book.state.browser.actions = [UserAction(index: 7, name: "Print", key: "!", extensions: [])]
    #expect(description(of: "!", in: book) == "!: Print, an action of yours")
    #expect(description(of: "3", in: book) == "3: a count for the command after it")
  }

  @Test func keysOfCardsAreDescribedInThem() {
    var book = Self.peeking()
    _ = book.press("ctrl+k", "o")
    #expect(book.notice == "o in a link's preview: Open the address in the card (card-address)")
    #expect(book.state.peek != nil)
    var card = Self.reading()
    card.press("ctrl+k", "n")
    #expect(
      card.book.notice == "n in an annotation's card: Next annotation in the card (card-next)")
    card.press("ctrl+k", "J")
    #expect(
      card.book.notice
        == "J does nothing in an annotation's card; it is next-page, favourite-down in the browser, scroll-down in a preview, next-found-document in search results, entry-down in the outline"
    )
    #expect(card.state.annotating.card != nil)
  }

  @Test func aCardNamesTheKeysItHas() {
    var book = Self.reading()
    #expect(book.rows.contains { $0.contains("n next  p previous  Esc closes") })
    book.state.keyInput.keymap = .shipped([
      "card:x": "card-next", "card:n": "", "card:]": "", "card:escape": "",
      "card:ctrl+x": "edit-annotation", "card:e": "",
    ])
    #expect(book.rows.contains { $0.contains("x next  p previous  q closes") })
    #expect(book.rows.contains { $0.contains("(no note; Ctrl+x writes one)") })
    book.press("x")
    #expect(book.state.annotating.card?.annotation.name == "b")
    var peeking = Self.peeking()
    peeking.state.keyInput.keymap = .shipped(["peek:x": "card-enter", "peek:enter": ""])
    #expect(peeking.rows.contains { $0.contains(" x goes there ") })
  }

  /// A keys file that removes all of them leaves no card that only the mouse closes.
  @Test(arguments: ["escape", "ctrl+c", "alt+escape"])
  func aCardWithoutAKeyThatClosesItIsClosed(_ key: String) {
    var book = Self.reading()
    book.state.keyInput.keymap = .shipped([
      "card:escape": "", "card:q": "", "card:enter": "", "card:ctrl+c": "",
    ])
    #expect(book.rows.contains { $0.contains("Esc closes") })
    book.press("q", "enter")
    #expect(book.state.annotating.card != nil)
    book.press(key)
    #expect(book.state.annotating.card == nil)
  }

  @Test func namedKeysOfACardWorkWithModifiers() {
    var book = Self.reading()
    book.press("shift+enter")
    #expect(book.state.annotating.card == nil)
    book = Self.reading()
    book.press("alt+e")
    #expect(book.state.annotating.card != nil && book.state.prompt == nil)
  }

  @Test func aCardsKeysCanBeChanged() {
    var book = Self.peeking()
    #expect(book.state.keyInput.keymap.bind("peek:x", to: "card-close") == nil)
    _ = book.press("x")
    #expect(book.state.peek == nil)
  }

  @Test func cardsHaveTheirKeysInTheHelp() {
    let book = Book(pages: 1, loaded: 0..<1)
    let headings = PanelSource.helpRows(book.state, "").filter(\.isHeading).map(\.text)
    for words in ["In a link's preview", "In a lookup's card", "In an annotation's card"] {
      #expect(headings.contains(words))
    }
  }
}
