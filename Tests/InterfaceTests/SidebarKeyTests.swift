import Canvas
import DocumentModel
import Testing

@testable import Interface
import Messages

@Suite struct SidebarKeyTests {
  private func shelf(cursorOn title: String) -> Shelf {
    var shelf = Shelf(["/home/me": ["a.pdf", "b.pdf"]])
    shelf.state.browser.sidebar.items = [
      .recents: [Sidebar.Item(place: .recents, title: "Recents")],
      .favourites: [Sidebar.Item(place: .favourites, title: "All")]
        + ["one", "two", "three"].map { Sidebar.Item(place: .folder("/" + $0), title: $0) },
      .tags: [Sidebar.Item(place: .tag("urgent"), title: "urgent", count: 3)],
      .places: [Sidebar.Item(place: .folder("/home/me"), title: "Home")],
    ]
    shelf.requests = []
    shelf.press("tab")
    shelf.state.browser.sidebar.cursor =
      shelf.state.browser.sidebar.rows.firstIndex {
        if case .item(let item) = $0 { item.title == title } else { false }
      } ?? 0
    return shelf
  }

  private func titles(_ shelf: Shelf) -> [String] {
    shelf.state.browser.sidebar.items[.favourites]?.map(\.title) ?? []
  }

  @Test func favouritesAreReordered() {
    var shelf = shelf(cursorOn: "one")
    shelf.press("J")
    #expect(shelf.requests == [.browse(.moveFavourite("/one", to: "/two"))])
    #expect(titles(shelf) == ["All", "two", "one", "three"])
    // The cursor stays on it, and there is no place after the last.
    shelf.press("J", "J")
    #expect(titles(shelf) == ["All", "two", "three", "one"])
    #expect(shelf.requests.count == 2)
    shelf.requests = []
    shelf.press("3", "K")
    #expect(shelf.requests == [.browse(.moveFavourite("/one", to: "/two"))])
    #expect(titles(shelf) == ["All", "one", "two", "three"])
    var other = self.shelf(cursorOn: "urgent")
    other.press("J")
    #expect(other.requests.isEmpty && other.state.notices.shown != nil)
  }

  @Test func renamingAppliesToTheSidebarRow() {
    var shelf = shelf(cursorOn: "two")
    shelf.press("r")
    shelf.type("!")
    shelf.press("enter")
    #expect(shelf.requests == [.browse(.renameFavourite("/two", to: "two!"))])
    shelf = self.shelf(cursorOn: "urgent")
    shelf.press("r")
    shelf.type("er")
    shelf.press("enter")
    #expect(shelf.requests == [.browse(.renameTag("urgent", to: "urgenter"))])
    // Merging two tags cannot be undone.
    shelf = self.shelf(cursorOn: "urgent")
    shelf.state.browser.sidebar.items[.tags]?.append(
      Sidebar.Item(place: .tag("later"), title: "later", count: 1))
    shelf.answer(shelf.state.renameTag("urgent", to: "later"))
    #expect(shelf.requests.isEmpty && shelf.state.questions.shown != nil)
    shelf.press("y")
    #expect(shelf.requests == [.browse(.renameTag("urgent", to: "later"))])
    // A file of the list is never meant there.
    for place in ["Home", "Recents", "All"] {
      shelf = self.shelf(cursorOn: place)
      shelf.press("r")
      #expect(shelf.state.prompt == nil && shelf.requests.isEmpty)
    }
  }

  @Test func removingASidebarRowDeletesNoFile() {
    for keys in ["d d", "d x"] {
      var shelf = shelf(cursorOn: "two")
      shelf.press(keys)
      #expect(shelf.requests == [.browse(.favour(["/two"], false))])
      shelf = self.shelf(cursorOn: "urgent")
      shelf.press(keys)
      #expect(shelf.requests.isEmpty)
      #expect(shelf.screen.contains { $0.contains("from the 3 documents") })
      shelf.press("y")
      #expect(shelf.requests == [.browse(.deleteTag("urgent"))])
      for place in ["Home", "Recents", "All"] {
        shelf = self.shelf(cursorOn: place)
        shelf.press(keys)
        #expect(shelf.requests.isEmpty && shelf.state.questions.shown == nil)
      }
    }
  }

  private func recents(_ entries: [FolderEntry]) -> Shelf {
    var shelf = shelf(cursorOn: "Recents")
    shelf.isSlow = true
    shelf.press("enter")
    shelf.isSlow = false
    shelf.answer(
      shelf.state.update(
        .browser(
          .listed(
            tab: shelf.tab.id, generation: shelf.tab.generation, entries, rows: nil, isWhole: true))
      ))
    shelf.requests = []
    return shelf
  }

  /// The columns have no room for it, and names are often the same.
  @Test func thePreviewOfRecentsShowsTheFolder() {
    let file = FolderEntry(name: "x.pdf", kind: .file, type: 1, path: "/home/me/papers/old/x.pdf")
    var shelf = recents([file])
    shelf.state.size = Size(width: 120, height: 30)
    #expect(shelf.screen.contains { $0.contains("~/papers/old") })
  }

  @Test func deletingARecentAsksWhatToDelete() {
    let file = FolderEntry(name: "x.pdf", kind: .file, type: 1, path: "/home/me/x.pdf")
    var shelf = recents([file])
    #expect(shelf.names == ["x.pdf"])
    shelf.press("d d")
    #expect(shelf.requests.isEmpty && shelf.state.questions.shown != nil)
    shelf.press("r")
    #expect(shelf.requests == [.browse(.removeRecents(["/home/me/x.pdf"]))])
    shelf = recents([file])
    shelf.press("d d", "t")
    #expect(shelf.fileRequests == [.trash(["/home/me/x.pdf"])])
    // A missing document can only be removed from the list.
    shelf = recents([FolderEntry(name: "y.pdf", kind: .gone, path: "/home/me/y.pdf")])
    shelf.press("d d")
    #expect(shelf.requests == [.browse(.removeRecents(["/home/me/y.pdf"]))])
  }
}
