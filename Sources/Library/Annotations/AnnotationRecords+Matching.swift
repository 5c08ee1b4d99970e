import DocumentModel
import Platform
import Store

/// Identifies the document of a file, by its bytes and the file's identity, never by a name or the PDF's `/ID`.
extension AnnotationRecords {
  /// Returns the document of a file; nil if the file is not known.
  ///
  /// At its own path a document is recognised by every state of its bytes in the journal: written, about to be written, or of an earlier session. But bytes from
  /// before its first annotation, which undoing all of them restores, may be a blank form again once they were replaced: that document is offered as an
  /// earlier version only. The stamp of an
  /// earlier session's file is evidence too: a program that opened the file before another one saved into it knows nothing else. Elsewhere
  /// only the last written state counts, since copies diverge at their first difference, and only if it contains all edits that have a place or the
  /// document's own file is gone: what is in no file must not be written into another copy of the same bytes.
  ///
  /// A document in a collection of a shared library is known by its bytes wherever it lies, since its file is not written unless the user asks for it.
  func match(_ file: FileEvidence) throws(StoreError) -> AnnotatedDocument? {
    let isInCollection = try isInCollection(file)
    let found = try documents(
      """
      (?2 <> '' AND written_stamp = ?2)
      OR (?2 <> '' AND path = ?1 AND EXISTS (SELECT 1 FROM base WHERE document = annotated.id AND stamp = ?2))
      OR (?3 <> '' AND path = ?1 AND (written_hash = ?3 OR intended_hash = ?3
        OR instr(turn, ?3) > 0 OR EXISTS (SELECT 1 FROM base WHERE document = annotated.id AND hash = ?3
          AND (deed >= written_deed
            OR length > (SELECT min(length) FROM base WHERE document = annotated.id)))
        OR EXISTS (SELECT 1 FROM lineage WHERE document = annotated.id AND hash = ?3)))
      OR (?3 <> '' AND (written_hash = ?3 OR intended_hash = ?3)
        AND EXISTS (SELECT 1 FROM deed WHERE document = annotated.id))
      OR (?4 AND EXISTS (SELECT 1 FROM base WHERE document = annotated.id AND hash = ?3))
      ORDER BY (?4 AND EXISTS (SELECT 1 FROM deed WHERE document = annotated.id)) DESC,
        (path = ?1) DESC, (written_stamp = ?2) DESC, (written_hash = ?3) DESC, id DESC
      """,
      [
        .text(file.path), .text(file.stamp), .text(file.hash ?? ""),
        .integer(isInCollection ? 1 : 0),
      ]
    )
    if isInCollection { return found.first }
    for document in found {
      if document.path.utf8.elementsEqual(file.path.utf8) { return document }
      if !file.stamp.isEmpty, document.writtenStamp == file.stamp { return document }
      let state = [document.written, document.intended].compactMap(\.self)
        .first { $0.hash == file.hash }
      guard let state else { continue }
      guard SystemPath.isThere(document.path) else { return document }
      // Bytes from before its first annotation are those of any copy.
      let hasAdditions = try bases(of: document.id).last.map { state.length > $0.length } ?? true
      guard hasAdditions else { continue }
      if try !isAhead(document, of: state) { return document }
    }
    return nil
  }

  /// Whether the file is known to be in a collection of a shared library, by its bytes.
  private func isInCollection(_ file: FileEvidence) throws(StoreError) -> Bool {
    guard let hash = file.hash else { return false }
    return try SharedEditRecords(connection: connection).isInCollection(hash)
  }

  /// Like `match`, but updates the journal: a moved document gets its new path, a copy a row of its own with the whole journal.
  ///
  /// Unwritten copies of a document in a collection have one row, which keeps its path while a file is there.
  func follow(_ file: FileEvidence, title: String = "") throws(StoreError) -> AnnotatedDocument? {
    guard let found = try match(file) else { return try rejoin(file, title: title) }
    guard !file.path.isEmpty, !found.path.utf8.elementsEqual(file.path.utf8) else { return found }
    let isSameFile = !file.stamp.isEmpty && found.writtenStamp == file.stamp
    let isInCollection = try isInCollection(file)
    let isSameBytes = isInCollection && found.written?.hash == file.hash
    if isSameBytes, SystemPath.isThere(found.path) { return found }
    let id = isSameFile || isSameBytes ? found.id : try fork(found)
    try place(id, file.identity, title: title)
    return try document(id)
  }

