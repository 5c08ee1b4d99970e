import Canvas
import DocumentModel
import Testing
import Widgets

@testable import Interface
import Messages

@Suite struct TagPanelTests {
  private func browser(_ tags: [String]) -> BrowserBench {
    var browser = BrowserBench(["/home/me": ["a.pdf", "b.pdf"]])
    browser.requests = []
    browser.state.browser.sidebar.items = [
      .tags: tags.map { Sidebar.Item(place: .tag($0), title: $0, color: 0x12_3456, count: 2) }
    ]
    return browser
  }

  private func open(_ tags: [String], typing text: String = "") -> BrowserBench {
    var browser = browser(tags)
    browser.press("t")
    browser.type(text)
    return browser
  }

  private func given(_ browser: BrowserBench) -> [[String]] {
    browser.requests.compactMap {
      if case .browse(.tag(["/home/me/a.pdf"], let add, [])) = $0 { add } else { nil }
    }
  }

  @Test func tabCompletesAndAddsNoTag() {
    var browser = open(["Thesis", "to read", "urgent"], typing: "rea")
    browser.press("tab")
    #expect(browser.state.panel?.filter.text == "to read")
    #expect(browser.requests.isEmpty)
    // The one under the selection, not always the first.
    browser = open(["Thesis", "thermal"], typing: "the")
    let names = browser.state.panel?.rows.map(\.also) ?? []
    browser.press("down", "tab")
    #expect(browser.state.panel?.filter.text == names[1])
    browser.press("enter")
    #expect(given(browser) == [[names[1]]])
    #expect(browser.state.panel == nil)
  }

  @Test func commaSeparatedTagsAreAddedTogether() {
    var browser = open(["Thesis", "to read"], typing: "Thesis, brand new,rea")
    browser.press("tab")
    #expect(browser.state.panel?.filter.text == "Thesis, brand new, to read")
    browser.press("enter")
    #expect(given(browser) == [["Thesis", "brand new", "to read"]])
    #expect(browser.tab.documents["a.pdf"]?.tags.map(\.name) == ["Thesis", "brand new", "to read"])
    #expect(browser.tab.documents["a.pdf"]?.tags.first?.color == 0x12_3456)
    // With a comma at the end they are all that is meant; twice is once.
    browser = open(["Thesis"], typing: "x,y , x,")
    browser.press("enter")
    #expect(given(browser) == [["x", "y"]])
  }

  /// Typed tags are all that was wanted: the next key is no further tag.
  @Test func enterAfterTypedTagsClosesThePanel() {
    var browser = open(["Thesis"], typing: "reading,ml")
    #expect(browser.screen.contains { $0.contains("Enter gives  Tab completes") })
    browser.press("enter")
    #expect(given(browser) == [["reading", "ml"]])
    #expect(browser.state.panel == nil)
    #expect(browser.screen.last?.contains("a.pdf tagged “reading”, “ml”") == true)
    browser.press("j")
    #expect(browser.current == "b.pdf")
  }

  /// Of the tags there are several may be gone through.
  @Test func enterOnATagTogglesItAndKeepsThePanel() {
    var browser = open(["Thesis", "urgent"])
    #expect(browser.screen.contains { $0.contains("Enter gives  Esc ends") })
    browser.press("down", "enter")
    #expect(given(browser) == [["urgent"]])
    #expect(browser.state.panel?.source == .tags)
    #expect(browser.screen.contains { $0.contains("● urgent") })
    #expect(browser.screen.contains { $0.contains("Enter takes  Esc ends") })
    #expect(browser.screen.last?.contains("a.pdf tagged “urgent”") == true)
    browser.press("enter")
    #expect(browser.screen.last?.contains("“urgent” taken off a.pdf") == true)
    browser.press("escape")
    #expect(browser.state.panel == nil)
  }

  @Test func typedTagsAreTakenLiterally() {
    var browser = open(["reading list", "read"], typing: "read")
    browser.press("enter")
    #expect(given(browser) == [["read"]])
    // Letters from the midst of a name are no name.
    browser = open(["smart", "#urgent"], typing: "rt")
    browser.press("enter")
    #expect(given(browser) == [["rt"]])
    browser = open(["#urgent"], typing: "ur, ne")
    browser.press("enter")
    #expect(given(browser) == [["ur", "ne"]])
    browser = open(["reading list"], typing: "read")
    browser.press("down", "enter")
    #expect(given(browser) == [["read"]])
  }

  /// Facts that arrive while the panel is open appear in it: otherwise Enter would add a tag already set.
  @Test func lateFactsUpdateThePanel() {
    var browser = open(["urgent"])
    #expect(browser.state.panel?.rows.first?.text == "○ urgent")
    let worn = DocumentFacts(tags: [TagLabel(name: "urgent")])
    _ = browser.state.update(
      .browser(
        .facts(
          tab: browser.tab.id, generation: browser.tab.generation, [:], ["a.pdf": worn],
          areAll: false))
    )
    #expect(browser.state.panel?.rows.first?.text == "● urgent")
  }

