import DocumentModel
import Testing

/// Conflict copies: their names, and merging their annotations.
@Suite struct ConflictTests {
  @Test(arguments: [
    ("paper.sync-conflict-20260101-120000-ABCDEFG.pdf", "paper.pdf"),
    ("paper.sync-conflict-20260101-120000.pdf", "paper.pdf"),
    ("paper.v2.sync-conflict-20260101-120000-ABCDEFG.pdf", "paper.v2.pdf"),
    ("notes.sync-conflict-20260101-120000-ABCDEFG", "notes"),
    ("paper (conflicted copy 2026-01-01).pdf", "paper.pdf"),
    ("paper (Anna's conflicted copy 2026-01-01).pdf", "paper.pdf"),
    ("paper (1) (Anna's conflicted copy 2026-01-01).pdf", "paper (1).pdf"),
    ("paper (conflicted copy 2026-01-01 120000).pdf", "paper.pdf"),
    ("paper_conflict-20260101-120000.pdf", "paper.pdf"),
    ("paper (Konfliktkopie von Anna 2026-01-01).pdf", "paper.pdf"),
    ("paper (In Konflikt stehende Kopie von Anna 2026-01-01).pdf", "paper.pdf"),
    ("paper (Copie en conflit de Anna 2026-01-01).pdf", "paper.pdf"),
    ("paper (Copia en conflicto de Anna 2026-01-01).pdf", "paper.pdf"),
    ("paper (Copia in conflitto di Anna 2026-01-01).pdf", "paper.pdf"),
    ("paper (Cópia em conflito de Anna 2026-01-01).pdf", "paper.pdf"),
    ("paper (Anna の競合コピー 2026-01-01).pdf", "paper.pdf"),
    ("paper (Anna 的冲突副本 2026-01-01).pdf", "paper.pdf"),
    ("論文 (Конфликтующая копия с Anna 2026-01-01).pdf", "論文.pdf"),
  ])
  func namesOfConflictCopiesAreRecognised(_ name: String, _ original: String) {
    #expect(ConflictCopyName.original(of: name) == original)
  }

  @Test(arguments: [
    "paper.pdf", "conflict.pdf", "a conflict of interest (2026).pdf",
    ".sync-conflict-20260101-120000.pdf",
    "paper.sync-conflict-2026-120000-ABCDEFG.pdf", "paper (conflicted copy).pdf",
    "paper_conflict-20260101.pdf", "paper (Konflikt 2026-01-01).pdf",
    "paper (Kopie von Anna 2026-01-01).pdf", "paper (copies of a conflict 2026).pdf",
    "(conflicted copy 2026-01-01).pdf", "",
  ])
  func otherNamesAreNoConflictCopies(_ name: String) {
    #expect(ConflictCopyName.original(of: name) == nil)
  }

  private static func highlight(
    _ id: String, _ contents: String = "", page: Int = 0, color: UInt32 = 0xFFFF00,
    at time: Int64 = 1
  ) -> Annotation {
    var annotation = Annotation(
      id: AnnotationID(id), page: page, kind: .highlight,
      box: Box(x0: 10, y0: 10, x1: 90, y1: 20), color: color, contents: contents)
    annotation.modified = time
    return annotation
  }

  private static func merge(
    _ original: [Annotation], _ copy: [Annotation], base: [Annotation]?
  ) -> (merge: ConflictMerge, result: [Annotation]) {
    var builder = AnnotationBuilder()
    builder.counter = 1
    let merge = ConflictMerge(original: original, copy: copy, base: base) { builder.nextID() }
    var result = original
    for change in merge.changes {
      result.removeAll { $0.id == change.id }
      if let after = change.after { result.append(after) }
    }
    return (merge, result)
  }

  @Test func changesOfBothSidesSurvive() {
    let base = [Self.highlight("a"), Self.highlight("b"), Self.highlight("c"), Self.highlight("d")]
    // Here a was changed, c deleted and e added; there b was changed, d deleted and f added.
    let original = [
      Self.highlight("a", "mine", at: 2), Self.highlight("b"), Self.highlight("d"),
      Self.highlight("e", page: 1),
    ]
    let copy = [
      Self.highlight("a"), Self.highlight("b", "theirs", at: 2), Self.highlight("c"),
      Self.highlight("f", page: 2),
    ]
    let (merge, result) = Self.merge(original, copy, base: base)
    #expect(Set(result.map(\.id.name)) == ["a", "b", "e", "f"])
    #expect(result.first { $0.id.name == "a" }?.contents == "mine")
    #expect(result.first { $0.id.name == "b" }?.contents == "theirs")
    #expect([merge.added, merge.changed, merge.deleted, merge.keptBoth] == [1, 1, 1, 0])
    #expect(Self.merge(result, copy, base: base).merge.changes.allSatisfy { $0.after == nil })
  }

