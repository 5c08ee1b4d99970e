import DocumentModel

extension ReferenceFinder {
  /// Adds the works that a note cites by authors and titles, and keeps the note, since it may name a work in full.
  mutating func addNoteWorks(
    _ mentions: inout [ReferenceMention], of note: Flow.Paragraph, from start: Int
  ) {
    let text = note.scalars
    let works = ReferenceScanner.mentions(inNote: text, from: start, after: lastNoteSerial)
    mentions.removeAll { mention in
      mention.isUndated && works.contains { $0.range.overlaps(mention.range) }
    }
    let taken = mentions.map(\.range)
    mentions += works.filter { work in !taken.contains { $0.overlaps(work.range) } }
    lastNoteSerial = serial
    let top = firstRow(of: note)
    bibliography.addNote(
      text, from: start, serial: serial,
      at: Destination(page: note.page, x: Double(top.x0), y: Double(top.y0)))
  }
}

/// Works that only notes name in full, in documents without a list of works.
extension Bibliography {
  /// A note that may name a work in full.
  struct Note: Sendable {
    var serial: Int
    var scalars: [UInt32]
    var place: Destination
  }

  /// Adds a note; `start` is the index of the text after its own number.
  mutating func addNote(_ text: [UInt32], from start: Int, serial: Int, at place: Destination) {
    guard sections.isEmpty, notes.count < Self.mostNotes, text.count < Self.longestNote,
      text.count > start + Self.shortestNote,
      (start..<text.count).contains(where: { Year.end(at: $0, in: text) != nil })
    else { return }
    let first = text[start...].firstIndex { !Script.isBlank($0) } ?? start
    noteLetters += text.count - first
    guard noteLetters < Self.mostNoteLetters else { return }
    notes.append(Note(serial: serial, scalars: Array(text[first...]), place: place))
  }

  /// Makes a list of the notes' works if there is no other.
  mutating func finishNotes() {
    defer { notes = [] }
    guard sections.isEmpty else { return }
    var section = Section()
    for note in notes where EntryAuthors(note.scalars).areKnown {
      section.add(note.scalars, [], at: note.place)
      section.page = note.place.page
      noteSerials[note.place] = note.serial
      notePlaces[note.serial] = note.place
    }
    guard section.entries.count >= Self.leastDated else {
      (noteSerials, notePlaces) = ([:], [:])
      return
    }
    sections.append(section)
  }

  private static let mostNotes = 20_000
  private static let longestNote = 2_000
  private static let mostNoteLetters = 4_000_000
  private static let shortestNote = 30
}
