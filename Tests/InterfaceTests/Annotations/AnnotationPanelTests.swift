import Canvas
import DocumentModel
import Interface
import Testing

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
      if case .annotation(let id) = $0.action { id.name } else { nil }
    } ?? []
  }

  @Test func allOfTheDocumentInReadingOrder() {
    var book = book()
    book.press("A")
    #expect(listed(book) == ["a", "b", "c"])
    #expect(book.rows.contains { $0.contains("p. i ") && $0.contains("“page”") })
    #expect(book.rows.contains { $0.contains("first note") })
    book.press("j", "enter")
    #expect(book.state.panel == nil && book.list.current?.name == "b")
    #expect(book.rows.contains { $0.contains("page 2 line 4") })
  }

  /// Beside the text no row has room for its section: it stands over its annotations, once.
  @Test func aNarrowListHasSections() {
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

  @Test func filteredByWordsColourKindAndAuthor() {
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

  @Test func changedInTheList() {
    var book = book()
    book.press("A", "j", "c", "p")
    #expect(book.steps.first?.changes.first?.after?.color == 0xD9A0FF)
    #expect(book.state.panel?.kind == .annotations)
    book.press("e")
    book.type("!")
    book.press("enter", "d")
    #expect(listed(book) == ["a", "c"])
    #expect(book.steps.count == 3)
  }

  @Test func beneathOneAnotherThoseWithoutAPlace() {
    var book = book()
    var lost = AnnotatedBook.highlight("lost", page: 2, line: 0, note: "where?")
    lost.anchor = TextAnchor(quote: "lock coupling", before: "", after: "")
    book.tell(.detached(book.book.id, generation: 1, [lost]))
    #expect(book.status.contains("no place in this version"))
    book.press("A")
    #expect(listed(book) == ["a", "b", "c", "lost"])
    #expect(book.rows.contains { $0.contains("Without a place") })
    #expect(book.rows.contains { $0.contains("lock coupling") })
    book.press("G", "m")
    #expect(book.state.movedAnnotation?.annotation.name == "lost")
    book.press("v", "v", "e", "a v")
    let after = book.steps.first?.changes.first?.after
    #expect(after?.id.name == "lost" && after?.page == 0 && after?.quads.count == 1)
    #expect(book.list.detached.isEmpty)
  }

  /// An answer to one without a place is counted with it, and what is changed of it is not told as news.
  @Test func answersWithoutAPlaceStandWithWhatTheyAnswer() {
    var book = book()
    var lost = AnnotatedBook.highlight("lost", page: 2, line: 0, note: "where?")
    lost.anchor = TextAnchor(quote: "lock coupling", before: "", after: "")
    var answer = AnnotatedBook.highlight("answer", page: 2, line: 0, note: "nowhere")
    (answer.kind, answer.quads, answer.replyTo) = (.note, [], lost.id)
    book.tell(.detached(book.book.id, generation: 1, [lost, answer]))
    book.press("A")
    #expect(listed(book) == ["a", "b", "c", "lost"])
    #expect(book.rows.contains { $0.contains("(1 reply)") })
    lost.contents = "here?"
    book.tell(.detached(book.book.id, generation: 1, [lost, answer]))
    #expect(book.rows.contains { $0.contains("here?") })
    #expect(!book.status.contains("no place in this version"))
  }

  /// Within a document they stand as they are read, whenever they were made, also where it comes in portions.
  @Test func documentsOfTheLibraryAreInReadingOrder() {
    var book = book()
    book.press("A", "tab")
    let all = [(2, 1), (0, 3), (0, 1), (1, 0)].enumerated().map { number, place in
      var made = AnnotatedBook.highlight("n\(number)", page: place.0, line: place.1, note: "")
      made.modified = Int64(100 - number)
      return made
    }
    let serial = book.state.annotationView.serial
    for part in [all[..<2], all[2...]] {
      let found = [
        DocumentAnnotations(path: "/other.pdf", title: "Other", annotations: Array(part))
      ]
      book.tell(.foundAll(serial: serial, found, isEnd: part.endIndex == all.endIndex))
    }
    let rows = book.state.panel?.rows ?? []
    let ids = rows.compactMap {
      if case .foundAnnotation(_, let id, _) = $0.action { id.name } else { nil }
    }
    #expect(ids == ["n2", "n1", "n3", "n0"])
    #expect(rows.count { $0.isHeading && $0.text == "Other" } == 1)
  }

  @Test func allDocumentsBehindTab() {
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

  /// In the list of all documents an answer stands below what it answers, whenever it was given.
  @Test func repliesStandBelowTheirParents() throws {
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
    book.tell(.foundAll(serial: book.state.annotationView.serial, found, isEnd: true))
    let rows = (book.state.panel?.rows ?? []).map(\.text).filter { !$0.isEmpty }
    let places = [
      "of its own", "“the words themselves”", "a question", "↳ an answer", "↳ a thought",
    ]
    .map { words in rows.firstIndex { $0.contains(words) } ?? -1 }
    #expect(places == places.sorted() && !places.contains(-1), "\(rows)")
  }

  @Test func theCardDoesNotCoverItsAnnotation() {
    var book = AnnotatedBook(size: Size(width: 80, height: 24))
    let all = (0..<12).map { AnnotatedBook.highlight("h\($0)", line: $0, note: "note \($0)") }
    book.load(all)
    for number in 0..<12 {
      book.press("] a", "enter")
      #expect(book.state.annotationCard?.annotation.name == "h\(number)")
      #expect(book.rows.contains { $0.contains("note \(number)") })
      #expect(book.rows.contains { $0.contains("page 1 line \(number + 1)") }, "\(book.rows)")
      book.press("escape")
    }
  }

  @Test func nothingYetSaysWhatToPress() {
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
