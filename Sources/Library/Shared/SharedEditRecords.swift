import DocumentModel
import Store

/// The local tables of the members' edits.
struct SharedEditRecords {
  let connection: Connection

  // MARK: edits

  /// Adds the changes of this user's edit that are for the members: those of annotations that are, and new annotations if new ones are.
  func add(
    _ step: AnnotationEdit, in document: SharedDocument, isNew: (AnnotationID) -> Bool
  ) throws(StoreError) {
    guard let role = try role(in: document.library, document.collection) else { return }
    let isOpen = try isOpen(document.library, document.collection)
    for change in step.changes where !change.isEmpty {
      guard let id = change.id else { continue }
      let isShared = try isShared(id, by: role, in: document)
      guard isShared || isOpen && change.before == nil && isNew(id) else { continue }
      let edit = SharedEdit(who: role, document: document.hash, item: id.name, change: change)
      try add(edit, in: document.library, document.collection)
      if SharedChangeText.change(SharedChangeText.of(change), .change, of: id.name) == nil {
        try refuse(
          edit.id, "it has numbers that no page has", in: document.library, document.collection)
      }
    }
  }

  /// Adds an edit, or gives a known one its number.
  func add(
    _ edit: SharedEdit, in library: String, _ collection: String
  ) throws(StoreError) {
    try connection.statement(
      """
      INSERT INTO shared_edit (library, collection, document, item, id, who, kind, change, seq)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      ON CONFLICT (library, collection, who, id) DO UPDATE SET seq = ?9, refusal = NULL WHERE ?9 IS NOT NULL
      """
    ).run([
      .text(library), .text(collection), .text(edit.document), .text(edit.item),
      .text(edit.id), .text(edit.who), .integer(Int64(edit.kind.rawValue)),
      .text(SharedChangeText.of(edit.change)), edit.number.map { .integer(Int64($0)) } ?? .null,
    ])
  }

  /// Whether an annotation was made known to the members by a role and not withdrawn since. Deleting it here does not withdraw it; deleting it on another
  /// machine may have been withdrawing it.
  func isShared(
    _ id: AnnotationID, by role: String, in document: SharedDocument
  ) throws(StoreError) -> Bool {
    let last = try connection.statement(
      """
      SELECT \(Self.columns), seq IS NULL OR is_sent FROM shared_edit
      WHERE document = ?1 AND library = ?2 AND collection = ?3
        AND item = ?4 AND who = ?5 AND kind = 0 AND is_withdrawn = 0
      ORDER BY seq IS NULL DESC, seq DESC, number DESC LIMIT 1
      """
    ).run([
      .text(document.hash), .text(document.library), .text(document.collection), .text(id.name),
      .text(role),
    ]) { row in (isDeletion: Self.edit(row)?.change.after == nil, isOfHere: row.integer(7) != 0) }
    return last.first.map { !$0.isDeletion || $0.isOfHere } ?? false
  }

  private static let columns = "id, who, document, item, kind, change, coalesce(seq, 0)"

  private static func edit(_ row: Statement) -> SharedEdit? {
    guard let kind = SharedEdit.Kind(rawValue: row.integer(4)),
      let change = SharedChangeText.change(row.text(5), kind, of: row.text(3))
    else { return nil }
    return SharedEdit(
      id: row.text(0), who: row.text(1), document: row.text(2), item: row.text(3), kind: kind,
      change: change, number: row.integer(6) == 0 ? nil : row.integer(6))
  }

  /// Returns all edits of a document, those without a number last, in the order in which they were made.
  func edits(of document: SharedDocument) throws(StoreError) -> [SharedEdit] {
    try connection.statement(
      """
      SELECT \(Self.columns) FROM shared_edit
      WHERE document = ?1 AND library = ?2 AND collection = ?3 ORDER BY seq IS NULL, seq, number
      """
    ).run(
      [.text(document.hash), .text(document.library), .text(document.collection)], row: Self.edit
    ).compactMap(\.self)
  }

  /// Returns the edits of tags, by document.
  func tagEdits(of library: String) throws(StoreError) -> [SharedDocument: [SharedEdit]] {
    let rows = try connection.statement(
      """
      SELECT \(Self.columns), collection FROM shared_edit
      WHERE library = ?1 AND kind IN (3, 4) ORDER BY seq IS NULL, seq, number
      """
    ).run([.text(library)]) { row in (collection: row.text(7), edit: Self.edit(row)) }
    var edits: [SharedDocument: [SharedEdit]] = [:]
    for row in rows {
      guard let edit = row.edit else { continue }
      let document = SharedDocument(
        library: library, collection: row.collection, hash: edit.document)
      edits[document, default: []].append(edit)
    }
    return edits
  }

  /// The edits of a document that are known here, in numbers that change whenever the edits do.
  func version(of document: SharedDocument) throws(StoreError) -> [Int] {
    try connection.statement(
      """
      SELECT count(*), coalesce(max(number), 0), count(seq), count(refusal),
        EXISTS (SELECT 1 FROM shared_collection WHERE library = ?2 AND collection = ?3 AND seq < 0)
      FROM shared_edit WHERE document = ?1 AND library = ?2 AND collection = ?3
      """
    ).run([.text(document.hash), .text(document.library), .text(document.collection)]) { row in
      (0..<5).map { row.integer($0) }
    }.first ?? []
  }

