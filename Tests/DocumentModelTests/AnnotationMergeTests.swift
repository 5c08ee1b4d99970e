import DocumentModel
import Testing

@Suite struct AnnotationMergeTests {
  private static func note(
    _ name: String, _ text: String = "words", at x: Float = 10, modified: Int64? = nil
  ) -> Annotation {
    var note = Annotation(
      id: AnnotationID(name), page: 0, kind: .note, box: Box(x: x, y: 10, width: 20, height: 20),
      contents: text, author: "Ada")
    note.modified = modified
    return note
  }

  private static func merge(
    _ new: [Annotation], into existing: [Annotation] = [], values: [ExchangedValue] = [],
    fields: [FormField] = []
  ) -> AnnotationMerge {
    var builder = AnnotationBuilder()
    builder.counter = 1
    return AnnotationMerge(
      ImportedAnnotations(annotations: new, values: values), into: existing, fields: fields,
      builder: builder)
  }

  @Test func anAnnotationIsAddedOnlyOnce() {
    let first = Self.merge([Self.note("a")])
    #expect(first.added == 1 && first.edit.changes.first?.after?.id.name == "a")
    let again = Self.merge([Self.note("a")], into: [Self.note("a")])
    #expect(again.same == 1 && again.edit.isEmpty)
  }

  /// A name is unique on its page only, and some programs count names in each file.
  @Test func aDifferentAnnotationWithTheSameNameReplacesNone() {
    let mine = Self.note("fitz-A0", "mine")
    var elsewhere = Self.note("fitz-A0", "mine")
    elsewhere.page = 1
    elsewhere.contents = "theirs"
    for theirs in [elsewhere, Self.note("fitz-A0", "theirs", at: 300)] {
      let added = Self.merge([theirs], into: [mine])
      #expect(added.added == 1 && added.changed == 0)
      let made = added.edit.changes.compactMap(\.after)
      #expect(made.map(\.id.name) == ["new-1"])
      #expect(Self.merge([theirs], into: [mine] + made).same == 1)
    }
    // One that was moved, or whose text was edited, is the same.
    #expect(Self.merge([Self.note("a", "words", at: 300)], into: [Self.note("a")]).changed == 1)
    #expect(Self.merge([Self.note("a", "edited", at: 12)], into: [Self.note("a")]).changed == 1)
    var (old, new) = (Self.note("a"), Self.note("a", "edited", at: 300))
    (old.created, new.created) = (7, 7)
    #expect(Self.merge([new], into: [old]).changed == 1)
  }

  @Test func theLaterTextIsKept() {
    let old = Self.note("a", "old", modified: 100)
    let newer = Self.merge([Self.note("a", "new", modified: 200)], into: [old])
    #expect(newer.changed == 1 && newer.edit.changes.first?.after?.contents == "new")
    let older = Self.merge([Self.note("a", "new", modified: 50)], into: [old])
    #expect(older.older == 1 && older.edit.isEmpty)
  }

  /// Object numbers of another file mean nothing; place and style do.
  @Test func unnamedAnnotationsMatchByPlaceAndStyle() {
    let new = Self.note("direct-0-0")
    let added = Self.merge([new])
    #expect(added.edit.changes.first?.after?.id.name == "new-1")
    #expect(Self.merge([new], into: [Self.note("there")]).same == 1)
    #expect(Self.merge([new], into: [Self.note("there", at: 300)]).added == 1)
  }

  @Test func stampsAndBoxesMatchByNameAndFill() {
    for kind in [AnnotationKind.stamp, .box] {
      var (new, there) = (Self.note("direct-0-0"), Self.note("there"))
      (new.kind, there.kind) = (kind, kind)
      #expect(Self.merge([new], into: [there]).same == 1)
      (new.icon, new.fill) = ("Rejected", kind == .box ? 0xFF0000 : nil)
      #expect(Self.merge([new], into: [there]).added == 1)
    }
  }

