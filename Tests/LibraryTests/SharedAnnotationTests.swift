import DocumentModel
import Store
import Testing

@testable import Library

/// The members' edits give a document's annotations; pure values.
struct SharedAnnotationTests {
  private static func note(
    _ id: String, _ contents: String = "", by author: String = "", answers: String? = nil,
    at time: Int64 = 0
  ) -> Annotation {
    var note = Annotation(id: AnnotationID(id), page: 0, kind: .note, box: .zero)
    (note.contents, note.author, note.modified) = (contents, author, time)
    note.replyTo = answers.map { AnnotationID($0) }
    return note
  }

  private static func edit(
    _ who: String, _ before: Annotation?, _ after: Annotation?, _ number: Int? = nil
  ) -> SharedEdit {
    let change = AnnotationChange(before: before, after: after)
    return SharedEdit(
      who: who, document: "h", item: change.id?.name ?? "", change: change,
      number: number)
  }

  private func texts(_ annotations: SharedAnnotations) -> [String] {
    annotations.shown().map { "\($0.id.name) \($0.author): \($0.contents)" }
  }

  @Test func onlyTheAuthorChangesAnAnnotation() {
    let (made, forged) = (Self.note("a", "one", by: "Ben"), Self.note("a", "two"))
    let edits = [
      Self.edit("ada", nil, made, 1), Self.edit("ben", made, forged, 2),
      Self.edit("ben", made, nil, 3), Self.edit("ben", nil, forged, 4),
    ]
    // The author is the member, whatever the annotation says.
    #expect(texts(SharedAnnotations(edits)) == ["a ada: one"])
  }

  @Test func aReplyOutlivesItsAnnotation() {
    let (made, reply) = (Self.note("a", "one"), Self.note("b", "no", answers: "a"))
    let edits = [
      Self.edit("ada", nil, made, 1), Self.edit("ada", made, nil, 2),
      Self.edit("ben", nil, reply, 3),
    ]
    let shown = SharedAnnotations(edits).shown()
    #expect(shown.map(\.contents) == ["no"])
    #expect(shown.first?.subject == SharedAnnotations.subjectOfOrphans)
    // The other order is the same to all.
    #expect(SharedAnnotations([edits[0], edits[2], edits[1]]).shown() == shown)
  }

  /// The server's order decides, not the clocks; unsent edits come last.
  @Test func theServersOrderDecides() {
    let first = Self.note("a", "first", at: 2_000_000_000)
    let second = Self.note("a", "second", at: 5)
    let third = Self.note("a", "third", at: 1)
    let edits = [
      Self.edit("ada", second, third), Self.edit("ada", first, second, 8),
      Self.edit("ada", nil, first, 7),
    ]
    #expect(texts(SharedAnnotations(edits)) == ["a ada: third"])
  }

  /// Two machines of one person change the same text without knowing of each other.
  @Test func anOverwrittenTextIsKeptAsAReply() {
    let base = Self.note("a", "base")
    let edits = [
      Self.edit("ada", nil, base, 1), Self.edit("ada", base, Self.note("a", "desk"), 2),
      Self.edit("ada", base, Self.note("a", "laptop"), 3),
    ]
    let shown = SharedAnnotations(edits).shown()
    #expect(shown.map(\.contents) == ["laptop", "desk"])
    #expect(shown.last?.replyTo == AnnotationID("a"))
    // A change of the colour beside a change of the text: both count.
    var red = base
    red.color = 0xFF0000
    let beside = SharedAnnotations([edits[0], edits[1], Self.edit("ada", base, red, 3)]).shown()
    #expect(beside.map(\.contents) == ["desk"] && beside.first?.color == 0xFF0000)
  }

  @Test func keepersHideAndShowAnnotations() {
    let made = Self.note("a", "one")
    var hide = Self.edit("kim", nil, made, 2)
    hide.kind = .hide
    var show = hide
    (show.kind, show.number) = (.show, 3)
    let edits = [Self.edit("ada", nil, made, 1), hide]
    #expect(SharedAnnotations(edits).shown().isEmpty)
    #expect(SharedAnnotations(edits + [show]).shown().count == 1)
  }

  @Test func changesFromAServerAreCleaned() {
    var made = Self.note("a", "one\u{1B}[31m two\u{202E}")
    made.subject = "x\ny"
    let text = SharedChangeText.of(AnnotationChange(before: nil, after: made))
    let read = SharedChangeText.change(text, .change, of: "a")?.after
    let harmful: Set<Unicode.Scalar> = ["\u{1B}", "\n"]
    for text in [read?.contents, read?.subject] {
      #expect(
        text?.isEmpty == false && text?.unicodeScalars.contains(where: harmful.contains) == false)
    }
    #expect(SharedChangeText.change(text, .change, of: "b") == nil)
    #expect(SharedChangeText.change("{}", .change, of: "a") == nil)
    made.page = 1 << 30
    let wild = SharedChangeText.of(AnnotationChange(before: nil, after: made))
    #expect(SharedChangeText.change(wild, .change, of: "a") == nil)
  }
}

/// The local tables of members' edits.
struct SharedEditRecordTests {
  @Test func anOlderSchemaKeepsItsJournal() throws {
    let bench = try Bench()
    let folder = bench.folder + "/journal"
    let journal = AnnotationJournal(folder: folder)
    let row = try journal.ensure(FileEvidence(path: "/a.pdf"), title: "")
    var history = AnnotationHistory()
    let made = Annotation(id: AnnotationID("a"), page: 0, kind: .note, box: .zero)
    let step = AnnotationEdit([AnnotationChange(before: nil, after: made)])
    _ = try journal.add(to: row.id, &history) { .init(.edit, step, version: $1.version) }
    let connection = try Connection(file: folder + "/library.db")
    try connection.execute(
      """
      DROP TABLE shared_edit; DROP TABLE shared_collection; DROP TABLE shared_document;
      DROP INDEX document_content_hash;
      ALTER TABLE document DROP COLUMN stamp; ALTER TABLE document DROP COLUMN sample;
      PRAGMA user_version = 8
      """)
    let later = AnnotationJournal(folder: folder)
    var read = AnnotationHistory()
    try later.catchUp(&read, of: row.id)
    #expect(read.annotations == [made])
    let document = SharedDocument(library: "l", collection: "papers", hash: "h")
    #expect(try EditExchange(folder: folder).version(of: document) == [0, 0, 0, 0, 0])
    // Without a collection, nothing is recorded for others.
    _ = try later.add(to: row.id, &read, in: [document]) { .init(.edit, step, version: $1.version) }
    #expect(try EditExchange(folder: folder).version(of: document) == [0, 0, 0, 0, 0])
  }
}