  /// Returns edits of a role that the server has neither numbered nor refused, the oldest first.
  func unsent(
    _ library: String, _ collection: String, by role: String, most: Int
  ) throws(StoreError) -> [SharedEdit] {
    try connection.statement(
      """
      SELECT \(Self.columns) FROM shared_edit
      WHERE library = ?1 AND collection = ?2 AND who = ?3 AND seq IS NULL AND refusal IS NULL
      ORDER BY number LIMIT ?4
      """
    ).run(
      [.text(library), .text(collection), .text(role), .integer(Int64(most))], row: Self.edit
    ).compactMap(\.self)
  }

  /// Returns the annotations and tags of a document with edits that the server has neither numbered nor refused.
  func waiting(of document: SharedDocument) throws(StoreError) -> Set<String> {
    Set(
      try connection.statement(
        """
        SELECT DISTINCT item FROM shared_edit
        WHERE document = ?1 AND library = ?2 AND collection = ?3 AND seq IS NULL AND refusal IS NULL
        """
      ).run([.text(document.hash), .text(document.library), .text(document.collection)]) {
        $0.text(0)
      })
  }

  /// Records that the server may have edits from now on.
  func setSent(
    _ edits: [SharedEdit], in library: String, _ collection: String
  ) throws(StoreError) {
    let statement = try connection.statement(
      "UPDATE shared_edit SET is_sent = 1 WHERE library = ?1 AND collection = ?2 AND id = ?3")
    for edit in edits { try statement.run([.text(library), .text(collection), .text(edit.id)]) }
  }

  /// Records that an annotation is private from now on, whatever was known of it.
  func setWithdrawn(
    _ id: AnnotationID, by role: String, in document: SharedDocument
  ) throws(StoreError) {
    try connection.statement(
      """
      UPDATE shared_edit SET is_withdrawn = 1 WHERE document = ?1 AND library = ?2 AND collection = ?3
        AND item = ?4 AND who = ?5 AND kind = 0
      """
    ).run([
      .text(document.hash), .text(document.library), .text(document.collection), .text(id.name),
      .text(role),
    ])
  }

  /// Forgets edits of an annotation that nobody has seen.
  func removeUnsent(
    _ id: AnnotationID, by role: String, in document: SharedDocument
  ) throws(StoreError) {
    try connection.statement(
      """
      DELETE FROM shared_edit WHERE document = ?1 AND library = ?2 AND collection = ?3
        AND item = ?4 AND who = ?5 AND kind = 0 AND seq IS NULL AND is_sent = 0
      """
    ).run([
      .text(document.hash), .text(document.library), .text(document.collection), .text(id.name),
      .text(role),
    ])
  }

  /// Forgets refused edits of an annotation; returns whether there were any.
  func removeRefused(
    _ id: AnnotationID, by role: String, in document: SharedDocument
  ) throws(StoreError) -> Bool {
    try !connection.statement(
      """
      DELETE FROM shared_edit WHERE document = ?1 AND library = ?2 AND collection = ?3
        AND item = ?4 AND who = ?5 AND kind = 0 AND seq IS NULL AND refusal IS NOT NULL RETURNING number
      """
    ).run([
      .text(document.hash), .text(document.library), .text(document.collection), .text(id.name),
      .text(role),
    ]) { $0.integer(0) }.isEmpty
  }

  /// Forgets the other members' edits of an annotation.
  func removeOthers(_ item: String, in document: SharedDocument) throws(StoreError) {
    try connection.statement(
      """
      DELETE FROM shared_edit WHERE document = ?1 AND library = ?2 AND collection = ?3
        AND item = ?4 AND kind = 0 AND seq IS NOT NULL AND who <> ?5
      """
    ).run([
      .text(document.hash), .text(document.library), .text(document.collection), .text(item),
      .text(try role(in: document.library, document.collection) ?? ""),
    ])
  }

  func refuse(
    _ id: String, _ reason: String, in library: String, _ collection: String
  ) throws(StoreError) {
    try connection.statement(
      """
      UPDATE shared_edit SET refusal = ?4
      WHERE library = ?1 AND collection = ?2 AND id = ?3 AND seq IS NULL
      """
    ).run([.text(library), .text(collection), .text(id), .text(reason)])
  }

  /// Returns why edits of a document were not taken, by annotation or tag.
  func refusals(of document: SharedDocument) throws(StoreError) -> [String: String] {
    let rows = try connection.statement(
      """
      SELECT item, refusal FROM shared_edit
      WHERE document = ?1 AND library = ?2 AND collection = ?3 AND refusal IS NOT NULL
      """
    ).run([.text(document.hash), .text(document.library), .text(document.collection)]) {
      ($0.text(0), $0.text(1))
    }
    return Dictionary(rows) { $1 }
  }
}