  /// Returns a document whose file had these bytes before it was edited further or another file took its path, with its state then.
  ///
  /// Nil for bytes without its annotations, which a blank form may be again, and where some were in no file.
  func left(
    by file: FileEvidence
  ) throws(StoreError) -> (document: AnnotatedDocument, then: FileLineage)? {
    guard let hash = file.hash else { return nil }
    let documents = try documents(
      """
      EXISTS (SELECT 1 FROM lineage WHERE document = annotated.id AND hash = ?1)
      OR EXISTS (SELECT 1 FROM base WHERE document = annotated.id AND hash = ?1)
      ORDER BY id DESC
      """, [.text(hash)])
    for document in documents {
      guard let then = try state(of: document, at: hash), then.hasAdditions else { continue }
      let entries = try entries(of: document.id, after: 0).prefix {
        $0.number <= then.bytes.lastEntry
      }
      let history = AnnotationHistory(Array(entries))
      if history.changes(after: then.bytes.lastEntry).isEmpty, history.detached.isEmpty {
        return (document, then)
      }
    }
    return nil
  }

  private func state(
    of document: AnnotatedDocument, at hash: String
  ) throws(StoreError) -> FileLineage? {
    if let kept = try lineage(hash, of: document.id) { return kept }
    let bases = try bases(of: document.id)
    guard let base = bases.firstIndex(where: { $0.hash == hash }) else { return nil }
    return FileLineage(
      bases[base], bases: Array(bases[base...]), begun: try begun(of: document.id),
      version: document.version)
  }

  /// Gives a copy of an earlier state of a document's file, or the file itself that was moved away, a row of its own with the journal as it was then.
  private func rejoin(
    _ file: FileEvidence, title: String
  ) throws(StoreError) -> AnnotatedDocument? {
    guard let left = try left(by: file) else { return nil }
    let id = try fork(left.document, at: left.then)
    try place(id, file.identity, title: title)
    return try document(id)
  }

  /// Whether a file of this length may be recognised by its hash; if not, the hash need not be computed.
  func mayKnow(_ file: FileEvidence) throws(StoreError) -> Bool {
    try !documents(
      """
      written_length = ?2 OR intended_length = ?2 OR path = ?1 AND (turn <> ''
        OR EXISTS (SELECT 1 FROM base WHERE document = annotated.id AND length = ?2)
        OR EXISTS (SELECT 1 FROM lineage WHERE document = annotated.id))
      OR EXISTS (SELECT 1 FROM base WHERE document = annotated.id AND length = ?2
        AND length > (SELECT min(length) FROM base WHERE document = annotated.id))
      OR EXISTS (SELECT 1 FROM lineage
        WHERE document = annotated.id AND json_extract(content, '$.bytes.length') = ?2)
      LIMIT 1
      """, [.text(file.path), .integer(Int64(file.length))]
    ).isEmpty
  }

  /// Returns documents of which a file may be the next version, the last edited first: those that were at its path, and those with its `/ID` that are no longer
  /// at theirs, unless the file is a copy from before their first annotation, which is another document. `except` is the file's own row; if the user has
  /// decided about it, only documents edited later are returned.
  func predecessors(
    of file: FileEvidence, except own: Int?, hasLeft: (String) -> Bool
  ) throws(StoreError) -> [AnnotatedDocument] {
    try documents(
      """
      (path = ?1 OR ?2 <> '' AND permanent_id = ?2
        AND NOT EXISTS (SELECT 1 FROM base WHERE document = annotated.id
          AND (length = ?5 AND ?6 IN ('', hash)
            OR (length, hash) IN (SELECT length, hash FROM base WHERE document = ?3))))
        AND id <> ?3
        AND (decided < 2 OR decided > 2 AND decided - 3
          < coalesce((SELECT max(number) FROM deed WHERE document = annotated.id), 0))
        AND (EXISTS (SELECT 1 FROM annotation WHERE document = annotated.id)
          OR EXISTS (SELECT 1 FROM deed WHERE document = annotated.id))
        AND (NOT EXISTS (SELECT 1 FROM annotated AS own WHERE own.id = ?3 AND own.decided <> 0)
          OR coalesce((SELECT max(number) FROM deed WHERE document = annotated.id), 0)
            > coalesce((SELECT max(number) FROM deed WHERE document = ?3), 0))
      ORDER BY (path = ?1) DESC,
        (SELECT max(number) FROM deed WHERE document = annotated.id) DESC, id DESC LIMIT ?4
      """,
      [
        .text(file.path), .text(file.permanentID), .integer(Int64(own ?? -1)),
        .integer(Int64(Self.mostPredecessors)), .integer(Int64(file.length)),
        .text(file.hash ?? ""),
      ]
    ).filter { $0.path.utf8.elementsEqual(file.path.utf8) || hasLeft($0.path) }
  }

