import Canvas
import DocumentModel
import Messages
import Testing
import Text

@testable import Interface

@Suite struct ReadingAloudTests {
  /// A book of pages with so many paragraphs of two sentences.
  private func book(pages: Int, paragraphs: Int = 6) -> Book {
    var book = Book(pages: pages, loaded: 0..<0)
    for page in 0..<pages {
      var text = PageText(styles: [TextStyle()])
      text.runs = [StyleRun(start: 0, style: 0)]
      var blocks: [TextBlock] = []
      for number in 0..<paragraphs {
        let words = "Paragraph \(number + 1) of page \(page + 1) begins. It ends with this one."
        let (start, scalars) = (text.scalars.count, words.unicodeScalars.map(\.value))
        let y = Float(number) * 20
        text.scalars += scalars + [0x0A]
        text.boxes += scalars.indices.map {
          Box(x0: Float($0) * 5, y0: y, x1: Float($0) * 5 + 5, y1: y + 12)
        }
        text.boxes.append(.zero)
        blocks.append(
          TextBlock(
            kind: .paragraph, box: Box(x0: 0, y0: y, x1: 300, y1: y + 12), scalars: scalars,
            origins: scalars.indices.map { Int32(start + $0) }))
      }
      _ = book.state.update(
        .content(
          book.id, generation: 1, page: page, PageContent(text: text, blocks: blocks, grid: [])))
    }
    return book
  }

  private func said(_ effects: [Effect]) -> [SpokenLine] {
    effects.flatMap { effect -> [SpokenLine] in
      if case .speech(.say(let lines, _)) = effect { lines } else { [] }
    }
  }

  private func lit(_ book: Book) -> Int {
    book.state.voice.spoken(in: book.id, on: book.state.panes[0].page).reduce(0) {
      $0 + $1.range.count
    }
  }

  @Test func sentencesFollowEachOther() throws {
    var book = book(pages: 3)
    let first = said(book.press("g", "a"))
    try #require(first.count == 2)
    #expect(lit(book) > 0)
    #expect(book.rows.joined().contains("Esc ends"))
    let lines = first.map(\.text)
    // Its end has the next one but one said, and news of others changes nothing.
    #expect(said(book.state.update(.speech(.ended(99)))).isEmpty)
    let more = said(book.state.update(.speech(.ended(first[0].number))))
    #expect(more.count == 1 && !lines.contains(more[0].text))
    #expect(book.state.voice.reading?.current == 1)
    // A sentence whose end was not reported is over when the next one ends.
    let later = said(book.state.update(.speech(.ended(more[0].number))))
    #expect(later.count == 2 && book.state.voice.reading?.current == 3)
    let stopped = book.press("escape")
    #expect(stopped.contains(.speech(.stop)) && book.state.voice.reading == nil && lit(book) == 0)
    #expect(said(book.state.update(.speech(.ended(later[0].number)))).isEmpty)
  }

  @Test func theKeysOfTheVoiceAreDescribed() {
    var book = book(pages: 3)
    _ = book.press("g", "a")
    _ = book.state.run("describe-key")
    _ = book.press("space")
    #expect(book.notice == "space: reading aloud takes it")
    #expect(book.state.voice.reading?.isPaused == false)
  }

  @Test func theVoiceIsControlled() throws {
    var book = book(pages: 3)
    let first = said(book.press("g", "a"))
    try #require(first.count == 2)
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
    #expect(book.state.panes[0].page == 1 && book.state.voice.reading != nil)
  }

  @Test func readingStartsAtTheCaret() throws {
    var book = book(pages: 2)
    _ = book.press("v", "G", "$")
    var lines = said(book.press("g", "a"))
    #expect(book.state.selection == nil && !lines.isEmpty)
    for _ in 0..<200 where book.state.voice.reading != nil {
      guard let line = lines.first else { break }
      lines.removeFirst()
      lines += said(book.state.update(.speech(.ended(line.number))))
    }
    #expect(book.state.voice.reading == nil)
    #expect(book.rows.last?.contains("to the end") == true, "\(book.rows.last ?? "")")
  }

  @Test func voiceTroubleIsReported() {
    var book = book(pages: 1)
    let first = said(book.press("g", "a"))
    _ = book.state.update(.reminded(.speech(first[0].number)))
    #expect(book.rows.last?.contains("spd-say") == true)
    _ = book.state.update(.speech(.failed("speech-dispatcher cannot be reached")))
    #expect(book.state.voice.reading == nil)
    #expect(book.state.notices.errors.last?.contains("cannot be reached") == true)
    #expect(book.press("escape").allSatisfy { $0 != .speech(.stop) })
  }
}
