package import DocumentModel
import Glibc
import Platform
import Store

/// The journal of annotations: what was done to each document's, kept before anybody is told of it.
///
/// It has a connection of its own, which alone waits for the disk at each commit (PRAGMA synchronous = FULL): an edit is not lost by a
/// power cut, and reading positions, tags and the rest of the library stay as quick as they were. Used on one queue at a time.
package final class AnnotationJournal {
  private let folder: String
  /// Who adds rows: which process.
  private let author: String
  private var opened: LibraryStore?
  private var version = 0

  package init(folder: String) {
    self.folder = folder
    author = "\(getpid())"
  }

  private var file: String { folder + "/library.db" }

  private func records<Result>(
    _ body: (AnnotationRecords, Connection) throws(StoreError) -> Result
  ) throws(LibraryTrouble) -> Result {
    do throws(Migrations.Failure) {
      let store: LibraryStore
      if let opened {
        store = opened
      } else {
        FolderMaking.make(folder)
        store = try LibraryStore.opened(file: file)
        try Migrations.Failure.wrapped { () throws(StoreError) in
          try store.connection.execute("PRAGMA synchronous = FULL")
        }
        opened = store
      }
      return try Migrations.Failure.wrapped { () throws(StoreError) in
        try body(store.annotations, store.connection)
      }
    } catch {
      throw LibraryTrouble(error, file: file)
    }
  }

  private func changing<Result>(
    _ body: (AnnotationRecords) throws(StoreError) -> Result
  ) throws(LibraryTrouble) -> Result {
    var result: Result?
    try records { (records, connection) throws(StoreError) in
      try connection.transaction { () throws(StoreError) in result = try body(records) }
    }
    guard let result else { throw LibraryTrouble(file: file, cause: .store("nothing was done")) }
    return result
  }

  /// Whether another program may have changed the library since this was asked last.
  package func hasChanged() -> Bool {
    let now =
      (try? records { (_, connection) throws(StoreError) in try connection.dataVersion() }) ?? 0
    defer { version = now }
    return now != version
  }

  // MARK: documents

  /// What is known of a document; nil where nothing is. One that was moved is followed.
  package func document(_ identity: DocumentIdentity) throws(LibraryTrouble) -> AnnotatedDocument? {
    try records { (records, _) throws(StoreError) in
      try records.document(identity) { !SystemPath.isThere($0) }
    }
  }

  /// The same as it is now.
  package func document(_ id: Int) throws(LibraryTrouble) -> AnnotatedDocument? {
    try records { (records, _) throws(StoreError) in try records.document(id) }
  }

  /// A document's row, made where there is none, with the place where it is now.
  package func ensure(
    _ identity: DocumentIdentity, title: String
  ) throws(LibraryTrouble) -> AnnotatedDocument {
    let found: AnnotatedDocument? = try changing { records throws(StoreError) in
      let known = try records.document(identity) { !SystemPath.isThere($0) }
      let id: Int
      if let known {
        id = known.id
        if known.path != identity.path || known.permanentID != identity.permanentID {
          try records.place(id, identity, title: title)
        }
      } else {
        id = try records.add(identity, title: title)
      }
      return try records.document(id)
    }
    guard let found else { throw LibraryTrouble(file: file, cause: .store("no row")) }
    return found
  }

  // MARK: deeds

  /// What is to be added to a document's journal.
  package struct Entry: Sendable {
    package var kind: AnnotationDeed.Kind
    package var of: Int?
    package var step: AnnotationStep
    package var version: Int

    package init(
      _ kind: AnnotationDeed.Kind, of: Int? = nil, _ step: AnnotationStep, version: Int
    ) {
      self.kind = kind
      self.of = of
      self.step = step
      self.version = version
    }
  }

  /// Takes in what others have added.
  package func catchUp(_ history: inout AnnotationHistory, of document: Int) throws(LibraryTrouble)
  {
    let last = history.last
    let deeds = try records { (records, _) throws(StoreError) in
      try records.deeds(of: document, after: last)
    }
    for deed in deeds { history.add(deed) }
  }

  /// Adds what `entry` makes of all that was done until now, also by others; on return it is on the disk.
  ///
  /// nil where it makes nothing; `history` has what was added.
  package func add(
    to document: Int, _ history: inout AnnotationHistory,
    _ entry: (AnnotationHistory, AnnotatedDocument) -> Entry?
  ) throws(LibraryTrouble) -> AnnotationDeed? {
    var now = history
    let deed: AnnotationDeed? = try changing { records throws(StoreError) in
      for deed in try records.deeds(of: document, after: now.last) { now.add(deed) }
      guard let row = try records.document(document), let entry = entry(now, row) else {
        return nil
      }
      let text = try self.text(of: entry.step)
      let number = try records.add(
        entry.kind, of: entry.of, step: text, version: entry.version, to: document, by: self.author)
      let deed = AnnotationDeed(
        number: number, kind: entry.kind, of: entry.of, step: entry.step, version: entry.version)
      now.add(deed)
      try self.show(entry.step, entry.kind, in: document, records)
      return deed
    }
    history = now
    return deed
  }

  private func text(of content: some Encodable) throws(StoreError) -> String {
    do { return try JournalText.of(content) } catch {
      throw StoreError(code: 0, message: "\(error)", file: file)
    }
  }

  private func show(
    _ step: AnnotationStep, _ kind: AnnotationDeed.Kind, in document: Int,
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
      if let after = change.after {
        try table.put(after, text: try text(of: after), in: document)
      } else if let id = change.id {
        try table.remove(id, of: document)
      }
    }
    try putDetached(step.unplaced.compactMap(\.after), of: document, records)
  }

  /// Those without a place are found with the words they lay on.
  private func putDetached(
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

  // MARK: the file

  /// A new session's file, behind which all is put from now on; `keepsEarlier` where those of the sessions before are its beginnings.
  package func begin(
    _ base: AnnotatedDocument.Bytes, keepsEarlier: Bool = false, of document: Int
  ) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      try records.begin(base, keepsEarlier: keepsEarlier, of: document)
    }
  }

  /// The files of a document's sessions, each the beginning of those before it; the last session's is the first.
  package func bases(of document: Int) throws(LibraryTrouble) -> [AnnotatedDocument.Bytes] {
    try records { (records, _) throws(StoreError) in try records.bases(of: document) }
  }

  /// Says what is about to be written; `base` is what it begins with, where that is an earlier session's file.
  package func intend(
    _ bytes: AnnotatedDocument.Bytes, behind base: AnnotatedDocument.Bytes? = nil,
    of document: Int
  ) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      if let base { try records.begin(base, keepsEarlier: true, of: document) }
      try records.intend(bytes, of: document)
    }
  }

  /// Says what the file is now; `stamp` is what it is known by.
  package func wrote(
    _ bytes: AnnotatedDocument.Bytes, stamp: String, of document: Int
  ) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      try records.wrote(bytes, stamp: stamp, of: document)
    }
  }

  /// Says that the document was built anew, and what it says of itself and of when it was made.
  package func set(
    version: Int? = nil, made: String? = nil, permanentID: String? = nil, of document: Int
  ) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      if let permanentID { try records.set(permanentID: permanentID, of: document) }
      if let version { try records.set(version: version, of: document) }
      if let made { try records.set(made: made, of: document) }
    }
  }

  // MARK: the whole file written anew

  /// How a document's file stands, if it is what was written or read last; nil where nothing was.
  package func lineage(of document: AnnotatedDocument) throws(LibraryTrouble) -> FileLineage? {
    guard let written = document.written else { return nil }
    let bases = try bases(of: document.id)
    let begun = try records { (records, _) throws(StoreError) in
      try records.begun(of: document.id)
    }
    return FileLineage(
      written, bases: bases.isEmpty ? [written] : bases, begun: begun, version: document.version)
  }

  /// How a document's file stood when it had these bytes; nil where that is not known.
  package func lineage(
    _ hash: String, of document: Int
  ) throws(LibraryTrouble) -> FileLineage? {
    try records { (records, _) throws(StoreError) in try records.lineage(hash, of: document) }
  }

  /// The number of a version that no place of a document is of.
  package func newVersion(of document: Int) throws(LibraryTrouble) -> Int {
    try records { (records, _) throws(StoreError) in try records.newestVersion(of: document) + 1 }
  }

  /// Says what an edit of the whole is about to make of a file, and how the file stands that it is about to replace.
  package func intend(
    _ turn: FileTurn, leaving: FileLineage?, of document: Int
  ) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      if let leaving { try records.keep(leaving, try self.text(of: leaving), of: document) }
      try records.set(turn: try self.text(of: turn), of: document)
    }
  }

  /// Says that nothing came of what an edit of the whole was about to make.
  package func endTurn(of document: Int) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in try records.set(turn: "", of: document) }
  }

  /// Says that the whole file was written anew as was intended; false, and nothing is done, where it has other bytes.
  ///
  /// `stamp` is what the file is known by.
  package func turned(
    length: Int, hash: String, stamp: String, of document: Int
  ) throws(LibraryTrouble) -> Bool {
    try changing { records throws(StoreError) in
      guard let turn = try records.turn(of: document),
        (turn.to.bytes.length, turn.to.bytes.hash) == (length, hash)
      else { return false }
      let to = turn.to
      var bytes = to.bytes
      if turn.isReturn {
        let number = try records.add(
          .returned, of: to.head, step: try self.text(of: AnnotationStep()), version: to.version,
          to: document, by: self.author)
        // It is as far as it was when the file was left.
        if bytes.deed == to.head { bytes.deed = number }
      }
      try records.begin(to.bases, of: document)
      try records.set(begun: to.begun, of: document)
      try records.wrote(bytes, stamp: stamp, of: document)
      try records.set(version: to.version, of: document)
      return true
    }
  }

  // MARK: anchors and the table of all

  package func set(
    anchors: [AnnotationID: TextAnchor], version: Int, in document: Int
  ) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      for (id, anchor) in anchors {
        try records.set(
          anchor: try self.text(of: anchor), of: id, version: version, in: document)
        let table = AnnotationTable(connection: records.connection)
        // What is found of all documents is told with the words it lies on.
        if var shown = try table.one(id, of: document), shown.anchor != anchor {
          shown.anchor = anchor
          try table.put(shown, text: try self.text(of: shown), in: document)
        }
      }
    }
  }

  package func anchors(of document: Int) throws(LibraryTrouble) -> [AnnotationID: TextAnchor] {
    try records { (records, _) throws(StoreError) in try records.anchors(of: document) }
  }

  /// Keeps what was read of a document with what is not in its file yet; `stamp` is what the file is known by.
  package func show(
    _ annotations: [Annotation], stamp: String, of document: Int
  ) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      let table = AnnotationTable(connection: records.connection)
      try table.removeAll(of: document)
      let anchors = try records.anchors(of: document)
      for annotation in annotations {
        var annotation = annotation
        annotation.anchor = annotation.anchor ?? anchors[annotation.id]
        try table.put(annotation, text: try self.text(of: annotation), in: document)
      }
      try table.set(stamp: stamp, of: document)
    }
  }

  /// Has those without a place found among all, where they are not yet.
  package func show(detached lost: [Annotation], of document: Int) throws(LibraryTrouble) {
    let known = try records { (_, connection) throws(StoreError) in
      try AnnotationTable(connection: connection).detached(of: document)
    }
    let new = lost.filter { !known.contains($0.id.name) }
    guard !new.isEmpty else { return }
    try changing { records throws(StoreError) in
      try self.putDetached(new, of: document, records)
    }
  }

  /// What a document had when it was read last and what was done since, whoever made it.
  package func shown(of document: Int) throws(LibraryTrouble) -> [Annotation] {
    try records { (_, connection) throws(StoreError) in
      try AnnotationTable(connection: connection).all(of: document)
    }
  }

  /// Annotations of all documents with all of some words: the documents by their newest, the annotations of each by page,
  /// those without a place last.
  package func find(
    _ words: String, limit: Int = 20_000,
    _ found: (_ path: String, _ title: String, Annotation, _ isDetached: Bool) -> Bool
  ) throws(LibraryTrouble) {
    let words = words.split(whereSeparator: \.isWhitespace).prefix(32).map(String.init)
    try records { (records, connection) throws(StoreError) in
      try AnnotationTable(connection: connection).find(words, limit: limit, row: found)
    }
  }
}
