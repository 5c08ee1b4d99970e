import DocumentModel
import Store
package import Text

/// Versions of a document: recognising a later one, and the user's decision about carrying annotations over.
extension AnnotationJournal {
  package func set(sketch: VersionSketch, of document: Int) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      try records.set(sketch: try self.text(of: sketch), of: document)
    }
  }

  /// Records that the user has decided about carrying over annotations of an earlier version to a document.
  package func setDecided(_ document: Int) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      try records.set(isDecided: true, of: document)
    }
  }

  /// Removes a document's annotations from the search table and excludes them from carrying over until it is edited again: its file now holds another document.
  package func retire(_ document: Int) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      for statement in [
        "DELETE FROM annotation WHERE document = ?1",
        """
        UPDATE annotated SET decided = 3 + coalesce(
          (SELECT max(number) FROM deed WHERE document = ?1), 0) WHERE id = ?1
        """,
      ] {
        try records.connection.statement(statement).run([.integer(Int64(document))])
      }
      try AnnotationTable(connection: records.connection).set(stamp: "", of: document)
    }
  }

  /// Forgets decisions about the earlier versions of a file.
  package func reconsider(_ file: FileEvidence) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      try records.connection.statement(
        """
        UPDATE annotated SET decided = 0
        WHERE path = ?1 OR decided >= 2 AND ?2 <> '' AND permanent_id = ?2
        """
      ).run([.text(file.path), .text(file.permanentID)])
    }
  }

  /// Continues a document in the next version of its file. If its own file still exists elsewhere, or is in a collection of a shared library, it keeps its row
  /// and the new version gets a copy.
  ///
  /// Throws if the row no longer exists.
  package func adopt(
    _ document: AnnotatedDocument, as file: FileEvidence
  ) throws(LibraryTrouble) -> AnnotatedDocument {
    let adopted: AnnotatedDocument? = try changing { records throws(StoreError) in
      guard try records.document(document.id) != nil else { return nil }
      let shared = SharedEditRecords(connection: records.connection)
      var isInCollection = false
      for base in try records.bases(of: document.id) where !isInCollection {
        isInCollection = try shared.isInCollection(base.hash)
      }
      let isHere = !isInCollection && document.path.utf8.elementsEqual(file.path.utf8)
      let id = isHere ? document.id : try records.fork(document)
      try records.place(id, file.identity, title: "")
      try records.set(isDecided: true, of: id)
      return try records.document(id)
    }
    guard let adopted else { throw LibraryTrouble(file: file.path, cause: .store("no row")) }
    return adopted
  }

  /// Whether annotations of earlier versions are always or never carried over at a path; nil to ask the user.
  package func carriesOver(at path: String) throws(LibraryTrouble) -> Bool? {
    try records { (_, connection) throws(StoreError) in
      try connection.statement("SELECT always FROM carrying WHERE path = ?1")
        .run([.text(path)]) { $0.integer(0) != 0 }.first
    }
  }

  /// nil: ask the user again.
  package func setCarriesOver(_ always: Bool?, at path: String) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      guard let always else {
        return try records.connection.statement("DELETE FROM carrying WHERE path = ?1")
          .run([.text(path)])
      }
      try records.connection.statement(
        "INSERT INTO carrying VALUES (?1, ?2) ON CONFLICT (path) DO UPDATE SET always = ?2"
      ).run([.text(path), .integer(always ? 1 : 0)])
    }
  }
}
