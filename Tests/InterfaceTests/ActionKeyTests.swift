import Canvas
import Testing
import Widgets

@testable import Interface
import Messages

/// The keys shown in the menu of actions work in it.
@Suite struct ActionKeyTests {
  private func menu() -> BrowserBench {
    var browser = BrowserBench(["/home/me": ["a.pdf", "b.pdf"]])
    browser.state.browser.actions = [
      UserAction(index: 7, name: "Print", key: "P", extensions: []),
      UserAction(index: 8, name: "Send", key: "S s", extensions: []),
    ]
    browser.press(".")
    browser.requests = []
    return browser
  }

  @Test func aKeyInTheMenuRunsItsAction() {
    var browser = menu()
    #expect(browser.state.panel?.rows.contains { $0.detail == "y" } == true)
    browser.press("y")
    #expect(browser.state.panel == nil)
    #expect(browser.state.browser.carried?.paths == ["/home/me/a.pdf"])
  }

  @Test func aKeySequenceWaitsForItsSecondKey() {
    var browser = menu()
    browser.press("d")
    #expect(browser.state.panel != nil && browser.fileRequests.isEmpty)
    browser.press("d")
    #expect(browser.state.panel == nil)
    #expect(browser.fileRequests == [.trash(["/home/me/a.pdf"])])
    // A pending key sequence is dropped with the menu.
    browser = menu()
    browser.press("d", "escape", "d")
    #expect(browser.fileRequests.isEmpty)
    #expect(browser.state.keyInput.pending.count == 1)
  }

  @Test func userDefinedActionsHaveKeysToo() {
    var browser = menu()
    browser.press("P")
    #expect(
      browser.requests.contains { if case .browse(.run(action: 7, _)) = $0 { true } else { false } }
    )
    browser = menu()
    browser.press("S", "s")
    #expect(
      browser.requests.contains { if case .browse(.run(action: 8, _)) = $0 { true } else { false } }
    )
  }

  @Test func otherKeysMoveInTheMenu() {
    var browser = menu()
    let first = browser.state.panel?.selected ?? 0
    browser.press("j", "j", "k")
    #expect(browser.state.panel?.selected == first + 1)
    // A broken sequence is forgotten, and its last key means what it means.
    let before = browser.state.panel?.selected ?? 0
    browser.press("d", "j")
    #expect((browser.state.panel?.selected ?? 0) > before && browser.state.keyInput.pending.isEmpty)
    browser.press("/")
    browser.type("y")
    #expect(browser.state.panel?.filter.text == "y" && browser.state.browser.carried == nil)
  }
}
