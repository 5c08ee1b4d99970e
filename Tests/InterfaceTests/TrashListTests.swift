import Canvas
import DocumentModel
import Testing

@testable import Interface
import Messages

@Suite struct TrashListTests {
  private static let facts: [FilePath: TrashFacts] = [
    "/t/new.pdf": TrashFacts(deleted: 1_700_000_000 - 3_600, origin: "/home/me/papers"),
    "/t/old.pdf": TrashFacts(deleted: 1_700_000_000 - 800 * 86_400, origin: "/srv/books"),
    "/t/lost.pdf": TrashFacts(),
  ]

  private func trash(width: Int = 120) -> BrowserBench {
    var browser = BrowserBench(["/home/me": ["a.pdf"]], size: Size(width: width, height: 12))
    browser.isSlow = true
    browser.answer(browser.state.browse(.trash))
    browser.isSlow = false
    let tab = browser.tab
    let entries = ["new", "old", "lost"].map {
      FolderEntry(name: $0 + ".pdf", kind: .file, type: 1, path: "/t/\($0).pdf")
    }
    browser.answer(
      browser.state.update(
        .browser(.trashed(tab: tab.id, generation: tab.generation, Self.facts))))
    browser.answer(
      browser.state.update(
        .browser(
          .listed(
            tab: tab.id, generation: tab.generation, entries,
            rows: ListOrder(
              entries: entries, types: BrowserBench.types, facts: [:], documents: [:],
              options: ListOptions(), filter: "", keepsOrder: false
            ).rows(), isWhole: true))))
    return browser
  }

  @Test func rowsShowDeletionTimeAndOrigin() {
    let browser = trash()
    let head = browser.screen.first { $0.contains("Deleted ▾") }
    #expect(head?.contains("From") == true)
    let row = browser.screen.first { $0.contains("new.pdf") }
    #expect(row?.contains("21:13") == true && row?.contains("~/papers") == true)
    #expect(browser.screen.contains { $0.contains("old.pdf") && $0.contains("Sep 2021") })
    // Elsewhere there are no such columns.
    #expect(!BrowserBench(["/home/me": ["a.pdf"]]).screen.contains { $0.contains("Deleted") })
  }

  @Test(arguments: [(110, 21, 2), (100, 13, 2), (140, 21, 3)])
  func namesKeepTheirWidthBesideOrigins(_ width: Int, _ least: Int, _ columns: Int) {
    let state = trash(width: width).state
    let layout = BrowserLayout(state.browser, size: state.size)
    #expect(layout.name.width >= least)
    #expect(layout.columns.count == columns)
    #expect(layout.columns.prefix(2).map(\.column) == Column.ofTrash)
  }

  @Test func trashOrdersAreOfferedInTheTrashOnly() {
    let inside = trash().state
    let outside = BrowserBench(["/home/me": ["a.pdf"]]).state
    for name in ["sort-by-deleted", "sort-by-origin"] {
      let command = CommandList.byName[name]
      #expect(command?.availability(inside) == .available)
      #expect(
        command?.availability(outside) == .unavailable("This is for the trash: g x goes there"))
    }
    #expect(CommandList.byName["sort-by-name"]?.availability(outside) == .available)
  }

  @Test func theLastDeletedFileIsFirst() {
    var browser = trash()
    #expect(browser.names == ["new.pdf", "old.pdf", "lost.pdf"])
    browser.answer(browser.state.run("sort-by-origin"))
    #expect(browser.names == ["new.pdf", "old.pdf", "lost.pdf"])
    browser.answer(browser.state.run("reverse-order"))
    #expect(browser.names == ["lost.pdf", "old.pdf", "new.pdf"])
    browser.answer(browser.state.run("sort-by-deleted"))
    #expect(browser.names == ["new.pdf", "old.pdf", "lost.pdf"])
    browser.answer(browser.state.run("sort-by-name"))
    #expect(browser.names == ["lost.pdf", "new.pdf", "old.pdf"])
    // An order that only the trash has does not go along.
    browser.answer(browser.state.run("sort-by-deleted"))
    browser.press("~")
    #expect(browser.tab.options.sort == .name)
  }

  @Test func theInformationShowsDeletionAndOrigin() {
    var browser = trash()
    browser.press("I")
    let texts = browser.state.panel?.rows.map(\.text) ?? []
    #expect(texts.contains { $0.hasPrefix("Deleted") && $0.contains("2023-11-14 21:13") })
    #expect(texts.contains { $0.hasPrefix("From") && $0.contains("/home/me/papers") })
  }
}
