import Canvas
import DocumentModel
import Interface
import Messages
import Testing
import Text
import Widgets

/// Typing, answers, and moving in search results.
@Suite struct FinderTests {
  @Test func twoLettersSearchAtOnceAndMoreAfterAPause() {
    var it = Findings()
    #expect(Findings.requests(it.press("S") + it.type("w")).isEmpty)
    let first = it.type("r")
    #expect(
      Findings.requests(first) == [LibraryRequest(.query("wr", SearchQuery("")))])
    let later = it.type("it")
    #expect(Findings.requests(later).isEmpty)
    let serials = later.compactMap { effect -> Int? in
      if case .remind(.finding(let serial), 50) = effect { serial } else { nil }
    }
    #expect(serials.count == 2)
    #expect(it.state.update(.reminded(.finding(serial: serials[0]))).isEmpty)
    let second = it.state.update(.reminded(.finding(serial: serials[1])))
    #expect(Findings.requests(second) == [LibraryRequest(.query("writ", SearchQuery("")))])
    #expect(Findings.numbers(second) > Findings.numbers(first))
  }

  @Test func anIdleFinderSearchesAtOnce() {
    var it = Findings()
    it.find("wr")
    #expect(Findings.requests(it.type("i")) == [LibraryRequest(.query("wri", SearchQuery("")))])
  }

  /// Documents read meanwhile are searched too, but a place in the list is kept.
  @Test func theSearchRunsAgainAfterIndexing() {
    var it = Findings()
    it.find("wr", [Findings.gray, Findings.stasis])
    var progress = IndexProgress()
    progress.phase = .reading
    #expect(it.state.update(.library(.indexing(progress))).isEmpty)
    progress.phase = .idle
    let again = it.state.update(.library(.indexing(progress)))
    #expect(Findings.requests(again) == [LibraryRequest(.query("wr", SearchQuery("")))])
    #expect(it.state.update(.library(.indexing(progress))).isEmpty)
    it.answer(Findings.numbers(again)[0], [Findings.gray, Findings.stasis])
    it.press("enter")
    it.press("j")
    progress.phase = .reading
    _ = it.state.update(.library(.indexing(progress)))
    progress.phase = .idle
    #expect(Findings.requests(it.state.update(.library(.indexing(progress)))).isEmpty)
    #expect(it.screenText.contains("More documents were indexed"))
  }

  /// Annotating an opened document has it indexed again: `q` returns to the list as it was.
  @Test func theListIsKeptAfterOpeningADocument() {
    var it = Findings()
    it.find("wr", [Findings.gray, Findings.stasis])
    it.press("enter", "enter", "q")
    var progress = IndexProgress()
    progress.phase = .reading
    _ = it.state.update(.library(.indexing(progress)))
    progress.phase = .idle
    #expect(Findings.requests(it.state.update(.library(.indexing(progress)))).isEmpty)
  }

  @Test(arguments: ["日", "か", "한", "author:g", "in:x"]) func queriesWithOneTermAreEnough(
    _ text: String
  ) {
    #expect(QueryText(text).isEnough)
  }

  @Test(arguments: ["", " ", "a", "author:", "AND", "AND OR NOT", "\"\"", "\" \"", "NOT x"])
  func shortQueriesAreTooLittle(_ text: String) {
    #expect(!QueryText(text).isEnough)
  }

  @Test func trailingBlanksDoNotChangeTheQuery() {
    var it = Findings()
    it.find("wr")
    #expect(Findings.requests(it.type(" ")).isEmpty)
    #expect(it.press("left").isEmpty)
  }

  @Test func answersOfOlderSearchesAreDropped() {
    var it = Findings()
    let old = Findings.numbers(it.press("S") + it.type("wr"))[0]
    it.answer(old, [Findings.gray])
    let new = Findings.numbers(it.type("i"))[0]
    it.answer(old, [Findings.stasis])
    #expect(it.finder?.found.documents == [Findings.gray])
    it.answer(new, [Findings.stasis])
    #expect(it.finder?.found.documents == [Findings.stasis])
    it.answer(old, [Findings.gray])
    #expect(it.finder?.found.documents == [Findings.stasis])
  }

  @Test func oldResultsStayUntilNewOnesArrive() {
    var it = Findings()
    it.find("wr")
    let new = Findings.numbers(it.type("i"))[0]
    let before = it.screen[1...10]
    it.answer(new, [], isDone: false) { $0.looked = 5 }
    #expect(it.screen[1...10] == before)
    it.answer(new, [Findings.gray], isDone: false)
    #expect(it.finder?.found.documents == [Findings.gray])
    it.answer(new, [Findings.stasis])
    #expect(it.finder?.found.documents == [Findings.gray, Findings.stasis])
  }

  @Test func anEmptyPromptEndsTheSearch() {
    var it = Findings()
    it.press("S")
    _ = it.type("wr")
    #expect(it.press("backspace").contains(.library(.stopFinding)))
    #expect(it.finder?.found.documents.isEmpty == true)
    #expect(it.press("backspace", "backspace").contains(.setTitle("Papers")))
    #expect(it.finder == nil)
    #expect(it.state.browser.isShown)
  }

  @Test func changingAnOptionRunsTheSearchAgain() {
    var it = Findings()
    it.find("wr")
    var options = SearchQuery("")
    options.isRegularExpression = true
    #expect(Findings.requests(it.press("alt+r")) == [LibraryRequest(.query("wr", options))])
    #expect(it.screen[0].contains("regex"))
  }

  @Test func aSearchCanBeRepeated() {
    var it = Findings()
    it.find("wr")
    let requests = Findings.requests(it.press("ctrl+l"))
    #expect(requests == [LibraryRequest(.query("wr", SearchQuery("")))])
    it.answer(it.finder?.number ?? 0, [Findings.gray])
    #expect(it.finder?.found.documents == [Findings.gray])
  }

  @Test func theFolderRestrictionIsToggled() {
    var it = Findings()
    it.find("wr")
    #expect(
      Findings.requests(it.press("alt+f"))
        == [LibraryRequest(.query("wr", SearchQuery("")), folder: "/home/me/Papers")])
    #expect(it.screen[0].contains("in ~/Papers"))
    it.answer(it.finder?.number ?? 0)
    #expect(Findings.requests(it.press("alt+f")).first?.folder == "")
  }

  @Test func keysMoveInTheList() {
    var it = Findings()
    it.find("wr")
    #expect(it.finder?.found.line == .hit(0, 0))
    it.press("down", "j")
    #expect(it.finder?.focus == .list)
    #expect(it.finder?.found.line == .hit(0, 1))
    it.press("j")
    #expect(it.finder?.found.line == .more(0))
    it.press("j")
    #expect(it.finder?.found.line == .hit(1, 0))
    it.press("{")
    #expect(it.finder?.found.line == .hit(0, 0))
    it.press("}")
    #expect(it.finder?.found.line == .hit(1, 0))
    it.press("g g")
    #expect(it.finder?.found.line == .hit(0, 0))
    it.press("G")
    #expect(it.finder?.found.line == .hit(1, 0))
    it.press("/")
    #expect(it.finder?.focus == .prompt)
  }

  @Test func allHitsOfADocumentAreListedOnDemand() {
    var it = Findings()
    it.find("wr")
    it.press("enter", "j", "j")
    let number = it.finder?.found.number ?? 0
    #expect(
      it.press("enter").contains(
        .library(.loadHits(number: number, of: Findings.stasis.place))))
    #expect(it.screenText.contains("⋮ reading …"))
    let hits = (0..<12).map { LibraryHit(page: $0, start: 0, text: "write-ahead log") }
    _ = it.state.update(.library(.hits(number: number + 1, of: Findings.stasis.place, [])))
    _ = it.state.update(.library(.hits(number: number, of: Findings.stasis.place, hits)))
    #expect(it.finder?.found.line == .hit(0, 2))
    #expect(!it.screenText.contains("⋮"))
  }

  @Test func documentsWithoutHitsCanBeSelected() {
    var it = Findings()
    var bare = Findings.gray
    bare.hits = []
    bare.count = 0
    it.find("author:gray", [bare, Findings.stasis])
    #expect(it.finder?.found.line == .document(0))
    it.press("enter")
    #expect(it.press("enter").contains { if case .open = $0 { true } else { false } })
    #expect(it.finder?.arrival?.query == nil)
  }

  @Test func earlierQueriesAreRecalled() {
    var it = Findings()
    _ = it.state.update(.library(.remembered(history: ["first", "second"], saved: [])))
    it.press("S")
    #expect(
      Findings.requests(it.press("up")) == [LibraryRequest(.query("second", SearchQuery("")))])
    it.press("up")
    #expect(it.finder?.line.text == "first")
    it.press("down", "down")
    #expect(it.finder?.line.text == "")
  }

  @Test func aQueryCanBePasted() {
    var it = Findings()
    it.press("S")
    let effects = it.state.update(.input(.paste("write\nahead")))
    #expect(Findings.requests(effects) == [LibraryRequest(.query("write ahead", SearchQuery("")))])
  }

  @Test func theMouseSelectsOpensAndScrolls() {
    var it = Findings()
    it.find("wr")
    _ = it.click(x: 20, y: 4)
    #expect(it.finder?.found.line == .hit(0, 1))
    let effects = it.click(x: 20, y: 4)
    #expect(effects.contains { if case .open = $0 { true } else { false } })
    it = Findings()
    it.find("wr")
    #expect(
      it.click(x: 5, y: 5).contains { if case .library(.loadHits) = $0 { true } else { false } })
    _ = it.state.update(.input(.mouse(Mouse(.wheelDown, x: 5, y: 5))))
    #expect(it.finder?.found.line == .hit(1, 0))
  }

  @Test func longQueriesWithQuotesAreAccepted() {
    var it = Findings()
    it.press("S")
    _ = it.state.update(.input(.paste(String(repeating: "a\" ", count: 4_000))))
    #expect(it.screen.count == 14)
  }
}

private func > (a: [Int], b: [Int]) -> Bool { (a.first ?? 0) > (b.first ?? 0) }
