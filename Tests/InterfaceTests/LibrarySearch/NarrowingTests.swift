import DocumentModel
import Interface
import Messages
import Testing
import Text
import Widgets

/// Narrowing what was found, and keeping searches.
@Suite struct NarrowingTests {
  @Test func facetsAreCounted() {
    var it = Findings()
    it.find("write")
    it.press("enter", "tab")
    let rows = it.state.panel?.rows.filter { !$0.isHeading }.map { $0.text + "|" + $0.detail }
    #expect(
      rows == [
        "  ~/Papers/db|1", "  ~/Papers/os|1", "  thesis|2", "  to read|1", "  Gray|1",
        "  Sears, Brewer|1", "  2006|1", "  1981|1", "  pdf|2",
      ])
  }

  @Test("a year taken from the dates of files is marked")
  func yearsOfFiles() {
    var it = Findings()
    var gray = Findings.gray
    gray.isYearOfFile = true
    it.find("write", [Findings.stasis, gray])
    it.press("enter", "tab")
    let rows = it.state.panel?.rows.map(\.text).filter { $0.contains("date of") }
    #expect(
      rows?.count == 1 && rows?.first?.hasSuffix("  date of the file") == true, "\(rows ?? [])")
  }

  @Test func choosingAFacetTogglesItsFilter() {
    var it = Findings()
    it.find("write")
    it.press("enter", "tab", "j", "j", "j")
    let effects = it.press("enter")
    #expect(it.finder?.line.text == "write tag:\"to read\"")
    #expect(
      Findings.requests(effects) == [
        LibraryRequest(.query("write tag:\"to read\"", SearchQuery("")))
      ])
    it.answer(Findings.numbers(effects)[0])
    it.press("tab", "enter")
    #expect(it.finder?.line.text == "write")
  }

  @Test func typedWordsNarrowTheResults() {
    var it = Findings()
    it.find("write")
    it.press("enter", "f")
    #expect(Findings.requests(it.type("lo")).last?.source == .query("write l", SearchQuery("")))
    #expect(it.finder?.line.text == "write lo")
  }

  @Test func filtersApplyToTheWholeAlternative() {
    #expect(QueryText("a OR b page:3").toggling("tag:x") == "(a OR b) page:3 tag:x")
    #expect(QueryText("(a OR b) tag:x").toggling("tag:y") == "(a OR b) tag:x tag:y")
    #expect(QueryText("“a OR b” c").closed == "“a OR b” c")
    #expect(QueryText("/a  b/ c").toggling("tag:x") == "/a  b/ c tag:x")
  }

  @Test func anExpressionIsNotNarrowedByWords() {
    var it = Findings()
    it.press("S", "alt+r")
    it.answer(Findings.numbers(it.type("wr"))[0])
    it.press("tab", "tab")
    #expect(it.state.panel == nil)
    #expect(it.screen.last?.contains("A regular expression is all of the query") == true)
  }

  @Test(arguments: [
    ("author", "Gray", "author:Gray"), ("tag", "to read", "tag:\"to read\""),
    ("author", "O\"Brien", "author:OBrien"), ("in", "~/a (b)", "in:\"~/a (b)\""),
  ]) func filtersAreQuoted(_ name: String, _ value: String, _ text: String) {
    #expect(QueryText.filter(name, value) == text)
    #expect(QueryText(text).parts.count == 1)
    #expect(QueryText("words " + text).toggling(text) == "words")
  }

  @Test func aSearchIsSavedAndRunFromTheSidebar() {
    var it = Findings()
    it.find("write author:gray")
    let effects = it.press("enter", "b", "ctrl+u") + it.type("Gray's") + it.press("enter")
    let kept = SavedSearch(name: "Gray's", query: "write author:gray")
    #expect(effects.contains(.library(.saveSearches([kept]))))
    it.press("q")
    #expect(it.screenText.contains(" Searches"))
    #expect(it.screenText.contains("⌕ Gray's"))
    it.press("tab", "G")
    let run = it.press("enter")
    #expect(
      Findings.requests(run) == [LibraryRequest(.query("write author:gray", SearchQuery("")))])
    #expect(it.state.isFinding)
    it.press("escape")
    #expect(it.state.browser.isShown)
  }

  @Test func savedSearchesAreRenamedMovedAndRemoved() {
    var it = Findings()
    let saved = ["one", "two"].map { SavedSearch(name: $0, query: $0 + " words") }
    _ = it.state.update(.library(.remembered(history: [], saved: saved)))
    it.press("tab", "j")
    var effects = it.press("r", "ctrl+u") + it.type("first") + it.press("enter")
    #expect(effects.contains { names($0) == ["first", "two"] })
    effects = it.press("J")
    #expect(effects.contains { names($0) == ["two", "first"] })
    effects = it.press("d d")
    #expect(effects.contains { names($0) == ["two"] })
    it.press("d d")
    #expect(!it.screenText.contains("Searches"))
  }

  private func names(_ effect: Effect) -> [String]? {
    if case .library(.saveSearches(let searches)) = effect { searches.map(\.name) } else { nil }
  }

  @Test func indexingIsPausedAndResumed() {
    var it = Findings()
    var progress = IndexProgress()
    progress.phase = .reading
    _ = it.state.update(.library(.indexing(progress)))
    #expect(it.state.run("pause-indexing") == [.library(.pauseIndexing(true))])
    progress.phase = .paused
    _ = it.state.update(.library(.indexing(progress)))
    #expect(it.state.run("pause-indexing") == [.library(.pauseIndexing(false))])
    let command = CommandList.byName["index-folder"]
    #expect(
      command?.argument?.run(&it.state, "~/Papers/")
        == [.library(.index(folder: "/home/me/Papers"))])
    #expect(
      CommandList.byName["forget-folder"]?.argument?.run(&it.state, "/home/me/Papers")
        == [.library(.forget(folder: "/home/me/Papers"))])
  }
}
