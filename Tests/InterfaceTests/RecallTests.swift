import DocumentModel
import Testing

@testable import Interface
import Messages

/// A library that answers after the start.
@Suite struct RecallTests {
  private func late() -> BrowserBench {
    var browser = BrowserBench(["/home/me": ["a.pdf"], "/old": ["b.pdf"]])
    browser.state.memory.isAwaited = true
    browser.requests = []
    return browser
  }

  private func saved(_ effects: [Effect]) -> (memory: BrowserMemory?, session: Session?) {
    var found: (BrowserMemory?, Session?) = (nil, nil)
    for effect in effects {
      if case .browse(.save(let memory)) = effect { found.0 = memory }
      if case .saveSession(let session) = effect { found.1 = session }
    }
    return found
  }

  private func memory() throws -> BrowserMemory {
    var old = BrowserBench(["/old": ["b.pdf"]], at: "/old")
    old.state.browser.showsPreview = false
    return try #require(old.state.browser.memory(librarySearch: old.state.librarySearch))
  }

  private let session = Session(
    paths: ["/old/b.pdf"], views: [.init(document: 0, place: Place(page: 2), mode: "reflow")],
    focus: 0, arrangement: "")

  @Test func stateIsNotOverwrittenBeforeItIsRead() {
    var browser = late()
    var found = saved(browser.state.saveReading())
    #expect(found.memory == nil && found.session == nil)
    found = saved(browser.state.quit())
    #expect(found.memory == nil && found.session == nil)
    // It could not be read: from now on there is nothing to be lost.
    browser.answer(browser.state.update(.remembered(Session(), nil, isWhole: true)))
    found = saved(browser.state.saveReading())
    #expect(found.memory?.tabs.map(\.place) == [.folder("/home/me")])
    #expect(found.session != nil)
  }

  @Test func lateStateIsAddedToTheCurrentOne() throws {
    var browser = late()
    try browser.answer(browser.state.update(.remembered(session, memory(), isWhole: true)))
    #expect(browser.tab.place == .folder("/home/me"))
    #expect(browser.state.browser.isShown && !browser.state.browser.showsPreview)
    let found = saved(browser.state.saveReading())
    #expect(found.memory?.tabs.map(\.place) == [.folder("/home/me"), .folder("/old")])
    #expect(found.session?.paths == ["/old/b.pdf"])
    #expect(
      browser.requests.contains {
        if case .open(_, path: "/old/b.pdf", _, _) = $0 { true } else { false }
      })
    // Told once more, or in time, it changes nothing.
    try browser.answer(browser.state.update(.remembered(session, memory(), isWhole: true)))
    #expect(browser.state.browser.tabs.count == 2 && browser.state.documents.count == 1)
  }

  @Test func aRequestedFolderRestoresNoDocuments() throws {
    var browser = late()
    try browser.answer(browser.state.update(.remembered(session, memory(), isWhole: false)))
    #expect(!browser.state.browser.showsPreview)
    #expect(
      browser.state.browser.tabs.count == 1
        && browser.state.browser.memory(librarySearch: browser.state.librarySearch)?.tabs.count == 2
        && browser.state.documents.isEmpty)
  }

  @Test func aThemeChosenMeanwhileIsKept() {
    var browser = late()
    browser.state.memory.areThemesAwaited = true
    var themes = ThemeChoice()
    themes.tint = "#ff0000"
    browser.answer(browser.state.update(.rememberedThemes(themes)))
    #expect(browser.state.themes.choice.tint == "#ff0000")
    browser.state.memory.areThemesAwaited = true
    browser.answer(
      browser.state.themes.chooseTint(
        "green", document: browser.state.document, browser: browser.state.browser,
        &browser.state.notices, &browser.state.memory))
    browser.answer(browser.state.update(.rememberedThemes(themes)))
    #expect(browser.state.themes.choice.tint == "green")
  }
}