  @Test func repliesReferToTheNewNameOfTheirAnnotation() {
    var reply = Self.note("r")
    reply.replyTo = AnnotationID("object-7-0")
    let merge = Self.merge([Self.note("object-7-0"), reply])
    #expect(merge.added == 2 && merge.edit.changes[1].after?.replyTo?.name == "new-1")
  }

  @Test func orphanedRepliesBecomeNotesAndStatesAreDropped() {
    var reply = Self.note("r")
    reply.replyTo = AnnotationID("gone")
    var state = reply
    state.id = AnnotationID("s")
    (state.flags, state.state) = (.isState, .accepted)
    let merge = Self.merge([reply, state])
    #expect(merge.added == 1 && merge.homeless == 1)
    #expect(merge.edit.changes.first?.after?.replyTo == nil)
  }

  @Test func cyclesOfRepliesAreBroken() {
    var (one, two) = (Self.note("one"), Self.note("two", at: 60))
    (one.replyTo, two.replyTo) = (two.id, one.id)
    let merge = Self.merge([one, two])
    #expect(merge.added == 2)
    #expect(merge.edit.changes.allSatisfy { $0.after?.replyTo == nil })
  }

  @Test func lockedAnnotationsAreNotChanged() {
    var old = Self.note("a")
    old.flags = [.locked, .contentsLocked]
    var moved = Self.note("a", "new", at: 90)
    (old.created, moved.created) = (7, 7)
    let merge = Self.merge([moved], into: [old])
    let after = merge.edit.changes.first?.after ?? old
    #expect(after.box == old.box && after.contents == old.contents)
  }

  @Test func valuesAreSetInWritableFieldsOnly() {
    let text = FormField(id: FieldID("name"), kind: .text)
    var locked = FormField(id: FieldID("number"), kind: .text)
    (locked.flags, locked.value) = (.readOnly, ["1"])
    let merge = Self.merge(
      [],
      values: [
        ExchangedValue("name", ["Ada"]), ExchangedValue("number", ["2"]),
        ExchangedValue("nowhere", ["3"]),
      ], fields: [text, locked])
    #expect(merge.filled == 1 && merge.refused == ["number", "nowhere"])
    let same = Self.merge([], values: [ExchangedValue("number", ["1"])], fields: [locked])
    #expect(same.edit.isEmpty && same.refused.isEmpty)
  }
}

@Suite struct AnnotationStyleTests {
  @Test func styleAppliesToTheKindsThatHaveIt() {
    var style = AnnotationStyle()
    (style.lineWidth, style.fontSize, style.opacity) = (3, 20, 0.5)
    style.endings = LineEndings(.none, .openArrow).map { .shapes($0) }
    var builder = AnnotationBuilder()
    builder.style = style
    var line = builder.new(.line, page: 0, color: nil, author: "", at: nil)
    line.draw([[Point(x: 10, y: 10), Point(x: 90, y: 10)]])
    #expect(line.lineWidth == 3 && line.endings?.last == .openArrow && line.opacity == 0.5)
    // The arrowhead has room in the box.
    #expect(line.box.height > 2 * 20)
    let text = builder.new(.freeText, page: 0, color: nil, author: "", at: nil)
    #expect(text.fontSize == 20 && text.endings == nil && text.lineWidth == 1)
  }

  @Test(arguments: [
    ("x.jpg", true), ("a b.PDF", true), ("x.png", false), ("Draft", false), ("jpg", false),
  ])
  func filesOfOtherFormatsAreNotStampImages(_ name: String, _ isOther: Bool) {
    #expect(StampPicture.isOfOtherFormat(name) == isOther)
  }

  @Test func stampPicturesArePNGsOfBoundedSize() {
    let header: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    let rest: [UInt8] = [8, 6, 0, 0, 0, 0, 0, 0, 0]
    let small = header + [0, 0, 0, 2, 0, 0, 0, 3] + rest
    #expect(StampPicture(small)?.width == 2 && StampPicture(small)?.height == 3)
    #expect(StampPicture(header + [1, 0, 0, 0, 0, 0, 0, 1] + rest) == nil)
    #expect(StampPicture(Array("GIF89a".utf8)) == nil)
  }
}
