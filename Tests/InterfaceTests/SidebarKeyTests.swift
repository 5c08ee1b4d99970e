import Canvas
import DocumentModel
import Testing

@testable import Interface
import Messages

@Suite struct SidebarKeyTests {
  private func browser(cursorOn title: String) -> BrowserBench {
    var browser = BrowserBench(["/home/me": ["a.pdf", "b.pdf"]])
    browser.state.browser.sidebar.items = [
      .recents: [Sidebar.Item(place: .recents, title: "Recents")],
      .favourites: [Sidebar.Item(place: .favourites, title: "All")]
        + ["one", "two", "three"].map { Sidebar.Item(place: .folder("/" + $0), title: $0) },
      .tags: [Sidebar.Item(place: .tag("urgent"), title: "urgent", count: 3)],
      .places: [Sidebar.Item(place: .folder("/home/me"), title: "Home")],
    ]
    browser.requests = []
    browser.press("tab")
    browser.state.browser.sidebar.cursor =
      browser.state.browser.sidebar.rows.firstIndex {
        if case .item(let item) = $0 { item.title == title } else { false }
      } ?? 0
    return browser
  }

  private func titles(_ browser: BrowserBench) -> [String] {
    browser.state.browser.sidebar.items[.favourites]?.map(\.title) ?? []
  }

  @Test func favouritesAreReordered() {
    var browser = browser(cursorOn: "one")
    browser.press("J")
    #expect(browser.requests == [.browse(.moveFavourite("/one", to: "/two"))])
    #expect(titles(browser) == ["All", "two", "one", "three"])
    // The cursor stays on it, and there is no place after the last.
    browser.press("J", "J")
    #expect(titles(browser) == ["All", "two", "three", "one"])
    #expect(browser.requests.count == 2)
    browser.requests = []
    browser.press("3", "K")
    #expect(browser.requests == [.browse(.moveFavourite("/one", to: "/two"))])
    #expect(titles(browser) == ["All", "one", "two", "three"])
    var other = self.browser(cursorOn: "urgent")
    other.press("J")
    #expect(other.requests.isEmpty && other.state.notices.shown != nil)
  }

  @Test func renamingAppliesToTheSidebarRow() {
    var browser = browser(cursorOn: "two")
    browser.press("r")
    browser.type("!")
    browser.press("enter")
    #expect(browser.requests == [.browse(.renameFavourite("/two", to: "two!"))])
    browser = self.browser(cursorOn: "urgent")
    browser.press("r")
    browser.type("er")
    browser.press("enter")
    #expect(browser.requests == [.browse(.renameTag("urgent", to: "urgenter"))])
    // Merging two tags cannot be undone.
    browser = self.browser(cursorOn: "urgent")
    browser.state.browser.sidebar.items[.tags]?.append(
      Sidebar.Item(place: .tag("later"), title: "later", count: 1))
    browser.answer(browser.state.browser.renameTag("urgent", to: "later", &browser.state.questions))
    #expect(browser.requests.isEmpty && browser.state.questions.shown != nil)
    browser.press("y")
    #expect(browser.requests == [.browse(.renameTag("urgent", to: "later"))])
    // A file of the list is never meant there.
    for place in ["Home", "Recents", "All"] {
      browser = self.browser(cursorOn: place)
      browser.press("r")
      #expect(browser.state.prompt == nil && browser.requests.isEmpty)
    }
  }

  @Test func removingASidebarRowDeletesNoFile() {
    for keys in ["d d", "d x"] {
      var browser = browser(cursorOn: "two")
      browser.press(keys)
      #expect(browser.requests == [.browse(.favour(["/two"], false))])
      browser = self.browser(cursorOn: "urgent")
      browser.press(keys)
      #expect(browser.requests.isEmpty)
      #expect(browser.screen.contains { $0.contains("from the 3 documents") })
      browser.press("y")
      #expect(browser.requests == [.browse(.deleteTag("urgent"))])
      for place in ["Home", "Recents", "All"] {
        browser = self.browser(cursorOn: place)
        browser.press(keys)
        #expect(browser.requests.isEmpty && browser.state.questions.shown == nil)
      }
    }
  }

  private func recents(_ entries: [FolderEntry]) -> BrowserBench {
    var browser = browser(cursorOn: "Recents")
    browser.isSlow = true
    browser.press("enter")
    browser.isSlow = false
    browser.answer(
      browser.state.update(
        .browser(
          .listed(
            tab: browser.tab.id, generation: browser.tab.generation, entries, rows: nil,
            isWhole: true))
      ))
    browser.requests = []
    return browser
  }

  /// The columns have no room for it, and names are often the same.
  @Test func thePreviewOfRecentsShowsTheFolder() {
    let file = FolderEntry(name: "x.pdf", kind: .file, type: 1, path: "/home/me/papers/old/x.pdf")
    var browser = recents([file])
    browser.state.size = Size(width: 120, height: 30)
    #expect(browser.screen.contains { $0.contains("~/papers/old") })
  }

  @Test func deletingARecentAsksWhatToDelete() {
    let file = FolderEntry(name: "x.pdf", kind: .file, type: 1, path: "/home/me/x.pdf")
    var browser = recents([file])
    #expect(browser.names == ["x.pdf"])
    browser.press("d d")
    #expect(browser.requests.isEmpty && browser.state.questions.shown != nil)
    browser.press("r")
    #expect(browser.requests == [.browse(.removeRecents(["/home/me/x.pdf"]))])
    browser = recents([file])
    browser.press("d d", "t")
    #expect(browser.fileRequests == [.trash(["/home/me/x.pdf"])])
    // A missing document can only be removed from the list.
    browser = recents([FolderEntry(name: "y.pdf", kind: .gone, path: "/home/me/y.pdf")])
    browser.press("d d")
    #expect(browser.requests == [.browse(.removeRecents(["/home/me/y.pdf"]))])
  }
}
