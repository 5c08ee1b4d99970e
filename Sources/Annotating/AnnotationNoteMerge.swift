package import DocumentModel

extension AnnotationNote {
  /// Whether it has an entry of an annotation.
  package func has(_ one: AnnotationNoteMerge.Listed) -> Bool {
    entries[one.annotation.id] != nil
  }
}

/// Merges a note and a document's annotations: a change in one of them is made in the other.
package struct AnnotationNoteMerge {
  /// An annotation with the parts of its entry in the note.
  package struct Listed {
    var annotation: Annotation
    /// The annotation's text, normalized for comparison.
    var text: String
    /// The lines above the text: a quotation, if there is one, and the line with the page and other facts.
    var head: [String]
    var section: String

    package init(annotation: Annotation, text: String, head: [String], section: String) {
      self.annotation = annotation
      self.text = text
      self.head = head
      self.section = section
    }
  }

  /// Why an entry or annotation was not merged: the user must decide, or it was left alone.
  package enum Remark: Equatable {
    /// The text was changed both in the note and in the document.
    case conflict(AnnotationID)
    /// The entry has no end mark, or its id appears twice.
    case broken(AnnotationID)
    /// The note has an entry whose annotation the document lacks.
    case gone(AnnotationID)
    /// The document has an annotation whose entry was deleted from the note.
    case deleted(AnnotationID)
    /// The annotation or its text is locked in the document.
    case locked(AnnotationID)
  }

  package private(set) var note: AnnotationNote
  /// The texts from the note that annotations of the document get.
  package private(set) var texts: [(id: AnnotationID, text: String)] = []
  /// The annotations to delete from the document.
  package private(set) var removed: [AnnotationID] = []
  package private(set) var remarks: [Remark] = []
  /// The number of entries added to the note.
  package private(set) var added = 0
  /// The number of entries changed in the note or removed from it.
  package var changed: Int { touched.count }
  private var touched: Set<AnnotationID> = []

  /// Merges a note with the annotations in `reported`, which are in reading order. With `deletes`, an entry or annotation that was deleted on
  /// one side is deleted on the other, unless it was changed there.
  package init(_ note: AnnotationNote, _ listed: [Listed], deletes: Bool) {
    self.note = note
    let byID = Dictionary(listed.map { ($0.annotation.id, $0) }) { first, _ in first }
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
          note.agreedDigests[entry.id] == AnnotationNote.sum(entry.text)
        {
          gone.insert(place)
          self.note.agreedDigests[entry.id] = nil
        } else {
          remarks.append(.gone(entry.id))
        }
      }
    }
    let known = Set(note.entries.keys).union(broken)
    for one in listed where !known.contains(one.annotation.id) {
      meet(one, deletes: deletes)
    }
    let missing = Set(listed.map(\.annotation.id)).subtracting(known).subtracting(removed)
      .subtracting(deletedHere)
    insert(listed, missing)
    forgetOthers(listed)
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

  /// Removes the digests of annotations that are neither in the note nor in the document.
  private mutating func forgetOthers(_ listed: [Listed]) {
    let known = Set(listed.map(\.annotation.id)).union(note.entries.keys)
    note.agreedDigests = note.agreedDigests.filter { known.contains($0.key) }
  }

  private var deletedHere: Set<AnnotationID> {
    Set(remarks.compactMap { if case .deleted(let id) = $0 { id } else { nil } })
  }

  /// Merges an entry with its annotation: if only one text has changed, the other side gets it; if both have, the entry shows both.
  private mutating func settle(_ entry: AnnotationNote.Entry, _ one: Listed, at place: Int) {
    let (ours, theirs) = (AnnotationNote.sum(entry.text), AnnotationNote.sum(one.text))
    let base = note.agreedDigests[entry.id]
    if ours == theirs {
      put(entry, text: entry.text, at: place)
      note.agreedDigests[entry.id] = theirs
    } else if entry.other != nil {
      put(entry, text: entry.text, other: one.text, at: place)
      note.agreedDigests[entry.id] = theirs
      remarks.append(.conflict(entry.id))
    } else if base == theirs {
      guard !one.annotation.flags.contains(.contentsLocked) else {
        remarks.append(.locked(entry.id))
        return
      }
      texts.append((entry.id, entry.text))
      note.agreedDigests[entry.id] = ours
    } else if base == ours {
      put(entry, text: one.text, at: place)
      note.agreedDigests[entry.id] = theirs
    } else {
      put(entry, text: entry.text, other: one.text, at: place)
      note.agreedDigests[entry.id] = theirs
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

  /// The numbers of lines that Recto writes above a text: the line with the facts alone, or a quotation, an empty line and the line with
  /// the facts.
  private static let headSizes: Set<Int> = [1, 3]

  /// Updates the lines that Recto writes above the texts; lines that the user extended stay.
  package mutating func renewHeads(_ listed: [Listed]) {
    let heads = Dictionary(listed.map { ($0.annotation.id, $0.head) }) { first, _ in first }
    for (place, part) in note.parts.enumerated() {
      guard case .entry(var entry) = part, let head = heads[entry.id], head != entry.head,
        Self.headSizes.contains(entry.head.count)
      else { continue }
      entry.head = head
      note.parts[place] = .entry(entry)
      touched.insert(entry.id)
    }
  }

  /// Handles an annotation without an entry: it is new, or its entry was deleted from the note.
  private mutating func meet(_ one: Listed, deletes: Bool) {
    let id = one.annotation.id
    guard let base = note.agreedDigests[id], base == AnnotationNote.sum(one.text) else { return }
    guard deletes else {
      remarks.append(.deleted(id))
      return
    }
    guard !one.annotation.flags.contains(.locked) else {
      remarks.append(.locked(id))
      return
    }
    removed.append(id)
    note.agreedDigests[id] = nil
  }

  /// Inserts each missing entry after the entry that precedes it in reading order, with a heading where a new section begins.
  private mutating func insert(_ listed: [Listed], _ missing: Set<AnnotationID>) {
    guard !missing.isEmpty else { return }
    let places = note.entries
    var groups: [Int: [AnnotationNote.Part]] = [:]
    var tail: [AnnotationNote.Part] = []
    var after: Int?
    var section: String?
    for (index, one) in listed.enumerated() {
      if let place = places[one.annotation.id] {
        (after, section) = (place, one.section)
        continue
      }
      guard missing.contains(one.annotation.id) else { continue }
      let next = listed[(index + 1)...].first { places[$0.annotation.id] != nil }
      let entry = AnnotationNote.Part.entry(
        AnnotationNote.Entry(id: one.annotation.id, head: one.head, text: one.text))
      var new: [AnnotationNote.Part] = [.prose([""]), entry]
      var target = after
      if one.section != section, let next, next.section == one.section,
        let place = places[next.annotation.id]
      {
        // Insert before the first entry of this section in the note.
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
      note.agreedDigests[one.annotation.id] = AnnotationNote.sum(one.text)
      added += 1
    }
    var parts: [AnnotationNote.Part] = groups[-1] ?? []
    for (place, part) in note.parts.enumerated() {
      parts.append(part)
      parts += groups[place] ?? []
    }
    // No entry precedes these: in a new note they go to the end, else before the first entry.
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
