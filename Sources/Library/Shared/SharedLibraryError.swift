package import Postgres

/// Why a shared library cannot be used.
package enum SharedLibraryError: Error, Sendable, Hashable {
  case database(PostgresError)
  /// The database has no library.
  case notALibrary
  /// The database has no library, but something else.
  case notEmpty(String)
  /// The library was set up by a newer or older version.
  case newer(form: Int)
  case older(form: Int)
  /// The database has another library than the one that was joined.
  case another
  /// The database is not the first of its library, which lists the others.
  case notTheFirst
  /// The role is not admitted to the library.
  case notAMember(role: String)
  /// The folder of a collection is not available on this machine.
  case folderMissing(String)
  /// No sandboxed worker starts.
  case noWorker
  /// The answer is not what a library answers.
  case nonsense(String)
  /// The error of one of the databases of a library that has several.
  indirect case part(number: Int, SharedLibraryError)

  /// Whether the same request may succeed later.
  package var isTransient: Bool {
    switch self {
    case .database(let error): error.isTransient
    case .part(_, let error): error.isTransient
    default: false
    }
  }

  /// Whether the server did not answer in time: asking again would take as long.
  var isLate: Bool {
    if case .database(let error) = self { return error.kind == .late }
    return false
  }

  /// Whether the request is not wanted any more.
  var isCancelled: Bool {
    if case .database(let error) = self { return error.kind == .cancelled }
    return false
  }

  /// Runs a body whose errors are the database's.
  static func wrapped<Result>(
    _ body: () throws(PostgresError) -> Result
  ) throws(SharedLibraryError) -> Result {
    do throws(PostgresError) { return try body() } catch { throw .database(error) }
  }
}
