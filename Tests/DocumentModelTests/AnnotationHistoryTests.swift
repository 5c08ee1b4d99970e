import DocumentModel
import Testing

struct AnnotationHistoryTests {
  private func note(_ id: String, _ contents: String = "") -> Annotation {
    Annotation(
      id: AnnotationID(id), page: 0, kind: .note, box: Box(x0: 1, y0: 2, x1: 3, y1: 4),
      contents: contents)
  }

  /// Adds what a person does, as a store does it.
  private struct Person {
    var history = AnnotationHistory()

    mutating func add(_ kind: JournalEntry.Kind, _ step: AnnotationEdit, of: Int? = nil) {
      history.add(
        JournalEntry(number: history.last + 1, kind: kind, of: of, step: step))
    }

    mutating func undo() {
      guard let entry = history.nextUndo else { return }
      add(.undo, entry.step.inverse, of: entry.number)
    }

    mutating func redo() {
      guard let entry = history.nextRedo else { return }
      add(.redo, entry.step, of: entry.number)
    }
  }

  private func step(_ before: Annotation?, _ after: Annotation?) -> AnnotationEdit {
    AnnotationEdit([AnnotationChange(before: before, after: after)])
  }

  @Test func undoAndRedoCoverTheWholeHistory() {
    var person = Person()
    for number in 0..<50 { person.add(.edit, step(nil, note("n\(number)"))) }
    for _ in 0..<50 { person.undo() }
    #expect(person.history.annotations.isEmpty)
    #expect(!person.history.canUndo)
    #expect(person.history.changes(after: 0).isEmpty, "the file is as it was, byte for byte")
    for _ in 0..<30 { person.redo() }
    #expect(person.history.annotations.map(\.id.name) == (0..<30).map { "n\($0)" })
    person.undo()
    #expect(person.history.annotations.count == 29)
    person.add(.edit, step(nil, note("new")))
    #expect(!person.history.canRedo, "edits undone before a new edit stay undone")
  }

  @Test func holdsThroughAnEntryUntilItIsUndone() {
    var person = Person()
    person.add(.edit, step(nil, note("a")))
    person.add(.edit, step(nil, note("b")))
    let (first, second) = (person.history.last - 1, person.history.last)
    person.add(.edit, step(nil, note("c")))
    person.undo()
    #expect(person.history.holds(through: second), "later entries do not matter")
    person.undo()
    #expect(!person.history.holds(through: second))
    #expect(person.history.holds(through: first))
    person.redo()
    #expect(person.history.holds(through: second))
    for _ in 0..<2 { person.undo() }
    person.add(.edit, step(nil, note("d")))
    #expect(!person.history.holds(through: first))
    #expect(person.history.holds(through: 0))
  }

  /// An appearance that Recto drew is reported as drawn when read again; without the edit it is as it was in the file.
  @Test func anUndoneEditLeavesNoAppearanceChange() {
    let old = note("a", "theirs")
    var new = note("a", "mine")
    var drawn = (old, new)
    drawn.0.flags.insert(.hasAppearance)
    drawn.1.flags.insert(.hasAppearance)
    var person = Person()
    person.add(.edit, step(old, new))
    person.add(.undo, step(drawn.1, drawn.0), of: person.history.last)
    let left = person.history.changes(after: 0).map { $0.rebased(on: old) }
    #expect(left.filter { !$0.isEmpty } == [])
    new.flags.insert(.hidden)
    #expect(AnnotationChange(before: old, after: new).rebased(on: old).after == new)
  }

  @Test func undoingASavedEditIsANewChange() {
    var person = Person()
    person.add(.edit, step(nil, note("a")))
    let saved = person.history.last
    person.undo()
    let changes = person.history.changes(after: saved)
    #expect(changes == [AnnotationChange(before: note("a"), after: nil)])
  }

