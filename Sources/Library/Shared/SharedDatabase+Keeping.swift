import Postgres

/// A collection as its members see it.
package struct SharedCollection: Sendable, Hashable {
  package var name: String
  package var mayWrite: Bool
  package var documents: Int
  package var pages: Int
}

/// A person's right to a collection.
package struct SharedMember: Sendable, Hashable {
  package var role: String
  package var collection: String
  package var mayWrite: Bool
  package var isKeeper: Bool
}

/// Collections and their members.
extension SharedDatabase {
  /// Returns the collections of the role that logged in, by name.
  package func collections() throws(SharedLibraryError) -> [SharedCollection] {
    try rows("SELECT name, may_write, documents, pages FROM recto.collections()") {
      row throws(PostgresError) in
      SharedCollection(
        name: row.line(0), mayWrite: try row.bool(1), documents: try row.integer(2),
        pages: try row.integer(3))
    }
  }

  package func makeCollection(_ name: String) throws(SharedLibraryError) {
    try run("SELECT recto.make_collection($1)", [.text(name)])
  }

  /// Admits a role to a collection; returns whether the role was made, without a password.
  package func admit(
    _ role: String, to collection: String, mayWrite: Bool, isKeeper: Bool = false
  ) throws(SharedLibraryError) -> Bool {
    try rows(
      "SELECT recto.admit($1, $2, $3, $4)",
      [.text(role), .text(collection), .bool(mayWrite), .bool(isKeeper)]
    ) { row throws(PostgresError) in try row.bool(0) }.first ?? false
  }

  /// Takes a role's right to a collection, or to all; returns how many there were.
  package func dismiss(
    _ role: String, from collection: String?
  ) throws(SharedLibraryError) -> Int {
    try rows(
      "SELECT recto.dismiss($1, $2)", [.text(role), collection.map { .text($0) } ?? .null]
    ) { row throws(PostgresError) in try row.integer(0) }.first ?? 0
  }

  /// Returns all members, by name; for keepers only.
  package func members() throws(SharedLibraryError) -> [SharedMember] {
    try rows("SELECT who, collection, may_write, is_keeper FROM recto.members()") {
      row throws(PostgresError) in
      SharedMember(
        role: row.line(0), collection: row.line(1), mayWrite: try row.bool(2),
        isKeeper: try row.bool(3))
    }
  }
}