  /// Each costs a comparison of texts.
  private static let mostPredecessors = 8

  /// Updates the path of a moved file. A file that only resembles a vanished one is recognised by its bytes once it is opened.
  func move(file: Int, to path: String, isSameFile: Bool, stamp: String) throws(StoreError) {
    let files = FileRecords(connection: connection)
    for row in try documents("file = ?1", [.integer(Int64(file))]) {
      let id = Value.integer(Int64(row.id))
      if isSameFile || !stamp.isEmpty && row.writtenStamp == stamp {
        try connection.statement("UPDATE annotated SET path = ?2 WHERE id = ?1")
          .run([id, .text(path)])
      } else {
        try connection.statement("UPDATE annotated SET file = ?2 WHERE id = ?1")
          .run([id, .integer(Int64(try files.ensure(row.path)))])
      }
    }
  }

  /// Whether the journal has changes that a file of these bytes lacks.
  private func isAhead(
    _ document: AnnotatedDocument, of bytes: AnnotatedDocument.Bytes?
  ) throws(StoreError) -> Bool {
    let history = AnnotationHistory(try entries(of: document.id, after: 0))
    let entry = bytes?.lastEntry ?? 0
    return !history.changes(after: entry).isEmpty || !history.fields(after: entry).isEmpty
  }

  /// Whether the journal has anything that is in no file.
  private func isAheadOfFile(_ document: AnnotatedDocument) throws(StoreError) -> Bool {
    let history = AnnotationHistory(try entries(of: document.id, after: 0))
    return try isAhead(document, of: document.written) || !history.detached.isEmpty
      || !history.detachedFields.isEmpty
  }

  private static let keptByID = [
    "anchor": "id, version, content", "annotation": "id, page, modified, key, content",
  ]

  /// Duplicates the journal for a copied file. The copy has no path yet; the data about file contents apply to both files.
  ///
  /// A planned edit of the whole file, left by a killed process, is not copied. `then` is the state of the file if that is an earlier one.
  func fork(
    _ document: AnnotatedDocument, at then: FileLineage? = nil
  ) throws(StoreError) -> Int {
    let from = Value.integer(Int64(document.id))
    try connection.statement(
      """
      INSERT INTO annotated (permanent_id, content_hash, path, title, version, made, sketch, decided)
      SELECT permanent_id, content_hash, '', title, version, made, sketch, 0 FROM annotated
      WHERE id = ?1
      """
    ).run([from])
    let id = connection.lastRow
    let to = Value.integer(Int64(id))
    let numbers = try forkEntries(of: from, to)
    /// Returns the new number of the last entry up to an old number.
    func new(_ old: Int) -> Int { numbers.last { $0.old <= old }?.new ?? 0 }
    func new(_ bytes: AnnotatedDocument.Bytes) -> AnnotatedDocument.Bytes {
      AnnotatedDocument.Bytes(
        length: bytes.length, hash: bytes.hash, lastEntry: new(bytes.lastEntry))
    }
    for (table, columns) in Self.keptByID {
      try connection.statement(
        "INSERT INTO \(table) (document, \(columns)) SELECT ?2, \(columns) FROM \(table) WHERE document = ?1"
      ).run([from, to])
    }
    if let then {
      try connection.statement("DELETE FROM deed WHERE document = ?1 AND number > ?2")
        .run([to, .integer(Int64(new(then.bytes.lastEntry)))])
      try begin(then.bases.map(new), of: id)
      try set("written", new(then.bytes), of: id)
      try set(begun: new(then.begun), of: id)
      try set(version: then.version, of: id)
      return id
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
    if try !isAheadOfFile(document) {
      try connection.statement("DELETE FROM annotation WHERE document = ?1").run([from])
      try AnnotationTable(connection: connection).set(stamp: "", of: document.id)
    }
    return id
  }

  private func forkEntries(
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
