import Canvas
import Interface
import Messages
import Testing
import Widgets

/// Input goes to the topmost layer that takes it.
@Suite struct LayerTests {
  private func book() -> Book {
    var book = Book(pages: 3, lines: 60, size: Size(width: 100, height: 24))
    _ = book.state.update(.outline(book.id, generation: 1, []))
    return book
  }

  private func send(_ action: Mouse.Action, x: Int = 50, y: Int = 5, to book: inout Book) {
    _ = book.state.update(.input(.mouse(Mouse(action, x: x, y: y))))
  }

  @Test func clicksWaitForAnAnswerButTheWheelDoesNot() {
    var book = book()
    book.state.questions.shown = Question("Delete it?", [.init("y", "delete", .nothing)])
    let top = book.top
    send(.press(button: 1), to: &book)
    send(.drag(button: 1), x: 60, to: &book)
    send(.release(button: 1), x: 60, to: &book)
    #expect(book.state.selection == nil && book.state.questions.shown != nil)
    send(.wheelDown, to: &book)
    #expect(book.top != top)
  }

  @Test func clicksCancelKeyPromptsButNotTypedText() {
    var book = book()
    _ = book.press("m")
    #expect(book.state.prompt?.takesText == false)
    send(.press(button: 1), to: &book)
    #expect(book.state.prompt == nil)
    _ = book.press("/", "w", "o")
    send(.press(button: 1), to: &book)
    send(.release(button: 1), to: &book)
    #expect(book.state.prompt?.line.text == "wo")
  }

  @Test func theWheelBesideASidePanelScrollsTheText() {
    var book = book()
    _ = book.press("o")
    #expect(book.state.sidePanelWidth > 0)
    let top = book.rows[0].dropFirst(book.state.sidePanelWidth)
    send(.wheelDown, x: 90, to: &book)
    #expect(book.rows[0].dropFirst(book.state.sidePanelWidth) != top)
  }

  @Test func aClickOutsideAPopupClosesIt() {
    var book = book()
    _ = book.press("?")
    #expect(book.state.panel != nil)
    send(.press(button: 1), x: 0, y: 0, to: &book)
    #expect(book.state.panel != nil)
    send(.release(button: 1), x: 0, y: 0, to: &book)
    #expect(book.state.panel == nil)
  }

  @Test func thePageGridTakesKeysBeforeTheSelection() {
    var book = book()
    _ = book.press("v")
    _ = book.state.run("page-grid")
    _ = book.press("l")
    #expect(book.state.pictures.overview?.cursor == 1)
  }
}
