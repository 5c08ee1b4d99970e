import Canvas
import DocumentModel
import Interface
import Messages
import Testing

/// The search in all documents as text.
@Suite struct FinderScreenTests {
  private func screen(_ it: Findings) -> String { it.screenText }

  @Test func hitsAreGroupedByDocument() {
    var it = Findings(size: Size(width: 100, height: 11))
    it.find("write-ahead")
    it.press("enter")
    #expect(
      screen(it) == """
         ⌕ write-ahead                                                               13 hits in 2 documents
        ────────────────────────────────────────────────────────────────────────────────────────────────────
         Stasis: Flexible Transactional Storage · Sears, Brewer, 2006   stasis.pdf   ~/Papers/db    12 hits
         ▌ p. 3    §2.1 Transactions    recovery relies on a write-ahead log, which must be forced to disk…
           p. vii  §3.4 Logging         … page update appends to the write-ahead log before the page itself
           ⋮ 10 more
         The Transaction Concept · Gray, 1981   gray.pdf   ~/Papers/os                                1 hit
           p. 11   Logging and locking  the log is written ahead of the data, hence write-ahead log


         Enter opens · Space previews · Tab narrows · / query · f adds words · b keeps · q back       21 ms
        """)
  }

  @Test func aNarrowWindowIsLaidOut() {
    var it = Findings(size: Size(width: 40, height: 10))
    it.find("write-ahead")
    it.press("enter")
    #expect(
      screen(it) == """
         ⌕ write-ahead                  13 hits
        ────────────────────────────────────────
         Stasis: Flexib…   stasis.pdf   12 hits
         ▌ p. 3    … on a write-ahead log, whi…
           p. vii  … to the write-ahead log be…
           ⋮ 10 more
         The Transaction Co…   gray.pdf   1 hit
           p. 11   … hence write-ahead log

         Enter opens · Space previews     21 ms
        """)
  }

  @Test func wideCharactersAndControlsAreShownSafely() {
    var it = Findings(size: Size(width: 60, height: 10))
    var found = Findings.gray
    found.title = "検索\u{1B}[31mの\n本"
    found.author = ""
    found.isStale = true
    found.hits = [
      LibraryHit(
        page: 0, start: 0, label: "1", section: "",
        before: "日本語の文章のなかにある言葉をさがすときには", text: "検索", after: "をつかうと便利です、とても便利です")
    ]
    it.find("検索", [found])
    #expect(
      screen(it) == """
         ⌕ 検索                                 1 hit in 1 document
        ─── Alt-c case: smart  Alt-w word  Alt-r regex  Alt-a e=é ──
         検索�[31mの�本   gray.pdf   changed since indexing · 1 hit
         ▌ p. 1  …さがすときには検索をつかうと便利です、とても便利…





         Enter results · Alt-n narrows · Alt-f folder         21 ms
        """)
    #expect(!screen(it).unicodeScalars.contains { $0.value == 0x1B })
  }

  @Test func anEmptyPromptExplainsTheSyntax() {
    var it = Findings()
    var progress = IndexProgress()
    progress.documents = 1_204
    progress.folders = ["/home/me/Papers"]
    _ = it.state.update(.library(.indexing(progress)))
    it.press("S")
    #expect(it.screenText.contains("Type to search in 1,204 documents."))
    #expect(it.screenText.contains("author: title: tag: in: type:"))
  }

  /// There is a folder for documents.
  private func placed(_ it: inout Findings) {
    let folder = Sidebar.Item(
      place: .folder("/home/me/Documents"), title: "Documents", isForDocuments: true)
    _ = it.state.update(.browser(.sidebar([.places: [folder]])))
  }

  /// Missing folders are not offered, and the offer stays as long as nothing can be found.
  @Test func theCurrentFolderIsOfferedForIndexing() {
    var it = Findings()
    var progress = IndexProgress()
    _ = it.state.update(.library(.indexing(progress)))
    let effects = it.press("S")
    #expect(effects.contains(.library(.tellIndexing)) && effects.contains(.browse(.loadSidebar)))
    #expect(it.screenText.contains("Enter indexes ~/Papers."))
    #expect(!it.screenText.contains("Alt-f"))
    progress.folders = ["/home/me/Gone"]
    _ = it.state.update(.library(.indexing(progress)))
    #expect(it.press("enter").contains(.library(.index(folder: "/home/me/Papers"))))
  }

  @Test func anEmptyIndexOffersIndexing() {
    var it = Findings()
    placed(&it)
    _ = it.state.update(.library(.indexing(IndexProgress())))
    it.press("S")
    #expect(it.screenText.contains("No documents are indexed yet. Enter indexes ~/Documents."))
    #expect(it.screenText.contains("Alt-f: ~/Papers instead."))
    it.press("alt+f")
    #expect(it.screenText.contains("Enter indexes ~/Papers."))
    #expect(it.press("enter").contains(.library(.index(folder: "/home/me/Papers"))))
    #expect(!it.screenText.contains("Enter indexes"))
  }

  /// The message at the empty prompt stays valid while typing.
  @Test func anEmptyIndexIsReportedWhileTyping() {
    var it = Findings()
    placed(&it)
    _ = it.state.update(.library(.indexing(IndexProgress())))
    it.find("write", [])
    #expect(it.screenText.contains("No documents are indexed yet. Enter indexes ~/Documents."))
    #expect(!it.screenText.contains("Nothing was found"))
    #expect(it.press("enter").contains(.library(.index(folder: "/home/me/Documents"))))
  }

  @Test func relatedDocumentsReportAnEmptyIndex() {
    var it = Findings(Book(pages: 3))
    _ = it.state.update(.library(.indexing(IndexProgress())))
    it.answer(Findings.numbers(it.press("g", "s"))[0], [])
    #expect(it.screenText.contains("No documents are indexed yet. Enter indexes"))
    it.press("g", "s")
    #expect(it.screen.last?.contains("This begins from a page that is read: q goes back") == true)
    #expect(
      it.press("enter").contains { if case .library(.index) = $0 { true } else { false } })
  }

  @Test func aFinishedIndexRequestIsReported() {
    var it = Findings()
    func tell(_ phase: IndexProgress.Phase, _ folder: String, _ documents: Int) {
      var progress = IndexProgress()
      progress.phase = phase
      progress.folders = [folder]
      progress.documents = documents
      _ = it.state.update(.library(.indexing(progress)))
    }
    _ = it.state.run("index-folder ~/Papers/db")
    #expect(it.screen.last?.contains("~/Papers/db is being indexed") == true)
    // The folder that finishes meanwhile is another one.
    tell(.looking, "/home/me/Other", 3)
    tell(.idle, "/home/me/Other", 3)
    #expect(it.screen.last?.contains("is being indexed") == true)
    tell(.looking, "/home/me/Papers", 3)
    tell(.reading, "/home/me/Papers", 40)
    tell(.idle, "/home/me/Papers", 41)
    #expect(
      it.screen.last?.contains("~/Papers/db is indexed: 41 documents can be searched") == true)
    it.press("j")
    tell(.idle, "/home/me/Papers", 41)
    #expect(it.screen.last?.contains("is indexed") == false)
  }

  /// Relative to the folder on the screen.
  @Test(arguments: [(".", "/"), ("../books", "/books"), ("./a//b/..", "/a")])
  func relativeFoldersResolveAgainstTheCurrentOne(_ typed: String, _ folder: String) {
    var book = Book(pages: 3)
    #expect(book.state.run("index-folder \(typed)").contains(.library(.index(folder: folder))))
  }

  @Test func theFirstIndexingIsReported() {
    var it = Findings()
    var progress = IndexProgress()
    progress.phase = .reading
    progress.total = 90
    _ = it.state.update(.library(.indexing(progress)))
    it.press("S")
    #expect(it.screenText.contains("No document is indexed yet: indexing 0 of 90"))
  }

  /// A filter has no effect in a pattern, which is reported if nothing was found.
  @Test func filtersInAPatternAreLiterals() {
    var it = Findings()
    it.press("S", "alt+r")
    it.type("in:papers model")
    it.answer(it.finder?.number ?? 0, [])
    #expect(it.screenText.contains("one pattern: in:papers is part of it, not a filter"))
  }

  @Test func anEmptyResultSuggestsChanges() {
    var it = Findings()
    var progress = IndexProgress()
    progress.documents = 12
    progress.failures = 3
    progress.phase = .reading
    progress.done = 5
    progress.total = 17
    _ = it.state.update(.library(.indexing(progress)))
    it.find("some not words author:nobody", [])
    it.press("alt+f")
    it.answer(it.finder?.number ?? 0, [])
    for words in [
      "Nothing was found in 12 documents.", "Removing author:nobody may find more.",
      "AND, OR and NOT are written in capitals.", "Fewer words find more.",
      "Alt-f searches everywhere.", "12 documents are not indexed yet.",
      "3 documents could not be read: recto index --status lists them.",
    ] {
      #expect(it.screenText.contains(words))
    }
  }

  @Test func theOptionsAreShownWhileTheQueryIsTyped() {
    var it = Findings(size: Size(width: 100, height: 11))
    it.find("write-ahead")
    it.press("alt+w")
    #expect(it.screenText.contains("Alt-c case: smart  Alt-w word  Alt-r regex"))
    it.press("enter")
    #expect(!it.screenText.contains("Alt-c case"), "the keys are those of the results")
  }

  /// One line below the query, while the results stay.
  @Test(arguments: [
    ("autor:knuth", "“autor:” is not a filter and is searched as text; filters are author"),
    ("(raft paxos", "a parenthesis is not closed; the query is read as if it ended there"),
    ("std::vector", nil), ("http://a.b", nil), ("(raft paxos)", nil),
  ])
  func aDoubtIsReportedBelowTheQuery(_ text: String, _ sentence: String?) {
    var it = Findings()
    it.find(text, [Findings.stasis])
    #expect(it.finder?.found.documents.count == 1)
    let line = it.screenText.split(separator: "\n", omittingEmptySubsequences: false)[1]
    if let sentence { #expect(line.contains(sentence)) }
    // Its options, if there is room beside it.
    let options = " Alt-c case: smart  Alt-w word  Alt-r regex  Alt-a e=é "
    #expect(line.contains(options) == (sentence == nil))
    let rule = line.split(separator: options).joined()
    #expect(rule.allSatisfy { $0 == "─" } == (sentence == nil))
    it.press("alt+r")
    #expect(!it.screenText.contains("not a filter"), "an expression has no filters")
  }

  @Test func aPatternErrorIsExplained() {
    var it = Findings()
    it.press("S", "alt+r")
    let number = Findings.numbers(it.type("(a"))[0]
    it.answer(number, []) { $0.failure = "“(” is not closed" }
    #expect(it.screenText.contains("“(” is not closed"))
  }

  @Test func cappedResultsShowAPlus() {
    var it = Findings()
    it.find("write")
    let number = Findings.numbers(it.type("x"))[0]
    it.answer(number) { $0.isCapped = true }
    #expect(it.screen[0].contains("13+ hits in 2 documents"))
    it.press("enter")
    #expect(it.screen.last?.contains("more: narrow the search") == true)
  }

  @Test func theBrowserShowsIndexingProgress() {
    var it = Findings()
    var progress = IndexProgress()
    progress.phase = .reading
    progress.done = 312
    progress.total = 1_204
    _ = it.state.update(.library(.indexing(progress)))
    #expect(it.screen.last?.contains("indexing 312 of 1,204  ━━──────") == true)
    progress.phase = .paused
    _ = it.state.update(.library(.indexing(progress)))
    #expect(it.screen.last?.contains("indexing paused, 312 of 1,204") == true)
  }

  @Test(arguments: [(40, 10), (41, 11), (59, 12), (63, 10), (64, 10), (90, 40), (250, 80)])
  func everyWindowSizeIsDrawn(_ width: Int, _ height: Int) {
    var it = Findings(size: Size(width: width, height: height))
    it.press("S")
    #expect(it.screen.count == height)
    it.press("escape")
    it.find("write-ahead")
    #expect(it.screenText.contains("Stasis"))
    it.press("enter", "tab")
    #expect(it.state.panel?.source == .facets)
    #expect(it.screen.count == height)
  }
}
