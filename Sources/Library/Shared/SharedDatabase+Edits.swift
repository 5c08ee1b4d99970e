package import DocumentModel
import Postgres

/// Edits of the annotations of a collection.
extension SharedDatabase {
  /// Returns the collections of the role that logged in that have a document. The server gets the beginning of the hash, which many documents have in common: which
  /// other documents a user opens is not its business.
  package func collections(holding hash: String) throws(SharedLibraryError) -> [String] {
    try rows("SELECT hash, collection FROM recto.holding($1)", [.text(String(hash.prefix(4)))]) {
      row throws(PostgresError) in (hash: row.line(0), collection: row.line(1))
    }.filter { $0.hash == hash }.map(\.collection)
  }

  /// Appends edits to a collection in the name of the role that logged in; those that it has already are left out. Returns the refused ones with the reason.
  package func push(
    _ edits: [SharedEdit], to collection: String
  ) throws(SharedLibraryError) -> [String: String] {
    let refused = try rows(
      "SELECT id, reason FROM recto.push_edits($1, $2, $3, $4, $5, $6)",
      [
        .text(collection), .texts(edits.map(\.id)), .texts(edits.map(\.document)),
        .texts(edits.map(\.item)), .integers(edits.map(\.kind.rawValue)),
        .texts(edits.map { SharedChangeText.of($0.change) }),
      ]
    ) { row throws(PostgresError) in (row.text(0), row.line(1)) }
    return Dictionary(refused) { first, _ in first }
  }

  /// A portion of a collection's edits.
  package struct PulledEdits: Sendable {
    /// Without those that make no sense.
    package var edits: [SharedEdit] = []
    /// The last number of the portion; nil if there is nothing more.
    package var last: Int?
  }

  /// Returns the edits of a collection that follow a number, in order, at most `most` of them.
  package func pull(
    from collection: String, after number: Int, most: Int = 100
  ) throws(SharedLibraryError) -> PulledEdits {
    try edits(
      "pull_edits($1, $2, $3)", [.text(collection), .integer(number), .integer(most)],
      after: number)
  }

  /// Returns the changes of an annotation that follow a number, as far as the user may see them: those of a hidden one are for its author and keepers.
  func edits(
    of item: String, in document: String, of collection: String, after number: Int = 0,
    most: Int = 100
  ) throws(SharedLibraryError) -> PulledEdits {
    var pulled = try edits(
      "edits_of($1, $2, $3, $4, $5)",
      [.text(collection), .text(document), .text(item), .integer(number), .integer(most)],
      after: number)
    pulled.edits.removeAll {
      $0.kind != .change || $0.item != item || $0.document != document
    }
    return pulled
  }

  private func edits(
    _ function: String, _ values: [PostgresValue], after number: Int
  ) throws(SharedLibraryError) -> PulledEdits {
    var pulled = PulledEdits()
    let found = try rows(
      "SELECT seq, who, id, document, item, kind, change FROM recto.\(function)", values,
      .init(bytes: 128 << 20)
    ) { row throws(PostgresError) -> (Int, SharedEdit?) in
      (try row.integer(0), try Self.edit(row))
    }
    for (next, edit) in found {
      guard next > pulled.last ?? number else {
        throw .nonsense("edits are not in the order of their numbers")
      }
      pulled.last = next
      if let edit { pulled.edits.append(edit) }
    }
    return pulled
  }

  /// Whether the role that logged in keeps the library, and is given hidden annotations, too.
  func keeps() throws(SharedLibraryError) -> Bool {
    try rows("SELECT recto.keeps()") { row throws(PostgresError) in try row.bool(0) }.first
      ?? false
  }

  private static func edit(
    _ row: borrowing PostgresRow
  ) throws(PostgresError) -> SharedEdit? {
    guard let kind = SharedEdit.Kind(rawValue: try row.integer(5)),
      let change = SharedChangeText.change(row.text(6), kind, of: row.text(4))
    else { return nil }
    return SharedEdit(
      id: row.line(2), who: row.line(1), document: row.line(3), item: row.text(4), kind: kind,
      change: change, number: try row.integer(0))
  }

  /// Hides an annotation of any member, or shows it again; for keepers.
  package func hide(
    _ annotation: AnnotationID, of hash: String, in collection: String, isHidden: Bool
  ) throws(SharedLibraryError) {
    try run(
      "SELECT recto.hide($1, $2, $3, $4)",
      [.text(collection), .text(hash), .text(annotation.name), .bool(isHidden)])
  }
}
