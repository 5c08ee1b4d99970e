import Postgres
import Synchronization

/// The databases of a shared library: the first, which lists the others, and those. Used from one thread at a time.
package final class SharedDatabases {
  /// By number, the first one first.
  package private(set) var parts: [LibraryPart]
  private let joined: PostgresAddress
  let id: String
  private let keep: ([SharedShard]) -> Void
  let gate: WaitingGate
  /// When the first database was asked for the others.
  private(set) var listed = ContinuousClock.now

  /// Opens a library that has an identifier. `known` are its other databases as they were listed last, for times when the first does not answer; `keep` is given
  /// them when they change. `mayGoOn` is asked several times a second while waiting.
  package init(
    _ address: String, id: String, known: [SharedShard] = [],
    keep: @escaping ([SharedShard]) -> Void = { _ in },
    while mayGoOn: @escaping () -> Bool = { true }
  ) throws(SharedLibraryError) {
    joined = try SharedDatabase.parsed(address)
    (self.id, self.keep, gate) = (id, keep, WaitingGate(mayGoOn))
    parts = [LibraryPart(first: joined, of: id, gate)]
    list(known)
    do throws(SharedLibraryError) { try refresh() } catch {
      guard error.isTransient, !known.isEmpty else { throw error }
    }
  }

  /// Makes one of an open database.
  package init(_ database: SharedDatabase) {
    (joined, id, keep) = (database.address, database.id, { _ in })
    gate = WaitingGate { true }
    parts = [LibraryPart(first: joined, of: id, gate, database)]
  }

  /// The first database, which has the annotations too.
  package func first() throws(SharedLibraryError) -> SharedDatabase { try parts[0].opened() }

  private var shards: [SharedShard] { parts.dropFirst().map(\.shard) }

  /// Asks the first database for the others.
  package func refresh() throws(SharedLibraryError) {
    update(try parts[0].shards())
    listed = .now
  }

  /// Takes a list of the other databases.
  func update(_ shards: [SharedShard]) {
    guard shards != self.shards else { return }
    list(shards)
    keep(shards)
  }

  private func list(_ shards: [SharedShard]) {
    parts = [parts[0]] + shards.map { part(of: $0) }
  }

  /// Returns the part for a listed database, the one that there is if it has not changed.
  func part(of shard: SharedShard) -> LibraryPart {
    parts.dropFirst().first { $0.shard == shard }
      ?? LibraryPart(shard, beside: joined, of: id, gate)
  }

  /// Runs a body for each database, or for some; throws the first error of any, with its database's number, once all were asked.
  package func each(
    _ chosen: ArraySlice<LibraryPart>? = nil,
    _ body: (LibraryPart, SharedDatabase) throws(SharedLibraryError) -> Void
  ) throws(SharedLibraryError) {
    var failure: SharedLibraryError?
    for part in chosen ?? parts[...] {
      do throws(SharedLibraryError) { try body(part, try part.opened()) } catch {
        failure = failure ?? (parts.count > 1 ? .part(number: part.number, error) : error)
      }
    }
    if let failure { throw failure }
  }
}

/// One of the databases of a shared library; it connects at the first need, and again after a failure.
// Unchecked: used by one thread at a time.
package final class LibraryPart: @unchecked Sendable {
  let shard: SharedShard
  private let address: Result<PostgresAddress, PostgresError>
  let id: String
  private let gate: WaitingGate
  private var database: SharedDatabase?
  private var failure: (error: SharedLibraryError, end: ContinuousClock.Instant)?

  /// The time to connect; a server that takes longer is left out.
  private static let patience = Duration.seconds(2)
  /// The longest time for which a server that did not answer in time is not asked again.
  static let rest = Duration.seconds(1)

  init(
    first address: PostgresAddress, of id: String, _ gate: WaitingGate,
    _ database: SharedDatabase? = nil
  ) {
    shard = SharedShard(number: 1, part: database?.part ?? "", place: "")
    (self.address, self.id, self.gate, self.database) = (.success(address), id, gate, database)
  }

  init(
    _ shard: SharedShard, beside joined: PostgresAddress, of id: String, _ gate: WaitingGate
  ) {
    self.shard = shard
    address = Result { () throws(PostgresError) in
      try PostgresAddress(place: shard.place, beside: joined)
    }
    (self.id, self.gate) = (id, gate)
  }

  package var number: Int { shard.number }
  /// Where it is, as the first database lists it; empty for the first.
  package var place: String { shard.place }

  package func opened() throws(SharedLibraryError) -> SharedDatabase {
    if let database, !database.isBroken { return database }
    // A connection without use must not prolong the rest each time it is asked for.
    database = nil
    if let failure, failure.end > .now { throw failure.error }
    let begin = ContinuousClock.now
    do throws(SharedLibraryError) {
      let opened = try SharedDatabase(
        try reachable(), within: Self.patience, while: { [gate] in gate.isOpen })
      guard opened.id == id else { throw .another }
      guard opened.part == shard.part else { throw shard.part.isEmpty ? .notTheFirst : .another }
      (database, failure) = (opened, nil)
      return opened
    } catch {
      // The pause is as long as the attempt was at most: a database that refuses at once may be replaced at once.
      rest(after: error, for: min(Self.rest, .now - begin))
      throw error
    }
  }

  private func reachable() throws(SharedLibraryError) -> PostgresAddress {
    try SharedLibraryError.wrapped { () throws(PostgresError) in try address.get() }
  }

  /// Throws if readers would not connect to its place.
  func demandAddress() throws(SharedLibraryError) { _ = try reachable() }

  /// Upgrades a database of an earlier form. A list of databases cannot have others set up.
  func upgrade() throws(SharedLibraryError) {
    do throws(SharedLibraryError) { _ = try opened() } catch {
      guard case .older = error else { throw error }
      _ = try SharedDatabase.settingUp(try reachable())
      _ = try opened()
    }
  }

  /// Leaves the server alone for a moment.
  func rest(after error: SharedLibraryError, for time: Duration = LibraryPart.rest) {
    if error.isTransient { failure = (error, .now + time) }
  }

  /// Returns the other databases, of the first one.
  func shards() throws(SharedLibraryError) -> [SharedShard] {
    try again { database throws(SharedLibraryError) in try database.shards() }
  }

  /// Runs a body, again if the server has meanwhile ended the connection.
  func again<Value>(
    _ body: (SharedDatabase) throws(SharedLibraryError) -> Value
  ) throws(SharedLibraryError) -> Value {
    do throws(SharedLibraryError) { return try body(try opened()) } catch {
      guard error.isTransient, database?.isBroken == true else { throw error }
      guard !error.isLate else {
        rest(after: error)
        throw error
      }
    }
    return try body(try opened())
  }
}

/// Says whether connections are still waited for. While several databases are searched side by side their threads must not run the user's closure.
// Unchecked: the closure is run by one thread at a time.
final class WaitingGate: @unchecked Sendable {
  private let mayGoOn: () -> Bool
  private let isShared = Atomic<Bool>(false)
  private let isEnded = Atomic<Bool>(false)

  init(_ mayGoOn: @escaping () -> Bool) { self.mayGoOn = mayGoOn }

  var isOpen: Bool {
    isShared.load(ordering: .acquiring) ? !isEnded.load(ordering: .acquiring) : mayGoOn()
  }

  /// Lets several threads wait until `end`.
  func share() {
    isEnded.store(false, ordering: .releasing)
    isShared.store(true, ordering: .releasing)
  }

  func end() { isEnded.store(true, ordering: .releasing) }

  /// Lets one thread wait again, once the others have ended.
  func unshare() { isShared.store(false, ordering: .releasing) }
}
