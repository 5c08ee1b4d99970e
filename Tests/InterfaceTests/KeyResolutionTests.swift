import Canvas
import DocumentModel
import Messages
import Testing

@testable import Interface

/// Which mode has a key, and what is said of it.
@Suite struct KeyResolutionTests {
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
    #expect(description(of: "g", "g", in: book).hasPrefix("g g: "))
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
