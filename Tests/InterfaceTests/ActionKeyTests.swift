import Canvas
import Testing
import Widgets

@testable import Interface
import Messages

/// The keys shown in the menu of actions work in it.
@Suite struct ActionKeyTests {
  private func menu() -> Shelf {
    var shelf = Shelf(["/home/me": ["a.pdf", "b.pdf"]])
    shelf.state.browser.actions = [
      UserAction(index: 7, name: "Print", key: "P", extensions: []),
      UserAction(index: 8, name: "Send", key: "S s", extensions: []),
    ]
    shelf.press(".")
    shelf.requests = []
    return shelf
  }

  @Test func aKeyInTheMenuRunsItsAction() {
    var shelf = menu()
    #expect(shelf.state.panel?.rows.contains { $0.detail == "y" } == true)
    shelf.press("y")
    #expect(shelf.state.panel == nil)
    #expect(shelf.state.browser.carried?.paths == ["/home/me/a.pdf"])
  }

  @Test func aKeySequenceWaitsForItsSecondKey() {
    var shelf = menu()
    shelf.press("d")
    #expect(shelf.state.panel != nil && shelf.fileRequests.isEmpty)
    shelf.press("d")
    #expect(shelf.state.panel == nil)
    #expect(shelf.fileRequests == [.trash(["/home/me/a.pdf"])])
    // A pending key sequence is dropped with the menu.
    shelf = menu()
    shelf.press("d", "escape", "d")
    #expect(shelf.fileRequests.isEmpty)
    #expect(shelf.state.keyInput.pending.count == 1)
  }

  @Test func userDefinedActionsHaveKeysToo() {
    var shelf = menu()
    shelf.press("P")
    #expect(
      shelf.requests.contains { if case .browse(.run(action: 7, _)) = $0 { true } else { false } })
    shelf = menu()
    shelf.press("S", "s")
    #expect(
      shelf.requests.contains { if case .browse(.run(action: 8, _)) = $0 { true } else { false } })
  }

  @Test func otherKeysMoveInTheMenu() {
    var shelf = menu()
    let first = shelf.state.panel?.selected ?? 0
    shelf.press("j", "j", "k")
    #expect(shelf.state.panel?.selected == first + 1)
    // A broken sequence is forgotten, and its last key means what it means.
    let before = shelf.state.panel?.selected ?? 0
    shelf.press("d", "j")
    #expect((shelf.state.panel?.selected ?? 0) > before && shelf.state.keyInput.pending.isEmpty)
    shelf.press("/")
    shelf.type("y")
    #expect(shelf.state.panel?.filter.text == "y" && shelf.state.browser.carried == nil)
  }
}
