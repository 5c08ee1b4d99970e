import Postgres

/// A database of a shared library besides the first, as the first lists it.
package struct SharedShard: Sendable, Hashable, Codable {
  /// From 2; the first database is 1.
  package var number: Int
  /// Identifies the database, which must say the same.
  package var part: String
  /// Where it is, as libpq reads it: host, port and name.
  package var place: String
}

/// The list of the databases of a library, which the first has.
extension SharedDatabase {
  /// The databases that a library may have besides the first; a server could list them without end.
  private static let mostShards = 63

  /// Returns the other databases by number.
  func shards() throws(SharedLibraryError) -> [SharedShard] {
    let shards = try rows(
      "SELECT n, part, connection FROM recto.shards()", [], .init(time: .seconds(2), bytes: 1 << 20)
    ) { row throws(PostgresError) in
      SharedShard(number: try row.integer(0), part: row.line(1), place: row.line(2))
    }
    let numbers = [1] + shards.map(\.number)
    guard shards.count <= Self.mostShards,
      zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }),
      Set(shards.map(\.part)).subtracting([""]).count == shards.count
    else { throw .nonsense("the list of its databases is not in order") }
    return shards
  }

  /// Returns a text that stands for the collections which the user may read.
  func rights() throws(SharedLibraryError) -> String {
    try rows("SELECT recto.rights()", [], .init(time: .seconds(2))) {
      row throws(PostgresError) in row.line(0)
    }.first ?? ""
  }

  /// Makes this empty database a part of a library.
  func becomePart(of library: String) throws(SharedLibraryError) {
    try run("SELECT recto.become_part($1)", [.text(library)])
    try greet()
  }

  /// Lists another database, or lists it at another place; returns its number.
  func list(_ part: String, at place: String) throws(SharedLibraryError) -> Int {
    try rows("SELECT recto.add_shard($1, $2)", [.text(part), .text(place)]) {
      row throws(PostgresError) in try row.integer(0)
    }.first ?? 0
  }

  /// Returns the number of the database that stores a document: the one that asks, unless another was there before.
  package func home(
    of hash: String, in collection: String, askedBy number: Int
  ) throws(SharedLibraryError) -> Int {
    try rows(
      "SELECT recto.home_of($1, $2, $3)", [.text(collection), .text(hash), .integer(number)]
    ) { row throws(PostgresError) in try row.integer(0) }.first ?? number
  }
}
