/// One row of a document's journal of annotations.
package struct AnnotationDeed: Sendable, Hashable, Codable {
  package enum Kind: Int, Sendable, Hashable, Codable {
    case edit = 0
    case undo = 1
    case redo = 2
    /// Put onto another version of the document, by its words.
    case placed = 3
    /// Found no place in another version.
    case detached = 4
    /// Another program did it in the file.
    case outside = 5
  }

  /// Ascends through the journal.
  package var number: Int
  package var kind: Kind
  /// Which deed was undone or redone.
  package var of: Int?
  /// What came of it, as it was done: of an undoing, what took the other back.
  package var step: AnnotationStep
  /// Number of the document's version, from 0, that its places are of.
  package var version: Int

  package init(
    number: Int, kind: Kind, of: Int? = nil, step: AnnotationStep, version: Int = 0
  ) {
    self.number = number
    self.kind = kind
    self.of = of
    self.step = step
    self.version = version
  }
}

/// All that was ever done to a document's annotations, and what of it can be undone and redone.
package struct AnnotationHistory: Sendable {
  package private(set) var deeds: [AnnotationDeed] = []
  private var places: [Int: Int] = [:]
  private var undoable: [Int] = []
  private var redoable: [Int] = []

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
    case .placed, .detached: break
    }
  }

  package var canUndo: Bool { !undoable.isEmpty }
  package var canRedo: Bool { !redoable.isEmpty }

  /// The deed that is undone next.
  package var nextUndo: AnnotationDeed? { undoable.last.flatMap(deed) }
  /// The deed that is redone next.
  package var nextRedo: AnnotationDeed? { redoable.last.flatMap(deed) }

  private func deed(_ number: Int) -> AnnotationDeed? { places[number].map { deeds[$0] } }

  /// The deeds behind one, by its number.
  package func deeds(after number: Int) -> ArraySlice<AnnotationDeed> {
    var (low, high) = (0, deeds.count)
    while low < high {
      let middle = (low + high) / 2
      if deeds[middle].number <= number { low = middle + 1 } else { high = middle }
    }
    return deeds[low...]
  }

  /// Whether all that was done up to a deed holds as it did then: nothing of it is undone since, or redone.
  package func holds(through number: Int) -> Bool {
    var turned: Set<Int> = []
    for deed in deeds(after: number) {
      guard let of = deed.of, of <= number else { continue }
      if turned.remove(of) == nil { turned.insert(of) }
    }
    return turned.isEmpty
  }

  /// What is to be over a file that has all up to a deed: one change an annotation.
  package func changes(after number: Int, through last: Int = .max) -> [AnnotationChange] {
    var order: [AnnotationID] = []
    var folded: [AnnotationID: AnnotationChange] = [:]
    for deed in deeds(after: number).prefix(while: { $0.number <= last }) {
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
    for deed in deeds {
      for change in deed.step.fields {
        if first[change.id] == nil { first[change.id] = change.before }
        let isMissing = missing[change.id] != nil
        switch deed.kind {
        case .detached:
          if !order.contains(change.id) { order.append(change.id) }
          missing[change.id] = change.after
        case .undo where isMissing, .redo where isMissing: missing[change.id] = change.after
        case .undo, .redo, .edit, .placed, .outside: missing[change.id] = nil
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
    for deed in deeds {
      for change in deed.step.changes {
        guard let id = change.id else { continue }
        if deed.kind == .detached, let lost = change.before {
          if found[id] == nil { order.append(id) }
          found[id] = lost
        } else {
          found[id] = nil
        }
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
