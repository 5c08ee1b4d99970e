import Canvas
import DocumentModel
import Testing

@testable import Interface
import Messages

/// Folders that the command line asks for are shown alone; the tabs that are remembered stay for the next run.
@Suite struct AskedFolderTests {
  private static let folders = ["/home/me": ["a.pdf"], "/home/me/x": ["b.pdf"], "/srv": ["c.pdf"]]

  private func empty() -> BrowserBench {
    var browser = BrowserBench(Self.folders)
    browser.state.browser.tabs = []
    browser.state.browser.isShown = false
    return browser
  }

  private func places(_ browser: BrowserBench) -> [String] {
    browser.state.browser.tabs.map { $0.place.folder ?? "" }
  }

  /// The memory of a run that had tabs of its own.
  private func memory() throws -> BrowserMemory {
    var browser = BrowserBench(Self.folders)
    browser.answer(browser.state.browser.addTab(.folder("/home/me/x")))
    return try #require(browser.state.browser.memory(librarySearch: browser.state.librarySearch))
  }

  @Test func rememberedTabsAreKept() throws {
    var browser = empty()
    browser.state.browser.setTabsAside(of: try memory())
    browser.answer(browser.state.browse(asked: [.folder("/srv")]))
    #expect(places(browser) == ["/srv"] && browser.names == ["c.pdf"])
    // The next run without a word has all three.
    var next = empty()
    next.answer(
      next.state.restore(
        try #require(browser.state.browser.memory(librarySearch: browser.state.librarySearch)),
        readingAll: true))
    #expect(places(next) == ["/home/me", "/home/me/x", "/srv"])
    #expect(next.tab.place == .folder("/srv"))
  }

  @Test func theNextRequestedFolderReplacesThePreviousOne() throws {
    var browser = empty()
    browser.state.browser.setTabsAside(of: try memory())
    browser.answer(browser.state.browse(asked: [.folder("/srv")]))
    var next = empty()
    next.state.browser.setTabsAside(
      of: try #require(browser.state.browser.memory(librarySearch: browser.state.librarySearch)))
    next.answer(next.state.browse(asked: [.folder("/opt")]))
    let tabs = try #require(next.state.browser.memory(librarySearch: next.state.librarySearch)).tabs
    #expect(tabs.map(\.place.folder) == ["/home/me", "/home/me/x", "/opt"])
  }

  @Test func aFolderWithATabIsShownInIt() throws {
    var browser = empty()
    browser.state.browser.setTabsAside(of: try memory())
    browser.answer(browser.state.browse(asked: [.folder("/home/me")]))
    #expect(places(browser) == ["/home/me"] && browser.names == ["a.pdf"])
    // It was there before, and stays.
    #expect(
      browser.state.browser.memory(librarySearch: browser.state.librarySearch)?.tabs.contains {
        $0.isPassing == true
      } == false)
  }

  @Test func severalFoldersOpenInOrderAndTheFirstIsShown() throws {
    var browser = empty()
    browser.answer(browser.state.browse(asked: [.folder("/srv"), .folder("/home/me/x")]))
    #expect(places(browser) == ["/srv", "/home/me/x"] && browser.names == ["c.pdf"])
    browser.answer(browser.state.run("next-tab"))
    #expect(browser.names == ["b.pdf"])
  }

  @Test func aRequestedRowIsShownDespiteTheFilter() throws {
    var browser = BrowserBench(["/home/me": ["a.pdf", ".b.pdf"]])
    browser.press("/")
    browser.type("a")
    browser.press("enter")
    let memory = try #require(
      browser.state.browser.memory(librarySearch: browser.state.librarySearch))
    var next = BrowserBench(["/home/me": ["a.pdf", ".b.pdf"]])
    next.state.browser.tabs = []
    next.state.browser.setTabsAside(of: memory)
    next.state.browser.options.showsHidden = true
    next.answer(next.state.browse(asked: [.folder("/home/me")], cursorOn: ".b.pdf"))
    #expect(next.current == ".b.pdf")
  }

  @Test func aPickerIsNotRemembered() {
    var browser = BrowserBench(Self.folders)
    browser.state.browser.choosing = .init(takesMany: false)
    #expect(browser.state.browser.memory(librarySearch: browser.state.librarySearch) == nil)
  }

  /// The memory of a slow library is kept too.
  @Test func tabsRestoredLateAreKept() throws {
    var browser = empty()
    browser.state.memory.isAwaited = true
    browser.answer(browser.state.browse(asked: [.folder("/srv")]))
    browser.answer(browser.state.update(.remembered(Session(), try memory(), isWhole: false)))
    #expect(places(browser) == ["/srv"] && browser.tab.place == .folder("/srv"))
    let tabs = try #require(
      browser.state.browser.memory(librarySearch: browser.state.librarySearch)
    ).tabs
    #expect(tabs.map(\.place.folder) == ["/home/me", "/home/me/x", "/srv"])
  }
}
