package import DocumentModel
import Store

/// The words annotations lie on, and the table in which those of all documents are found.
extension AnnotationJournal {
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

  /// What was shown is now known whole, with the words it lies on: it need not be read from this file again.
  package func set(readStamp: String, of document: Int) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      try AnnotationTable(connection: records.connection).set(stamp: readStamp, of: document)
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
  /// those without a place last. Of a document with very many the first, then how many more there are.
  package func find(
    _ words: String, limit: Int = 20_000, mostOfOne: Int = 2_000,
    _ found: (_ path: String, _ title: String, Annotation, _ isDetached: Bool) -> Bool,
    more: (_ path: String, _ title: String, _ count: Int) -> Void = { _, _, _ in }
  ) throws(LibraryTrouble) {
    let words = words.split(whereSeparator: \.isWhitespace).prefix(32).map(String.init)
    try records { (records, connection) throws(StoreError) in
      try AnnotationTable(connection: connection).find(
        words, limit: limit, mostOfOne: mostOfOne, row: found, more: more)
    }
  }
}
