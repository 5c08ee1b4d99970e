import DocumentModel
import Store
package import Text

/// Versions of a document: how a later one is recognised, and what the user wants carried over to it.
extension AnnotationJournal {
  package func set(sketch: VersionSketch, of document: Int) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      try records.set(sketch: try self.text(of: sketch), of: document)
    }
  }

  /// Notes that the user has said whether annotations of an earlier version are carried over to a document.
  package func setDecided(_ document: Int) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      try records.set(isDecided: true, of: document)
    }
  }

  /// Takes the annotations of a document out of the list of all, and offers them to no other version: its file holds another document now.
  package func retire(_ document: Int) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      for statement in [
        "DELETE FROM annotation WHERE document = ?1",
        "UPDATE annotated SET decided = 2 WHERE id = ?1",
      ] {
        try records.connection.statement(statement).run([.integer(Int64(document))])
      }
      try AnnotationTable(connection: records.connection).set(stamp: "", of: document)
    }
  }

  /// Goes on with a document in the next version of its file; one whose own file is still elsewhere keeps its row, and the version gets a copy.
  ///
  /// Throws where the row is gone.
  package func adopt(
    _ document: AnnotatedDocument, as file: FileEvidence
  ) throws(LibraryTrouble) -> AnnotatedDocument {
    let adopted: AnnotatedDocument? = try changing { records throws(StoreError) in
      guard try records.document(document.id) != nil else { return nil }
      let isHere = document.path.utf8.elementsEqual(file.path.utf8)
      let id = isHere ? document.id : try records.fork(document)
      try records.place(id, file.identity, title: "")
      try records.set(isDecided: true, of: id)
      return try records.document(id)
    }
    guard let adopted else { throw LibraryTrouble(file: file.path, cause: .store("no row")) }
    return adopted
  }

  /// Whether annotations of earlier versions are always carried over at a path, or never; nil where the user is asked.
  package func carriesOver(at path: String) throws(LibraryTrouble) -> Bool? {
    try records { (_, connection) throws(StoreError) in
      try connection.statement("SELECT always FROM carrying WHERE path = ?1")
        .run([.text(path)]) { $0.integer(0) != 0 }.first
    }
  }

  /// nil: the user is asked again.
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
