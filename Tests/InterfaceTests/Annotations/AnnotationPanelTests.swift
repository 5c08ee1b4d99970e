import Canvas
import DocumentModel
import Interface
import Messages
import Testing
import Widgets

@Suite struct AnnotationPanelTests {
  private func book(_ size: Size = Size(width: 60, height: 24)) -> AnnotatedBook {
    var book = AnnotatedBook(pages: 4, size: size)
    book.load([
      AnnotatedBook.highlight("c", page: 3, line: 1, color: 0x8AC4FF, author: "me"),
      AnnotatedBook.highlight("a", page: 0, line: 2, note: "first note"),
      AnnotatedBook.highlight("b", page: 1, line: 3, note: "see Gray"),
    ])
    return book
  }

  private func listed(_ book: AnnotatedBook) -> [String] {
    book.state.panel?.rows.compactMap {
      if case .annotation(let id) = $0.action.target { id.name } else { nil }
    } ?? []
  }

  private func texts(_ book: AnnotatedBook) -> [String] {
    (book.state.panel?.rows ?? []).map(\.text)
  }

  @Test func annotationsAreListedInReadingOrder() {
    var book = book()
    book.press("A")
    #expect(listed(book) == ["a", "b", "c"])
    #expect(book.rows.contains { $0.contains("p. i ") && $0.contains("“page”") })
    #expect(book.rows.contains { $0.contains("first note") })
    book.press("j", "enter")
    #expect(book.state.panel == nil && book.list.current?.name == "b")
    #expect(book.rows.contains { $0.contains("page 2 line 4") })
  }

  /// Beside the text no row has room for its section: it is shown above its annotations, once.
  @Test func aNarrowListHasSectionHeadings() {
    var book = book(Size(width: 100, height: 24))
    let items = [(0, "First part"), (3, "Second part")].map { page, title in
      OutlineItem(title: title, target: .destination(Destination(page: page, y: 0)))
    }
    _ = book.book.state.update(.outline(book.book.id, generation: 1, items))
    book.press("A")
    let rows = book.state.panel?.rows ?? []
    #expect(rows.map(\.text).filter { $0.hasSuffix("part") } == ["First part", "Second part"])
    #expect(rows.first?.isHeading == true)
    #expect(listed(book) == ["a", "b", "c"])
    book.press("enter")
    #expect(book.list.current?.name == "a")
  }

  @Test func theListIsFilteredByTextColourKindAndAuthor() {
    var book = book()
    book.press("A", "/")
    book.type("gray")
    #expect(listed(book) == ["b"])
    book.press("escape", "C")
    #expect(listed(book) == ["a", "b"])
    book.press("C")
    #expect(listed(book) == ["c"])
    book.press("C", "W", "W")
    #expect(listed(book) == ["c"])
    #expect(book.rows.contains { $0.contains("Annotations · me") })
    book.press("W", "T")
    #expect(listed(book) == ["a", "b", "c"])
  }

  /// Down leaves the words and keeps what they left; Escape takes them away, once more the list.
  @Test func filteredRowsCanBeChanged() {
    var book = book()
    book.press("A", "/")
    book.type("gray")
    #expect(book.rows.contains { $0.contains("Down: rows") })
    book.press("down", "c", "p")
    #expect(book.steps.first?.changes.first?.after?.id.name == "b")
    #expect(listed(book) == ["b"] && book.state.panel?.filter.text == "gray")
    book.press("/")
    book.type("!")
    #expect(listed(book) == [])
    book.press("escape")
    #expect(listed(book) == ["a", "b", "c"])
    book.press("escape")
    #expect(book.state.panel == nil)
  }

  /// Where the last row goes, or no longer fits a filter, the one before it is selected: keys go on working.
  @Test func theSelectionMovesUpWhenTheLastRowGoes() {
    var book = book()
    book.press("A", "G", "d", "d")
    #expect(listed(book) == ["a"])
    book.press("c", "p")
    #expect(book.steps.last?.changes.first?.after?.id.name == "a")
  }

