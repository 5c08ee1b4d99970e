import Canvas
import DocumentModel
import Messages
import Testing
import Widgets

@testable import Interface

/// The card with a program's output about words.
@Suite struct LookupCardTests {
  private static func book() -> Book {
    var book = Book(pages: 2, loaded: 0..<2)
    book.state.browser.actions = [
      UserAction(index: 3, name: "Print", key: "", extensions: []),
      UserAction(
        index: 5, name: "Dictionary", key: "", extensions: [], showsCard: true,
        isAboutWords: true),
      UserAction(
        index: 6, name: "Spelling", key: "", extensions: [], showsCard: true, isAboutWords: true),
    ]
    return book
  }

  private static func request(_ effects: [Effect]) -> LookupRequest? {
    effects.compactMap { if case .browse(.lookUp(let request)) = $0 { request } else { nil } }.first
  }

  @Test func theWordUnderTheCaretIsLookedUp() throws {
    var book = Self.book()
    _ = book.press("v")
    let request = try #require(Self.request(book.press("g", "k")))
    // The caret is on the first letter of the text.
    #expect(request.action == 5 && request.context.selection == "page")
    _ = book.state.update(.lookup(request.number, .lines(["a meaning", "another"])))
    _ = book.state.update(.lookup(request.number + 9, .lines(["of another card"])))
    #expect(book.state.lookups.card?.rows == ["a meaning", "another"])
    _ = book.state.update(.lookup(request.number, .ended(nil)))
    #expect(book.state.lookups.card?.isRunning == false)
    // The next program is asked about the same words.
    let next = try #require(Self.request(book.press("tab")))
    #expect(next.action == 6 && next.context.selection == request.context.selection)
    #expect(book.press("escape") == [.browse(.stopLookup)])
    #expect(book.state.lookups.card == nil && book.state.selection != nil)
  }

  @Test func itsKeysAreNamedAsTheyAreBound() {
    var book = Self.book()
    _ = book.press("v", "g", "k")
    #expect(book.rows.contains { $0.contains(" Tab Spelling  y copies  Esc closes ") })
    book.state.keyInput.keymap = .shipped([
      "answer:x": "card-copy", "answer:y": "", "answer:tab": "", "answer:escape": "",
      "answer:q": "", "answer:ctrl+c": "",
    ])
    #expect(book.rows.contains { $0.contains(" x copies  Esc closes ") })
    #expect(book.press("escape") == [.browse(.stopLookup)])
  }

  @Test func withoutACaretTheWordsArePromptedFor() {
    var book = Self.book()
    #expect(Self.request(book.press("g", "k")) == nil)
    #expect(book.state.panel?.filter.text == "look-up ")
    #expect(Self.request(LookupCard.lookUp(&book.state, "heron"))?.context.selection == "heron")
  }

  @Test func longLinesKeepTheirIndentation() throws {
    var book = Self.book()
    let request = try #require(Self.request(LookupCard.lookUp(&book.state, "heron")))
    let words = Array(repeating: "heron", count: 40).joined(separator: " ")
    _ = book.state.update(.lookup(request.number, .lines(["   " + words])))
    let card = try #require(book.state.lookups.card)
    #expect(card.rows.count > 2 && card.rows.allSatisfy { $0.hasPrefix("   heron") })
    #expect(book.press("y").first == .copy("   " + words))
  }

  @Test func aMissingLookupProgramIsReported() {
    var book = Book(pages: 2, loaded: 0..<2)
    _ = book.press("g", "k")
    #expect(book.notice.hasPrefix("Nothing to look words up with"))
  }
}
