import Canvas
import DocumentModel
import Interface
import Messages
import Text
import Testing

@Suite struct NoteTests {
  private func reading() -> Book {
    let book = Book(pages: 5)
    return book
  }

  private func requests(_ effects: [Effect]) -> [NoteRequest] {
    effects.compactMap { if case .browse(.notes(let request)) = $0 { request } else { nil } }
  }

  @Test func aNoteNamesTheCurrentPage() {
    var book = reading()
    _ = book.press("J", "J", "a", "m")
    #expect(book.rows.last?.contains("Note on book.pdf, p. 3:") == true)
    for scalar in "well put".unicodeScalars {
      _ = book.state.update(.input(.key(Key(scalar))))
    }
    #expect(
      requests(book.press("enter")) == [
        .add(
          NoteSubject(
            path: "/book.pdf", title: "Book",
            page: .init(BlockAddress(page: 2, hasPages: true), name: "p. 3")),
          lines: ["well put"])
      ])
    #expect(book.state.prompt == nil)
  }

  @Test func aNoteMayHaveSeveralLines() {
    var book = reading()
    _ = book.press("a", "m", "x", "alt+enter", "y")
    #expect(book.rows.contains { $0.contains("│ x") })
    _ = book.press("alt+enter", "backspace", "z")
    _ = book.state.update(.input(.paste("1\n2")))
    let added = requests(book.press("alt+enter", "enter")).first
    #expect(
      added
        == .add(
          NoteSubject(
            path: "/book.pdf", title: "Book",
            page: .init(BlockAddress(page: 0, hasPages: true), name: "p. i")),
          lines: ["x", "yz1", "2"]))
  }

  @Test func anEmptyNoteIsNotMade() {
    var book = reading()
    #expect(requests(book.press("a", "enter")) == [])
    #expect(requests(book.press("a", " ", "alt+enter", "enter")) == [])
    #expect(requests(book.press("a", "x", "escape")) == [])
    #expect(book.state.prompt == nil)
  }

  @Test func aNoteInTheBrowserIsAboutItsRow() {
    var browser = BrowserBench(["/home/me": ["Papers/", "a.pdf"]])
    browser.press("a")
    #expect(browser.state.prompt == nil)
    #expect(browser.state.notices.shown?.text.contains("No document here") == true)
    browser.press("j", "a", "x", "enter")
    #expect(
      requests(browser.requests) == [.add(NoteSubject(path: "/home/me/a.pdf"), lines: ["x"])])
  }

  // MARK: decisions

  private func asked(_ news: NoteNews) -> Book {
    var book = reading()
    _ = book.state.update(.browser(.notes(news)))
    return book
  }

  @Test(arguments: [
    ("k", Settlement.keepBoth), ("t", .theirs), ("m", .ours),
  ]) func aConflictIsExplained(_ key: String, _ settlement: Settlement) {
    var book = asked(.conflict(path: "/notes/book (note).md"))
    book.state.questions.isFresh = false
    let words = book.rows.joined(separator: "\n")
    for part in [
      "“book (note).md” was changed here", "keep both: theirs stays, mine becomes a second file",
      "theirs: keep “book (note).md” as it is", "mine: overwrite theirs", "later",
    ] {
      #expect(words.contains(part), "\(part)")
    }
    // Neither Enter nor another key decides.
    #expect(requests(book.press("enter", "j")) == [])
    #expect(book.state.questions.shown != nil)
    #expect(
      requests(book.press(key)) == [.settle(path: "/notes/book (note).md", settlement)])
    #expect(book.state.questions.shown == nil)
  }

  @Test func aConflictCanBePostponed() {
    var book = asked(.conflict(path: "/n.md"))
    #expect(requests(book.press("escape")) == [])
    #expect(book.state.questions.shown == nil)
  }

  @Test func aDeletedNoteIsRecreatedOrDropped() {
    var book = asked(.gone(path: "/n.md"))
    #expect(requests(book.press("m")) == [.makeAgain(path: "/n.md")])
    book = asked(.gone(path: "/n.md"))
    #expect(requests(book.press("d")) == [.letGo(path: "/n.md")])
  }

  @Test func recoveredNotesAreOffered() {
    var book = asked(.leftover(copy: "/r/1", path: "/n.md", time: 1_700_000_000))
    #expect(book.rows.contains { $0.contains("Recto quit before “n.md” was written") })
    #expect(requests(book.press("enter")) == [], "Enter drops nothing and writes nothing")
    #expect(requests(book.press("r")) == [.recover(copy: "/r/1")])
    book = asked(.leftover(copy: "/r/1", path: "/n.md", time: 1_700_000_000))
    #expect(requests(book.press("d")) == [.discard(copy: "/r/1")])
  }

  @Test func questionsAreQueued() {
    var book = asked(.conflict(path: "/one.md"))
    for path in ["/two.md", "/one.md", "/two.md"] {
      _ = book.state.update(.browser(.notes(.conflict(path: path))))
    }
    #expect(requests(book.press("t")) == [.settle(path: "/one.md", .theirs)])
    #expect(requests(book.press("t")) == [.settle(path: "/two.md", .theirs)])
    #expect(book.state.questions.shown == nil)
  }

  @Test func controlsInNamesAreHidden() {
    let book = asked(.conflict(path: "/a\u{1B}[31m\nb.md"))
    #expect(!book.rows.joined().contains("\u{1B}"))
  }

  @Test func theNoteIsReloadedAfterTheEditor() {
    var book = reading()
    #expect(requests(book.state.update(.browser(.edited(path: "/n.md")))) == [.look(path: "/n.md")])
  }
}
