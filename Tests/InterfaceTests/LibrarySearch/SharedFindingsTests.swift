import Canvas
import DocumentModel
import Interface
import Messages
import Testing
import Text

/// Results of shared libraries among those of this machine, and opening them.
@Suite struct SharedFindingsTests {
  static let raft = {
    var hits = DocumentHits(
      place: .shared(
        SharedPlace(library: "lab", collection: "papers", path: "2024/raft.pdf"), hash: "abc"),
      title: "In Search of an Understandable Consensus", author: "Ongaro", year: 2014,
      pageCount: 18, count: 1,
      hits: [LibraryHit(page: 3, start: 40, label: "4", before: "the ", text: "log", after: " is")])
    hits.size = 1_000
    return hits
  }()

  /// Starts a search; returns its number.
  private func begin(_ it: inout Findings, _ query: String = "lo") -> Int {
    Findings.numbers(it.press("S") + it.type(query)).first ?? 0
  }

  @discardableResult private func answer(
    _ it: inout Findings, _ number: Int, _ documents: [DocumentHits] = [], isDone: Bool = true,
    trouble: String? = nil
  ) -> [Effect] {
    it.answer(number, documents, isDone: isDone) {
      $0.library = "lab"
      $0.trouble = trouble
    }
  }

  private func places(_ it: Findings) -> [String] {
    it.finder?.found.documents.map { PathParts.name(of: $0.path) } ?? []
  }

  @Test func localResultsAreShownWhileAServerSearches() {
    var it = Findings()
    let number = begin(&it)
    answer(&it, number, isDone: false)
    it.answer(number)
    #expect(places(it) == ["stasis.pdf", "gray.pdf"])
    #expect(it.screenText.contains("13+ hits in 2 documents"))
    #expect(it.screenText.contains("searching lab"))
    #expect(it.finder?.isRunning == true)
    answer(&it, number, [Self.raft])
    #expect(it.screenText.contains("14 hits in 3 documents"))
    #expect(it.screenText.contains("lab:papers/2024/raft.pdf"))
    #expect(it.finder?.isRunning == false)
  }

  @Test func betterMatchesRankFirstAndTheCursorStays() {
    var it = Findings()
    let number = begin(&it)
    answer(&it, number, isDone: false)
    var (first, second) = (Findings.stasis, Findings.gray)
    (first.rank, second.rank) = (0, 3)
    it.answer(number, [first, second])
    it.press("enter", "j", "j", "j")
    let line = it.finder?.found.hit
    #expect(line == second.hits[0])
    var shared = Self.raft
    shared.rank = 1
    answer(&it, number, [shared])
    #expect(places(it) == ["stasis.pdf", "raft.pdf", "gray.pdf"])
    #expect(it.finder?.found.hit == line)
    var worst = Self.raft
    worst.place = .shared(SharedPlace(library: "lab", collection: "x", path: "a.pdf"), hash: "b")
    worst.rank = 4
    answer(&it, number, [shared, worst])
    #expect(places(it) == ["stasis.pdf", "raft.pdf", "gray.pdf", "a.pdf"])
  }

  @Test func aFileFoundLocallyAndSharedIsListedOnce() {
    var shared = Self.raft
    shared.copy = Findings.gray.path
    for localFirst in [true, false] {
      var it = Findings()
      let number = begin(&it)
      answer(&it, number, localFirst ? [] : [shared], isDone: !localFirst)
      it.press("enter")
      it.answer(number)
      if localFirst { answer(&it, number, [shared]) }
      // The one on this machine stays.
      #expect(places(it) == ["stasis.pdf", "gray.pdf"])
      #expect(it.screenText.contains("13 hits in 2 documents"), "\(it.screenText)")
      #expect(it.screenText.contains("also lab:papers"))
      // More answers change nothing.
      answer(&it, number, [shared])
      #expect(it.screenText.contains("13 hits in 2 documents"))
    }
  }

