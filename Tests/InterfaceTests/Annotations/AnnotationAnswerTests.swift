import Canvas
import DocumentModel
import Testing

@testable import Interface
import Messages
import Text

/// Messages and offers when a command cannot run as requested.
@Suite struct AnnotationAnswerTests {
  @Test func commandsReportAMissingSelection() {
    var book = AnnotatedBook()
    book.press("a a")
    #expect(book.status.contains("Nothing is selected: press v"), "\(book.status)")
    book.press("a y")
    #expect(book.status.contains("then a y"), "\(book.status)")
    book.press("Q")
    #expect(book.status.contains("q leaves"))
  }

  @Test func theHintAfterAExplainsHowToSelect() {
    var book = AnnotatedBook(size: Size(width: 80, height: 30))
    book.press("a")
    _ = book.state.update(.reminded(.pendingKeys(serial: book.state.keyInput.serial)))
    #expect(book.rows.contains { $0.contains("To highlight, select first: v, words, then a ") })
    book.press("escape", "v", "v", "e", "a")
    _ = book.state.update(.reminded(.pendingKeys(serial: book.state.keyInput.serial)))
    #expect(!book.rows.contains { $0.contains("select first") })
  }

  @Test func theHintGoesWhenTheListTakesTheNextKey() {
    var book = AnnotatedBook(size: Size(width: 80, height: 30))
    book.press("A", "g")
    _ = book.state.update(.reminded(.pendingKeys(serial: book.state.keyInput.serial)))
    #expect(book.state.keyInput.showsContinuations)
    book.press("g")
    #expect(!book.state.keyInput.showsContinuations)
  }

  @Test func stampsAreChosenByTheirText() {
    var book = AnnotatedBook()
    book.press("v", "a S")
    let texts = book.state.panel?.rows.map(\.text) ?? []
    #expect(texts.contains("Not Approved") && !texts.contains("NotApproved"))
    book.type("not approved")
    book.press("enter")
    #expect(book.steps.last?.changes.first?.after?.icon == "NotApproved")
  }

  @Test func stampsOfOtherProgramsShowTheirText() {
    var book = AnnotatedBook(pages: 1, size: Size(width: 80, height: 24))
    var stamp = AnnotatedBook.highlight("s", line: 2)
    (stamp.kind, stamp.quads, stamp.icon) = (.stamp, [], "SBNotApproved")
    book.load([stamp])
    book.press("A")
    #expect(
      book.state.panel?.rows.map(\.text).joined(separator: " ").contains("stamp “Not Approved”")
        == true)
  }

  /// A note can be nothing else: its card does not offer it, and is no higher than its text and two lines of keys.
  @Test func aCardOffersOnlyAvailableCommands() {
    var book = AnnotatedBook(pages: 1, size: Size(width: 90, height: 24))
    var note = AnnotatedBook.highlight("n", line: 3, note: "words")
    (note.kind, note.quads) = (.note, [])
    book.load([note, AnnotatedBook.highlight("h", line: 6, note: "more")])
    book.press("] a", "enter")
    #expect(!book.rows.contains { $0.contains("t type") })
    #expect(book.rows.count { $0.contains("│") } == 3, "\(book.rows)")
    for key in ["s state", "f style", "l tags", "p previous", "Esc closes"] {
      #expect(book.rows.contains { $0.contains(key) }, "\(key)")
    }
    book.press("n")
    #expect(book.rows.contains { $0.contains("t type") })
    book.load([AnnotatedBook.highlight("q", line: 3)])
    book.press("escape", "] a", "enter")
    // The quote, that nothing is written, and the keys.
    #expect(book.rows.count { $0.contains("│") } == 4, "\(book.rows)")
  }

  /// A blank inserted after the last struck letter is not struck; one between two of them is.
  @Test func blanksInsertedAfterAMarkAreNotMarked() {
    var book = AnnotatedBook(pages: 1)
    var struck = AnnotatedBook.highlight("s", line: 1, from: 0, to: 2)
    struck.kind = .strikeOut
    book.load([struck])
    let document = book.state.documents[0]
    guard let lights = book.state.lights(of: document, on: 0), let range = lights.runs.first?.range
    else {
      Issue.record("nothing is lit")
      return
    }
    func isStruck(before next: Int) -> Bool {
      var line = LitLine([], lights: lights)
      let glyph = TextLine.Glyph(scalar: 0x65, origin: Int32(range.lowerBound), column: 0)
      let blank = TextLine.Glyph(scalar: 0x20, origin: -1, column: 1)
      _ = line.style(for: glyph, before: -1, over: .init(), book.state.themes.current)
      _ = line.style(for: blank, before: Int32(next), over: .init(), book.state.themes.current)
      return line.look != nil
    }
    #expect(isStruck(before: range.lowerBound + 1))
    #expect(!isStruck(before: range.upperBound))
  }
}
