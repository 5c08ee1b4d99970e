import Canvas
import Testing
import Widgets

@testable import Interface
import Messages

@Suite struct ExportTests {
  private func shelf(_ keys: String...) -> Shelf {
    var shelf = Shelf(["/home/me": ["a.pdf", "b.pdf"]])
    shelf.state.environment.installed.downloads = "/home/me/Downloads"
    shelf.requests = []
    for key in keys { shelf.press(key) }
    return shelf
  }

  private func typed(_ shelf: Shelf) -> String? { shelf.state.panel?.filter.text }

  @Test func exportAsksForFormatAndFolder() {
    var shelf = shelf("v", "v")
    shelf.answer(shelf.state.run("export"))
    #expect(shelf.screen.contains { $0.contains("Export 2 items") })
    shelf.press("t")
    #expect(typed(shelf) == "export-text ~/Downloads/")
    // Its folder is wanted from the disk, and Enter means what is typed.
    #expect(shelf.requests.contains(.listPaths(typed: "~/Downloads/")))
    shelf.press("enter")
    #expect(
      shelf.fileRequests == [
        .export(["/home/me/a.pdf", "/home/me/b.pdf"], to: "~/Downloads/", asText: true)
      ])
    #expect(shelf.state.panel == nil && shelf.tab.marked.isEmpty)
  }

  @Test func exportFoldersAreCompletedAndRemembered() {
    var shelf = shelf()
    shelf.answer(shelf.state.run("export"))
    shelf.press("d")
    _ = shelf.state.update(
      .paths(typed: "~/Downloads/", ["~/Downloads/x.pdf", "~/Downloads/old/", "~/Downloads/new/"]))
    #expect(
      shelf.state.panel?.rows.map(\.text) == [
        "~/Downloads/", "~/Downloads/old/", "~/Downloads/new/",
      ])
    shelf.press("tab")
    #expect(typed(shelf) == "export-document ~/Downloads/old/")
    shelf.press("enter")
    #expect(
      shelf.fileRequests == [.export(["/home/me/a.pdf"], to: "~/Downloads/old/", asText: false)])
    // Only a folder that is one is offered again.
    #expect(shelf.state.browserMemory?.exportFolder == nil)
    shelf.answer(shelf.state.update(.browser(.exports(to: "~/Downloads/old/"))))
    shelf.answer(shelf.state.run("export"))
    shelf.press("t")
    #expect(typed(shelf) == "export-text ~/Downloads/old/")
    #expect(shelf.state.browserMemory?.exportFolder == "~/Downloads/old/")
  }

  /// The folder is typed, or pasted, over the one that is offered.
  @Test(arguments: [
    ("/tmp", "/tmp"), ("~/x", "~/x"), ("/~/x", "~/x"), ("old", "~/Downloads/old"),
    ("~x", "~/Downloads/~x"),
  ]) func aTypedPathReplacesTheOfferedFolder(_ typed: String, _ whole: String) {
    var shelf = shelf()
    shelf.answer(shelf.state.run("export"))
    shelf.press("t")
    shelf.type(typed)
    #expect(self.typed(shelf) == "export-text " + whole)
  }

  @Test(arguments: [
    ("/srv/my books\n", "/srv/my books"), ("'/srv/my books'", "/srv/my books"),
    ("file:///srv/b%20c", "/srv/b c"), ("~/papers", "~/papers"), ("sub", "~/Downloads/sub"),
  ]) func aPastedPathReplacesTheOfferedFolder(_ pasted: String, _ whole: String) {
    var shelf = shelf()
    shelf.answer(shelf.state.run("export"))
    shelf.press("d")
    shelf.answer(shelf.state.update(.input(.paste(pasted))))
    #expect(typed(shelf) == "export-document " + whole)
  }

  @Test func clearingThePathKeepsTheCommand() {
    var shelf = shelf()
    shelf.answer(shelf.state.run("export"))
    shelf.press("t", "ctrl+u")
    #expect(typed(shelf) == "export-text ")
    shelf.press("ctrl+u")
    #expect(typed(shelf) == "")
  }

  @Test func exportIsAnActionAndCanBeCancelled() {
    var shelf = shelf(".")
    #expect(shelf.state.panel?.rows.contains { $0.action == .run("export") } == true)
    shelf.press("escape")
    shelf.answer(shelf.state.run("export"))
    shelf.press("escape")
    #expect(
      shelf.state.panel == nil && shelf.state.questions.shown == nil && shelf.fileRequests.isEmpty)
    // A folder that is not typed yet is asked for.
    shelf.press(":")
    shelf.type("export-text ")
    shelf.press("enter")
    #expect(shelf.fileRequests.isEmpty)
    #expect(shelf.screen.last?.contains(":export-text needs FOLDER") == true)
  }
}
