import Canvas
import DocumentModel
import Interface
import Messages
import Testing
import Text

@Suite struct AnnotationMakingTests {
  @Test func aColourKeyHighlightsTheSelection() throws {
    var book = AnnotatedBook()
    book.press("v", "v", "e", "a y")
    let made = try #require(book.steps.first?.changes.first?.after)
    #expect(book.steps.count == 1 && book.steps[0].changes.count == 1)
    #expect(made.kind == .highlight && made.color == AnnotationColor.standard[0].color)
    #expect(made.quads == [Quad(Box(x0: 0, y0: 0, x1: 20, y1: 12))])
    #expect(made.anchor?.quote == "page")
    #expect(made.anchor?.after.hasPrefix("1 line 1") == true)
    #expect(made.author == "me" && made.created == 1_800_000_000)
    #expect(made.id == AnnotationID("new-1"))
    #expect(book.state.selection == nil)
  }

  @Test func enterOpensTheNewAnnotation() {
    var book = AnnotatedBook()
    book.press("v", "v", "e", "a n")
    book.type("a note")
    book.press("enter", "enter")
    #expect(book.state.annotating.card?.annotation == AnnotationID("new-1"))
  }

  @Test func everyKindIsMadeAndTheLastRepeated() {
    var book = AnnotatedBook()
    for keys in ["a u", "a s", "a w", "a b", "a a"] {
      book.press("v", "v", "e")
      book.press(keys)
    }
    let made = book.steps.compactMap { $0.changes.first?.after }
    #expect(made.map(\.kind) == [.underline, .strikeOut, .squiggly, .highlight, .highlight])
    #expect(made[4].color == AnnotationColor.standard[2].color)
    #expect(Set(made.map(\.id)).count == 5)
  }

  @Test func colourKeysComeFromTheSettings() {
    var book = AnnotatedBook()
    book.state.preferences.annotationColors = [
      AnnotationColor("teal", key: "z", color: 0x11AAAA, meaning: "to check"),
      // The key is taken: the command wins.
      AnnotationColor("umber", key: "u", color: 0x553311),
    ]
    let taken = book.state.bindAnnotationColors()
    #expect(taken.count == 1 && taken[0].contains("letter of “umber” does not work"), "\(taken)")
    book.press("v", "v", "e", "a")
    let serial = book.state.keyInput.serial
    _ = book.state.update(.reminded(.pendingKeys(serial: serial)))
    #expect(book.rows.contains { $0.contains("z") && $0.contains("Highlight, teal: to check") })
    book.press("z")
    book.press("v", "v", "e", "a u")
    let made = book.steps.compactMap { $0.changes.first?.after }
    #expect(made.map(\.color) == [0x11AAAA, book.state.preferences.annotationColors[0].ink])
    #expect(made.map(\.kind) == [.highlight, .underline])
  }

  @Test func aMenuWithoutRoomIndicatesMore() {
    var book = AnnotatedBook(size: Size(width: 40, height: 10))
    book.press("v", "v", "e", "a")
    let serial = book.state.keyInput.serial
    _ = book.state.update(.reminded(.pendingKeys(serial: serial)))
    #expect(book.rows.contains { $0.contains("▾") && $0.contains(" more: ") }, "\(book.rows)")
  }