  @Test func foldingGivesOneChangePerAnnotation() {
    var person = Person()
    person.add(.edit, step(nil, note("a", "1")))
    person.add(.edit, step(note("a", "1"), note("a", "2")))
    person.add(.edit, step(nil, note("b")))
    person.add(.edit, step(note("b"), nil))
    #expect(
      person.history.changes(after: 0) == [AnnotationChange(before: nil, after: note("a", "2"))])
  }

  @Test func annotationsPlacedOnAnotherVersionAreNewThere() {
    var person = Person()
    person.add(.edit, step(nil, note("a")))
    let saved = person.history.last
    person.add(.placed, step(nil, note("a")))
    #expect(
      person.history.changes(after: saved) == [AnnotationChange(before: nil, after: note("a"))])
    #expect(person.history.nextUndo?.number == 1, "placing it is not an edit of the user")
  }

  @Test func anAnnotationDeletedElsewhereIsNewWhenRestored() {
    var person = Person()
    person.add(.edit, step(nil, note("a")))
    let saved = person.history.last
    person.add(.outside, step(note("a"), nil))
    person.undo()
    #expect(
      person.history.changes(after: saved) == [AnnotationChange(before: nil, after: note("a"))])
  }

  /// Restored earlier pages lack edits made on the others; edits undone there are still to be undone here.
  @Test func undosFollowTheHistoryOfReturnedPages() {
    var person = Person()
    person.add(.edit, step(nil, note("a")))
    person.add(.edit, step(nil, note("b")))
    let left = person.history.last
    person.add(.edit, step(nil, note("c")))
    #expect(person.history.undos(toReach: left).map(\.number) == [3])
    #expect(person.history.undos(toReach: 0).map(\.number) == [3, 2, 1])
    person.undo()
    person.undo()
    let other = person.history.last
    #expect(person.history.undos(toReach: left).isEmpty)
    person.add(.returned, AnnotationEdit(), of: left)
    #expect(person.history.annotations.map(\.id.name) == ["a", "b"])
    #expect(person.history.nextOwed?.number == 2 && person.history.nextUndo?.number == 1)
    person.add(.undo, step(note("b"), nil), of: 2)
    #expect(person.history.nextOwed == nil && person.history.annotations.map(\.id.name) == ["a"])
    #expect(person.history.nextRedo?.number == 2, "c was made on other pages")
    #expect(person.history.holds(through: 1) && !person.history.holds(through: left))
    person.add(.returned, AnnotationEdit(), of: other)
    #expect(person.history.annotations.map(\.id.name) == ["a"] && person.history.nextOwed == nil)
    person.redo()
    person.redo()
    #expect(person.history.annotations.map(\.id.name) == ["a", "b", "c"])
    #expect(AnnotationHistory(person.history.entries).annotations == person.history.annotations)
  }

  /// An annotation without room in a file is missing from later files until an entry says it is in.
  @Test func waitingAnnotationsCountAsUnsaved() {
    var person = Person()
    func new(_ id: String, _ contents: String = "") -> AnnotationChange {
      AnnotationChange(before: nil, after: note(id, contents))
    }
    person.add(.edit, step(nil, note("full")))
    person.add(.waiting, step(nil, note("full")))
    person.add(.edit, step(nil, note("b")))
    #expect(person.history.changes(after: 3) == [new("full")])
    #expect(person.history.changes(after: 0, through: 3) == [new("b")])
    person.add(.edit, step(note("full"), note("full", "changed")))
    #expect(person.history.changes(after: 4) == [new("full", "changed")])
    #expect(person.history.changes(after: 1) == [new("full", "changed"), new("b")])
    // One more.
    person.add(.edit, step(nil, note("c")))
    person.add(.waiting, step(nil, note("c")), of: 2)
    #expect(person.history.waiting(at: 6) == Set(["full", "c"].map { AnnotationID($0) }))
    #expect(person.history.waiting(at: 5) == [AnnotationID("full")])
    #expect(person.history.lastWaiting(at: 5) == 2 && person.history.lastWaiting(at: 1) == nil)
    #expect(person.history.holds(through: 2), "a later edit does not undo an earlier one")
    // Undone edits do not wait.
    person.undo()
    #expect(person.history.waiting(at: 7) == [AnnotationID("full")])
    // They are in.
    person.add(.waiting, AnnotationEdit())
    #expect(person.history.waiting(at: 8).isEmpty && person.history.changes(after: 8).isEmpty)
    #expect(person.history.waiting(at: 6).count == 2)
    // Back to when they were not.
    person.add(.returned, AnnotationEdit(), of: 6)
    #expect(person.history.waiting(at: person.history.last).count == 2)
  }

  @Test func threeHundredReturnsAreReplayed() {
    var person = Person()
    for number in 0..<300 {
      person.add(.edit, step(nil, note("n\(number)")))
      person.undo()
      person.add(.returned, AnnotationEdit(), of: person.history.last)
    }
    #expect(AnnotationHistory(person.history.entries).annotations.isEmpty)
  }

  @Test func editsOfDetachedAnnotationsCanBeUndone() {
    var person = Person()
    person.add(.edit, step(nil, note("a")))
    person.add(.detached, step(note("a"), nil))
    let change = AnnotationChange(before: note("a"), after: note("a", "changed"))
    person.add(.edit, AnnotationEdit(unplaced: [change]))
    #expect(person.history.detached == [note("a", "changed")] && person.history.annotations.isEmpty)
    person.undo()
    #expect(person.history.detached == [note("a")] && person.history.nextUndo?.number == 1)
    person.redo()
    let answer = AnnotationChange(before: nil, after: note("answer"))
    person.add(.edit, AnnotationEdit(unplaced: [answer]))
    #expect(person.history.detached == [note("a", "changed"), note("answer")])
    person.undo()
    #expect(person.history.detached == [note("a", "changed")])
  }

  @Test func detachedAnnotationsAreListedUntilPlaced() {
    var person = Person()
    person.add(.edit, step(nil, note("a")))
    person.add(.detached, step(note("a"), nil))
    #expect(person.history.detached == [note("a")])
    #expect(person.history.annotations.isEmpty)
    person.add(.placed, step(nil, note("a", "")))
    #expect(person.history.detached.isEmpty)
  }

  /// The value of a missing field is kept across undo and redo.
  @Test func undoAndRedoUpdateTheValueOfAMissingField() {
    func filled(_ before: String, _ after: String) -> AnnotationEdit {
      AnnotationEdit(fields: [
        FieldChange(id: FieldID("code"), before: [before], after: [after])
      ])
    }
    var person = Person()
    person.add(.edit, filled("", "1"))
    person.add(.edit, filled("1", "12"))
    person.add(.detached, filled("12", "12"))
    #expect(person.history.detachedFields.map(\.value) == [["12"]])
    person.undo()
    #expect(person.history.detachedFields.map(\.value) == [["1"]])
    person.undo()
    #expect(person.history.detachedFields.isEmpty)
    person.redo()
    person.redo()
    #expect(person.history.detachedFields.map(\.value) == [["12"]])
    person.add(.placed, filled("", "12"))
    #expect(person.history.detachedFields.isEmpty)
    person.undo()
    #expect(person.history.detachedFields.isEmpty)
  }

  @Test func anUndoKeepsLaterChangesOfOthers() {
    let (old, new) = (note("a", "old"), note("a", "new"))
    var current = new
    current.color = 0x112233
    let change = AnnotationChange(before: old, after: new).inverse.rebased(on: current)
    #expect(change.before == current)
    #expect(change.after?.contents == "old")
    #expect(change.after?.color == 0x112233, "somebody else coloured it meanwhile")
  }

  @Test func anEditOfADeletedAnnotationAddsItAgain() {
    let change = AnnotationChange(before: note("a", "1"), after: note("a", "2")).rebased(on: nil)
    #expect(change == AnnotationChange(before: nil, after: note("a", "2")))
  }

  @Test func rebasingKeepsThePlaceInTheNewVersion() {
    var moved = note("a", "1")
    moved.page = 7
    var old = note("a", "1")
    old.contents = "2"
    let change = AnnotationChange(before: note("a", "1"), after: old)
      .rebased(on: moved, movesPlaces: false)
    #expect(change.after?.page == 7)
    #expect(change.after?.contents == "2")
  }
}
