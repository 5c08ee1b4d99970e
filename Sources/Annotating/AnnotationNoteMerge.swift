package import DocumentModel

/// Merges a note and a document's annotations: what was changed in one is changed in the other.
package struct AnnotationNoteMerge {
  /// An annotation with what an entry for it begins with.
  package struct Told {
    var annotation: Annotation
    /// Its text as it is compared.
    var text: String
    /// Lines of a quotation.
    var head: [String]
    var section: String

    package init(annotation: Annotation, text: String, head: [String], section: String) {
      self.annotation = annotation
      self.text = text
      self.head = head
      self.section = section
    }
  }

  /// A decision for the user, or something left alone.
  package enum Remark: Equatable {
    /// Changed in both.
    case conflict(AnnotationID)
    /// The end of its entry is missing, or it appears twice.
    case broken(AnnotationID)
    /// The note has an entry, the document no annotation.
    case gone(AnnotationID)
    /// The document has it, and it was deleted in the note.
    case deleted(AnnotationID)
    /// Its text is locked by its maker.
    case locked(AnnotationID)
  }

  package private(set) var note: AnnotationNote
  /// New texts for annotations.
  package private(set) var texts: [(id: AnnotationID, text: String)] = []
  /// Annotations to be deleted.
  package private(set) var removed: [AnnotationID] = []
  package private(set) var remarks: [Remark] = []
  /// The numbers of entries added and changed in the note.
  package private(set) var added = 0
  package var changed: Int { touched.count }
  private var touched: Set<AnnotationID> = []

  /// `told` are in reading order. With `deletes`, entries deleted on one side are deleted on the other unless changed
  /// there.
  package init(_ note: AnnotationNote, _ told: [Told], deletes: Bool) {
    self.note = note
    let byID = Dictionary(told.map { ($0.annotation.id, $0) }) { first, _ in first }
    var broken: Set<AnnotationID> = []
    var gone: Set<Int> = []
    for (place, part) in note.parts.enumerated() {
      switch part {
      case .prose, .base: break
      case .broken(_, let id):
        broken.insert(id)
        remarks.append(.broken(id))
      case .entry(let entry):
        if let one = byID[entry.id] {
          settle(entry, one, at: place)
        } else if deletes, entry.other == nil,
          note.base[entry.id] == AnnotationNote.sum(entry.text)
        {
          gone.insert(place)
          self.note.base[entry.id] = nil
        } else {
          remarks.append(.gone(entry.id))
        }
      }
    }
    let known = Set(note.entries.keys).union(broken)
    for one in told where !known.contains(one.annotation.id) {
      meet(one, deletes: deletes)
    }
    let missing = Set(told.map(\.annotation.id)).subtracting(known).subtracting(removed)
      .subtracting(deletedHere)
    insert(told, missing)
    forgetOthers(told)
    if !gone.isEmpty {
      let ids = Set(
        gone.compactMap { place -> AnnotationID? in
          if case .entry(let entry) = note.parts[place] { entry.id } else { nil }
        })
      self.note.parts.removeAll {
        if case .entry(let entry) = $0 { ids.contains(entry.id) } else { false }
      }
      touched.formUnion(ids)
    }
  }

  /// Removes digests of annotations that are neither in the note nor in the document.
  private mutating func forgetOthers(_ told: [Told]) {
    let known = Set(told.map(\.annotation.id)).union(note.entries.keys)
    note.base = note.base.filter { known.contains($0.key) }
  }

  private var deletedHere: Set<AnnotationID> {
    Set(remarks.compactMap { if case .deleted(let id) = $0 { id } else { nil } })
  }

  /// An entry and its annotation.
  private mutating func settle(_ entry: AnnotationNote.Entry, _ one: Told, at place: Int) {
    let (ours, theirs) = (AnnotationNote.sum(entry.text), AnnotationNote.sum(one.text))
    let base = note.base[entry.id]
    if ours == theirs {
      put(entry, text: entry.text, at: place)
      note.base[entry.id] = theirs
    } else if entry.other != nil {
      put(entry, text: entry.text, other: one.text, at: place)
      note.base[entry.id] = theirs
      remarks.append(.conflict(entry.id))
    } else if base == theirs {
      guard !one.annotation.flags.contains(.contentsLocked) else {
        remarks.append(.locked(entry.id))
        return
      }
      texts.append((entry.id, entry.text))
      note.base[entry.id] = ours
    } else if base == ours {
      put(entry, text: one.text, at: place)
      note.base[entry.id] = theirs
    } else {
      put(entry, text: entry.text, other: one.text, at: place)
      note.base[entry.id] = theirs
      remarks.append(.conflict(entry.id))
    }
  }

  private mutating func put(
    _ entry: AnnotationNote.Entry, text: String, other: String? = nil, at place: Int
  ) {
    var after = entry
    after.text = text
    after.other = other
    guard after != entry else { return }
    note.parts[place] = .entry(after)
    touched.insert(entry.id)
  }

  /// The numbers of lines that Recto writes above a text: its description, and a quotation after an
  /// empty line.
  private static let headSizes: Set<Int> = [1, 3]

  /// Updates the lines Recto wrote above the texts; lines that users extended stay.
  package mutating func renewHeads(_ told: [Told]) {
    let heads = Dictionary(told.map { ($0.annotation.id, $0.head) }) { first, _ in first }
    for (place, part) in note.parts.enumerated() {
      guard case .entry(var entry) = part, let head = heads[entry.id], head != entry.head,
        Self.headSizes.contains(entry.head.count)
      else { continue }
      entry.head = head
      note.parts[place] = .entry(entry)
      touched.insert(entry.id)
    }
  }

  /// One that has no entry: new, or deleted in the note.
  private mutating func meet(_ one: Told, deletes: Bool) {
    let id = one.annotation.id
    guard let base = note.base[id], base == AnnotationNote.sum(one.text) else { return }
    guard deletes else {
      remarks.append(.deleted(id))
      return
    }
    guard !one.annotation.flags.contains(.locked) else {
      remarks.append(.locked(id))
      return
    }
    removed.append(id)
    note.base[id] = nil
  }

  /// Inserts new entries after those read before them, under a heading if their section has none.
  private mutating func insert(_ told: [Told], _ missing: Set<AnnotationID>) {
    guard !missing.isEmpty else { return }
    let places = note.entries
    var groups: [Int: [AnnotationNote.Part]] = [:]
    var tail: [AnnotationNote.Part] = []
    var after: Int?
    var section: String?
    for (index, one) in told.enumerated() {
      if let place = places[one.annotation.id] {
        (after, section) = (place, one.section)
        continue
      }
      guard missing.contains(one.annotation.id) else { continue }
      let next = told[(index + 1)...].first { places[$0.annotation.id] != nil }
      let entry = AnnotationNote.Part.entry(
        AnnotationNote.Entry(id: one.annotation.id, head: one.head, text: one.text))
      var new: [AnnotationNote.Part] = [.prose([""]), entry]
      var target = after
      if one.section != section, let next, next.section == one.section,
        let place = places[next.annotation.id]
      {
        // Before the first of its section that is there.
        target = place - 1
        new = [entry, .prose([""])]
      } else if one.section != section {
        section = one.section
        if !one.section.isEmpty { new.insert(.prose(["", "## " + one.section]), at: 0) }
      }
      if let target {
        groups[target, default: []] += new
      } else {
        tail += new
      }
      note.base[one.annotation.id] = AnnotationNote.sum(one.text)
      added += 1
    }
    var parts: [AnnotationNote.Part] = groups[-1] ?? []
    for (place, part) in note.parts.enumerated() {
      parts.append(part)
      parts += groups[place] ?? []
    }
    // Without a preceding entry: all of them in a new note, else before the first.
    if let first = places.values.min(), !tail.isEmpty {
      let at = parts.firstIndex(of: note.parts[first]) ?? parts.endIndex
      parts.insert(contentsOf: Array(tail.dropFirst()) + [.prose([""])], at: at)
    } else if !tail.isEmpty {
      parts.insert(
        contentsOf: tail + [.prose([""])],
        at: parts.last == .base ? parts.endIndex - 1 : parts.endIndex)
    }
    note.parts = parts
  }
}
