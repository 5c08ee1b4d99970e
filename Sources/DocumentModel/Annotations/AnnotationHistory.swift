/// All that was ever done to a document's annotations, and what of it can be undone and redone.
///
/// Deeds follow each other on a line. Where the pages of an earlier edit come back the line goes on behind what was done on them; what was
/// done on the other pages stays in the journal, for when those come back.
package struct AnnotationHistory: Sendable {
  package private(set) var deeds: [AnnotationDeed] = []
  /// Those that led to how things are.
  private var line: [AnnotationDeed] = []
  /// For each of `deeds` the place of the last one on the line when it was done; -1 for none.
  private var heads: [Int] = []
  private var places: [Int: Int] = [:]
  /// The places on the line of what says that something waits.
  private var waits: [Int] = []
  private var stacks = Stacks()
  /// What had been taken back on other pages and is not yet on those that are there again.
  private var owed: [Int] = []

  /// Numbers of the deeds that can be undone and redone, the next one last.
  private struct Stacks {
    var undoable: [Int] = []
    var redoable: [Int] = []

    init(_ line: [AnnotationDeed] = []) {
      for deed in line { add(deed) }
    }

    mutating func add(_ deed: AnnotationDeed) {
      switch deed.kind {
      case .edit, .outside:
        undoable.append(deed.number)
        redoable = []
      case .undo:
        guard let of = deed.of, let place = undoable.lastIndex(of: of) else { return }
        undoable.remove(at: place)
        redoable.append(of)
      case .redo:
        guard let of = deed.of, let place = redoable.lastIndex(of: of) else { return }
        redoable.remove(at: place)
        undoable.append(of)
      case .placed, .detached, .returned, .waiting: break
      }
    }
  }

  package init(_ deeds: [AnnotationDeed] = []) {
    for deed in deeds { add(deed) }
  }

  /// Number of the last deed; 0 where there is none.
  package var last: Int { deeds.last?.number ?? 0 }

  /// Takes the next deed; one that is known is passed over.
  package mutating func add(_ deed: AnnotationDeed) {
    guard deed.number > last else { return }
    places[deed.number] = deeds.count
    deeds.append(deed)
    guard deed.kind != .returned else { return turn(to: deed.of ?? 0) }
    heads.append(deeds.count - 1)
    line.append(deed)
    if deed.kind == .waiting { waits.append(line.count - 1) }
    stacks.add(deed)
    if deed.kind == .undo { owed.removeAll { $0 == deed.of } }
  }

  /// Goes on behind what had been done up to a deed.
  private mutating func turn(to number: Int) {
    let standing = Set(standingDeeds)
    let head = head(at: number)
    heads.append(head)
    line = line(to: head)
    waits = line.indices.filter { line[$0].kind == .waiting }
    stacks = Stacks(line)
    owed = stacks.undoable.filter { !standing.contains($0) }
  }

  /// The place of the deed that was last on the line when one had been done, by its number; -1 for none.
  private func head(at number: Int) -> Int {
    let place = Self.place(behind: number, in: deeds[..<heads.count])
    return place > 0 ? heads[place - 1] : -1
  }

  private func line(to head: Int) -> [AnnotationDeed] {
    var line: [AnnotationDeed] = []
    var place = head
    while place >= 0 {
      line.append(deeds[place])
      place = place > 0 ? heads[place - 1] : -1
    }
    return line.reversed()
  }

  package var canUndo: Bool { !standingDeeds.isEmpty }
  package var canRedo: Bool { !stacks.redoable.isEmpty }

  /// The deed that is undone next.
  package var nextUndo: AnnotationDeed? { standingDeeds.last.flatMap(deed) }
  /// The deed that is redone next.
  package var nextRedo: AnnotationDeed? { stacks.redoable.last.flatMap(deed) }
  /// A deed that was taken back on other pages, and has to be on those that are there again.
  package var nextOwed: AnnotationDeed? { owed.last.flatMap(deed) }

  /// Numbers of what is done and not taken back, the last one last.
  private var standingDeeds: [Int] {
    owed.isEmpty ? stacks.undoable : stacks.undoable.filter { !owed.contains($0) }
  }

  /// What has to be undone, the next one first, so that nothing stands that did not when a deed had been done.
  package func undos(toReach number: Int) -> [AnnotationDeed] {
    let then = Set(Stacks(line(to: head(at: number))).undoable)
    let standing = standingDeeds
    guard let first = standing.firstIndex(where: { !then.contains($0) }) else { return [] }
    return standing[first...].reversed().compactMap(deed)
  }

  /// What a deed did, as it was done, taken back or done again last on the line in a version of the document; nil where it never was.
  package func step(of deed: AnnotationDeed, in version: Int) -> AnnotationStep? {
    if deed.version == version { return deed.step }
    let last = line.last { $0.of == deed.number && $0.version == version }
    return last.map { $0.kind == .undo ? $0.step.inverse : $0.step }
  }

  private func deed(_ number: Int) -> AnnotationDeed? { places[number].map { deeds[$0] } }

  /// The deeds behind one, by its number.
  package func deeds(after number: Int) -> ArraySlice<AnnotationDeed> {
    line[Self.place(behind: number, in: line[...])...]
  }

  /// The first place behind all up to a number.
  private static func place(behind number: Int, in deeds: ArraySlice<AnnotationDeed>) -> Int {
    var (low, high) = (deeds.startIndex, deeds.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if deeds[middle].number <= number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether all that was done up to a deed holds as it did then: nothing of it is undone since, or redone.
  package func holds(through number: Int) -> Bool {
    var turned: Set<Int> = []
    for deed in deeds(after: number) where deed.kind != .waiting {
      guard let of = deed.of, of <= number else { continue }
      if turned.remove(of) == nil { turned.insert(of) }
    }
    return turned.isEmpty
  }

  /// What was done to those that wait where a file has all else up to a deed.
  private func waitingDeeds(at number: Int) -> [AnnotationDeed] {
    var since: [AnnotationID: Int] = [:]
    for place in waits.prefix(while: { line[$0].number <= number }) {
      if line[place].of == nil { since = [:] }
      for id in line[place].step.changes.compactMap(\.id) { since[id] = place }
    }
    guard let first = since.values.min() else { return [] }
    return (first..<Self.place(behind: number, in: line[...])).compactMap { place in
      var deed = line[place]
      deed.step = AnnotationStep(
        deed.step.changes.filter { change in
          change.id.flatMap { since[$0] }.map { $0 <= place } ?? false
        })
      return deed.step.isEmpty ? nil : deed
    }
  }

  /// What a file has not that has all up to a deed, but for what waits then.
  package func deeds(missingAt number: Int) -> [AnnotationDeed] {
    waitingDeeds(at: number) + deeds(after: number)
  }

  /// Those that are otherwise, or not there, in a file that has all else up to a deed.
  package func waiting(at number: Int) -> Set<AnnotationID> {
    Set(folded(waitingDeeds(at: number)).compactMap(\.id))
  }

  /// The last deed up to one that says what waits.
  package func lastWaiting(at number: Int) -> Int? {
    waits.last { line[$0].number <= number }.map { line[$0].number }
  }

  /// What is to be over a file that has all up to a deed but for what waits: one change an annotation; `last`: as it was then, but for what
  /// waited.
  package func changes(after number: Int, through last: Int = .max) -> [AnnotationChange] {
    let deeds = deeds(missingAt: number)
    guard last < .max else { return folded(deeds) }
    let waiting = waiting(at: last)
    return folded(deeds.prefix { $0.number <= last }).filter { change in
      change.id.map { !waiting.contains($0) } ?? false
    }
  }

  /// One change an annotation, in the order they were touched first.
  private func folded(_ deeds: some Sequence<AnnotationDeed>) -> [AnnotationChange] {
    var order: [AnnotationID] = []
    var folded: [AnnotationID: AnnotationChange] = [:]
    for deed in deeds {
      for change in deed.step.changes {
        guard let id = change.id else { continue }
        if folded[id] == nil { order.append(id) }
        // The file of that moment did not have it, whatever the one before had.
        let isGone = Self.withoutFile.contains(deed.kind)
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

  /// What fields are to hold over a file that has all up to a deed: one change a field, also where it is what it was, since the file
  /// may have something of what came between.
  package func fields(after number: Int, through last: Int = .max) -> [FieldChange] {
    FieldChange.gathered(
      deeds(after: number).prefix { $0.number <= last }.flatMap(\.step.fields))
  }

  /// What was filled into fields that a version of the file did not have, and that was not there again or taken back since.
  package var detachedFields: [FieldEdit] {
    var order: [FieldID] = []
    // What a field is to hold while it is missing, and what it held before anybody filled it in.
    var (missing, first): ([FieldID: [String]], [FieldID: [String]]) = ([:], [:])
    for deed in line {
      for change in deed.step.fields {
        if first[change.id] == nil { first[change.id] = change.before }
        let isMissing = missing[change.id] != nil
        switch deed.kind {
        case .detached:
          if !order.contains(change.id) { order.append(change.id) }
          missing[change.id] = change.after
        case .undo where isMissing, .redo where isMissing: missing[change.id] = change.after
        case .undo, .redo, .edit, .placed, .outside, .returned, .waiting: missing[change.id] = nil
        }
      }
    }
    return order.compactMap { id in
      guard let value = missing[id], value != first[id] else { return nil }
      return FieldEdit(id: id, value: value)
    }
  }

  private static let withoutFile: Set<AnnotationDeed.Kind> = [.placed, .detached, .outside]

  /// The annotations that there are by the journal alone, in the order they were touched first.
  package var standing: [Annotation] {
    changes(after: 0).compactMap(\.after)
  }

  /// Those that found no place and were not placed, made or deleted since, as they were last.
  package var detached: [Annotation] {
    var order: [AnnotationID] = []
    var found: [AnnotationID: Annotation] = [:]
    for deed in line {
      for change in deed.step.changes {
        guard let id = change.id else { continue }
        if deed.kind == .detached, let lost = change.before {
          if found[id] == nil { order.append(id) }
          found[id] = lost
        } else {
          found[id] = nil
        }
      }
      for change in deed.step.unplaced {
        guard let id = change.id else { continue }
        if found[id] == nil { order.append(id) }
        found[id] = change.after
      }
    }
    var seen: Set<AnnotationID> = []
    return order.compactMap { seen.insert($0).inserted ? found[$0] : nil }
  }

  /// Whether a deed took away what had no place when it was done: what it was on says nothing of where it belongs.
  package func tookDetached(_ deed: AnnotationDeed) -> Bool {
    let taken = Set(deed.step.changes.filter { $0.after == nil }.compactMap(\.id))
    guard !taken.isEmpty, deeds.contains(where: { $0.kind == .detached }) else { return false }
    let before = AnnotationHistory(Array(deeds.prefix { $0.number < deed.number }))
    return before.detached.contains { taken.contains($0.id) }
  }
}
