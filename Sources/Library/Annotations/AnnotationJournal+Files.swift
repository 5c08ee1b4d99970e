import DocumentModel
import Store

/// Which bytes of a document's file have what.
extension AnnotationJournal {
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
      try self.take(turn, stamp: stamp, of: document, records)
      return true
    }
  }

  /// Notes that a file has bytes again that it had before an edit of its pages, outline or metadata, however that came; false where it never had.
  ///
  /// `stamp` is what the file is known by.
  package func returned(
    toFile hash: String, stamp: String, of document: Int
  ) throws(LibraryTrouble) -> Bool {
    try changing { records throws(StoreError) in
      guard let lineage = try records.lineage(hash, of: document) else { return false }
      try self.take(FileTurn(to: lineage, isReturn: true), stamp: stamp, of: document, records)
      return true
    }
  }

  private func take(
    _ turn: FileTurn, stamp: String, of document: Int, _ records: AnnotationRecords
  ) throws(StoreError) {
    let to = turn.to
    var bytes = to.bytes
    if turn.isReturn {
      let number = try records.add(
        .returned, of: to.head, step: try text(of: AnnotationStep()), version: to.version,
        to: document, by: author)
      // It is as far as it was when the file was left.
      if bytes.deed == to.head { bytes.deed = number }
    }
    try records.begin(to.bases, of: document)
    try records.set(begun: to.begun, of: document)
    try records.wrote(bytes, stamp: stamp, of: document)
    try records.set(version: to.version, of: document)
  }
}
