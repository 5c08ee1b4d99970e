import DocumentModel
import Testing
import Text

@testable import Interface
import Messages

/// Recognition as the screen asks for it and reports it.
@Suite struct RecognitionScreenTests {
  private static let blank = PageContent(text: PageText(), blocks: [], grid: [])

  private static func commands(_ effects: [Effect]) -> [RecognitionCommand] {
    effects.compactMap { if case .recognize(_, _, _, let command) = $0 { command } else { nil } }
  }

  private static func content(_ book: Book, _ page: Int, _ content: PageContent) -> Message {
    .content(book.id, generation: 1, page: page, content)
  }

  /// A book whose pages are pictures, and the effects of showing the first.
  private static func scans(_ mode: Preferences.Recognition = .visible) -> (Book, [Effect]) {
    var book = Book(pages: 9, loaded: 0..<0)
    book.state.preferences.ocr = mode
    var effects: [Effect] = []
    for page in 0..<3 { effects += book.state.update(Self.content(book, page, blank)) }
    return (book, effects)
  }

  private static func recognized(_ words: String) -> PageContent {
    let scalars = words.unicodeScalars.map(\.value)
    var text = PageText(
      scalars: scalars,
      boxes: scalars.indices.map { Box(x0: Float($0) * 6, y0: 10, x1: Float($0) * 6 + 6, y1: 20) },
      runs: [StyleRun(start: 0, style: 0)], styles: [TextStyle(isUncertain: true)])
    text.source = .recognition
    let block = TextBlock(
      kind: .paragraph, box: text.boxes[0], scalars: scalars,
      origins: scalars.indices.map { Int32($0) })
    return PageContent(text: text, blocks: [block], grid: [])
  }

  @Test func visiblePagesAreRecognisedOnce() {
    var (book, effects) = Self.scans()
    #expect(Self.commands(effects).first == .page(0))
    #expect(book.top == "(recognising the words of this page…)")
    effects = book.state.update(Self.content(book, 0, Self.recognized("Read words")))
    #expect(book.top == "Read words")
    #expect(!Self.commands(effects).contains(.page(0)))
  }

  @Test func theFirstVisiblePageIsRecognisedFirst() {
    var book = Book(pages: 9, loaded: 0..<0)
    book.state.preferences.ocr = .visible
    #expect(Self.commands(book.state.update(Self.content(book, 1, Self.blank))).isEmpty)
    #expect(Self.commands(book.state.update(Self.content(book, 0, Self.blank))).first == .page(0))
  }

  @Test func recognitionNeedsConsent() {
    for mode in [Preferences.Recognition.never, .ask] {
      let (book, effects) = Self.scans(mode)
      #expect(Self.commands(effects).isEmpty)
      #expect(
        book.notice == (mode == .ask ? "No text on this page; :ocr all recognises its words" : ""))
    }
    let (_, all) = Self.scans(.always)
    #expect(Self.commands(all).contains(.all(from: 0, isIdle: true)))
  }

  @Test func recognisingAllPagesIsListedAsATask() {
    var (book, _) = Self.scans(.never)
    _ = book.state.documents.recognizeAll(
      document: book.state.document, panes: book.state.panes, preferences: book.state.preferences,
      &book.state.notices)
    _ = book.state.update(.recognition(book.id, generation: 1, .progress(pagesRead: 3)))
    book.state.toggle(.tasks)
    #expect(book.state.panel?.rows.map(\.detail) == ["3 of 9 pages"])
    _ = book.press("enter")
    let effects = book.press("y")
    #expect(Self.commands(effects) == [.stop])
    // A page that was under way when it stopped comes too late.
    _ = book.state.update(.recognition(book.id, generation: 1, .progress(pagesRead: 4)))
    #expect(book.state.document?.recognition.pagesRead == nil)
  }

  @Test func aMissingRecogniserIsReportedOnce() {
    var (book, _) = Self.scans()
    _ = book.state.update(
      .recognition(book.id, generation: 1, .unavailable("recto-ocr is missing")))
    #expect(book.notice == "No OCR: recto-ocr is missing")
    #expect(book.top == "(no text on this page; p shows its picture)")
    let effects = book.press("J")
    #expect(Self.commands(effects).isEmpty)
  }

  @Test func commandsRecogniseAllAndAgain() {
    var (book, _) = Self.scans(.never)
    #expect(Self.commands(book.state.run("ocr")) == [.all(from: 0, isIdle: false)])
    _ = book.state.update(
      .recognition(book.id, generation: 1, .progress(pagesRead: 4)))
    _ = book.press("j")
    #expect(book.rows.contains { $0.contains("recognising: 4 of 9 pages") })
    #expect(Self.commands(book.state.run("ocr stop")) == [.stop])
    _ = book.state.update(Self.content(book, 0, Self.recognized("Read words")))
    let effects = book.state.run("ocr again deu")
    #expect(Self.commands(effects) == [.again(0)])
    #expect(
      effects.contains { if case .recognize(_, _, "deu", _) = $0 { true } else { false } })
  }

  @Test func uncertainWordsAreListed() {
    var (book, _) = Self.scans()
    _ = book.state.update(Self.content(book, 0, Self.recognized("Read words")))
    _ = book.state.run("ocr words")
    #expect(book.state.panel?.rows.map(\.text) == ["Read  Read words", "words  Read words"])
  }

  @Test func recognisedWordsAreSavedAsAnEdit() {
    var (book, _) = Self.scans()
    #expect(Self.commands(book.state.run("save-ocr")) == [.words])
    _ = book.state.update(.recognition(book.id, generation: 1, .words([])))
    #expect(book.notice.hasPrefix("No words were recognised yet"))
    let edit = DocumentEdit.addText(
      page: 0, [PlacedWord(text: "a", x: 0, y: 0, width: 5, size: 10)])
    let effects = book.state.update(.recognition(book.id, generation: 1, .words([edit])))
    #expect(
      effects.contains {
        if case .edit(.edit(_, _, _, .edits([edit]), nil, _)) = $0 { true } else { false }
      })
  }
}
