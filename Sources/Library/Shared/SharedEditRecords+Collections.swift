import DocumentModel
import Store

/// The collections of which the user is a member, and the documents known to be in them.
extension SharedEditRecords {
  /// Returns the role by which the user is a member of a collection; nil if it is not known here.
  func role(in library: String, _ collection: String) throws(StoreError) -> String? {
    try connection.statement(
      "SELECT role FROM shared_collection WHERE library = ?1 AND collection = ?2"
    ).run([.text(library), .text(collection)]) { $0.text(0) }.first
  }

  func know(
    _ collection: String, of library: String, as role: String
  ) throws(StoreError) {
    try connection.statement(
      """
      INSERT INTO shared_collection (library, collection, role) VALUES (?1, ?2, ?3)
      ON CONFLICT (library, collection) DO UPDATE SET role = ?3, seq = max(seq, 0)
      """
    ).run([.text(library), .text(collection), .text(role)])
  }

  func collections(of library: String) throws(StoreError) -> [String] {
    try connection.statement(
      "SELECT collection FROM shared_collection WHERE library = ?1 ORDER BY 1"
    ).run([.text(library)]) { $0.text(0) }
  }

  func isOpen(_ library: String, _ collection: String) throws(StoreError) -> Bool {
    try connection.statement(
      "SELECT is_open FROM shared_collection WHERE library = ?1 AND collection = ?2"
    ).run([.text(library), .text(collection)]) { $0.integer(0) != 0 }.first ?? false
  }

  func set(
    isOpen: Bool, _ library: String, _ collection: String
  ) throws(StoreError) {
    try connection.statement(
      "UPDATE shared_collection SET is_open = ?3 WHERE library = ?1 AND collection = ?2"
    ).run([.text(library), .text(collection), .integer(isOpen ? 1 : 0)])
  }

  /// Makes new annotations private in all collections of a library.
  func close(_ library: String) throws(StoreError) {
    for statement in [
      "DELETE FROM shared_document WHERE library = ?1",
      // Edits that were not sent yet are sent after joining again.
      "DELETE FROM shared_edit WHERE library = ?1 AND seq IS NOT NULL",
      "UPDATE shared_collection SET is_open = 0, seq = 0 WHERE library = ?1",
    ] {
      try connection.statement(statement).run([.text(library)])
    }
  }

  /// Why edits are not sent that wait when the user loses the right to their collection. They are never sent without being asked for.
  static let lostRight = "your right to the collection had ended"

  /// Forgets what the other members have done in a collection to which the user is not admitted any more. The user's own edits stay, and those that were not
  /// sent are refused; new annotations are private if the right comes back.
  func lose(_ library: String, _ collection: String) throws(StoreError) {
    let both: [Value] = [.text(library), .text(collection)]
    try connection.statement(
      """
      DELETE FROM shared_edit WHERE library = ?1 AND collection = ?2 AND seq IS NOT NULL
        AND who <> (SELECT role FROM shared_collection WHERE library = ?1 AND collection = ?2)
      """
    ).run(both)
    try connection.statement(
      """
      UPDATE shared_edit SET refusal = ?3
      WHERE library = ?1 AND collection = ?2 AND seq IS NULL AND refusal IS NULL
      """
    ).run(both + [.text(Self.lostRight)])
    try connection.statement(
      "UPDATE shared_collection SET is_open = 0, seq = -1 WHERE library = ?1 AND collection = ?2 AND seq >= 0"
    ).run(both)
  }

  /// Whether the user was not admitted to a collection when the server was asked last.
  func isLost(_ library: String, _ collection: String) throws(StoreError) -> Bool {
    try last(of: library, collection) < 0
  }

  /// Returns the number of the last edit that was brought; 0 if none was, -1 if the user is not admitted any more.
  func last(of library: String, _ collection: String) throws(StoreError) -> Int {
    try connection.statement(
      "SELECT seq FROM shared_collection WHERE library = ?1 AND collection = ?2"
    ).run([.text(library), .text(collection)]) { $0.integer(0) }.first ?? 0
  }

  func set(
    last number: Int, of library: String, _ collection: String
  ) throws(StoreError) {
    try connection.statement(
      "UPDATE shared_collection SET seq = max(seq, ?3) WHERE library = ?1 AND collection = ?2"
    ).run([.text(library), .text(collection), .integer(Int64(number))])
  }

  /// Whether there are collections of a library that were brought with a keeper's right, or without it.
  func hasCollections(of library: String, keeping keeps: Bool) throws(StoreError) -> Bool {
    try !connection.statement(
      "SELECT 1 FROM shared_collection WHERE library = ?1 AND keeps = ?2 LIMIT 1"
    ).run([.text(library), .integer(keeps ? 1 : 0)]) { $0.integer(0) }.isEmpty
  }

  /// Records whether the user keeps a library; where that is new, all edits are brought again.
  func set(keeps: Bool, of library: String) throws(StoreError) {
    try connection.statement(
      "UPDATE shared_collection SET keeps = ?2, seq = min(seq, 0) WHERE library = ?1 AND keeps <> ?2"
    ).run([.text(library), .integer(keeps ? 1 : 0)])
  }

  /// Remembers that a collection has a document; edits that were refused while it had not are sent again.
  func know(_ document: SharedDocument) throws(StoreError) {
    try connection.statement(
      """
      UPDATE shared_edit SET refusal = NULL
      WHERE document = ?3 AND library = ?1 AND collection = ?2 AND is_sent = 1 AND refusal <> ?4
      """
    ).run([
      .text(document.library), .text(document.collection), .text(document.hash),
      .text(Self.lostRight),
    ])
    try connection.statement("INSERT OR IGNORE INTO shared_document VALUES (?1, ?2, ?3)")
      .run([.text(document.library), .text(document.collection), .text(document.hash)])
  }

  /// Whether any document is known to be in a collection.
  func knowsDocuments() throws(StoreError) -> Bool {
    try connection.statement("SELECT 1 FROM shared_document LIMIT 1").run { $0.integer(0) }.first
      != nil
  }

  /// Whether bytes of an annotated document are known to be in a collection.
  func isInCollection(bytesOf document: Int) throws(StoreError) -> Bool {
    try !connection.statement(
      "SELECT 1 FROM base JOIN shared_document USING (hash) WHERE document = ?1 LIMIT 1"
    ).run([.integer(Int64(document))]) { $0.integer(0) }.isEmpty
  }

  /// Whether a document is known to be in a collection.
  func isInCollection(_ hash: String) throws(StoreError) -> Bool {
    try !places(of: hash).isEmpty
  }

  /// Returns the collections known to have a document.
  func places(of hash: String) throws(StoreError) -> [SharedDocument] {
    try connection.statement(
      "SELECT library, collection, hash FROM shared_document WHERE hash = ?1 ORDER BY 1, 2"
    ).run([.text(hash)]) {
      SharedDocument(library: $0.text(0), collection: $0.text(1), hash: $0.text(2))
    }
  }

  /// Returns the hash that a file had before annotations were written into it; nil if none were, or not known.
  func original(of hash: String, at path: String) throws(StoreError) -> String? {
    try connection.statement(
      """
      SELECT base.hash FROM annotated JOIN base ON base.document = annotated.id
      WHERE annotated.path = ?1 AND annotated.written_hash = ?2 ORDER BY base.length LIMIT 1
      """
    ).run([.text(path), .text(hash)]) { $0.text(0) }.first
  }
}
