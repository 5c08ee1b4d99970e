package import DocumentModel
import Glibc
import Platform
import Store

/// The journal of annotation edits; each entry is stored before its result is reported.
///
/// It has its own connection, the only one that waits for the disk at each commit (PRAGMA synchronous = FULL): no edit is lost in a power cut, while reading
/// positions, tags and the rest of the library stay fast. Used on one queue at a time.
package final class AnnotationJournal {
  private let library: LibraryFile
  /// The process that adds entries, by its id.
  let author: String
  private var version = 0

  package init(folder: String) {
    library = LibraryFile(folder: folder) { connection throws(StoreError) in
      try connection.execute("PRAGMA synchronous = FULL")
    }
    author = "\(getpid())"
  }

  private var file: String { library.path }

  func records<Result>(
    _ body: (AnnotationRecords, Connection) throws(StoreError) -> Result
  ) throws(LibraryTrouble) -> Result {
    try library.use { store throws(StoreError) in
      try body(store.annotations, store.connection)
    }
  }

  func changing<Result>(
    _ body: (AnnotationRecords) throws(StoreError) -> Result
  ) throws(LibraryTrouble) -> Result {
    var result: Result?
    try records { (records, connection) throws(StoreError) in
      try connection.transaction { () throws(StoreError) in result = try body(records) }
    }
    guard let result else { throw LibraryTrouble(file: file, cause: .store("nothing was done")) }
    return result
  }

  /// Whether another process may have changed the library since the last call.
  package func hasChanged() -> Bool {
    let now =
      (try? records { (_, connection) throws(StoreError) in try connection.dataVersion() }) ?? 0
    defer { version = now }
    return now != version
  }

  // MARK: documents

  /// Returns the document of a file; nil if the file is not known. Changes nothing.
  package func match(_ file: FileEvidence) throws(LibraryTrouble) -> AnnotatedDocument? {
    try records { (records, _) throws(StoreError) in try records.match(file) }
  }

  /// Like `match`, but updates the journal: a moved document gets its new path, a copy a row of its own with the whole journal.
  package func follow(_ file: FileEvidence) throws(LibraryTrouble) -> AnnotatedDocument? {
    let known = try match(file)
    guard !file.path.isEmpty, known?.path.utf8.elementsEqual(file.path.utf8) != true else {
      return known
    }
    if known == nil {
      let isLeft = try records { (records, _) throws(StoreError) in
        try records.left(by: file) != nil
      }
      guard isLeft else { return nil }
    }
    return try changing { records throws(StoreError) in try records.follow(file) }
  }

  /// Gives a copy of a document a row of its own with the whole journal.
  package func separate(
    _ document: AnnotatedDocument, for file: FileEvidence
  ) throws(LibraryTrouble) -> AnnotatedDocument? {
    try changing { records throws(StoreError) in
      let id = try records.fork(document)
      try records.place(id, file.identity, title: "")
      return try records.document(id)
    }
  }

  /// Whether a file may be recognised by its hash; if not, the hash need not be computed.
  package func mayKnow(_ file: FileEvidence) throws(LibraryTrouble) -> Bool {
    try records { (records, _) throws(StoreError) in try records.mayKnow(file) }
  }

  /// Returns documents of which a file may be the next version, the most likely first; `except` is the file's own row.
  package func predecessors(
    of file: FileEvidence, except own: Int? = nil
  ) throws(LibraryTrouble) -> [AnnotatedDocument] {
    try records { (records, _) throws(StoreError) in
      try records.predecessors(of: file, except: own) { !SystemPath.isThere($0) }
    }
  }

  /// Returns the newest row of a document at a path.
  package func latest(at path: String) throws(LibraryTrouble) -> AnnotatedDocument? {
    try records { (records, _) throws(StoreError) in try records.latest(at: path) }
  }

  /// Returns a document's current row.
  package func document(_ id: Int) throws(LibraryTrouble) -> AnnotatedDocument? {
    try records { (records, _) throws(StoreError) in try records.document(id) }
  }

  /// Returns the document of a file with its current path, and creates a row if there is none.
  package func ensure(
    _ file: FileEvidence, title: String
  ) throws(LibraryTrouble) -> AnnotatedDocument {
    let found: AnnotatedDocument? = try changing { records throws(StoreError) in
      if let known = try records.follow(file, title: title) { return known }
      return try records.document(records.add(file, title: title))
    }
    guard let found else { throw LibraryTrouble(file: self.file, cause: .store("no row")) }
    return found
  }

  // MARK: entries

  /// An entry to add to a document's journal.
  package struct Entry: Sendable {
    package var kind: JournalEntry.Kind
    package var of: Int?
    package var step: AnnotationEdit
    package var version: Int

    package init(
      _ kind: JournalEntry.Kind, of: Int? = nil, _ step: AnnotationEdit, version: Int
    ) {
      self.kind = kind
      self.of = of
      self.step = step
      self.version = version
    }
  }

  /// Adds the entries other processes have added to the journal.
  package func catchUp(_ history: inout AnnotationHistory, of document: Int) throws(LibraryTrouble)
  {
    let last = history.last
    let entries = try records { (records, _) throws(StoreError) in
      try records.entries(of: document, after: last)
    }
    for entry in entries { history.add(entry) }
  }

  /// Adds the entry that `derive` returns from all entries so far, including those of other processes; on return it is on disk.
  ///
  /// Returns nil if `derive` does; `history` receives the added entries. In `collections`, members get the changes that are for them.
  package func add(
    to document: Int, _ history: inout AnnotationHistory, in collections: [SharedDocument] = [],
    _ derive: (AnnotationHistory, AnnotatedDocument) -> Entry?
  ) throws(LibraryTrouble) -> JournalEntry? {
    var now = history
    let added: JournalEntry? = try changing { records throws(StoreError) in
      for entry in try records.entries(of: document, after: now.last) { now.add(entry) }
      guard let row = try records.document(document), let entry = derive(now, row) else {
        return nil
      }
      let text = try self.text(of: entry.step)
      let number = try records.add(
        entry.kind, of: entry.of, step: text, version: entry.version, to: document, by: self.author)
      if !collections.isEmpty {
        // An annotation that is made again, such as by undoing its deletion, stays as private as it was.
        let known = Set(
          now.entries.flatMap { $0.step.changes + $0.step.unplaced }.compactMap(\.id))
        let shared = SharedEditRecords(connection: records.connection)
        for collection in collections {
          try shared.add(entry.step, in: collection) { !known.contains($0) }
        }
      }
      let added = JournalEntry(
        number: number, kind: entry.kind, of: entry.of, step: entry.step, version: entry.version)
      now.add(added)
      try self.show(entry.step, entry.kind, in: document, records)
      return added
    }
    history = now
    return added
  }

  /// Returns the annotations, of those in `ids`, that the user has shared in some collections, with the edits made on all machines; withdrawn ones
  /// as they were last.
  package func shared(
    _ ids: Set<AnnotationID>, in collections: [SharedDocument]
  ) throws(LibraryTrouble) -> [Annotation] {
    guard !ids.isEmpty else { return [] }
    return try records { (_, connection) throws(StoreError) in
      let shared = SharedEditRecords(connection: connection)
      var found: [Annotation] = []
      for collection in collections {
        let role = try shared.role(in: collection.library, collection.collection) ?? ""
        let all = SharedAnnotations(try shared.edits(of: collection))
        found += (all.made(by: role) + all.withdrawn(by: role)).filter { ids.contains($0.id) }
      }
      return found
    }
  }

  func text(of content: some Encodable) throws(StoreError) -> String {
    do { return try JournalText.of(content) } catch {
      throw StoreError(code: 0, message: "\(error)", file: file)
    }
  }

  private func show(
    _ step: AnnotationEdit, _ kind: JournalEntry.Kind, in document: Int,
    _ records: AnnotationRecords
  ) throws(StoreError) {
    let table = AnnotationTable(connection: records.connection)
    if kind == .detached {
      return try putDetached(step.changes.compactMap(\.before), of: document, records)
    }
    for change in step.unplaced where change.after == nil {
      if let id = change.id { try table.remove(id, of: document) }
    }
    for change in step.changes {
      if var after = change.after {
        // The annotation can be found by its old anchor until a new one is computed.
        if after.anchor == nil {
          after.anchor = try records.anchor(of: after.id, in: document)
        }
        try table.put(after, text: try text(of: after), in: document)
      } else if let id = change.id {
        try table.remove(id, of: document)
      }
    }
    try putDetached(step.unplaced.compactMap(\.after), of: document, records)
  }

  /// Adds annotations without a place to the table, searchable by the text they were anchored to.
  func putDetached(
    _ lost: [Annotation], of document: Int, _ records: AnnotationRecords
  ) throws(StoreError) {
    guard !lost.isEmpty else { return }
    let table = AnnotationTable(connection: records.connection)
    let anchors = try records.anchors(of: document)
    for var annotation in lost {
      annotation.anchor = annotation.anchor ?? anchors[annotation.id]
      try table.put(annotation, text: try text(of: annotation), in: document, isDetached: true)
    }
  }

}