  @Test func clearingTheFilterQueriesTheLibraryAgain() {
    var book = book()
    book.press("A", "tab", "/", "x")
    let effects = book.press("escape")
    #expect(
      effects.contains {
        if case .annotations(.findAll(words: "", _)) = $0 { true } else { false }
      })
  }

  @Test func annotationsAreChangedInTheList() {
    var book = book()
    book.press("A", "j", "c", "p")
    #expect(book.steps.first?.changes.first?.after?.color == 0xD9A0FF)
    #expect(book.state.panel?.source == .annotations)
    book.press("e")
    book.type("!")
    book.press("enter", "d")
    #expect(listed(book) == ["a", "c"])
    #expect(book.steps.count == 3)
  }

  @Test func detachedAnnotationsAreListedBelowTheOthers() {
    var book = book()
    var lost = AnnotatedBook.highlight("lost", page: 2, line: 0, note: "where?")
    lost.anchor = TextAnchor(quote: "lock coupling", before: "", after: "")
    book.tell(.news(book.book.id, generation: 1, .detached([lost])))
    #expect(book.status.contains("without a place now"))
    book.press("A")
    #expect(listed(book) == ["a", "b", "c", "lost"])
    #expect(book.rows.contains { $0.contains("m places one") })
    #expect(book.rows.contains { $0.contains("lock coupling") })
    book.press("G", "m")
    #expect(book.state.annotating.moved?.annotation.name == "lost")
    book.press("v", "v", "e", "a v")
    let after = book.steps.first?.changes.first?.after
    #expect(after?.id.name == "lost" && after?.page == 0 && after?.quads.count == 1)
    #expect(book.list.detached.isEmpty)
  }

  /// A selection that waits to be the place of another annotation is no reason to move that one.
  @Test func aCardMovesItsOwnAnnotation() {
    var book = book()
    book.press("] a", "a v", "v", "e")
    #expect(book.state.annotating.moved?.annotation.name == "a")
    book.state.annotating.card = AnnotationCard(
      document: book.book.id, annotation: AnnotationID("b"))
    book.press("m")
    #expect(book.steps.isEmpty)
    #expect(book.state.annotating.moved?.annotation.name == "b")
  }

  /// A reply to a detached annotation is listed below it, and a change of it is not reported as news.
  @Test func detachedRepliesAreListedBelowTheirParents() {
    var book = book()
    var lost = AnnotatedBook.highlight("lost", page: 2, line: 0, note: "where?")
    lost.anchor = TextAnchor(quote: "lock coupling", before: "", after: "")
    var answer = AnnotatedBook.highlight("answer", page: 2, line: 0, note: "nowhere")
    (answer.kind, answer.quads, answer.replyTo) = (.note, [], lost.id)
    book.tell(.news(book.book.id, generation: 1, .detached([lost, answer])))
    book.press("A")
    #expect(listed(book) == ["a", "b", "c", "lost", "answer"])
    #expect(book.rows.contains { $0.contains("↳ nowhere") })
    #expect(texts(book).contains("● detached  yellow  “lock coupling”"))
    lost.contents = "here?"
    book.tell(.news(book.book.id, generation: 1, .detached([lost, answer])))
    #expect(book.rows.contains { $0.contains("here?") })
    #expect(!book.status.contains("without a place now"))
  }

  /// Within a document they are in reading order, whenever they were made, also if it arrives in parts.
  @Test func documentsOfTheLibraryAreInReadingOrder() {
    var book = book()
    book.press("A", "tab")
    let all = [(2, 1), (0, 3), (0, 1), (1, 0)].enumerated().map { number, place in
      var made = AnnotatedBook.highlight("n\(number)", page: place.0, line: place.1, note: "")
      made.modified = Int64(100 - number)
      return made
    }
    let serial = book.state.annotating.list.serial
    for part in [all[..<2], all[2...]] {
      let found = [
        DocumentAnnotations(path: "/other.pdf", title: "Other", annotations: Array(part))
      ]
      book.tell(.foundAll(serial: serial, found, isEnd: part.endIndex == all.endIndex))
    }
    let rows = book.state.panel?.rows ?? []
    let ids = rows.compactMap {
      if case .foundAnnotation(_, let id, _) = $0.action.target { id.name } else { nil }
    }
    #expect(ids == ["n2", "n1", "n3", "n0"])
    #expect(rows.count { $0.isHeading && $0.text == "Other" } == 1)
  }

  /// `note:` as in the search in all documents; without a match, no place is claimed.
  @Test func theNoteFilterWorksInTheList() {
    var book = book()
    book.press("A", "tab", "/")
    book.type("note:long ")
    let effects = book.press("x")
    let asked = effects.contains {
      if case .annotations(.findAll("long x", _)) = $0 { true } else { false }
    }
    #expect(asked)
    book.tell(.foundAll(serial: book.state.annotating.list.serial, [], isEnd: true))
    #expect(book.rows.contains { $0.contains("No annotation matches the filter") })
    #expect(!book.rows.contains { $0.contains("No annotations in any") })
  }

  /// Of more than the list has rows for, those around the page are shown.
  @Test func thousandsAreListedAroundThePage() throws {
    var book = book()
    book.load(
      (0..<9_000).map { AnnotatedBook.highlight("n\($0)", page: $0 / 3_000, line: 1) })
    book.press("A")
    func isListed(_ name: String) -> Bool {
      book.state.panel?.rows.contains { $0.action.target == .annotation(AnnotationID(name)) }
        == true
    }
    #expect(isListed("n0") && isListed("n3999") && !isListed("n4000"))
    #expect(book.state.panel?.rows.last?.text.hasSuffix(" more: / finds them") == true)
    book.press("escape", "G", "A")
    #expect(isListed("n6000") && !isListed("n3999"))
    #expect(book.state.panel?.rows.first?.text.hasSuffix(" before: / finds them") == true)
  }

  /// More than the list has rows for are counted only.
  @Test func thousandsOfOneDocumentAreCounted() throws {
    var book = book()
    book.press("A", "tab")
    let serial = book.state.annotating.list.serial
    let all = (0..<9_000).map { number in
      AnnotatedBook.highlight("n\(number)", page: number / 30, line: number % 30, note: "")
    }
    for start in stride(from: 0, to: all.count, by: 3_000) {
      let found = [
        DocumentAnnotations(
          path: "/other.pdf", title: "Other", annotations: Array(all[start..<start + 3_000]))
      ]
      book.tell(.foundAll(serial: serial, found, isEnd: start == 6_000))
    }
    let rows = try #require(book.state.panel?.rows)
    #expect(rows.count == 4_002 && rows[0].detail == "9000", "\(rows.count) \(rows[0])")
    #expect(rows[4_001].text == "and 5000 more")
    guard case .foundAnnotation(_, let last, _) = rows[4_000].action.target else {
      Issue.record("no annotation")
      return
    }
    #expect(last.name == "n3999")
  }

  /// A document with very many leaves room for the others.
  @Test func rowsAreSharedBetweenDocuments() throws {
    var book = book()
    book.press("A", "tab")
    let found = (0..<80).map { number in
      var document = DocumentAnnotations(
        path: "/\(number).pdf", title: "Papers, volume \(number)",
        annotations: (0..<(number == 0 ? 2_000 : 60)).map {
          AnnotatedBook.highlight("n\($0)", page: $0 / 30, line: $0 % 30, note: "")
        })
      document.more = number == 0 ? 8_000 : 0
      return document
    }
    book.tell(.foundAll(serial: book.state.annotating.list.serial, found, isEnd: true))
    let rows = try #require(book.state.panel?.rows)
    #expect(rows[0].text == "Papers, volume 0" && rows[0].detail == "10000")
    #expect(rows[101].text == "and 9900 more")
    #expect(rows[103].text == "Papers, volume 1" && rows[103].detail == "60")
    #expect(rows.last?.text == "and 16 documents more", "\(rows.last as Any)")
    // The colours of annotations left out are unknown.
    book.press("C")
    let left = try #require(book.state.panel?.rows)
    #expect(left[0].detail == "2000+" && left[101].text == "and 1900+ more")
  }

  /// Help has the colours' keys, and nothing that has the letters only by chance.
  @Test func helpFindsTheKeysOfTheColours() {
    var book = book()
    book.state.toggle(.help)
    book.press("/")
    book.type("highlight")
    let rows = (book.state.panel?.rows ?? []).filter { !$0.isHeading }
    for color in book.state.preferences.annotationColors {
      #expect(
        rows.contains {
          $0.also == "highlight \(color.name)" && $0.detail.contains("a \(color.key)")
        })
    }
    #expect(rows.allSatisfy { ($0.text + $0.detail + $0.also).lowercased().contains("highlight") })
  }

  @Test func tabListsAllDocuments() {
    var book = book()
    book.press("A")
    let effects = book.press("tab")
    #expect(effects.contains(.annotations(.findAll(words: "", serial: 1))))
    var other = AnnotatedBook.highlight("z", page: 4, line: 0, note: "elsewhere")
    other.anchor = TextAnchor(quote: "redo", before: "", after: "")
    let found = [DocumentAnnotations(path: "/other.pdf", title: "Other", annotations: [other])]
    book.tell(.foundAll(serial: 0, found, isEnd: true))
    #expect(book.rows.contains { $0.contains("looking") })
    book.tell(.foundAll(serial: 1, found, isEnd: true))
    #expect(
      book.rows.contains { $0.contains("Other") } && book.rows.contains { $0.contains("redo") })
    let opened = book.press("enter")
    #expect(opened.contains { if case .open(_, "/other.pdf", _, _) = $0 { true } else { false } })
    #expect(book.state.documents.last?.annotations.awaited?.name == "z")
  }

  /// In columns a lower place may be read first; the order was stored when the document was read.
  @Test func otherDocumentsAreListedInReadingOrder() {
    var book = book()
    book.press("A", "tab")
    let all = [(1, 50, "Second"), (9, 10, "First"), (20, 20, "")].map { line, turn, section in
      var made = AnnotatedBook.highlight("n\(line)", page: 4, line: line, note: "")
      made.anchor = TextAnchor(quote: "words \(line)", before: "", after: "")
      made.anchor?.reading = ReadingPlace(turn: turn, section: section)
      return made
    }
    let waymarks = DocumentWaymarks(sections: [DocumentSection(title: "Index's", page: 0, y: 0)])
    book.tell(
      .foundAll(
        serial: 1,
        [
          DocumentAnnotations(
            path: "/other.pdf", title: "Other", annotations: all, waymarks: waymarks)
        ], isEnd: true))
    let rows = (book.state.panel?.rows ?? []).filter { $0.action != .none }.map(\.text)
    let wanted = [("First", "words 9"), ("Index's", "words 20"), ("Second", "words 1")]
    #expect(rows.count == 3)
    #expect(zip(rows, wanted).allSatisfy { $0.contains($1.0) && $0.contains($1.1) }, "\(rows)")
  }

  /// Documents that are not open have their pages and sections from the index.
  @Test func otherDocumentsShowPageLabels() {
    var book = book()
    book.press("A", "tab")
    var other = AnnotatedBook.highlight("z", page: 4, line: 0, note: "elsewhere")
    other.anchor = TextAnchor(quote: "redo", before: "", after: "")
    let sections = [
      DocumentSection(title: "Preface", page: 0, y: 0),
      DocumentSection(title: "Undoing", page: 3, y: 10),
      DocumentSection(title: "Later", page: 4, y: 10_000),
    ]
    book.tell(
      .foundAll(
        serial: 1,
        [
          DocumentAnnotations(
            path: "/other.pdf", title: "Other", annotations: [other],
            waymarks: DocumentWaymarks(labels: [4: PageLabels("xvi")], sections: sections))
        ], isEnd: true))
    #expect(book.rows.contains { $0.contains("p. xvi") && $0.contains("redo") })
    #expect(book.rows.contains { $0.contains("Undoing") })
  }

  /// In the list of all documents a reply is below its parent, whenever it was made.
  @Test func repliesAreListedBelowTheirParents() throws {
    var book = book()
    book.press("A", "tab")
    var parent = AnnotatedBook.highlight("p", page: 4, line: 0, note: "a question")
    parent.anchor = TextAnchor(quote: "the words themselves", before: "", after: "")
    var reply = AnnotatedBook.highlight("r", page: 4, line: 0, note: "an answer")
    (reply.kind, reply.quads, reply.replyTo, reply.created) = (.note, [], parent.id, 9)
    var second = reply
    (second.id, second.contents, second.replyTo) = (AnnotationID("s"), "a thought on it", reply.id)
    let other = AnnotatedBook.highlight("o", page: 2, line: 0, note: "of its own")
    let found = [
      DocumentAnnotations(
        path: "/other.pdf", title: "Other", annotations: [second, other, reply, parent])
    ]
    book.tell(.foundAll(serial: book.state.annotating.list.serial, found, isEnd: true))
    let rows = (book.state.panel?.rows ?? []).map(\.text).filter { !$0.isEmpty }
    let places = [
      "of its own", "“the words themselves”", "a question", "↳ an answer", "↳ a thought",
    ]
    .map { words in rows.firstIndex { $0.contains(words) } ?? -1 }
    #expect(places == places.sorted() && !places.contains(-1), "\(rows)")
  }

  /// As in the list of all documents; an answer is read where it belongs, and changed by itself.
  @Test func repliesInTheDocumentAreListedBelowTheirParents() throws {
    var book = AnnotatedBook(pages: 4, size: Size(width: 80, height: 24))
    var reply = AnnotatedBook.highlight("r", page: 1, line: 3, note: "an answer")
    (reply.kind, reply.quads, reply.replyTo, reply.author) = (.note, [], AnnotationID("b"), "Bo")
    book.load([
      AnnotatedBook.highlight("a", page: 0, line: 2),
      AnnotatedBook.highlight("b", page: 1, line: 3, note: "see Gray"), reply,
    ])
    book.press("A")
    #expect(listed(book) == ["a", "b", "r"])
    #expect(texts(book).suffix(2) == ["see Gray", "↳ an answer"])
    book.press("/")
    book.type("answer")
    #expect(listed(book) == ["b", "r"])
    book.press("escape", "W", "W")
    #expect(book.rows.contains { $0.contains("Annotations · Bo") } && listed(book) == ["b", "r"])
    book.press("W", "G", "m")
    #expect(book.status.contains("moves with the annotation it replies to"))
    book.press("enter")
    #expect(book.list.current?.name == "b")
    #expect(book.state.annotating.card?.annotation.name == "b")
    book.press("escape", "A", "G", "e")
    book.type("!")
    book.press("enter")
    #expect(book.steps.last?.changes.map(\.after?.contents) == ["an answer!"])
    book.press("d")
    #expect(listed(book) == ["a", "b"])
  }

  /// Struck words and the replacement of a caret.
  @Test func aReplacementIsOneRow() throws {
    var book = AnnotatedBook(pages: 2, size: Size(width: 80, height: 24))
    var struck = AnnotatedBook.highlight("s", line: 2, color: 0xFF8C8C)
    (struck.kind, struck.replyTo, struck.flags) = (.strikeOut, AnnotationID("c"), [.isGrouped])
    var caret = AnnotatedBook.highlight("c", line: 2, note: "leaf")
    (caret.kind, caret.quads, caret.color) = (.caret, [], nil)
    book.load([struck, caret, AnnotatedBook.highlight("h", page: 1, line: 1)])
    book.press("A")
    #expect(listed(book) == ["c", "h"])
    #expect(texts(book).prefix(3) == ["● p. i  red  replace text", "“page”", "leaf"])
    for wanted in ["c", "c", "h"] {
      book.press("T")
      #expect(listed(book) == [wanted])
    }
    book.press("escape", "] a")
    #expect(book.status.contains("1 of 2 Replace text, red"), "\(book.status)")
    book.press("enter")
    #expect(book.rows.contains { $0.contains("Replace text, red") })
    #expect(
      book.rows.contains { $0.contains("“page”") } && book.rows.contains { $0.contains("leaf") })
    book.press("m")
    #expect(book.asked.isEmpty && book.state.hints == nil)
    book.press("escape", "a c", "g")
    #expect(book.steps.last?.changes.map { $0.after?.id.name } == ["c", "s"])
    book.press("a d")
    #expect(book.steps.last?.changes.map { $0.before?.id.name } == ["s", "c"])
    #expect(book.list.count == 1)
  }

  /// Which stamp it is.
  @Test func aStampShowsItsText() {
    var book = AnnotatedBook(pages: 1, size: Size(width: 80, height: 24))
    var stamp = AnnotatedBook.highlight("s", line: 2)
    (stamp.kind, stamp.quads, stamp.icon) = (.stamp, [], "NotApproved")
    book.load([stamp])
    book.press("A")
    #expect(texts(book) == ["● p. i  yellow  stamp “Not", "Approved”"])
    book.press("enter", "enter")
    #expect(book.rows.contains { $0.contains("Stamp “Not Approved”, yellow") })
  }

  @Test func theSelectedRowKeepsItsColour() throws {
    var book = book()
    book.press("A")
    book.press("k", "k")
    let y = try #require(book.rows.firstIndex { $0.contains("● p. i ") })
    let x = try #require(book.rows[y].firstIndex(of: "●"))
    let surface = book.state.view()
    let dot = surface[x: book.rows[y].distance(from: book.rows[y].startIndex, to: x), y: y].style
    #expect(dot.attributes.isSuperset(of: book.state.themes.current.selected.attributes))
    #expect([dot.background, dot.foreground].contains(.rgb(0xFFDD4A)))
  }

  @Test func withoutColoursTheirNamesAreShown() {
    var book = book()
    book.state.themes.only = .monochrome
    book.press("A")
    #expect(texts(book).contains("● p. i  yellow  “page”"))
    book.press("escape")
    book.state.themes.only = .fewColors
    // The theme is applied with the next message.
    book.press("] a", "A")
    #expect(texts(book).contains("● p. i  “page”"))
  }

  /// In the list of all documents they are last, and are read when their document is open.
  @Test func detachedAnnotationsAreListedForAllDocuments() throws {
    var book = book(Size(width: 80, height: 24))
    book.press("A", "tab")
    var lost = AnnotatedBook.highlight("lost", page: 2, line: 0, note: "where?")
    lost.anchor = TextAnchor(quote: "lock coupling", before: "", after: "")
    let placed = AnnotatedBook.highlight("there", page: 3, line: 0, note: "here")
    let found = [
      DocumentAnnotations(
        path: "/other.pdf", title: "Other", annotations: [placed], detached: [lost])
    ]
    book.tell(.foundAll(serial: book.state.annotating.list.serial, found, isEnd: true))
    let rows = (book.state.panel?.rows ?? []).map(\.text)
    #expect(rows.joined(separator: " ").contains("● detached  yellow  “lock coupling”"), "\(rows)")
    #expect(book.rows.contains { $0.contains("Other") && $0.contains("2") })
    book.press("G", "enter")
    #expect(book.state.documents.last?.annotations.awaited?.name == "lost")
    #expect(book.state.documents.last?.path == "/other.pdf")
  }

  @Test func theCardDoesNotCoverItsAnnotation() {
    var book = AnnotatedBook(size: Size(width: 80, height: 24))
    let all = (0..<12).map { AnnotatedBook.highlight("h\($0)", line: $0, note: "note \($0)") }
    book.load(all)
    for number in 0..<12 {
      book.press("] a", "enter")
      #expect(book.state.annotating.card?.annotation.name == "h\(number)")
      #expect(book.rows.contains { $0.contains("note \(number)") })
      #expect(book.rows.contains { $0.contains("page 1 line \(number + 1)") }, "\(book.rows)")
      book.press("escape")
    }
  }

  /// The reason new annotations are not saved is shown completely, in as many rows as needed.
  @Test(arguments: [Size(width: 40, height: 24), Size(width: 100, height: 24)])
  func theInformationIsNotTruncated(_ size: Size) {
    var book = AnnotatedBook(pages: 1, size: size)
    var saveStatus = SaveStatus()
    saveStatus.obstacle = .certified
    book.load([AnnotatedBook.highlight("a", line: 2)], saveStatus: saveStatus)
    book.press(":")
    book.type("information")
    book.press("enter")
    #expect(book.state.panel?.source == .information)
    let words = book.rows.joined(separator: " ").split { !$0.isLetter && $0 != "'" }
      .joined(separator: " ")
    #expect(
      words.contains(
        "stay in Recto's library The certification of this document allows no annotations"),
      "\(book.rows)")
  }

  @Test func anEmptyListSaysWhichKeysToPress() {
    var book = AnnotatedBook(size: Size(width: 60, height: 20))
    book.press("A")
    #expect(book.rows.contains { $0.contains("No annotations yet") })
  }

  @Test(arguments: [
    Size(width: 40, height: 10), Size(width: 80, height: 24), Size(width: 200, height: 50),
  ])
  func everySizeIsPainted(_ size: Size) {
    var book = book(size)
    for keys in [
      ["A"], ["tab"], ["escape"], ["] a"], ["enter"], ["e"], ["escape"], ["escape"], ["a c"],
    ] {
      for key in keys { book.press(key) }
      #expect(book.rows.count == size.height)
    }
  }
}
