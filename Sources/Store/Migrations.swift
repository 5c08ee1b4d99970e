/// The steps that lead a database from its first form to the one of today.
package struct Migrations: Sendable {
  /// Statements that lead from form `index` to form `index + 1`; published steps are never changed.
  package var steps: [String]

  package init(_ steps: [String]) {
    self.steps = steps
  }

  /// Why a database was not migrated.
  package enum Failure: Error, Sendable, Hashable {
    case store(StoreError)
    /// A newer program made the database; it is left unchanged.
    case newer(form: Int)
  }

  /// Migrates a database in one transaction: it has either the old or the new schema.
  package func apply(to connection: Connection) throws(Failure) {
    var form = try form(of: connection)
    if form < steps.count {
      try Failure.wrapped { () throws(StoreError) in
        try connection.transaction { () throws(StoreError) in
          // Another program may have done it while this one waited.
          let form = try connection.formVersion()
          guard form < steps.count else { return }
          for step in steps[form...] { try connection.execute(step) }
          try connection.execute("PRAGMA user_version = \(steps.count)")
        }
      }
      form = try self.form(of: connection)
    }
    guard form <= steps.count else { throw .newer(form: form) }
  }

  private func form(of connection: Connection) throws(Failure) -> Int {
    try Failure.wrapped { () throws(StoreError) in try connection.formVersion() }
  }
}

extension Migrations.Failure {
  /// Runs a body whose errors are the store's.
  package static func wrapped<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(Migrations.Failure) -> Result {
    do throws(StoreError) { return try body() } catch { throw .store(error) }
  }
}
