import Canvas
import DocumentModel
import Testing
import Widgets

@testable import Interface
import Messages
import Text

/// Requests of other programs.
@Suite struct RemoteTests {
  private let origin = RemoteRequest.Origin(connection: 1, id: "7")

  private func request(_ action: RemoteRequest.Action) -> Message {
    .remote(RemoteRequest(action, from: origin))
  }

  private func run(_ name: String, _ argument: String? = nil, count: Int? = nil) -> Message {
    request(.run(name, argument: argument, count: count))
  }

  private func replies(_ effects: [Effect]) -> [RemoteReply] {
    effects.compactMap {
      if case .reply(let reply, let origin) = $0, origin == self.origin { reply } else { nil }
    }
  }

  private func failure(_ effects: [Effect]) -> String? {
    if case .failure(let sentence)? = replies(effects).first { sentence } else { nil }
  }

  /// Each command of the table answers once, in the reader and in the browser, and none starts a program.
  @Test func everyCommandAnswersAndStartsNoProgram() {
    for command in CommandList.all {
      for isBrowsing in [false, true] {
        var state =
          isBrowsing
          ? BrowserBench(["/home/me": ["a.pdf", "b.txt"]]).state : Book(pages: 3).state
        let effects = state.update(run(command.name))
        #expect(replies(effects).count == 1, "\(command.name)")
        #expect(!effects.contains { $0.startsProgram }, "\(command.name)")
        guard command.argument != nil else { continue }
        var other = isBrowsing ? BrowserBench(["/home/me": ["a.pdf"]]).state : Book(pages: 3).state
        let given = other.update(run(command.name, "x"))
        #expect(replies(given).count == 1, "\(command.name) x")
        #expect(!given.contains { $0.startsProgram }, "\(command.name) x")
      }
    }
  }

