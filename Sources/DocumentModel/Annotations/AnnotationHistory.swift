/// The edit history of a document's annotations, with undo and redo.
///
/// The journal is a tree and `line` its current branch. When a page edit is undone, the branch of the earlier pages continues; entries for the other pages stay
/// in the journal in case those pages return.
package struct AnnotationHistory: Sendable {
  package private(set) var entries: [JournalEntry] = []
  /// The entries that led to the current state.
  private var line: [JournalEntry] = []
  /// For each of `entries`, the index in `entries` of the last entry on the line once it was added; -1 if none.
  private var heads: [Int] = []
  private var places: [Int: Int] = [:]
  /// Indices into `line` of the `waiting` entries.
  private var waits: [Int] = []
  private var stacks = Stacks()
  /// Numbers of entries that were undone on other pages and still have to be undone on the pages that came back.
  private var owed: [Int] = []

  /// Numbers of the entries that can be undone and redone, the next one last.
  private struct Stacks {
    var undoable: [Int] = []
    var redoable: [Int] = []

    init(_ line: [JournalEntry] = []) {
      for entry in line { add(entry) }
    }

    mutating func add(_ entry: JournalEntry) {
      switch entry.kind {
      case .edit, .outside:
        undoable.append(entry.number)
        redoable = []
      case .undo:
        guard let of = entry.of, let place = undoable.lastIndex(of: of) else { return }
        undoable.remove(at: place)
        redoable.append(of)
      case .redo:
        guard let of = entry.of, let place = redoable.lastIndex(of: of) else { return }
        redoable.remove(at: place)
        undoable.append(of)
      case .placed, .detached, .returned, .waiting, .fetched: break
      }
    }
  }

  package init(_ entries: [JournalEntry] = []) {
    for entry in entries { add(entry) }
  }

  /// The number of the last entry; 0 if there is none.
  package var last: Int { entries.last?.number ?? 0 }

  /// Appends an entry; one that is already known is ignored.
  package mutating func add(_ entry: JournalEntry) {
    guard entry.number > last else { return }
    places[entry.number] = entries.count
    entries.append(entry)
    guard entry.kind != .returned else { return turn(to: entry.of ?? 0) }
    heads.append(entries.count - 1)
    line.append(entry)
    if entry.kind == .waiting { waits.append(line.count - 1) }
    stacks.add(entry)
    if entry.kind == .undo { owed.removeAll { $0 == entry.of } }
  }

  /// Switches to the branch that ends at an entry.
  private mutating func turn(to number: Int) {
    let before = Set(numbersInEffect)
    let head = head(at: number)
    heads.append(head)
    line = line(to: head)
    waits = line.indices.filter { line[$0].kind == .waiting }
    stacks = Stacks(line)
    owed = stacks.undoable.filter { !before.contains($0) }
  }

  /// Returns the index in `entries` of the last entry on the line at the time of an entry, given by number; -1 if none.
  private func head(at number: Int) -> Int {
    let place = Self.place(after: number, in: entries[..<heads.count])
    return place > 0 ? heads[place - 1] : -1
  }

  private func line(to head: Int) -> [JournalEntry] {
    var line: [JournalEntry] = []
    var place = head
    while place >= 0 {
      line.append(entries[place])
      place = place > 0 ? heads[place - 1] : -1
    }
    return line.reversed()
  }

  package var canUndo: Bool { !numbersInEffect.isEmpty }
  package var canRedo: Bool { !stacks.redoable.isEmpty }

  package var nextUndo: JournalEntry? { numbersInEffect.last.flatMap(entry) }
  package var nextRedo: JournalEntry? { stacks.redoable.last.flatMap(entry) }
  /// An entry that was undone on other pages and must be undone on the pages that came back.
  package var nextOwed: JournalEntry? { owed.last.flatMap(entry) }

  /// Numbers of the entries in effect, the latest last.
  private var numbersInEffect: [Int] {
    owed.isEmpty ? stacks.undoable : stacks.undoable.filter { !owed.contains($0) }
  }

  /// Returns the entries to undo, in that order, to reach a state with nothing in effect that was not in effect at entry `number`.
  package func undos(toReach number: Int) -> [JournalEntry] {
    let then = Set(Stacks(line(to: head(at: number))).undoable)
    let numbers = numbersInEffect
    guard let first = numbers.firstIndex(where: { !then.contains($0) }) else { return [] }
    return numbers[first...].reversed().compactMap(entry)
  }

  /// Returns the changes of an entry with the coordinates of a document version: as last made, undone or redone there; nil if it never was.
  package func step(of entry: JournalEntry, in version: Int) -> AnnotationEdit? {
    if entry.version == version { return entry.step }
    let last = line.last { $0.of == entry.number && $0.version == version }
    return last.map { $0.kind == .undo ? $0.step.inverse : $0.step }
  }

  private func entry(_ number: Int) -> JournalEntry? { places[number].map { entries[$0] } }

  /// Returns the entries on the line after the one with a number.
  package func entries(after number: Int) -> ArraySlice<JournalEntry> {
    line[Self.place(after: number, in: line[...])...]
  }

  /// Returns the index of the first entry after a number.
  private static func place(after number: Int, in entries: ArraySlice<JournalEntry>) -> Int {
    entries.startIndex + entries.prefixCount { $0.number <= number }
  }

  /// Whether all entries up to a number are in effect as they were then, with none undone or redone since.
  ///
  /// Entries whose annotations and fields were placed in another version of the file since do not
  /// count, because the file lacked them then.
  package func holds(through number: Int) -> Bool {
    var turned: Set<Int> = []
    var since = AnnotationEdit()
    for entry in entries(after: number) where entry.kind != .waiting {
      if Self.withoutPlace.contains(entry.kind) {
        since.changes += entry.step.changes
        since.fields += entry.step.fields
      }
      guard let of = entry.of, of <= number else { continue }
      if turned.remove(of) == nil { turned.insert(of) }
    }
    guard !turned.isEmpty else { return true }
    let (ids, fields) = (Set(since.changes.compactMap(\.id)), Set(since.fields.map(\.id)))
    return turned.compactMap(entry).allSatisfy { entry in
      entry.step.changes.allSatisfy { $0.id.map(ids.contains) ?? true }
        && entry.step.fields.allSatisfy { fields.contains($0.id) }
    }
  }

  /// Returns the entries for annotations that a file lacks although it has everything else up to a number.
  private func waitingEntries(at number: Int) -> [JournalEntry] {
    var since: [AnnotationID: Int] = [:]
    for place in waits.prefix(while: { line[$0].number <= number }) {
      if line[place].of == nil { since = [:] }
      for id in line[place].step.changes.compactMap(\.id) { since[id] = place }
    }
    guard let first = since.values.min() else { return [] }
    return (first..<Self.place(after: number, in: line[...])).compactMap { place in
      var entry = line[place]
      entry.step = AnnotationEdit(
        entry.step.changes.filter { change in
          change.id.flatMap { since[$0] }.map { $0 <= place } ?? false
        })
      return entry.step.isEmpty ? nil : entry
    }
  }

  /// Returns the entries missing from a file that has everything up to a number except the unsaved ones.
  package func entries(missingAt number: Int) -> [JournalEntry] {
    waitingEntries(at: number) + entries(after: number)
  }

  /// Returns the annotations that differ, or are missing, in a file that has everything else up to a number.
  package func waiting(at number: Int) -> Set<AnnotationID> {
    Set(folded(waitingEntries(at: number)).compactMap(\.id))
  }

  /// Returns the number of the last `waiting` entry up to a number.
  package func lastWaiting(at number: Int) -> Int? {
    waits.last { line[$0].number <= number }.map { line[$0].number }
  }

  /// Returns the changes to apply to a file that has everything up to `number` except the unsaved ones, one per annotation.
  /// With `last`, returns the state at that entry without what was unsaved then.
  package func changes(after number: Int, through last: Int = .max) -> [AnnotationChange] {
    let entries = entries(missingAt: number)
    guard last < .max else { return folded(entries) }
    let waiting = waiting(at: last)
    return folded(entries.prefix { $0.number <= last }).filter { change in
      change.id.map { !waiting.contains($0) } ?? false
    }
  }

  /// Merges entries into one change per annotation, in the order in which they were first touched.
  private func folded(_ entries: some Sequence<JournalEntry>) -> [AnnotationChange] {
    var order: [AnnotationID] = []
    var folded: [AnnotationID: AnnotationChange] = [:]
    for entry in entries {
      for change in entry.step.changes {
        guard let id = change.id else { continue }
        if folded[id] == nil { order.append(id) }
        // The file of that moment did not have it, whatever the file before had.
        let isGone = Self.withoutFile.contains(entry.kind)
        if isGone {
          folded[id] = AnnotationChange(before: nil, after: change.after)
        } else if folded[id] == nil {
          folded[id] = change
        } else {
          folded[id]?.after = change.after
        }
      }
    }
    return order.compactMap { id in
      folded[id].flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  /// Returns the field values to write to a file that has everything up to a number, one per field. Unchanged values are included, since the file may have a
  /// value from in between.
  package func fields(after number: Int, through last: Int = .max) -> [FieldChange] {
    FieldChange.gathered(
      entries(after: number).prefix { $0.number <= last }.flatMap(\.step.fields))
  }

  /// The values of fields that a version of the file lacked and that neither returned nor were undone since.
  package var detachedFields: [FieldEdit] {
    var order: [FieldID] = []
    // `missing`: the value for a field while it is missing; `first`: its value before it was first filled in.
    var (missing, first): ([FieldID: [String]], [FieldID: [String]]) = ([:], [:])
    for entry in line {
      for change in entry.step.fields {
        if first[change.id] == nil { first[change.id] = change.before }
        let isMissing = missing[change.id] != nil
        switch entry.kind {
        case .detached:
          if !order.contains(change.id) { order.append(change.id) }
          missing[change.id] = change.after
        case .undo where isMissing, .redo where isMissing: missing[change.id] = change.after
        case .undo, .redo, .edit, .placed, .outside, .returned, .waiting, .fetched:
          missing[change.id] = nil
        }
      }
    }
    return order.compactMap { id in
      guard let value = missing[id], value != first[id] else { return nil }
      return FieldEdit(id: id, value: value)
    }
  }

  private static let withoutFile: Set<JournalEntry.Kind> = [.placed, .detached, .outside]
  private static let withoutPlace: Set<JournalEntry.Kind> = [.placed, .detached]

  /// The annotations that the journal alone yields, in the order in which they were first touched.
  package var annotations: [Annotation] {
    changes(after: 0).compactMap(\.after)
  }

  /// The annotations that found no place and were not placed, created or deleted since, in their last state.
  package var detached: [Annotation] {
    var order: [AnnotationID] = []
    var found: [AnnotationID: Annotation] = [:]
    for entry in line {
      for change in entry.step.changes {
        guard let id = change.id else { continue }
        if entry.kind == .detached, let lost = change.before {
          if found[id] == nil { order.append(id) }
          found[id] = lost
        } else {
          found[id] = nil
        }
      }
      for change in entry.step.unplaced {
        guard let id = change.id else { continue }
        if found[id] == nil { order.append(id) }
        found[id] = change.after
      }
    }
    var seen: Set<AnnotationID> = []
    return order.compactMap { seen.insert($0).inserted ? found[$0] : nil }
  }

  /// Whether an entry deleted an annotation that had no place then, so that its coordinates do not show where it belongs.
  ///
  /// Only journals of earlier Rectos have such entries; today the deletion is in the step's `unplaced`.
  package func tookDetached(_ entry: JournalEntry) -> Bool {
    let taken = Set(entry.step.changes.filter { $0.after == nil }.compactMap(\.id))
    guard !taken.isEmpty, entries.contains(where: { $0.kind == .detached }) else { return false }
    let before = AnnotationHistory(Array(entries.prefix { $0.number < entry.number }))
    return before.detached.contains { taken.contains($0.id) }
  }
}
