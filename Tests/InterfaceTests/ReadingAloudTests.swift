import Canvas
import DocumentModel
import Messages
import Testing

@testable import Interface

@Suite struct ReadingAloudTests {
  private func said(_ effects: [Effect]) -> [SpokenLine] {
    effects.flatMap { effect -> [SpokenLine] in
      if case .speech(.say(let lines, _)) = effect { lines } else { [] }
    }
  }

  private func lit(_ book: Book) -> Int {
    book.state.spoken(in: book.id, on: book.state.panes[0].page).reduce(0) { $0 + $1.range.count }
  }

  @Test func sentencesFollowEachOther() throws {
    var book = Book(pages: 3)
    let first = said(book.press("g", "a"))
    #expect(first.count == 2 && lit(book) > 0, "\(first)")
    #expect(book.rows.last?.contains("Reading aloud") == true)
    let lines = first.map(\.text)
    // Its end has the next one but one said, and news of others changes nothing.
    #expect(said(book.state.update(.speech(.ended(99)))).isEmpty)
    let more = said(book.state.update(.speech(.ended(first[0].number))))
    #expect(more.count == 1 && !lines.contains(more[0].text))
    #expect(book.state.readingAloud?.current == 1)
    // A sentence whose end was not reported is over when the next one ends.
    let later = said(book.state.update(.speech(.ended(more[0].number))))
    #expect(later.count == 2 && book.state.readingAloud?.current == 3)
    let stopped = book.press("escape")
    #expect(stopped.contains(.speech(.stop)) && book.state.readingAloud == nil && lit(book) == 0)
    #expect(said(book.state.update(.speech(.ended(later[0].number)))).isEmpty)
  }

  @Test func theVoiceIsSteered() throws {
    var book = Book(pages: 3)
    let first = said(book.press("g", "a"))
    let skipped = book.press(")")
    #expect(skipped.contains(.speech(.stop)))
    #expect(said(skipped).first?.text == first[1].text)
    let back = book.press("(")
    #expect(said(back).first?.text == first[0].text)
    let paused = book.press("space")
    #expect(paused.contains(.speech(.stop)) && said(paused).isEmpty)
    #expect(book.rows.last?.contains("Paused") == true)
    // The sentence is read again from its beginning.
    #expect(said(book.press("space")).first?.text == first[0].text)
    #expect(book.press("+").contains(.speech(.setRate(10))))
    #expect(book.press("-", "-").contains(.speech(.setRate(-10))))
    // All other keys work as ever.
    _ = book.press("J")
    #expect(book.state.panes[0].page == 1 && book.state.readingAloud != nil)
  }

  @Test func itBeginsWithTheCaretsSentenceAndEndsWithTheDocument() throws {
    var book = Book(pages: 2)
    _ = book.press("v", "G", "$")
    var lines = said(book.press("g", "a"))
    #expect(book.state.selection == nil && !lines.isEmpty)
    for _ in 0..<200 where book.state.readingAloud != nil {
      guard let line = lines.first else { break }
      lines.removeFirst()
      lines += said(book.state.update(.speech(.ended(line.number))))
    }
    #expect(book.state.readingAloud == nil)
    #expect(book.rows.last?.contains("to the end") == true, "\(book.rows.last ?? "")")
  }

  @Test func troubleIsSaid() {
    var book = Book(pages: 1)
    let first = said(book.press("g", "a"))
    _ = book.state.update(.reminded(.speech(first[0].number)))
    #expect(book.rows.last?.contains("spd-say") == true)
    _ = book.state.update(.speech(.failed("speech-dispatcher cannot be reached")))
    #expect(book.state.readingAloud == nil)
    #expect(book.rows.last?.contains("cannot be reached") == true)
    #expect(book.press("escape").allSatisfy { $0 != .speech(.stop) })
  }
}
