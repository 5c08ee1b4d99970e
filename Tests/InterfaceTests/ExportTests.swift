import Canvas
import Testing
import Widgets

@testable import Interface
import Messages

@Suite struct ExportTests {
  private func browser(_ keys: String...) -> BrowserBench {
    var browser = BrowserBench(["/home/me": ["a.pdf", "b.pdf"]])
    browser.state.environment.installed.downloads = "/home/me/Downloads"
    browser.requests = []
    for key in keys { browser.press(key) }
    return browser
  }

  private func typed(_ browser: BrowserBench) -> String? { browser.state.panel?.filter.text }

  @Test func exportAsksForFormatAndFolder() {
    var browser = browser("v", "v")
    browser.answer(browser.state.run("export"))
    #expect(browser.screen.contains { $0.contains("Export 2 items") })
    browser.press("t")
    #expect(typed(browser) == "export-text ~/Downloads/")
    // Its folder is wanted from the disk, and Enter means what is typed.
    #expect(browser.requests.contains(.listPaths(typed: "~/Downloads/")))
    browser.press("enter")
    #expect(
      browser.fileRequests == [
        .export(["/home/me/a.pdf", "/home/me/b.pdf"], to: "~/Downloads/", asText: true)
      ])
    #expect(browser.state.panel == nil && browser.tab.marked.isEmpty)
  }

  @Test func exportFoldersAreCompletedAndRemembered() {
    var browser = browser()
    browser.answer(browser.state.run("export"))
    browser.press("d")
    _ = browser.state.update(
      .paths(typed: "~/Downloads/", ["~/Downloads/x.pdf", "~/Downloads/old/", "~/Downloads/new/"]))
    #expect(
      browser.state.panel?.rows.map(\.text) == [
        "~/Downloads/", "~/Downloads/old/", "~/Downloads/new/",
      ])
    browser.press("tab")
    #expect(typed(browser) == "export-document ~/Downloads/old/")
    browser.press("enter")
    #expect(
      browser.fileRequests == [.export(["/home/me/a.pdf"], to: "~/Downloads/old/", asText: false)])
    // Only a folder that is one is offered again.
    #expect(
      browser.state.browser.memory(librarySearch: browser.state.librarySearch)?.exportFolder == nil)
    browser.answer(browser.state.update(.browser(.exports(to: "~/Downloads/old/"))))
    browser.answer(browser.state.run("export"))
    browser.press("t")
    #expect(typed(browser) == "export-text ~/Downloads/old/")
    #expect(
      browser.state.browser.memory(librarySearch: browser.state.librarySearch)?.exportFolder
        == "~/Downloads/old/")
  }

  /// The folder is typed, or pasted, over the one that is offered.
  @Test(arguments: [
    ("/tmp", "/tmp"), ("~/x", "~/x"), ("/~/x", "~/x"), ("old", "~/Downloads/old"),
    ("~x", "~/Downloads/~x"),
  ]) func aTypedPathReplacesTheOfferedFolder(_ typed: String, _ whole: String) {
    var browser = browser()
    browser.answer(browser.state.run("export"))
    browser.press("t")
    browser.type(typed)
    #expect(self.typed(browser) == "export-text " + whole)
  }

  @Test(arguments: [
    ("/srv/my books\n", "/srv/my books"), ("'/srv/my books'", "/srv/my books"),
    ("file:///srv/b%20c", "/srv/b c"), ("~/papers", "~/papers"), ("sub", "~/Downloads/sub"),
  ]) func aPastedPathReplacesTheOfferedFolder(_ pasted: String, _ whole: String) {
    var browser = browser()
    browser.answer(browser.state.run("export"))
    browser.press("d")
    browser.answer(browser.state.update(.input(.paste(pasted))))
    #expect(typed(browser) == "export-document " + whole)
  }

  @Test func clearingThePathKeepsTheCommand() {
    var browser = browser()
    browser.answer(browser.state.run("export"))
    browser.press("t", "ctrl+u")
    #expect(typed(browser) == "export-text ")
    browser.press("ctrl+u")
    #expect(typed(browser) == "")
  }

  @Test func exportIsAnActionAndCanBeCancelled() {
    var browser = browser(".")
    #expect(browser.state.panel?.rows.contains { $0.action == .run("export") } == true)
    browser.press("escape")
    browser.answer(browser.state.run("export"))
    browser.press("escape")
    #expect(
      browser.state.panel == nil && browser.state.questions.shown == nil
        && browser.fileRequests.isEmpty)
    // A folder that is not typed yet is asked for.
    browser.press(":")
    browser.type("export-text ")
    browser.press("enter")
    #expect(browser.fileRequests.isEmpty)
    #expect(browser.screen.last?.contains(":export-text needs FOLDER") == true)
  }
}