  @Test func aRemoteCommandActsLikeItsKey() {
    var book = Book(pages: 9)
    let effects = book.state.update(run("first-page", count: 4))
    #expect(replies(effects) == [.result(.object([("notice", .null)]))])
    #expect(book.state.panes[0].page == 3)
    #expect(
      replies(book.state.update(request(.get([.page]))))
        == [.result(.object([("page", .object([("page", .count(4)), ("label", .string("4"))]))]))])
  }

  /// An editor cannot change a PDF, so the client must get an error.
  @Test func aRefusedEditorIsAFailure() {
    var book = Book(pages: 3)
    let sentence = failure(book.state.update(run("edit")))
    #expect(sentence?.contains("no text that an editor could change") == true)
  }

  @Test func impossibleCommandsAreReported() {
    var book = Book(pages: 2)
    #expect(failure(book.state.update(run("no-such"))) != nil)
    #expect(failure(book.state.update(run("next-page", "x"))) == "next-page takes no argument")
    #expect(failure(book.state.update(run("caret-left")))?.contains("No caret") == true)
    let shell = failure(book.state.update(run("run-command", "rm -r x")))
    #expect(shell?.contains("no request may do") == true)
    #expect(failure(book.state.update(run("suspend"))) != nil)
    let long = String(repeating: "a b ", count: 1_000)
    #expect(failure(book.state.update(run("find", long))) == nil)
    #expect(failure(book.state.update(run("find", long + "c")))?.contains("too long") == true)
  }

  @Test func commandsAreRefusedWhileTyping() {
    var book = Book(pages: 2)
    _ = book.press("/", "a")
    #expect(failure(book.state.update(run("next-page")))?.contains("being typed") == true)
    #expect(failure(book.state.update(run("quit"))) != nil)
    #expect(book.state.prompt?.line.text == "a" && !book.state.ending.hasCome)
    // To ask is always possible.
    #expect(replies(book.state.update(request(.get([.page])))).count == 1)
  }

  /// A menu acts on what is selected below it.
  @Test func commandsAreRefusedWhileAMenuIsOpen() {
    var browser = BrowserBench(["/home/me": ["a.pdf", "b.pdf"]])
    _ = browser.state.update(run("actions"))
    #expect(browser.state.panel?.source == .actions)
    #expect(failure(browser.state.update(run("row-down")))?.contains("a menu is open") == true)
    browser.state.panel = Panel(.marks)
    #expect(failure(browser.state.update(run("row-down"))) == nil)
  }

  @Test func aMissingPageIsAFailure() {
    var book = Book(pages: 2)
    for at in ["page=9", "page=9&char=0"] {
      #expect(
        failure(book.state.update(request(.open("/book.pdf", at: at, untilClosed: false))))
          == "book.pdf has no page “9”; it has 2")
    }
    let last = request(.open("/book.pdf", at: "page=2", untilClosed: false))
    #expect(replies(book.state.update(last)).count == 1)
    #expect(book.state.panes[0].page == 1)
  }

  @Test func commandsWaitForTheDocument() {
    var book = Book(pages: 9)
    book.state.documents[0] = Document(id: book.id, path: "/book.pdf", start: .remembered)
    #expect(replies(book.state.update(run("first-page", count: 3))).isEmpty)
    _ = book.state.update(
      .opened(book.id, generation: 1, .success(DocumentSummary(pageCount: 9, title: "Book"))))
    let effects = book.state.update(.reading(book.id, generation: 1, nil))
    #expect(replies(effects).count == 1)
  }

  @Test func openingIsAnsweredWhenFinished() {
    var book = Book(pages: 2)
    #expect(failure(book.state.update(request(.open("a.pdf", at: nil, untilClosed: false)))) != nil)
    #expect(
      replies(book.state.update(request(.open("/b.pdf", at: nil, untilClosed: false)))).isEmpty)
    let id = book.state.documents[1].id
    let failed = book.state.update(
      .opened(id, generation: 1, .failure(.other("/b.pdf: there is no such file"))))
    #expect(failure(failed) == "/b.pdf: there is no such file")
    #expect(
      replies(book.state.update(request(.open("/c.pdf", at: nil, untilClosed: true)))).isEmpty)
    let other = book.state.documents[1].id
    let opened = book.state.update(
      .opened(other, generation: 1, .success(DocumentSummary(pageCount: 1, title: "C"))))
    #expect(replies(opened).isEmpty)
    _ = book.state.update(.reading(other, generation: 1, nil))
    #expect(
      replies(book.state.update(.input(.key(Key("q"))))).isEmpty == false
        || book.state.documents.count == 2)
    if book.state.documents.count == 2 {
      #expect(replies(book.state.update(run("close-document"))).contains(.result(.null)))
    }
  }

  /// Waiting for a document that cannot be opened fails at once.
  @Test func waitingForAFailedOpenFails() {
    var book = Book(pages: 2)
    #expect(
      replies(book.state.update(request(.open("/b.pdf", at: nil, untilClosed: true)))).isEmpty)
    let id = book.state.documents[1].id
    let failed = book.state.update(
      .opened(id, generation: 1, .failure(.other("/b.pdf: there is no such file"))))
    #expect(failure(failed) == "/b.pdf: there is no such file")
  }

  /// An editor that drives Recto presses no key, so the next command clears the error.
  @Test func aSuccessfulCommandClearsTheError() {
    var book = Book(pages: 9)
    book.state.say("it knows no such line", isError: true)
    #expect(failure(book.state.update(run("last-page"))) == nil)
    #expect(book.state.notices.shown == nil)
  }

  @Test func forwardSyncShowsAndAnswers() {
    var book = Book(pages: 9)
    let forward = request(.forward(line: 8, source: "/a.tex", document: "/book.pdf"))
    let effects = book.state.update(forward)
    let asked = RemoteRequest(
      .forward(line: 8, source: "/a.tex", document: "/book.pdf"), from: origin)
    #expect(
      effects.contains(
        .lookUp(
          book.id, path: "/book.pdf", .place(line: 8, source: "/a.tex", folder: "/"), for: asked)))
    let place = SyncTeXPlace(
      page: 4, point: Point(x: 0, y: 200), box: Box(x0: 0, y0: 198, x1: 100, y1: 214))
    let shown = book.state.update(.lookedUp(book.id, .place(place), for: asked))
    #expect(replies(shown).count == 1)
    #expect(book.state.panes[0].page == 4)
    #expect(book.state.documents[0].flash?.boxes.first == place.box)
    let none = book.state.update(.lookedUp(book.id, .failure("no place"), for: asked))
    #expect(failure(none) == "no place")
  }

  @Test func inverseSyncOpensTheSource() {
    var book = Book(pages: 2)
    _ = book.press("g", "e")
    #expect(book.state.hints?.items.isEmpty == false)
    let asked = book.press("a", "a")
    guard
      case .lookUp(_, "/book.pdf", .source(page: 0, let point), nil)? = asked.first(where: {
        if case .lookUp = $0 { true } else { false }
      })
    else {
      Issue.record("nothing was asked")
      return
    }
    #expect(point.y > 0 && point.y < 12)
    let inside = SyncTeXNews.source("/p/a.tex", line: 3, column: 0, isOutside: false)
    #expect(
      book.state.update(.lookedUp(book.id, inside, for: nil)).contains(
        .browse(.edit(path: "/p/a.tex", line: 3))))
    book.state.preferences.syncTeXEditor = "ed %{input}"
    let outside = SyncTeXNews.source("/etc/a.tex", line: 3, column: 0, isOutside: true)
    let effect = Effect.editSource("/etc/a.tex", line: 3, column: 0)
    #expect(!book.state.update(.lookedUp(book.id, outside, for: nil)).contains(effect))
    #expect(book.press("enter").contains(effect))
    // Agreed to once.
    #expect(book.state.update(.lookedUp(book.id, outside, for: nil)).contains(effect))
  }

  /// A program that waits for the next hit is not woken by each page that a search has read.
  @Test func aRunningSearchChangesNoHit() {
    func found(_ page: Int) -> SearchHit {
      SearchHit(
        spans: [.init(page: Int32(page), start: 0, end: 4)], y: 0, before: "", text: "page",
        after: " 1")
    }
    var book = Book(pages: 9)
    let effects = book.press("/") + "page".flatMap { book.press(String($0)) }
    var number = 0
    for case .search(_, _, _, let last, _, _) in effects { number = last }
    func take(_ pages: [Int], isDone: Bool) -> JSON {
      var progress = SearchProgress()
      progress.hits = pages.map(found)
      progress.isDone = isDone
      _ = book.state.update(.found(book.id, generation: 1, search: number, progress))
      return RemoteFacts.value(book.state, of: .hit)
    }
    let first = take([1], isDone: false)
    #expect(first.text.contains(#""number":null,"count":null,"query":"page""#))
    #expect(take([2, 3], isDone: false) == first)
    #expect(take([0], isDone: true).text.contains(#""number":2,"count":4,"#))
  }
}
