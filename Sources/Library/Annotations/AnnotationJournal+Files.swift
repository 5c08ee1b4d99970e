import DocumentModel
import Store

/// Records which bytes of a document's file contain which entries.
extension AnnotationJournal {
  /// Sets the file of a new session, after which all updates are appended; `keepsEarlier` if it begins with the files of the earlier sessions.
  package func begin(
    _ base: AnnotatedDocument.Bytes, keepsEarlier: Bool = false, of document: Int
  ) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      try records.begin(base, keepsEarlier: keepsEarlier, of: document)
    }
  }

  /// Returns the files at the start of a document's sessions, the latest session's first; each is a prefix of those before it.
  package func bases(of document: Int) throws(LibraryTrouble) -> [AnnotatedDocument.Bytes] {
    try records { (records, _) throws(StoreError) in try records.bases(of: document) }
  }

  /// Records a write before it starts; `base` is the prefix of the new file if that is an earlier session's file.
  package func intend(
    _ bytes: AnnotatedDocument.Bytes, after base: AnnotatedDocument.Bytes? = nil,
    of document: Int
  ) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      if let base {
        // A copy may have what an undo takes out of the file.
        if bytes.length <= base.length { try self.leave(document, records) }
        try records.begin(base, keepsEarlier: true, of: document)
      }
      try records.intend(bytes, of: document)
    }
  }

  /// Records the completed write; `stamp` identifies the file.
  package func wrote(
    _ bytes: AnnotatedDocument.Bytes, stamp: String, of document: Int
  ) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      try records.wrote(bytes, stamp: stamp, of: document)
    }
  }

  /// Records that the document was rebuilt, and its new `/ID` and creation date.
  package func set(
    version: Int? = nil, made: String? = nil, permanentID: String? = nil, of document: Int
  ) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      if let permanentID { try records.set(permanentID: permanentID, of: document) }
      if let version { try records.set(version: version, of: document) }
      if let made { try records.set(made: made, of: document) }
    }
  }

  // MARK: rewriting the whole file

  /// Returns the lineage of a document's file as last written or read; nil if it was neither.
  package func lineage(of document: AnnotatedDocument) throws(LibraryTrouble) -> FileLineage? {
    try records { (records, _) throws(StoreError) in try records.lineage(of: document) }
  }

  /// Keeps the state of a document whose path another file has taken: its own file may only have been moved.
  package func leave(_ document: AnnotatedDocument) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in try self.leave(document.id, records) }
  }

  private func leave(_ document: Int, _ records: AnnotationRecords) throws(StoreError) {
    guard let row = try records.document(document), let leaving = try records.lineage(of: row),
      leaving.hasAdditions
    else { return }
    try records.keep(leaving, try text(of: leaving), of: document)
  }

  /// Returns the lineage of a document's file when it had these bytes; nil if not known.
  package func lineage(
    _ hash: String, of document: Int
  ) throws(LibraryTrouble) -> FileLineage? {
    try records { (records, _) throws(StoreError) in try records.lineage(hash, of: document) }
  }

  /// Returns a version number not used by any coordinates of a document.
  package func newVersion(of document: Int) throws(LibraryTrouble) -> Int {
    try records { (records, _) throws(StoreError) in try records.newestVersion(of: document) + 1 }
  }

  /// Records the planned result of an edit of the whole file before it is written, and the lineage of the file it replaces.
  package func intend(
    _ turn: FileTurn, leaving: FileLineage?, of document: Int
  ) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      if let leaving { try records.keep(leaving, try self.text(of: leaving), of: document) }
      try records.set(turn: try self.text(of: turn), of: document)
    }
  }

  /// Records that an edit of the whole file was abandoned.
  package func endTurn(of document: Int) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in try records.set(turn: "", of: document) }
  }

  /// Records that the whole file was rewritten as planned. Returns false and does nothing if its bytes differ from the plan.
  ///
  /// `stamp` identifies the file.
  package func turned(
    length: Int, hash: String, stamp: String, of document: Int
  ) throws(LibraryTrouble) -> Bool {
    try changing { records throws(StoreError) in
      guard let turn = try records.turn(of: document),
        (turn.to.bytes.length, turn.to.bytes.hash) == (length, hash)
      else { return false }
      try self.take(turn, stamp: stamp, of: document, records)
      return true
    }
  }

  /// Records that a file again has the bytes it had before an edit of its pages, outline or metadata, for whatever reason. Returns false if it never had them.
  ///
  /// `stamp` identifies the file.
  package func returned(
    toFile hash: String, stamp: String, of document: Int
  ) throws(LibraryTrouble) -> Bool {
    try changing { records throws(StoreError) in
      guard let lineage = try records.lineage(hash, of: document) else { return false }
      try self.take(FileTurn(to: lineage, isReturn: true), stamp: stamp, of: document, records)
      return true
    }
  }

  /// Whether bytes of a document are known to be in a collection of a shared library.
  package func isInCollection(_ document: Int) throws(LibraryTrouble) -> Bool {
    try records { (records, _) throws(StoreError) in
      try SharedEditRecords(connection: records.connection).isInCollection(bytesOf: document)
    }
  }

  private func take(
    _ turn: FileTurn, stamp: String, of document: Int, _ records: AnnotationRecords
  ) throws(StoreError) {
    let to = turn.to
    var bytes = to.bytes
    if turn.isReturn {
      let number = try records.add(
        .returned, of: to.head, step: try text(of: AnnotationEdit()), version: to.version,
        to: document, by: author)
      // The file contains as much as it did when it was replaced.
      if bytes.lastEntry == to.head { bytes.lastEntry = number }
    }
    try records.begin(to.bases, of: document)
    try records.set(begun: to.begun, of: document)
    try records.wrote(bytes, stamp: stamp, of: document)
    try records.set(version: to.version, of: document)
  }
}
