import DocumentModel
import Store
import Text

/// The annotation texts from the journal for documents where the index is out of date: recent annotations are found and deleted ones are not, even before the
/// file is saved and indexed again.
struct JournalNotes {
  /// The annotation texts of one document, each on one line.
  struct Notes {
    /// By page index from 0; nil if those read from the file are valid.
    var byPage: [Int: [String]]?
    /// Texts of annotations without a place in the document, which are in no file.
    var detached: [String] = []
  }

  private struct Known {
    var document: Int
    /// Size and mtime of the file as Recto last wrote or read it.
    var size: Int64 = -1
    var modified: Int64 = -1
    /// Whether the journal has entries that the file lacks.
    var isAhead: Bool
    var hasDetached: Bool
  }

  private let connection: Connection?
  /// By path; if several rows have the same path, the last.
  private var known: [String: Known] = [:]

  /// Stays empty if there is no library or it cannot be read.
  init(file: String) {
    connection = try? Connection(readingFile: file)
    let rows = try? connection?.statement(
      """
      SELECT d.path, d.id, d.written_stamp,
        coalesce((SELECT max(number) FROM deed WHERE document = d.id), 0) > d.written_deed,
        EXISTS (SELECT 1 FROM annotation WHERE document = d.id AND page < 0)
      FROM annotated d WHERE d.path <> ''
        AND EXISTS (SELECT 1 FROM deed WHERE document = d.id) ORDER BY d.id
      """
    ).run { row in
      (
        path: row.text(0), stamp: row.text(2),
        known: Known(
          document: row.integer(1), isAhead: row.integer(3) != 0,
          hasDetached: row.integer(4) != 0)
      )
    }
    for row in rows ?? [] {
      var known = row.known
      // Device, inode, size, seconds, nanoseconds.
      let parts = row.stamp.split(separator: " ").compactMap { Int64($0) }
      if parts.count == 5 {
        known.size = parts[2]
        known.modified =
          parts[3].multipliedReportingOverflow(by: 1_000_000_000).partialValue
          &+ parts[4]
      }
      self.known[row.path] = known
    }
  }

  /// Returns a number that increases when any process changes the library; nil if not known.
  func version() -> Int? { connection.flatMap { try? $0.dataVersion() } }

  var isEmpty: Bool { known.isEmpty }

  /// The paths of the documents in the journal.
  var paths: some Collection<String> { known.keys }

  /// Returns the notes of a document that replace or supplement those read from its file; nil if the latter are complete.
  func notes(of entry: IndexEntry) -> Notes? {
    guard let known = known[entry.path] else { return nil }
    // The index may know later changes by another program than the journal.
    let isNewer =
      known.isAhead || known.modified > entry.modified
      || known.modified == entry.modified && known.size != entry.size
    guard isNewer || known.hasDetached else { return nil }
    let rows = try? connection?.statement(
      "SELECT page, content FROM annotation WHERE document = ?1 ORDER BY page, id"
    ).run([.integer(Int64(known.document))]) { ($0.integer(0), $0.text(1)) }
    guard let rows else { return nil }
    var notes = Notes(byPage: isNewer ? [:] : nil)
    for (page, content) in rows {
      guard let words = JournalText.content(content, as: Words.self) else { continue }
      let scalars = words.contents.unicodeScalars.prefix(Self.longest).map { scalar in
        scalar.properties.generalCategory == .control ? " " : scalar
      }
      let line = String(String.UnicodeScalarView(scalars))
      guard line.contains(where: { !$0.isWhitespace }) else { continue }
      if page < 0 {
        notes.detached.append(line)
      } else {
        notes.byPage?[page, default: []].append(line)
      }
    }
    return notes
  }

  /// The number of characters searched per note, the same as for notes in files.
  private static let longest = 16_384

  /// The searched part of an annotation.
  private struct Words: Decodable {
    var contents: String
  }
}

extension QueryPlan {
  /// Whether one of the terms that may match notes occurs in one of these.
  func mayBe(in notes: JournalNotes.Notes) -> Bool {
    let wanted = zip(query.terms, matchers).filter { $0.0.scope != .text }.flatMap(\.1)
    return ((notes.byPage?.values.flatMap(\.self) ?? []) + notes.detached).contains { note in
      let scalars = note.unicodeScalars.map(\.value)
      return wanted.contains { ((try? $0.matches(in: scalars)) ?? []).isEmpty == false }
    }
  }
}