  @Test func incompleteAnswersAreMarked() {
    let sentence =
      "the shared library lab does not answer; documents of this machine are searched"
    var it = Findings()
    let number = begin(&it)
    answer(&it, number, isDone: false)
    it.answer(number)
    answer(&it, number, trouble: sentence)
    #expect(it.screenText.contains(sentence))
    #expect(it.screenText.contains("13+ hits"))
    #expect(it.finder?.isRunning == false)
    // The next attempt has answers.
    answer(&it, number, [Self.raft])
    #expect(!it.screenText.contains(sentence))
    #expect(it.screenText.contains("14 hits in 3 documents"))
    #expect(!it.press("escape").contains(.library(.stopFinding)))
    var other = Findings()
    let second = begin(&other)
    other.answer(second, [])
    answer(&other, second, trouble: sentence)
    #expect(other.screenText.contains("Nothing was found"))
    #expect(other.screenText.contains(sentence))
    #expect(other.press("escape").contains(.library(.stopFinding)))
  }

  @Test func anEmptyIndexSearchesAJoinedLibrary() {
    var it = Findings()
    _ = it.state.update(.library(.indexing(IndexProgress())))
    _ = it.state.update(.library(.joined(["lab"])))
    let number = begin(&it)
    answer(&it, number, isDone: false)
    it.answer(number, [])
    #expect(it.screenText.contains("Nothing was found on this machine. Searching lab …"))
    #expect(!it.press("enter").contains { if case .library(.index) = $0 { true } else { false } })
    answer(&it, number, [Self.raft])
    #expect(places(it) == ["raft.pdf"])
  }

  // MARK: opening

  private func found() -> Findings {
    var it = Findings()
    it.find("log", [])
    answer(&it, it.finder?.number ?? 0, [Self.raft])
    it.press("enter")
    return it
  }

  private func number(_ effects: [Effect]) -> Int? {
    effects.lazy.compactMap { effect in
      if case .library(.locate(let request)) = effect { request.number } else { nil }
    }.first
  }

  @Test func aSharedFileIsLocatedAndThenOpened() throws {
    var it = found()
    let request = try #require(number(it.press("enter")))
    #expect(it.state.isFinding)
    #expect(it.screenText.contains("Opening lab:papers/2024/raft.pdf"))
    let effects = it.state.update(.library(.located(number: request, .file(path: "/m/raft.pdf"))))
    #expect(effects.contains { if case .open(_, "/m/raft.pdf", _, _) = $0 { true } else { false } })
    #expect(!it.state.isFinding)
    let after = it.open("/m/raft.pdf")
    let page = after.compactMap { effect -> Int? in
      if case .search(_, _, _, _, _, let page) = effect { page } else { nil }
    }
    #expect(page == [3])
    it.press("q")
    #expect(it.state.isFinding)
  }

