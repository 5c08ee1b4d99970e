import Canvas
import DocumentModel
import Testing

@testable import Interface
import Messages

/// Folders that the command line asks for are shown alone; the tabs that are remembered stay for the next run.
@Suite struct AskedFolderTests {
  private static let folders = ["/home/me": ["a.pdf"], "/home/me/x": ["b.pdf"], "/srv": ["c.pdf"]]

  private func empty() -> Shelf {
    var shelf = Shelf(Self.folders)
    shelf.state.browser.tabs = []
    shelf.state.browser.isShown = false
    return shelf
  }

  private func places(_ shelf: Shelf) -> [String] {
    shelf.state.browser.tabs.map { $0.place.folder ?? "" }
  }

  /// The memory of a run that had tabs of its own.
  private func memory() throws -> BrowserMemory {
    var shelf = Shelf(Self.folders)
    shelf.answer(shelf.state.browser.addTab(.folder("/home/me/x")))
    return try #require(shelf.state.browserMemory)
  }

  @Test func rememberedTabsAreKept() throws {
    var shelf = empty()
    shelf.state.browser.setTabsAside(of: try memory())
    shelf.answer(shelf.state.browse(asked: [.folder("/srv")]))
    #expect(places(shelf) == ["/srv"] && shelf.names == ["c.pdf"])
    // The next run without a word has all three.
    var next = empty()
    next.answer(next.state.restore(try #require(shelf.state.browserMemory), readingAll: true))
    #expect(places(next) == ["/home/me", "/home/me/x", "/srv"])
    #expect(next.tab.place == .folder("/srv"))
  }

  @Test func theNextRequestedFolderReplacesThePreviousOne() throws {
    var shelf = empty()
    shelf.state.browser.setTabsAside(of: try memory())
    shelf.answer(shelf.state.browse(asked: [.folder("/srv")]))
    var next = empty()
    next.state.browser.setTabsAside(of: try #require(shelf.state.browserMemory))
    next.answer(next.state.browse(asked: [.folder("/opt")]))
    let tabs = try #require(next.state.browserMemory).tabs
    #expect(tabs.map(\.place.folder) == ["/home/me", "/home/me/x", "/opt"])
  }

  @Test func aFolderWithATabIsShownInIt() throws {
    var shelf = empty()
    shelf.state.browser.setTabsAside(of: try memory())
    shelf.answer(shelf.state.browse(asked: [.folder("/home/me")]))
    #expect(places(shelf) == ["/home/me"] && shelf.names == ["a.pdf"])
    // It was there before, and stays.
    #expect(shelf.state.browserMemory?.tabs.contains { $0.isPassing == true } == false)
  }

  @Test func severalFoldersOpenInOrderAndTheFirstIsShown() throws {
    var shelf = empty()
    shelf.answer(shelf.state.browse(asked: [.folder("/srv"), .folder("/home/me/x")]))
    #expect(places(shelf) == ["/srv", "/home/me/x"] && shelf.names == ["c.pdf"])
    shelf.answer(shelf.state.run("next-tab"))
    #expect(shelf.names == ["b.pdf"])
  }

  @Test func aRequestedRowIsShownDespiteTheFilter() throws {
    var shelf = Shelf(["/home/me": ["a.pdf", ".b.pdf"]])
    shelf.press("/")
    shelf.type("a")
    shelf.press("enter")
    let memory = try #require(shelf.state.browserMemory)
    var next = Shelf(["/home/me": ["a.pdf", ".b.pdf"]])
    next.state.browser.tabs = []
    next.state.browser.setTabsAside(of: memory)
    next.state.browser.options.showsHidden = true
    next.answer(next.state.browse(asked: [.folder("/home/me")], cursorOn: ".b.pdf"))
    #expect(next.current == ".b.pdf")
  }

  @Test func aPickerIsNotRemembered() {
    var shelf = Shelf(Self.folders)
    shelf.state.browser.choosing = .init(takesMany: false)
    #expect(shelf.state.browserMemory == nil)
  }

  /// The memory of a slow library is kept too.
  @Test func tabsRestoredLateAreKept() throws {
    var shelf = empty()
    shelf.state.memory.isAwaited = true
    shelf.answer(shelf.state.browse(asked: [.folder("/srv")]))
    shelf.answer(shelf.state.update(.remembered(Session(), try memory(), isWhole: false)))
    #expect(places(shelf) == ["/srv"] && shelf.tab.place == .folder("/srv"))
    let tabs = try #require(shelf.state.browserMemory).tabs
    #expect(tabs.map(\.place.folder) == ["/home/me", "/home/me/x", "/srv"])
  }
}
