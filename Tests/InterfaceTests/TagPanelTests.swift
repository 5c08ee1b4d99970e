import Canvas
import DocumentModel
import Testing
import Widgets

@testable import Interface
import Messages

@Suite struct TagPanelTests {
  private func shelf(_ tags: [String]) -> Shelf {
    var shelf = Shelf(["/home/me": ["a.pdf", "b.pdf"]])
    shelf.requests = []
    shelf.state.browser.sidebar.items = [
      .tags: tags.map { Sidebar.Item(place: .tag($0), title: $0, color: 0x12_3456, count: 2) }
    ]
    return shelf
  }

  private func open(_ tags: [String], typing text: String = "") -> Shelf {
    var shelf = shelf(tags)
    shelf.press("t")
    shelf.type(text)
    return shelf
  }

  private func given(_ shelf: Shelf) -> [[String]] {
    shelf.requests.compactMap {
      if case .browse(.tag(["/home/me/a.pdf"], let add, [])) = $0 { add } else { nil }
    }
  }

  @Test func tabCompletesAndAddsNoTag() {
    var shelf = open(["Thesis", "to read", "urgent"], typing: "rea")
    shelf.press("tab")
    #expect(shelf.state.panel?.filter.text == "to read")
    #expect(shelf.requests.isEmpty)
    // The one under the selection, not always the first.
    shelf = open(["Thesis", "thermal"], typing: "the")
    let names = shelf.state.panel?.rows.map(\.also) ?? []
    shelf.press("down", "tab")
    #expect(shelf.state.panel?.filter.text == names[1])
    shelf.press("enter")
    #expect(given(shelf) == [[names[1]]])
    #expect(shelf.state.panel == nil)
  }

  @Test func commaSeparatedTagsAreAddedTogether() {
    var shelf = open(["Thesis", "to read"], typing: "Thesis, brand new,rea")
    shelf.press("tab")
    #expect(shelf.state.panel?.filter.text == "Thesis, brand new, to read")
    shelf.press("enter")
    #expect(given(shelf) == [["Thesis", "brand new", "to read"]])
    #expect(shelf.tab.documents["a.pdf"]?.tags.map(\.name) == ["Thesis", "brand new", "to read"])
    #expect(shelf.tab.documents["a.pdf"]?.tags.first?.color == 0x12_3456)
    // With a comma at the end they are all that is meant; twice is once.
    shelf = open(["Thesis"], typing: "x,y , x,")
    shelf.press("enter")
    #expect(given(shelf) == [["x", "y"]])
  }

  /// Typed tags are all that was wanted: the next key is no further tag.
  @Test func enterAfterTypedTagsClosesThePanel() {
    var shelf = open(["Thesis"], typing: "reading,ml")
    #expect(shelf.screen.contains { $0.contains("Enter gives  Tab completes") })
    shelf.press("enter")
    #expect(given(shelf) == [["reading", "ml"]])
    #expect(shelf.state.panel == nil)
    #expect(shelf.screen.last?.contains("a.pdf tagged “reading”, “ml”") == true)
    shelf.press("j")
    #expect(shelf.current == "b.pdf")
  }

  /// Of the tags there are several may be gone through.
  @Test func enterOnATagTogglesItAndKeepsThePanel() {
    var shelf = open(["Thesis", "urgent"])
    #expect(shelf.screen.contains { $0.contains("Enter gives  Esc ends") })
    shelf.press("down", "enter")
    #expect(given(shelf) == [["urgent"]])
    #expect(shelf.state.panel?.source == .tags)
    #expect(shelf.screen.contains { $0.contains("● urgent") })
    #expect(shelf.screen.contains { $0.contains("Enter takes  Esc ends") })
    #expect(shelf.screen.last?.contains("a.pdf tagged “urgent”") == true)
    shelf.press("enter")
    #expect(shelf.screen.last?.contains("“urgent” taken off a.pdf") == true)
    shelf.press("escape")
    #expect(shelf.state.panel == nil)
  }

  @Test func typedTagsAreTakenLiterally() {
    var shelf = open(["reading list", "read"], typing: "read")
    shelf.press("enter")
    #expect(given(shelf) == [["read"]])
    // Letters from the midst of a name are no name.
    shelf = open(["smart", "#urgent"], typing: "rt")
    shelf.press("enter")
    #expect(given(shelf) == [["rt"]])
    shelf = open(["#urgent"], typing: "ur, ne")
    shelf.press("enter")
    #expect(given(shelf) == [["ur", "ne"]])
    shelf = open(["reading list"], typing: "read")
    shelf.press("down", "enter")
    #expect(given(shelf) == [["read"]])
  }

