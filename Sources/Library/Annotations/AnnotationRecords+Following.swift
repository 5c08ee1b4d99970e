import DocumentModel
import Store

/// Documents that are elsewhere now.
extension AnnotationRecords {
  /// As `document`, to go on with: what is known of one that was moved lies where it is now.
  ///
  /// Unless this is the very file that was moved, its own may come back: it keeps what it has, and this one gets the same. `stamp` is what the
  /// file is known by.
  func follow(
    _ identity: DocumentIdentity, stamp: String, title: String, hasLeft: (String) -> Bool
  ) throws(StoreError) -> AnnotatedDocument? {
    guard let found = try document(identity, stamp: stamp, hasLeft: hasLeft) else { return nil }
    guard !identity.path.isEmpty, !found.path.utf8.elementsEqual(identity.path.utf8) else {
      return found
    }
    let isSameFile = found.path.isEmpty || !stamp.isEmpty && found.writtenStamp == stamp
    let id = isSameFile ? found.id : try fork(found)
    try place(id, identity, title: title)
    return try document(id)
  }

  /// Where files were that have no permanent ID and were so long when they were written or read last, in bytes.
  func unnamed(length: Int) throws(StoreError) -> [String] {
    try documents("permanent_id = '' AND written_length = ?1", [.integer(Int64(length))])
      .map(\.path)
  }

  /// Notes that a known file lies elsewhere now, or else that one like it was found there while nothing is at its own place.
  ///
  /// `stamp` is what the file there is known by.
  func move(file: Int, to path: String, isSameFile: Bool, stamp: String) throws(StoreError) {
    let files = FileRecords(connection: connection)
    for row in try documents("file = ?1", [.integer(Int64(file))]) {
      var id = row.id
      if !isSameFile, stamp.isEmpty || row.writtenStamp != stamp {
        let own = Value.integer(Int64(try files.ensure(row.path)))
        try connection.statement("UPDATE annotated SET file = ?2 WHERE id = ?1")
          .run([.integer(Int64(id)), own])
        // Unless it was followed there already.
        let there = try documents("path = ?1 AND id <> ?2", [.text(path), .integer(Int64(id))])
        if let there = there.first { id = there.id } else { id = try fork(row) }
      }
      try connection.statement("UPDATE annotated SET path = ?2, file = ?3 WHERE id = ?1")
        .run([.integer(Int64(id)), .text(path), .integer(Int64(file))])
    }
  }

  /// Whether the journal has something that is in no file.
  private func isAheadOfFile(_ document: AnnotatedDocument) throws(StoreError) -> Bool {
    let history = AnnotationHistory(try deeds(of: document.id, after: 0))
    let deed = document.written?.deed ?? 0
    return !history.changes(after: deed).isEmpty || !history.fields(after: deed).isEmpty
      || !history.detached.isEmpty || !history.detachedFields.isEmpty
  }

  private static let keptByID = [
    "anchor": "id, version, content", "annotation": "id, page, modified, key, content",
  ]

  /// Another row with all that was done to a document, without a place yet; what is in both files is told of that which is there.
  ///
  /// An edit of the whole that a killed program had begun is its own file's.
  private func fork(_ document: AnnotatedDocument) throws(StoreError) -> Int {
    let from = Value.integer(Int64(document.id))
    try connection.statement(
      """
      INSERT INTO annotated (permanent_id, content_hash, path, title, version, made)
      SELECT permanent_id, content_hash, '', title, version, made FROM annotated WHERE id = ?1
      """
    ).run([from])
    let id = connection.lastRow
    let to = Value.integer(Int64(id))
    let numbers = try forkDeeds(of: from, to)
    /// The last deed up to one, as it is numbered in the new row.
    func new(_ old: Int) -> Int { numbers.last { $0.old <= old }?.new ?? 0 }
    func new(_ bytes: AnnotatedDocument.Bytes) -> AnnotatedDocument.Bytes {
      AnnotatedDocument.Bytes(length: bytes.length, hash: bytes.hash, deed: new(bytes.deed))
    }
    try begin(try bases(of: document.id).map(new), of: id)
    if let written = document.written { try set("written", new(written), of: id) }
    if let intended = document.intended { try set("intended", new(intended), of: id) }
    if let begun = try begun(of: document.id) { try set(begun: new(begun), of: id) }
    for var lineage in try lineages(of: document.id) {
      lineage.bytes = new(lineage.bytes)
      lineage.bases = lineage.bases.map(new)
      (lineage.begun, lineage.head) = (new(lineage.begun), new(lineage.head))
      if let text = try? JournalText.of(lineage) { try keep(lineage, text, of: id) }
    }
    for (table, columns) in Self.keptByID {
      try connection.statement(
        "INSERT INTO \(table) (document, \(columns)) SELECT ?2, \(columns) FROM \(table) WHERE document = ?1"
      ).run([from, to])
    }
    if try !isAheadOfFile(document) {
      try connection.statement("DELETE FROM annotation WHERE document = ?1").run([from])
      try AnnotationTable(connection: connection).set(stamp: "", of: document.id)
    }
    return id
  }

  private func forkDeeds(
    of from: Value, _ to: Value
  ) throws(StoreError) -> [(old: Int, new: Int)] {
    let old = try connection.statement(
      "SELECT number, of FROM deed WHERE document = ?1 ORDER BY number"
    ).run([from]) { ($0.integer(0), $0.integer(1)) }
    var numbers: [(old: Int, new: Int)] = []
    for (number, of) in old {
      let last = of == 0 ? nil : numbers.last { $0.old <= of }
      try connection.statement(
        """
        INSERT INTO deed (document, kind, of, version, step, done_at, done_by)
        SELECT ?2, kind, ?3, version, step, done_at, done_by FROM deed WHERE number = ?1
        """
      ).run([
        .integer(Int64(number)), to, last.map { .integer(Int64($0.new)) } ?? .null,
      ])
      numbers.append((number, connection.lastRow))
    }
    return numbers
  }
}
