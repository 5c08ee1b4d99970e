internal import CPostgres
import Glibc

/// The address of a database as libpq reads it: `postgresql://user@host/database`, or `host=… dbname=…`.
package struct PostgresAddress: Sendable, Hashable {
  package let text: String
  /// Options that are not in the address but are needed, by name.
  let additions: [String: String]
  /// The parameters in the address.
  private let given: [String: String]

  /// Throws if libpq is missing or does not understand the address, or if it has a password, which would be stored and shown.
  package init(_ text: String) throws(PostgresError) {
    let given = try Self.parse(text)
    guard given["password"] == nil else {
      throw PostgresError(
        .address,
        "it has a password, which would be stored; write that into ~/.pgpass (chmod 600) instead")
    }
    self.text = text
    self.given = given
    var additions = Self.always
    // Sockets need no TLS; other connections must not be overheard or answered by somebody else.
    if given["sslmode"] == nil, !Self.isOnThisMachine(given["hostaddr"] ?? given["host"]) {
      additions["sslmode"] = "verify-full"
    }
    self.additions = additions
  }

  private static let always = ["client_encoding": "UTF8", "fallback_application_name": "recto"]

  private static func parse(_ text: String) throws(PostgresError) -> [String: String] {
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
    return given
  }

  private static func isOnThisMachine(_ hosts: String?) -> Bool {
    hosts?.split(separator: ",").allSatisfy {
      $0.hasPrefix("/") || ["localhost", "127.0.0.1", "::1"].contains($0)
    } ?? false
  }
}

/// The addresses of other databases, as a library's first one lists them. The list can be wrong or malicious, so it only decides where to connect.
extension PostgresAddress {
  /// The parameters that locate a database.
  private static let places: Set = ["host", "port", "dbname", "target_session_attrs"]
  /// The parameters that locate the joined database, which do not apply to another.
  private static let ways = places.union(["hostaddr", "load_balance_hosts"])

  private var hosts: [String] {
    given["host"]?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? []
  }

  /// The options for connecting to all hosts, then for connecting without the first ones: libpq tries the next host after one that refuses, but not
  /// after one that hangs.
  var attempts: [[(String, String)]] {
    // libpq expands the address as `dbname`; options after it override its parts.
    let options = [("dbname", text)] + additions.sorted { $0.key < $1.key }
    let lists = ["host", "hostaddr", "port"].compactMap { name in
      given[name].map {
        (name, parts: $0.split(separator: ",", omittingEmptySubsequences: false))
      }
    }
    let count = lists.filter { $0.0 != "port" }.map(\.parts.count).max() ?? 1
    return (0..<max(1, count)).map { first in
      guard first > 0 else { return options }
      return options
        + lists.filter { $0.parts.count == count }.map {
          ($0.0, $0.parts[first...].joined(separator: ","))
        }
    }
  }

  /// The part of the address that locates the database, without credentials; nil unless it has a host and a database.
  package var place: String? {
    guard given["hostaddr"] == nil, !hosts.isEmpty, !hosts.contains(""), given["dbname"] != nil
    else { return nil }
    return given.filter { Self.places.contains($0.key) }.sorted { $0.key < $1.key }.map {
      let value = $0.value.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
      return "\($0.key)='\(value)'"
    }.joined(separator: " ")
  }

  /// Makes the address of a listed database. The role, certificates and everything else are those of the joined one. libpq may send it a password, so that its
  /// host must be one of those that were joined, or show a certificate of the authority that the user has named.
  package init(place: String, beside joined: PostgresAddress) throws(PostgresError) {
    let given = try Self.parse(place)
    let address = PostgresAddress(text: place, additions: [:], given: given)
    guard address.place != nil, Set(given.keys).isSubset(of: Self.places) else {
      throw PostgresError(
        .address, "the library lists a database by other things than its host, port and name")
    }
    var additions = joined.additions.merging(joined.given) { $1 }
      .filter { !Self.ways.contains($0.key) }
    // A machine has several names for itself.
    let areBothHere = [joined, address].allSatisfy { Self.isOnThisMachine($0.given["host"]) }
    if !areBothHere, !Set(address.hosts).isSubset(of: joined.hosts) {
      let isNear = address.hosts.contains { $0.hasPrefix("@") || Self.isOnThisMachine($0) }
      guard !isNear, !joined.trustsEverybody else {
        throw PostgresError(
          .address,
          "the library lists a database on another host, which nothing vouches for: \(address.hosts.joined(separator: ", "))"
        )
      }
      additions["sslmode"] = "verify-full"
      // GSS encryption would be tried before TLS, and checks no certificate.
      additions["gssencmode"] = "disable"
    }
    self.init(text: place, additions: additions, given: given)
  }

  /// Whether any certificate may be accepted that a public authority has signed; a service could name one.
  private var trustsEverybody: Bool {
    func value(_ name: String, _ variable: String) -> String? {
      given[name] ?? getenv(variable).map { String(cString: $0) }
    }
    guard value("service", "PGSERVICE") == nil else { return true }
    let authority = value("sslrootcert", "PGSSLROOTCERT") ?? ""
    return authority == "system" || Self.publicAuthorities.contains { authority.hasPrefix($0) }
  }

  /// The folders in which systems keep the certificates of public authorities.
  private static let publicAuthorities = [
    "/etc/ssl/", "/etc/pki/", "/etc/ca-certificates", "/usr/lib/ssl/", "/usr/share/ca-certificates",
    "/usr/local/share/ca-certificates",
  ]

  private init(text: String, additions: [String: String], given: [String: String]) {
    (self.text, self.additions, self.given) = (text, additions, given)
  }
}

/// libpq, loaded on first use.
package enum PostgresLibrary {
  package static let isLoaded = cpostgres_load() != 0

  /// The version such as `libpq 15.8`; nil if it is not installed.
  package static var version: String? {
    guard isLoaded else { return nil }
    let number = cpostgres_PQlibVersion()
    return "libpq \(number / 10_000).\(number % 10_000)"
  }
}