  @Test func theInformationNamesTheCollectionInsteadOfTheCache() throws {
    for isCached in [true, false] {
      var it = found()
      let request = try #require(number(it.press("enter")))
      _ = it.state.update(
        .library(.located(number: request, .file(path: "/m/raft.pdf", isCached: isCached))))
      _ = it.open("/m/raft.pdf")
      let rows = PanelSource.informationRows(it.state).map(\.text)
      #expect(
        rows.contains { $0.hasPrefix("Collection") && $0.hasSuffix("lab:papers/2024/raft.pdf") })
      #expect(rows.contains { $0.contains("/m/raft.pdf") } != isCached)
    }
  }

  @Test func withoutAFileTheTextIsOpenedAtTheParagraph() throws {
    var it = found()
    let request = try #require(number(it.press("enter")))
    let sentence = "The page as it was read on 3 May; its file is not within reach"
    _ = it.state.update(
      .library(
        .located(number: request, .text(path: "/c/raft.html", anchor: "c3-0", notice: sentence))))
    #expect(it.screenText.contains(sentence))
    let opened = it.open("/c/raft.html", pages: 3)
    let name = opened.compactMap { effect -> String? in
      if case .resolve(_, _, let name, .arrive) = effect { name } else { nil }
    }
    #expect(name == ["c3-0"])
    let id = try #require(it.state.pane?.document)
    let arrived = it.state.update(
      .resolved(
        id, generation: 1, name: "c3-0", Destination(page: 1, x: nil, y: 100), .arrive))
    let pages = arrived.compactMap { effect -> Int? in
      if case .search(_, _, _, _, _, let page) = effect { page } else { nil }
    }
    #expect(pages == [1])
    #expect(it.screenText.contains("page 2 line 6"))
  }

  @Test func nContinuesFromTextToText() throws {
    var it = Findings()
    it.find("page", [])
    var other = Self.raft
    other.place = .shared(
      SharedPlace(library: "lab", collection: "papers", path: "paxos.pdf"), hash: "b")
    other.title = "Paxos Made Simple"
    answer(&it, it.finder?.number ?? 0, [Self.raft, other])
    it.press("enter")
    func open(_ effects: [Effect], _ path: String, _ it: inout Findings) throws -> Int {
      let request = try #require(number(effects))
      _ = it.state.update(
        .library(.located(number: request, .text(path: path, anchor: "c3-0", notice: "text"))))
      _ = it.open(path, pages: 3)
      let id = try #require(it.state.pane?.document)
      let arrived = it.state.update(
        .resolved(id, generation: 1, name: "c3-0", Destination(page: 1, x: nil, y: 100), .arrive))
      return try #require(
        arrived.compactMap { effect -> Int? in
          if case .search(_, _, _, let search, _, _) = effect { search } else { nil }
        }.first)
    }
    let first = try open(it.press("enter"), "/c/raft.html", &it)
    _ = it.found(first, pages: [1], line: 5)
    let next = it.press("n")
    let second = try open(next, "/c/paxos.html", &it)
    #expect(it.state.document?.path == "/c/paxos.html")
    _ = it.found(second, pages: [1], line: 5)
    _ = try open(it.press("N"), "/c/raft.html", &it)
    #expect(it.state.document?.path == "/c/raft.html")
  }

  @Test func previewedFilesAreLocated() throws {
    var it = found()
    let request = try #require(number(it.press("space")))
    _ = it.state.update(.library(.located(number: request, .file(path: "/m/raft.pdf"))))
    #expect(it.state.browser.glance?.path == "/m/raft.pdf")
    _ = it.open("/m/raft.pdf")
    #expect(it.screenText.contains("lab:papers/2024/raft.pdf"))
  }

  @Test func closingThePreviewStopsOpeningItsFile() throws {
    var it = found()
    let preview = try #require(number(it.press("space")))
    _ = it.state.update(.library(.located(number: preview, .file(path: "/m/raft.pdf"))))
    _ = it.open("/m/raft.pdf")
    let request = try #require(number(it.press("enter")))
    #expect(it.press("q").contains(.library(.stopLocating)))
    #expect(
      it.state.update(.library(.located(number: request, .file(path: "/m/raft.pdf")))).isEmpty)
    #expect(it.state.isFinding)
  }

  @Test func unavailableFilesAreReportedAndLocatingCanBeStopped() throws {
    var it = found()
    let first = try #require(number(it.press("enter")))
    _ = it.state.update(.library(.located(number: first, .unavailable("not admitted"))))
    #expect(it.screenText.contains("not admitted"))
    #expect(it.state.isFinding)
    let second = try #require(number(it.press("enter")))
    #expect(it.press("q") == [.library(.stopLocating)])
    #expect(it.state.isFinding)
    #expect(
      it.state.update(.library(.located(number: second, .file(path: "/m/raft.pdf")))).isEmpty)
    #expect(it.state.documents.isEmpty)
  }

  @Test func controlsInNamesAreNotShown() {
    var it = Findings()
    it.find("log", [])
    var hostile = Self.raft
    hostile.place = .shared(
      SharedPlace(library: "lab", collection: "papers", path: "a\u{1B}]0;x\u{7}\u{202E}b.pdf"),
      hash: "abc")
    hostile.title = ""
    answer(&it, it.finder?.number ?? 0, [hostile])
    it.press("enter", "enter")
    #expect(!it.screenText.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(!it.screenText.unicodeScalars.contains("\u{202E}"))
  }
}
