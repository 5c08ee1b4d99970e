import DocumentModel
import Store

/// Documents that are elsewhere now.
extension AnnotationRecords {
  /// As `document`, to go on with: what is known of one that was moved lies where it is now.
  ///
  /// What is only in the library belongs to its own file as well, which may come back, unless this is that very file: then the copy gets it, too.
  /// `stamp` is what the file is known by.
  func follow(
    _ identity: DocumentIdentity, stamp: String, title: String, hasLeft: (String) -> Bool
  ) throws(StoreError) -> AnnotatedDocument? {
    guard let found = try document(identity, stamp: stamp, hasLeft: hasLeft) else { return nil }
    guard !identity.path.isEmpty, !found.path.utf8.elementsEqual(identity.path.utf8) else {
      return found
    }
    var id = found.id
    if !found.path.isEmpty, found.writtenStamp != stamp, try isAheadOfFile(found) {
      id = try fork(found)
    }
    try place(id, identity, title: title)
    return try document(id)
  }

  /// Notes that a known file lies elsewhere now, or else that one like it was found there while nothing is at its own place.
  func move(file: Int, to path: String, isSameFile: Bool) throws(StoreError) {
    let rows = try documents("file = ?1", [.integer(Int64(file))])
    for row in rows {
      var id = row.id
      if !isSameFile, try isAheadOfFile(row) {
        try connection.statement("UPDATE annotated SET file = NULL WHERE id = ?1")
          .run([.integer(Int64(id))])
        // Else it was followed there already.
        guard try documents("path = ?1", [.text(path)]).isEmpty else { continue }
        id = try fork(row)
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

  /// Another row with all that was done to a document, without a place yet.
  private func fork(_ document: AnnotatedDocument) throws(StoreError) -> Int {
    let from = Value.integer(Int64(document.id))
    try connection.statement(
      """
      INSERT INTO annotated (permanent_id, content_hash, path, title, version, made, written_stamp)
      SELECT permanent_id, content_hash, '', title, version, made, written_stamp
      FROM annotated WHERE id = ?1
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
    if let base = document.base { try set("base", new(base), of: id) }
    if let written = document.written { try set("written", new(written), of: id) }
    if let begun = try begun(of: document.id) { try set(begun: new(begun), of: id) }
    for table in ["anchor (id, version, content", "annotation (id, page, modified, key, content"] {
      let columns = table.drop { $0 != "(" }.dropFirst()
      try connection.statement(
        "INSERT INTO \(table), document) SELECT \(columns), ?2 FROM \(table.prefix { $0 != " " })"
          + " WHERE document = ?1"
      ).run([from, to])
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