  @Test func typedTagsAreAddedBeforeColouring() {
    var browser = open(["#urgent"], typing: "#urgent, blue")
    browser.press("alt+c")
    #expect(given(browser) == [["#urgent", "blue"]])
    #expect(browser.state.panel?.filter.text == "color-tag blue ")
  }

  @Test func keysStartCommandsForTheSelectedTag() {
    for (key, text) in [
      ("alt+c", "color-tag to read "), ("alt+r", "rename-tag to read "),
      ("alt+d", "delete-tag to read"),
    ] {
      var browser = open(["Thesis", "to read"], typing: "rea")
      browser.press(key)
      #expect(browser.state.panel?.source == .palette)
      #expect(browser.state.panel?.filter.text == text)
    }
  }

  @Test(arguments: [
    ("to read #f80", TagColor.rgb(0xFF_8800)), ("'to read' Blue", .named(.blue)),
    ("new #123456", .rgb(0x12_3456)), ("\"new\" #123456", .rgb(0x12_3456)),
    ("reader's #123456", .rgb(0x12_3456)), ("'reader's' #123456", .rgb(0x12_3456)),
  ]) func namedAndHexColoursAreAccepted(_ typed: String, _ color: TagColor) {
    var browser = browser(["to read"])
    browser.press(":")
    browser.type("color-tag " + typed)
    browser.press("enter")
    let name = ["new", "reader's"].first(where: typed.contains) ?? "to read"
    #expect(browser.requests == [.browse(.colorTag(name, color))])
  }

  @Test func coloursAreCompletedAfterTheTag() {
    var browser = browser(["to read", "Thesis"])
    browser.press(":")
    browser.type("color-tag rea")
    #expect(browser.state.panel?.rows.map(\.text) == ["to read "])
    browser.press("enter")
    #expect(browser.state.panel?.filter.text == "color-tag to read ")
    #expect(browser.state.panel?.rows.map(\.text).contains("to read purple") == true)
    browser.type("purp")
    browser.press("tab")
    #expect(browser.state.panel?.filter.text == "color-tag to read purp")
    browser.press("down", "enter")
    #expect(browser.requests == [.browse(.colorTag("to read", .named(.purple)))])
    browser = self.browser(["x"])
    browser.press(":")
    browser.type("color-tag x mauve")
    browser.press("enter")
    #expect(browser.requests.isEmpty)
    #expect(browser.screen.contains { $0.contains("“mauve” is not a colour") })
  }

  @Test func deletingATagNeedsAnExplicitAnswer() {
    var browser = browser(["Thesis"])
    browser.press(":")
    browser.type("delete-tag Thesis")
    browser.press("enter", "enter")
    #expect(browser.requests.isEmpty && browser.state.questions.shown != nil)
    browser.press("y")
    #expect(browser.requests == [.browse(.deleteTag("Thesis"))])
  }

  @Test func tagColoursAreAdaptedToTheTheme() {
    #expect(Theme.fewColors.shade(0x00_0000) == .standard)
    #expect(Theme.fewColors.shade(0xFF_8800) == .rgb(0xFF_8800))
    let dark = Theme(
      name: "x", paper: 0x10_1010, ink: 0xF0_F0F0, dim: 0x80_8080, accent: 0x40_80F0,
      raised: 0x20_2020, warning: 0xF0_4040)
    #expect(dark.shade(0xFF_8800) == .rgb(0xFF_8800))
    #expect(dark.shade(0x00_0000) != .rgb(0x00_0000))
  }
}

@Suite struct AwaitedArgumentTests {
  private func browser(typing text: String) -> BrowserBench {
    var browser = BrowserBench(["/home/me": ["a.pdf"]])
    browser.press(":")
    browser.type(text)
    return browser
  }

  @Test func enterNamesAMissingArgument() {
    var browser = browser(typing: "mark-pattern")
    browser.press("enter")
    #expect(browser.state.panel?.filter.text == "mark-pattern ")
    #expect(browser.screen.contains { $0.contains(": mark-pattern PATTERN") })
    browser.press("enter")
    #expect(browser.state.panel?.source == .palette)
    #expect(browser.screen.last?.contains(":mark-pattern needs PATTERN") == true)
    browser.type("*.pdf")
    #expect(!browser.screen.contains { $0.contains("PATTERN") })
    browser.press("enter")
    #expect(browser.tab.marked == ["a.pdf"])
  }

  @Test func unavailableCommandsTakeNoArguments() {
    var book = Book(pages: 2)
    for key in [":"] + "mark-pattern x".map({ $0 == " " ? "space" : String($0) }) + ["enter"] {
      _ = book.press(key)
    }
    #expect(book.rows.last?.contains("This is for the browser") == true)
  }
}