  /// Facts that arrive while the panel is open appear in it: otherwise Enter would add a tag already set.
  @Test func lateFactsUpdateThePanel() {
    var shelf = open(["urgent"])
    #expect(shelf.state.panel?.rows.first?.text == "○ urgent")
    let worn = DocumentFacts(tags: [TagLabel(name: "urgent")])
    _ = shelf.state.update(
      .browser(
        .facts(
          tab: shelf.tab.id, generation: shelf.tab.generation, [:], ["a.pdf": worn], areAll: false))
    )
    #expect(shelf.state.panel?.rows.first?.text == "● urgent")
  }

  @Test func typedTagsAreAddedBeforeColouring() {
    var shelf = open(["#urgent"], typing: "#urgent, blue")
    shelf.press("alt+c")
    #expect(given(shelf) == [["#urgent", "blue"]])
    #expect(shelf.state.panel?.filter.text == "color-tag blue ")
  }

  @Test func keysStartCommandsForTheSelectedTag() {
    for (key, text) in [
      ("alt+c", "color-tag to read "), ("alt+r", "rename-tag to read "),
      ("alt+d", "delete-tag to read"),
    ] {
      var shelf = open(["Thesis", "to read"], typing: "rea")
      shelf.press(key)
      #expect(shelf.state.panel?.source == .palette)
      #expect(shelf.state.panel?.filter.text == text)
    }
  }

  @Test(arguments: [
    ("to read #f80", TagColor.rgb(0xFF_8800)), ("'to read' Blue", .named(.blue)),
    ("new #123456", .rgb(0x12_3456)), ("\"new\" #123456", .rgb(0x12_3456)),
    ("reader's #123456", .rgb(0x12_3456)), ("'reader's' #123456", .rgb(0x12_3456)),
  ]) func namedAndHexColoursAreAccepted(_ typed: String, _ color: TagColor) {
    var shelf = shelf(["to read"])
    shelf.press(":")
    shelf.type("color-tag " + typed)
    shelf.press("enter")
    let name = ["new", "reader's"].first(where: typed.contains) ?? "to read"
    #expect(shelf.requests == [.browse(.colorTag(name, color))])
  }

  @Test func coloursAreCompletedAfterTheTag() {
    var shelf = shelf(["to read", "Thesis"])
    shelf.press(":")
    shelf.type("color-tag rea")
    #expect(shelf.state.panel?.rows.map(\.text) == ["to read "])
    shelf.press("enter")
    #expect(shelf.state.panel?.filter.text == "color-tag to read ")
    #expect(shelf.state.panel?.rows.map(\.text).contains("to read purple") == true)
    shelf.type("purp")
    shelf.press("tab")
    #expect(shelf.state.panel?.filter.text == "color-tag to read purp")
    shelf.press("down", "enter")
    #expect(shelf.requests == [.browse(.colorTag("to read", .named(.purple)))])
    shelf = self.shelf(["x"])
    shelf.press(":")
    shelf.type("color-tag x mauve")
    shelf.press("enter")
    #expect(shelf.requests.isEmpty)
    #expect(shelf.screen.contains { $0.contains("“mauve” is not a colour") })
  }

  @Test func deletingATagNeedsAnExplicitAnswer() {
    var shelf = shelf(["Thesis"])
    shelf.press(":")
    shelf.type("delete-tag Thesis")
    shelf.press("enter", "enter")
    #expect(shelf.requests.isEmpty && shelf.state.questions.shown != nil)
    shelf.press("y")
    #expect(shelf.requests == [.browse(.deleteTag("Thesis"))])
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
  private func shelf(typing text: String) -> Shelf {
    var shelf = Shelf(["/home/me": ["a.pdf"]])
    shelf.press(":")
    shelf.type(text)
    return shelf
  }

  @Test func enterNamesAMissingArgument() {
    var shelf = shelf(typing: "mark-pattern")
    shelf.press("enter")
    #expect(shelf.state.panel?.filter.text == "mark-pattern ")
    #expect(shelf.screen.contains { $0.contains(": mark-pattern PATTERN") })
    shelf.press("enter")
    #expect(shelf.state.panel?.source == .palette)
    #expect(shelf.screen.last?.contains(":mark-pattern needs PATTERN") == true)
    shelf.type("*.pdf")
    #expect(!shelf.screen.contains { $0.contains("PATTERN") })
    shelf.press("enter")
    #expect(shelf.tab.marked == ["a.pdf"])
  }

  @Test func unavailableCommandsTakeNoArguments() {
    var book = Book(pages: 2)
    for key in [":"] + "mark-pattern x".map({ $0 == " " ? "space" : String($0) }) + ["enter"] {
      _ = book.press(key)
    }
    #expect(book.rows.last?.contains("This is for the browser") == true)
  }
}