  @Test func eachLineOfASelectionHasItsOwnQuad() throws {
    var book = AnnotatedBook()
    book.press("v", "V", "j", "a g")
    let made = try #require(book.steps.first?.changes.first?.after)
    #expect(
      made.quads == [
        Quad(Box(x0: 0, y0: 0, x1: 65, y1: 12)), Quad(Box(x0: 0, y0: 20, x1: 65, y1: 32)),
      ])
    #expect(made.box == Box(x0: 0, y0: 0, x1: 65, y1: 32))
  }

  @Test func aSelectionOverPagesMakesOneMarkPerPage() throws {
    var book = AnnotatedBook(pages: 2, lines: 3)
    book.press("v", "}", "}", "v", "}", "}", "a p")
    let changes = try #require(book.steps.first?.changes)
    #expect(book.steps.count == 1)
    #expect(changes.compactMap { $0.after?.page } == [0, 1])
    #expect(changes.compactMap { $0.before } == [])
  }

  @Test func annotatingNeedsASelection() {
    var book = AnnotatedBook()
    book.press("v", "a y")
    #expect(book.steps.isEmpty)
    #expect(book.status.contains("Nothing is selected"))
  }

  @Test func aNoteIsWrittenOnAHighlight() {
    var book = AnnotatedBook()
    book.press("v", "v", "e", "a n")
    // The annotated words stay highlighted meanwhile.
    #expect(book.state.selection != nil)
    book.type("but see")
    book.press("alt+enter")
    book.type("Gray 1981")
    #expect(book.rows.contains { $0.contains("│ but see") })
    book.press("enter")
    let made = book.steps.first?.changes.first?.after
    #expect(made?.kind == .highlight && made?.contents == "but see\nGray 1981")
    #expect(book.state.selection == nil)
  }

  /// Letters typed after a wrong hint letter must not run as keys.
  @Test func aLetterThatIsNoHintIsReportedAndIgnored() throws {
    var book = AnnotatedBook(size: Size(width: 80, height: 30), lines: 25)
    book.press("a n")
    let letters = try #require(book.state.hints?.items.last?.letters)
    #expect(letters.count == 2)
    book.press(String(letters.prefix(1)))
    #expect(book.status.contains("\(letters.prefix(1))…"))
    book.press("Z")
    #expect(book.status.contains("No such label. Note at which line?") && book.state.hints != nil)
    book.press(String(letters.suffix(1)))
    #expect(book.state.hints == nil && book.state.prompt != nil)
  }

  /// Ctrl-j begins another line in any terminal, and is Enter where there is but one.
  @Test func ctrlJInsertsALineBreak() {
    var book = AnnotatedBook()
    book.press("v", "v", "e", "a n")
    #expect(book.status.hasSuffix("  Ctrl-j: line  Alt-e: editor"))
    book.type("one")
    book.press("ctrl+j")
    book.type("two")
    book.press("enter")
    #expect(book.steps.first?.changes.first?.after?.contents == "one\ntwo")
    book.press("/")
    book.type("line 7")
    book.press("ctrl+j")
    #expect(book.state.prompt == nil)
  }

  /// In a small window what is typed has most of the line.
  @Test func aLongLabelLeavesRoomToType() {
    var book = AnnotatedBook(pages: 1, size: Size(width: 40, height: 10))
    book.press("v", "v", "e", "a n")
    #expect(book.status.contains("Ctrl-j: line"))
    book.type("twenty letters or so")
    #expect(book.status.contains("Note on") && book.status.contains("twenty letters or so"))
    #expect(!book.status.contains("Ctrl-j"))
  }

  /// Cancelled text is recalled at the next prompt.
  @Test func cancelledTextIsRecalled() throws {
    var book = AnnotatedBook()
    book.press("v", "v", "e", "a n")
    book.type("two")
    book.press("ctrl+j")
    book.type("lines")
    book.press("escape")
    #expect(book.steps.isEmpty && book.status.contains("Up at the next note prompt"))
    book.press("a n", "up", "enter")
    #expect(book.steps.first?.changes.first?.after?.contents == "two\nlines")
  }

  @Test func escapeDiscardsTheNote() {
    var book = AnnotatedBook()
    book.press("v", "v", "e", "a n", "x", "escape")
    #expect(book.steps.isEmpty && book.state.prompt == nil)
  }

  @Test func aNoteIsPlacedAtTheCaret() throws {
    var book = AnnotatedBook()
    book.press("v", "j", "a n")
    book.type("here")
    book.press("enter")
    let note = try #require(book.steps.first?.changes.first?.after)
    #expect(note.kind == .note && note.page == 0 && note.box.y0 == 20)
    #expect(note.anchor?.quote == "" && note.anchor?.after.hasPrefix("page 1 line 2") == true)
  }

  @Test func withoutACaretALineIsChosenByHint() throws {
    var book = AnnotatedBook()
    book.press("a n")
    let lines = book.rows.filter { $0.contains("line ") }.count
    #expect(book.state.hints?.items.count == lines)
    let third = try #require(book.state.hints?.items[2].letters)
    book.type(third)
    #expect(book.state.prompt != nil)
    book.type("x")
    book.press("enter")
    #expect(book.steps.first?.changes.first?.after?.box.y0 == 40)
  }

  @Test func aTextIsEditedInTheEditor() {
    var book = AnnotatedBook()
    book.press("v", "v", "e", "a n", "x", "alt+e")
    #expect(
      book.asked == [
        .editText(book.book.id, generation: 1, AnnotationID("new-1"), text: "x")
      ])
    #expect(book.steps.isEmpty)
    let effects = book.state.update(
      .annotations(
        .edited(book.book.id, generation: 1, AnnotationID("new-1"), text: "one\u{1b}[2J\ntwo\n\n")))
    guard case .annotations(.edit(_, _, let step, _))? = effects.first else {
      Issue.record("nothing is kept")
      return
    }
    #expect(step.changes.first?.after?.contents == "one [2J\ntwo")
  }

  @Test func freeTextIsPlacedInTheMarginAndSizedToItsText() throws {
    var book = AnnotatedBook()
    book.press("v", "a t")
    book.type(String(repeating: "word ", count: 60))
    book.press("enter")
    let text = try #require(book.steps.first?.changes.first?.after)
    #expect(text.kind == .freeText && text.box.x0 > 65 && text.box.x1 <= 600)
    #expect(text.box.height > 40)
  }

  /// There are no words below its own, also where there is no margin; it is transparent.
  @Test(arguments: [(Float(0), Float(600)), (90, 600), (0, 500)], [1, 12])
  func freeTextIsPlacedWhereThereAreNoWords(_ sides: (left: Float, right: Float), _ count: Int)
    throws
  {
    let (left, right) = sides
    var book = AnnotatedBook()
    let id = book.book.id
    guard
      case .content(_, _, _, var content) = Book.content(id, 0, lines: 20)
    else {
      Issue.record("no content")
      return
    }
    // Lines as wide as the page, in two blocks with room between them.
    for index in content.text.boxes.indices where !content.text.boxes[index].isEmpty {
      let row = Int(content.text.boxes[index].y0 / 20)
      let column = content.text.boxes[index].x0 / 5
      let x = left + column * (right - left) / 17
      let y = Float(row * 14 + (row > 9 ? 60 : 0) + 40)
      content.text.boxes[index] = Box(x0: x, y0: y, x1: x + (right - left) / 17, y1: y + 12)
    }
    _ = book.state.update(.content(id, generation: 1, page: 0, content))
    book.press("v", "j", "j", "a t")
    book.type(Array(repeating: "words", count: count).joined(separator: " "))
    book.press("enter")
    let text = try #require(book.steps.first?.changes.first?.after)
    #expect(text.fill == nil)
    let box = text.box
    let covered = content.text.boxes.filter {
      !$0.isEmpty && $0.x0 < box.x1 && box.x0 < $0.x1 && $0.y0 < box.y1 && box.y0 < $0.y1
    }
    #expect(covered.isEmpty, "\(box)")
    #expect(box.x0 >= 0 && box.x1 <= 600 && box.y0 >= 0 && box.y1 <= 800)
  }

  @Test func aStampIsChosenFromAList() {
    var book = AnnotatedBook()
    book.press("v", "a S")
    #expect(book.state.panel?.source == .palette)
    book.type("Appr")
    book.press("enter")
    let stamp = book.steps.first?.changes.first?.after
    #expect(stamp?.kind == .stamp && stamp?.icon == "Approved")
  }

  // MARK: questions before an edit

  @Test func aSignedDocumentAsksOnce() {
    var book = AnnotatedBook()
    var saveStatus = SaveStatus()
    saveStatus.cautions = [.signed, .hardLinks]
    book.load([], saveStatus: saveStatus)
    book.press("v", "v", "e", "a y")
    #expect(book.steps.isEmpty)
    #expect(book.rows.contains { $0.contains("This document is signed") })
    book.press("y")
    #expect(book.steps.count == 1)
    book.press("v", "v", "e", "a y")
    #expect(book.steps.count == 2 && book.state.questions.shown == nil)
  }

  @Test func decliningLeavesTheDocumentUnchanged() {
    var book = AnnotatedBook()
    var saveStatus = SaveStatus()
    saveStatus.cautions = [.certified]
    book.load([], saveStatus: saveStatus)
    book.press("v", "v", "e", "a y", "escape")
    #expect(book.steps.isEmpty && book.state.questions.shown == nil)
  }

  @Test(arguments: SaveBlocker.allCases)
  func theReasonNothingIsSavedIsReportedOnce(_ obstacle: SaveBlocker) {
    var book = AnnotatedBook()
    var saveStatus = SaveStatus()
    saveStatus.obstacle = obstacle
    book.load([], saveStatus: saveStatus)
    // Nothing was done yet: nothing is said.
    #expect(!book.status.contains("kept in Recto's library"))
    book.press("v", "v", "e", "a y")
    // There a repaired copy is offered first.
    if obstacle == .damaged { book.press("k") }
    #expect(book.steps.count == 1)
    let words = book.rows.suffix(3).joined(separator: " ")
    #expect(words.contains("library"))
    book.press("escape")
    #expect(book.status.contains("• in the library only"))
    book.press("v", "v", "e", "a y")
    #expect(book.state.notices.shown == nil)
  }

  @Test func overfullPagesAreNamedByTheirLabels() {
    var book = AnnotatedBook()
    book.load([])
    var saveStatus = SaveStatus()
    (saveStatus.isSaved, saveStatus.obstacle) = (false, .tooManyAnnotations)
    saveStatus.leftOutPages = [1, 2]
    book.tell(.news(book.book.id, generation: 1, .saveStatus(saveStatus)))
    #expect(
      book.state.notices.shown?.text.hasPrefix("Pages ii, 3 have too many annotations") == true)
    book.tell(.copied(book.book.id, path: "/copy.pdf", fullPages: [1]))
    #expect(
      book.state.notices.shown?.text.hasPrefix("/copy.pdf was written. Edits on p. ii cannot")
        == true)
    saveStatus.obstacle = .unverified
    book.tell(.news(book.book.id, generation: 1, .saveStatus(saveStatus)))
    #expect(
      book.state.notices.shown?.text.hasPrefix("Some edits on pages ii, 3 could not") == true)
    book.tell(.copied(book.book.id, path: "/copy.pdf", fullPages: []))
    #expect(book.state.notices.shown?.text == "/copy.pdf was written")
  }

  /// A save that not every program verified is reported once.
  @Test func unverifiedSavesAreReportedOnce() {
    var book = AnnotatedBook()
    book.load([])
    var saveStatus = SaveStatus()
    saveStatus.isSeenOnce = true
    book.tell(.news(book.book.id, generation: 1, .saveStatus(saveStatus)))
    #expect(book.rows.suffix(3).joined(separator: " ").contains("libqpdf only"))
    book.press("escape")
    book.tell(.news(book.book.id, generation: 1, .saveStatus(saveStatus)))
    #expect(book.state.notices.shown == nil)
  }

  // MARK: quads

  /// A page of two columns, each line a block's.
  private func columns() -> AnnotatedBook {
    var book = Book(pages: 1, loaded: 0..<0)
    var text = PageText(styles: [TextStyle()])
    text.runs = [StyleRun(start: 0, style: 0)]
    var blocks: [TextBlock] = []
    for column in 0..<2 {
      var scalars: [UInt32] = []
      var origins: [Int32] = []
      for line in 0..<2 {
        if line > 0 {
          scalars.append(0x20)
          origins.append(-1)
        }
        for (index, scalar) in "column \(column) line \(line)".unicodeScalars.enumerated() {
          origins.append(Int32(text.scalars.count))
          scalars.append(scalar.value)
          text.scalars.append(scalar.value)
          let x = Float(column) * 300 + Float(index) * 6
          // Lines reach into each other by two points.
          let y = Float(line) * 12
          text.boxes.append(Box(x0: x, y0: y, x1: x + 6, y1: y + 14))
        }
        text.scalars.append(0x0A)
        text.boxes.append(.zero)
      }
      blocks.append(
        TextBlock(
          kind: .paragraph, box: Box(x0: Float(column) * 300, y0: 0, x1: 0, y1: 26),
          scalars: scalars, origins: origins))
    }
    _ = book.state.update(
      .content(book.id, generation: 1, page: 0, PageContent(text: text, blocks: blocks, grid: [])))
    return AnnotatedBook(book)
  }

  /// Two lines, `one and` and `two`, with letters of 6 by 14 points from 100, 100 on, turned by quarters of a circle clockwise.
  private func turned(_ quarters: Int) -> AnnotatedBook {
    var book = Book(pages: 1, loaded: 0..<0)
    var text = PageText(styles: [TextStyle()])
    text.runs = [StyleRun(start: 0, style: 0)]
    var scalars: [UInt32] = []
    var origins: [Int32] = []
    for (line, words) in ["one and", "two"].enumerated() {
      if line > 0 {
        scalars.append(0x20)
        origins.append(-1)
      }
      for (index, scalar) in words.unicodeScalars.enumerated() {
        origins.append(Int32(text.scalars.count))
        scalars.append(scalar.value)
        text.scalars.append(scalar.value)
        text.boxes.append(
          Self.box(x: Float(index) * 6, y: Float(line) * 12, width: 6, height: 14, quarters))
      }
      text.scalars.append(0x0A)
      text.boxes.append(.zero)
    }
    let block = TextBlock(
      kind: .paragraph, box: Box(x0: 50, y0: 50, x1: 150, y1: 150), scalars: scalars,
      origins: origins)
    _ = book.state.update(
      .content(book.id, generation: 1, page: 0, PageContent(text: text, blocks: [block], grid: [])))
    return AnnotatedBook(book)
  }

  private static func place(_ x: Double, _ y: Double, _ quarters: Int) -> Point {
    [
      Point(x: 100 + x, y: 100 + y), Point(x: 100 - y, y: 100 + x), Point(x: 100 - x, y: 100 - y),
      Point(x: 100 + y, y: 100 - x),
    ][quarters]
  }

  private static func box(
    x: Float, y: Float, width: Float, height: Float, _ quarters: Int
  ) -> Box {
    let a = place(Double(x), Double(y), quarters)
    let b = place(Double(x + width), Double(y + height), quarters)
    return Box(
      x0: Float(min(a.x, b.x)), y0: Float(min(a.y, b.y)), x1: Float(max(a.x, b.x)),
      y1: Float(max(a.y, b.y)))
  }

  /// Sideways and upside down text is marked line by line too, with the corners where its letters have them: lines are drawn below them.
  @Test(arguments: 0..<4) func rotatedTextIsMarkedAlongItsLines(_ quarters: Int) throws {
    var book = turned(quarters)
    book.press("v", "v", "}", "a u")
    let quads = try #require(book.steps.first?.changes.first?.after?.quads)
    func corners(_ x: Double, _ y0: Double, _ y1: Double) -> [Point] {
      [(0, y0), (x, y0), (0, y1), (x, y1)].map { Self.place($0.0, $0.1, quarters) }
    }
    // The lines reach into each other by two points.
    #expect(quads.map(\.corners) == [corners(42, 0, 13), corners(18, 13, 26)], "\(quads)")
  }

  /// A section that begins at the head of the right column lies higher than the end of the left one, and is read after it.
  @Test func theSectionIsTheLastOneInReadingOrder() throws {
    var book = columns()
    func entry(_ title: String, x: Double, y: Double) -> OutlineItem {
      OutlineItem(title: title, target: .destination(Destination(page: 0, x: x, y: y)))
    }
    _ = book.state.update(
      .outline(
        book.book.id, generation: 1,
        [entry("column 0 line 0", x: 0, y: 0), entry("Second", x: 300, y: 0)]))
    var left = Annotation(
      id: AnnotationID("left"), page: 0, kind: .highlight,
      box: Box(x0: 0, y0: 12, x1: 90, y1: 26))
    left.quads = [Quad(left.box)]
    var right = left
    right.id = AnnotationID("right")
    right.box = Box(x0: 300, y0: 0, x1: 390, y1: 14)
    right.quads = [Quad(right.box)]
    book.load([left, right])
    let document = try #require(book.state.documents.first)
    #expect(document.section(of: left)?.item.title == "column 0 line 0")
    #expect(document.section(of: right)?.item.title == "Second")
    // By heights alone it was the other.
    #expect(document.section(page: 0, y: left.start.y)?.item.title == "Second")
  }

  @Test func columnsAreMarkedInOrderWithoutOverlap() throws {
    var book = columns()
    // From the second line of the first column into the second column.
    book.press("v", "w", "w", "w", "w", "v", "w", "w", "w", "w", "w", "e", "a y")
    let quads = try #require(book.steps.first?.changes.first?.after?.quads)
    #expect(
      quads.map(\.box) == [
        Box(x0: 0, y0: 12, x1: 90, y1: 26), Box(x0: 300, y0: 0, x1: 378, y1: 14),
      ])
    book = columns()
    book.press("v", "v", "}", "h", "h", "a y")
    let all = book.steps.first?.changes.first?.after?.quads.map(\.box) ?? []
    #expect(all.count >= 2)
    for (above, below) in zip(all, all.dropFirst()) where above.x0 < below.x1 && below.x0 < above.x1
    {
      #expect(above.y1 <= below.y0)
    }
  }
}
