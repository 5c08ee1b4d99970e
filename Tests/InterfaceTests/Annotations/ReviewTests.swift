import DocumentModel
import Interface
import Messages
import Testing

/// Reviews with others: states, styles, tags, insertions and files.
@Suite struct ReviewTests {
  private static let box = Box(x: 20, y: 0, width: 40, height: 12)

  private static func highlight(_ name: String = "h") -> Annotation {
    Annotation(
      id: AnnotationID(name), page: 0, kind: .highlight, box: box, quads: [Quad(box)],
      color: 0xFF_D400, contents: "note", author: "Ada")
  }

  private func book(_ annotations: [Annotation] = [highlight()]) -> AnnotatedBook {
    var book = AnnotatedBook()
    book.load(annotations)
    return book
  }

  @Test func aKeySetsAStateAsAHiddenReply() throws {
    var book = book()
    book.press("A", "s", "a")
    let made = try #require(book.steps.first?.changes.first?.after)
    #expect(made.state == .accepted && made.flags.contains(.isState))
    #expect(made.replyTo?.name == "h" && made.contents == "Accepted set by me")
    #expect(book.rows.contains { $0.contains("✓ accepted: me") })
    // The next one replies to it, as Acrobat's does.
    book.press("s", "r")
    let next = try #require(book.steps.last?.changes.first?.after)
    #expect(next.replyTo == made.id && next.state == .rejected)
    #expect(book.list.states(of: AnnotationID("h")).map(\.state) == [.rejected])
    #expect(book.rows.contains { $0.contains("✗ rejected") })
    #expect(!book.rows.contains { $0.contains("↳") })
  }

  @Test func theListIsFilteredByStateAndTag() {
    var tagged = Self.highlight("t")
    tagged.tags = ["later"]
    var book = book([Self.highlight(), tagged])
    book.press("A", "L")
    #expect(book.rows.contains { $0.contains("#later") })
    book.press("L", "S")
    #expect(book.rows.contains { $0.contains("without a state") })
  }

  @Test func stylesChangeByKeyAndByCommand() throws {
    var line = Annotation(
      id: AnnotationID("l"), page: 0, kind: .line, box: Self.box, color: 0xFF_0000)
    line.strokes = [[Point(x: 20, y: 4), Point(x: 60, y: 8)]]
    var book = book([line])
    book.press("A", "f", "e")
    book.press("ctrl+u")
    book.type("arrow")
    book.press("enter")
    #expect(book.steps.last?.changes.first?.after?.endings?.last == .openArrow)
    book.press("escape")
    _ = book.state.run("line-width 4")
    book.press("v", "v", "e", "a u")
    // A part that an underline does not have leaves it as it is.
    #expect(book.steps.last?.changes.first?.after?.lineWidth == 1)
  }

  @Test func aSelectionIsReplacedByTypedText() throws {
    var book = book([])
    book.press("v", "v", "e", "a R")
    book.type("other")
    book.press("enter")
    let made = book.steps.last?.changes.compactMap(\.after) ?? []
    try #require(made.count == 2)
    #expect(made.map(\.kind) == [.caret, .strikeOut])
    #expect(made[0].contents == "other" && made[1].replyTo == made[0].id && made[1].isGrouped)
  }

  @Test func anInsertionIsMarkedAtTheCaret() throws {
    var book = book([])
    book.press("v", "a I")
    book.type("more")
    book.press("enter")
    let caret = try #require(book.steps.last?.changes.first?.after)
    #expect(caret.kind == .caret && caret.contents == "more" && !caret.box.isEmpty)
  }

  @Test func anImportIsOneEdit() throws {
    var book = book()
    let effects = book.state.run("import-annotations review.xfdf")
    guard
      case .annotations(.importFile(let id, let generation, _, let existing, _))? = effects.first
    else { return #expect(Bool(false), "no import") }
    let imported = ImportedAnnotations(
      annotations: [Self.highlight("new"), Self.highlight("two")], losses: [.kind: 2])
    let merge = AnnotationMerge(imported, into: existing)
    let made = book.state.update(
      .annotations(
        .imported(
          id, generation: generation,
          ImportReport(name: "review.xfdf", merge: merge, losses: imported.losses))))
    guard case .annotations(.edit(_, _, let step, _))? = made.first else {
      return #expect(Bool(false), "no edit")
    }
    #expect(step.changes.count == 2)
    #expect(book.rows.contains { $0.contains("2 added") })
  }

  @Test func anImportWaitsForConsent() {
    var book = book()
    var signed = SaveStatus()
    signed.cautions = [.signed]
    book.tell(.news(book.book.id, generation: 1, .saveStatus(signed)))
    let imported = ImportedAnnotations(annotations: [Self.highlight("new")], losses: [:])
    _ = book.state.update(
      .annotations(
        .imported(
          book.book.id, generation: 1,
          ImportReport(
            name: "review.xfdf", merge: AnnotationMerge(imported, into: []), losses: [:]))))
    #expect(book.state.questions.shown != nil)
    #expect(book.state.notices.shown?.text.contains("added") != true)
  }

  @Test(arguments: [
    (AnnotationStyle.Part.lineWidth, "100"), (.opacity, "150%"), (.fontSize, "x"),
    (.fill, "nocolour"), (.endings, "arrow,arrow,arrow"),
  ])
  func invalidStyleValuesAreRefusedWithAReason(part: AnnotationStyle.Part, text: String) {
    #expect(throws: AnnotationStyleStrings.Mistake.self) {
      try AnnotationStyleStrings.style(part, text) { _ in nil }
    }
  }
}