  @Test func annotationsDeletedHereAndChangedThereStay() {
    let base = [Self.highlight("a"), Self.highlight("b")]
    let (_, result) = Self.merge(
      [Self.highlight("a", "changed", at: 2)], [Self.highlight("b", "changed", at: 2)], base: base)
    #expect(Set(result.map(\.id.name)) == ["a", "b"])
    #expect(result.allSatisfy { $0.contents == "changed" })
  }

  @Test func anAnnotationWithAReplyStaysWhenDeletedThere() {
    let base = [Self.highlight("a"), Self.highlight("b")]
    var reply = Self.highlight("r", "why?")
    reply.replyTo = AnnotationID("a")
    let (merge, result) = Self.merge(base + [reply], [Self.highlight("b")], base: base)
    #expect(merge.deleted == 0 && Set(result.map(\.id.name)) == ["a", "b", "r"])
  }

  @Test func differentPropertiesAreCombinedAndBothTextsKept() {
    let base = [Self.highlight("a", "one")]
    let mine = Self.highlight("a", "one", color: 0xFF0000, at: 3)
    let theirs = Self.highlight("a", "two", at: 2)
    let (combined, result) = Self.merge([mine], [theirs], base: base)
    #expect(result.map(\.contents) == ["two"] && result.map(\.color) == [0xFF0000])
    #expect(combined.keptBoth == 0)

    let (both, all) = Self.merge(
      [Self.highlight("a", "here", at: 3)], [Self.highlight("a", "there", at: 4)], base: base)
    #expect(both.keptBoth == 1)
    #expect(all.map(\.contents).sorted() == ["here", "there"])
    let reply = all.first { $0.contents == "there" }
    #expect(reply?.replyTo == AnnotationID("a") && reply?.kind == .note)
    #expect(
      Self.merge(all, [Self.highlight("a", "there", at: 4)], base: base).merge.isEmpty,
      "a second merge adds nothing")
  }

  @Test func withoutABaseNothingIsDeletedAndNoTextIsLost() {
    let (merge, result) = Self.merge(
      [Self.highlight("a", "here", at: 1), Self.highlight("b")],
      [Self.highlight("a", "there", at: 2), Self.highlight("c", page: 3)], base: nil)
    #expect(merge.deleted == 0)
    #expect(Set(result.map(\.contents)).isSuperset(of: ["here", "there"]))
    #expect(Set(result.map(\.id.name)).isSuperset(of: ["a", "b", "c"]))
  }

  /// Some programs count the names in each file: `fitz-A0` is the first of any.
  @Test func differentAnnotationsWithTheSameNameAreBothKept() {
    var note = Self.highlight("fitz-A0", "other note", page: 1, at: 2)
    note.kind = .note
    var below = Self.highlight("fitz-A0", at: 2)
    below.box = Box(x0: 10, y0: 30, x1: 90, y1: 40)
    for theirs in [note, below] {
      for base in [nil, [Self.highlight("b")]] {
        let mine = Self.highlight("fitz-A0", "my highlight")
        let (merge, result) = Self.merge([mine], [theirs], base: base)
        #expect(merge.added == 1 && merge.changed == 0 && result.count == 2)
        #expect(result.contains(mine))
        #expect(Self.merge(result, [theirs], base: base).merge.isEmpty)
      }
    }
  }

  @Test func theCopysFormValuesApplyUnlessBothSidesSetThem() {
    func form(_ one: String, _ two: String, _ three: String) -> [FormField] {
      [("one", one), ("two", two), ("three", three)].map { name, value in
        var field = FormField(id: FieldID(name), kind: .text)
        field.value = value.isEmpty ? [] : [value]
        return field
      }
    }
    var merge = Self.merge([], [], base: []).merge
    merge.merge(fields: form("a", "b", "c"), copy: form("A", "b", "C"), base: form("a", "b", "x"))
    #expect(merge.fields.map(\.id.name) == ["one"] && merge.fields.first?.after == ["A"])
    #expect(merge.clashingFields == ["three"] && !merge.isEmpty)
    var other = Self.merge([], [], base: nil).merge
    other.merge(fields: form("", "b", ""), copy: form("A", "B", ""), base: nil)
    #expect(other.fields.map(\.id.name) == ["one"] && other.clashingFields == ["two"])
  }

  @Test func newObjectNumbersAreDifferentAnnotations() {
    let (merge, result) = Self.merge(
      [Self.highlight("object-9-0", "here")], [Self.highlight("object-9-0", "there", page: 4)],
      base: [])
    #expect(merge.added == 1)
    #expect(result.map(\.contents).sorted() == ["here", "there"])
    #expect(Set(result.map(\.id)).count == 2)
  }
}
