package import DocumentModel
import Store

/// The text anchors of annotations, and the table for searching those of all documents.
extension AnnotationJournal {
  package func set(
    anchors: [AnnotationID: TextAnchor], version: Int, in document: Int
  ) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      for (id, anchor) in anchors {
        try records.set(
          anchor: try self.text(of: anchor), of: id, version: version, in: document)
        let table = AnnotationTable(connection: records.connection)
        // Search results show the anchored text.
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

  /// Stores the annotations read from a document together with those not in its file yet; `stamp` identifies the file.
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

  /// Records that the stored annotations are complete with their anchors, so that this file need not be read again.
  package func set(readStamp: String, of document: Int) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      try AnnotationTable(connection: records.connection).set(stamp: readStamp, of: document)
    }
  }

  /// Adds annotations without a place to the table, unless they are there already.
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

  /// Returns a document's annotations as last read plus later changes, by any author.
  package func shown(of document: Int) throws(LibraryTrouble) -> [Annotation] {
    try records { (_, connection) throws(StoreError) in
      try AnnotationTable(connection: connection).all(of: document)
    }
  }

  /// Finds annotations of all documents that contain all words: documents by their newest annotation, the annotations of each by page, those without a place
  /// last. Of a document with more than `mostOfOne`, `more` reports how many were left out.
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
