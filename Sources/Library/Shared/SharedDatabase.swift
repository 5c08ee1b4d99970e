import Postgres

/// A connection to the database of a shared library, used from one thread at a time; calls block, so never on the screen's thread.
package final class SharedDatabase {
  let address: PostgresAddress
  private(set) var connection: PostgresConnection
  private let mayGoOn: () -> Bool
  /// Identifies the library wherever its server moves.
  package private(set) var id = ""
  /// Tells a database from the others of its library; empty for the first, which lists them.
  package private(set) var part = ""

  /// The time to connect.
  package static let patience = Duration.seconds(3)

  /// Connects without looking for a library.
  private init(
    connecting address: PostgresAddress, within time: Duration = SharedDatabase.patience,
    while mayGoOn: @escaping () -> Bool
  ) throws(SharedLibraryError) {
    self.mayGoOn = mayGoOn
    self.address = address
    connection = try SharedLibraryError.wrapped { () throws(PostgresError) in
      try PostgresConnection(to: address, within: time, while: mayGoOn)
    }
  }

  /// Opens a library; `mayGoOn` is asked several times a second while waiting.
  package convenience init(
    _ address: String, while mayGoOn: @escaping () -> Bool = { true }
  ) throws(SharedLibraryError) {
    try self.init(try Self.parsed(address), while: mayGoOn)
  }

  convenience init(
    _ address: PostgresAddress, within time: Duration = SharedDatabase.patience,
    while mayGoOn: @escaping () -> Bool = { true }
  ) throws(SharedLibraryError) {
    try self.init(connecting: address, within: time, while: mayGoOn)
    try greet()
  }

  static func parsed(_ address: String) throws(SharedLibraryError) -> PostgresAddress {
    try SharedLibraryError.wrapped { () throws(PostgresError) in try PostgresAddress(address) }
  }

  /// Opens the library of a database, sets it up if there is none, and upgrades one of an earlier form; returns whether it was set up.
  package static func settingUp(
    _ address: String, besideOthers: Bool = false
  ) throws(SharedLibraryError) -> (database: SharedDatabase, isNew: Bool) {
    try settingUp(try parsed(address), besideOthers: besideOthers)
  }

  /// Throws if a database has tables, views or sequences that belong to no extension.
  private func demandEmpty() throws(SharedLibraryError) {
    let others = try SharedLibraryError.wrapped { () throws(PostgresError) in
      try connection.rows(
        """
        SELECT format('%s.%s', n.nspname, c.relname) FROM pg_catalog.pg_class c
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname !~ '^(pg_|information_schema$)' AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
          AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend d 
            WHERE d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
        ORDER BY c.relkind = 'S', 1 LIMIT 1
        """, [], Self.greetingLimits
      ) { row throws(PostgresError) in row.line(0) }
    }
    if let other = others.first { throw .notEmpty(other) }
  }

  static func settingUp(
    _ address: PostgresAddress, besideOthers: Bool = false
  ) throws(SharedLibraryError) -> (database: SharedDatabase, isNew: Bool) {
    let database = try SharedDatabase(connecting: address) { true }
    do throws(SharedLibraryError) {
      try database.greet()
      return (database, false)
    } catch {
      let script =
        switch error {
        case .notALibrary: SharedSchema.upgrade()
        case .older(let form): SharedSchema.upgrade(from: form)
        default: String?.none
        }
      guard let script else { throw error }
      if error == .notALibrary, !besideOthers { try database.demandEmpty() }
      try SharedLibraryError.wrapped { () throws(PostgresError) in
        try database.connection.execute(script, .init(time: .seconds(60)))
      }
      try database.greet()
      return (database, error == .notALibrary)
    }
  }

  /// The library by which servers are asked, as `libpq 15.8`; nil if it is not installed.
  package static var client: String? { PostgresLibrary.version }

  /// Whether the connection can only be replaced.
  package var isBroken: Bool { connection.isBroken }

  /// The role that logged in.
  package var role: String { connection.user }

  func greet() throws(SharedLibraryError) {
    let greeting: [(form: Int, id: String, part: String)]
    do throws(PostgresError) {
      // Earlier forms have no parts.
      greeting = try connection.rows(
        "SELECT form, id, to_jsonb(g) ->> 'part' FROM recto.greeting() g", [], Self.greetingLimits
      ) {
        row throws(PostgresError) in (try row.integer(0), row.line(1), row.line(2))
      }
    } catch {
      switch error.state {
      // No such schema, no such function.
      case "3F000", "42883": throw .notALibrary
      case "42501": throw .notAMember(role: role)
      default: throw .database(error)
      }
    }
    guard let (form, id, part) = greeting.first, greeting.count == 1 else { throw .notALibrary }
    guard form <= SharedSchema.form else { throw .newer(form: form) }
    guard form == SharedSchema.form else { throw .older(form: form) }
    (self.id, self.part) = (id, part)
  }

  private static let greetingLimits = PostgresConnection.Limits(time: .seconds(2))

  /// Replaces a connection that cannot be used any more.
  package func reconnect(
    within time: Duration = SharedDatabase.patience
  ) throws(SharedLibraryError) {
    connection = try SharedLibraryError.wrapped { () throws(PostgresError) in
      try PostgresConnection(to: address, within: time, while: mayGoOn)
    }
    try greet()
  }

  func rows<Row>(
    _ text: String, _ values: [PostgresValue] = [],
    _ limits: PostgresConnection.Limits = .init(),
    _ row: (borrowing PostgresRow) throws(PostgresError) -> Row
  ) throws(SharedLibraryError) -> [Row] {
    try SharedLibraryError.wrapped { () throws(PostgresError) in
      try connection.rows(text, values, limits, row)
    }
  }

  func run(
    _ text: String, _ values: [PostgresValue] = [], _ limits: PostgresConnection.Limits = .init()
  ) throws(SharedLibraryError) {
    try SharedLibraryError.wrapped { () throws(PostgresError) in
      try connection.run(text, values, limits)
    }
  }
}
