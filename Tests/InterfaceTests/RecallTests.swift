import DocumentModel
import Testing

@testable import Interface
import Messages

/// A library that answers after the start.
@Suite struct RecallTests {
  private func late() -> Shelf {
    var shelf = Shelf(["/home/me": ["a.pdf"], "/old": ["b.pdf"]])
    shelf.state.memory.isAwaited = true
    shelf.requests = []
    return shelf
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
    var old = Shelf(["/old": ["b.pdf"]], at: "/old")
    old.state.browser.showsPreview = false
    return try #require(old.state.browserMemory)
  }

  private let session = Session(
    paths: ["/old/b.pdf"], views: [.init(document: 0, place: Place(page: 2), mode: "reflow")],
    focus: 0, arrangement: "")

  @Test func stateIsNotOverwrittenBeforeItIsRead() {
    var shelf = late()
    var found = saved(shelf.state.saveReading())
    #expect(found.memory == nil && found.session == nil)
    found = saved(shelf.state.quit())
    #expect(found.memory == nil && found.session == nil)
    // It could not be read: from now on there is nothing to be lost.
    shelf.answer(shelf.state.update(.remembered(Session(), nil, isWhole: true)))
    found = saved(shelf.state.saveReading())
    #expect(found.memory?.tabs.map(\.place) == [.folder("/home/me")])
    #expect(found.session != nil)
  }

  @Test func lateStateIsAddedToTheCurrentOne() throws {
    var shelf = late()
    try shelf.answer(shelf.state.update(.remembered(session, memory(), isWhole: true)))
    #expect(shelf.tab.place == .folder("/home/me"))
    #expect(shelf.state.browser.isShown && !shelf.state.browser.showsPreview)
    let found = saved(shelf.state.saveReading())
    #expect(found.memory?.tabs.map(\.place) == [.folder("/home/me"), .folder("/old")])
    #expect(found.session?.paths == ["/old/b.pdf"])
    #expect(
      shelf.requests.contains {
        if case .open(_, path: "/old/b.pdf", _, _) = $0 { true } else { false }
      })
    // Told once more, or in time, it changes nothing.
    try shelf.answer(shelf.state.update(.remembered(session, memory(), isWhole: true)))
    #expect(shelf.state.browser.tabs.count == 2 && shelf.state.documents.count == 1)
  }

  @Test func aRequestedFolderRestoresNoDocuments() throws {
    var shelf = late()
    try shelf.answer(shelf.state.update(.remembered(session, memory(), isWhole: false)))
    #expect(!shelf.state.browser.showsPreview)
    #expect(
      shelf.state.browser.tabs.count == 1 && shelf.state.browserMemory?.tabs.count == 2
        && shelf.state.documents.isEmpty)
  }

  @Test func aThemeChosenMeanwhileIsKept() {
    var shelf = late()
    shelf.state.memory.areThemesAwaited = true
    var looks = ThemeChoice()
    looks.tint = "#ff0000"
    shelf.answer(shelf.state.update(.rememberedThemes(looks)))
    #expect(shelf.state.themes.choice.tint == "#ff0000")
    shelf.state.memory.areThemesAwaited = true
    shelf.answer(shelf.state.chooseTint("green"))
    shelf.answer(shelf.state.update(.rememberedThemes(looks)))
    #expect(shelf.state.themes.choice.tint == "green")
  }
}
