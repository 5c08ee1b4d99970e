internal import CPostgres

/// The address of a database as libpq reads it: `postgresql://user@host/database`, or `host=… dbname=…`.
package struct PostgresAddress: Sendable, Hashable {
  package let text: String
  /// Options that are not in the address but are needed, by name.
  let additions: [String: String]

  /// Throws if libpq is missing, does not understand the address, or the address has a password: it would be stored and shown.
  package init(_ text: String) throws(PostgresError) {
    guard PostgresLibrary.isLoaded else { throw PostgresError(.noLibrary) }
    guard text.contains("=") || text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
    else {
      throw PostgresError(
        .address, "an address begins with postgresql://, such as postgresql://ada@db.example/recto")
    }
    var problem: UnsafeMutablePointer<CChar>?
    guard let options = cpostgres_PQconninfoParse(text, &problem) else {
      // Its message repeats the address, which may have a password.
      cpostgres_PQfreemem(problem)
      throw PostgresError(
        .address,
        "libpq cannot read it; one is written as postgresql://ada@db.example:5432/recto")
    }
    defer { cpostgres_PQconninfoFree(options) }
    var given: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { given[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    guard given["password"] == nil else {
      throw PostgresError(
        .address,
        "it has a password, which would be stored; write that into ~/.pgpass (chmod 600) instead")
    }
    self.text = text
    var additions = ["client_encoding": "UTF8", "fallback_application_name": "recto"]
    // Sockets need no TLS; elsewhere nobody may read along or answer in the server's place.
    if given["sslmode"] == nil, !Self.isOnThisMachine(given["hostaddr"] ?? given["host"]) {
      additions["sslmode"] = "verify-full"
    }
    self.additions = additions
  }

  private static func isOnThisMachine(_ hosts: String?) -> Bool {
    hosts?.split(separator: ",").allSatisfy {
      $0.hasPrefix("/") || ["localhost", "127.0.0.1", "::1"].contains($0)
    } ?? false
  }
}

/// libpq, opened at the first need.
package enum PostgresLibrary {
  package static let isLoaded = cpostgres_load() != 0

  /// As `libpq 15.8`; nil if it is not installed.
  package static var version: String? {
    guard isLoaded else { return nil }
    let number = cpostgres_PQlibVersion()
    return "libpq \(number / 10_000).\(number % 10_000)"
  }
}
