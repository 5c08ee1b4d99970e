import Foundation
@testable import Postgres
import Testing
import TestSupport

/// Connections to a real server.
@Suite(.enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.missing)"))
struct PostgresTests {
  private func connect(as role: String = "postgres") throws -> PostgresConnection {
    try PostgresConnection(
      to: PostgresAddress(try PostgresCluster.shared.get().address("postgres", as: role)))
  }

  private func kind(_ body: () throws -> Void) -> PostgresError.Kind? {
    do {
      try body()
      return nil
    } catch {
      return (error as? PostgresError)?.kind
    }
  }

  @Test func valuesRoundTrip() throws {
    let connection = try connect()
    let bytes: [UInt8] = [0, 1, 255]
    let rows = try connection.rows(
      """
      SELECT $1::bigint, $2::text, $3::bytea, $4::bool, $5::bigint[], $6::text[]::text, $7::text, cardinality($8::bytea[]),
        7::int2, 8::int4, $9::bigint[]
      """,
      [
        .integer(-5), .text("Grüße\0"), .bytes(bytes), .bool(true), .integers([1, -2, 1 << 40]),
        .texts(["a\"b", ""]), .null, .byteStrings([[], bytes]), .integers([]),
      ]
    ) { row throws(PostgresError) in
      #expect(try row.integer(0) == -5)
      #expect(row.text(1) == "Grüße")
      #expect(try row.withBytes(2) { Array($0) } == bytes)
      #expect(try row.bool(3))
      #expect(try row.integers(4) == [1, -2, 1 << 40])
      #expect(row.text(5) == #"{"a\"b",""}"#)
      #expect(row.text(6).isEmpty)
      #expect(try row.integer(7) == 2)
      #expect(try row.integer(8) == 7)
      #expect(try row.integer(9) == 8)
      #expect(try row.integers(10).isEmpty)
      return row.columnCount
    }
    #expect(rows == [11])
    #expect(connection.user == "postgres")
  }

  @Test func aValueOfAnotherTypeIsAnError() throws {
    for (text, asks) in [("'abc'", false), ("1", true), ("ARRAY[NULL::int]", true)] {
      let connection = try connect()
      #expect(
        kind {
          try connection.run("SELECT \(text)") { row throws(PostgresError) in
            if asks { _ = try row.integers(0) } else { _ = try row.integer(0) }
          }
        } == .malformed, "\(text)")
      // The rest of such an answer is not read.
      #expect(connection.isBroken)
    }
  }

  @Test func statementErrorsLeaveTheConnectionUsable() throws {
    let connection = try connect()
    let error = #expect(throws: PostgresError.self) { try connection.run("SELECT * FROM nothing") }
    #expect(error?.state == "42P01" && error?.message.contains("nothing") == true)
    #expect(
      try connection.rows("SELECT 3") { row throws(PostgresError) in try row.integer(0) } == [3])
    #expect(throws: PostgresError.self) {
      try connection.transaction { () throws(PostgresError) in
        try connection.run("CREATE TEMPORARY TABLE t (a int)")
        try connection.run("SELECT 1 / 0")
      }
    }
    #expect(
      try connection.rows("SELECT to_regclass('t') IS NULL") { row throws(PostgresError) in
        try row.bool(0)
      } == [true])
  }

  @Test func answersAreBoundedInTimeAndSize() throws {
    let late = try connect()
    #expect(
      kind { try late.run("SELECT pg_sleep(20)", [], .init(time: .milliseconds(100))) } == .late)
    #expect(late.isBroken)
    let large = try connect()
    #expect(
      kind {
        try large.run(
          "SELECT repeat('x', 10000) FROM generate_series(1, 100000)", [], .init(bytes: 1 << 20))
      } == .malformed)
    let cancelled = try connect()
    // A statement that has not begun cannot be cancelled.
    var asked = 0
    cancelled.mayGoOn = {
      asked += 1
      return asked < 20
    }
    #expect(kind { try cancelled.run("SELECT pg_sleep(20)") } == .cancelled)
    // The server ends the cancelled statement, too.
    let watching = try connect()
    let end = ContinuousClock.now + .seconds(10)
    let running =
      "SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(20)' AND state = 'active'"
    var count = [1]
    while count != [0] {
      try #require(.now < end)
      count = try watching.rows(running) { row throws(PostgresError) in try row.integer(0) }
    }
  }

  @Test func addressesAreChecked() throws {
    #expect(kind { _ = try PostgresAddress("db.example") } == .address)
    #expect(
      kind { _ = try PostgresAddress("postgresql://ada:secret@db.example/recto") } == .address)
    #expect(
      kind { _ = try PostgresAddress("postgresql://ada@db.example:xx/recto?nothing=1") } == .address
    )
    #expect(
      kind { _ = try PostgresConnection(to: PostgresAddress("postgresql:///x?host=/nonexistent")) }
        == .unreachable)
    #expect(kind { _ = try self.connect(as: "nobody_at_all") } == .refused)
  }

  @Test func aServerThatShutsDownIsATemporaryError() throws {
    let cluster = try PostgresCluster()
    defer { cluster.end() }
    let address = try PostgresAddress(cluster.address("postgres"))
    // A server asked to end waits for those who are connected and admits nobody else.
    let connected = try PostgresConnection(to: address)
    kill(cluster.processIdentifier, SIGTERM)
    let end = ContinuousClock.now + .seconds(20)
    var refusal: PostgresError.Kind?
    while refusal == nil {
      try #require(.now < end)
      refusal = kind { _ = try PostgresConnection(to: address) }
    }
    #expect(refusal == .unreachable)
    #expect(
      try connected.rows("SELECT 1") { row throws(PostgresError) in try row.integer(0) } == [1])
  }

  @Test func passwordsAreReadFromThePgpassFile() throws {
    let cluster = try PostgresCluster()
    defer { cluster.end() }
    try cluster.run(script: "CREATE ROLE ada LOGIN PASSWORD 'right'", in: "postgres")
    let rules = "local all ada scram-sha-256\nlocal all all trust\n"
    try rules.write(
      toFile: cluster.folder + "/data/pg_hba.conf", atomically: false, encoding: .utf8)
    try cluster.run(script: "SELECT pg_reload_conf()", in: "postgres")
    let file = cluster.folder + "/passwords"
    let address = cluster.address("postgres", as: "ada") + "&passfile=" + file
    func connect() -> PostgresError.Kind? {
      kind { _ = try PostgresConnection(to: PostgresAddress(address)) }
    }
    let end = ContinuousClock.now + .seconds(10)
    while connect() == nil { try #require(.now < end) }
    #expect(connect() == .passwordMissing)
    for (password, expected) in [("wrong", PostgresError.Kind.passwordRefused), ("right", nil)] {
      try "*:*:*:*:\(password)".write(toFile: file, atomically: true, encoding: .utf8)
      chmod(file, 0o600)
      #expect(connect() == expected)
    }
  }

  /// A library's list of databases says where they are, and nothing else.
  @Test func listedDatabasesInheritTheLoginSettings() throws {
    let joined = try PostgresAddress(
      "postgresql://ada@db1.example:5433/recto?sslmode=disable&sslrootcert=/ca.pem")
    let near = try PostgresAddress(
      place: "host=db1.example port=6000 dbname=two", beside: joined)
    #expect(near.additions["user"] == "ada" && near.additions["sslmode"] == "disable")
    #expect(near.additions["port"] == nil && near.additions["dbname"] == nil)
    let far = try PostgresAddress(place: "host=db1.example,db2.example dbname=two", beside: joined)
    #expect(far.additions["sslmode"] == "verify-full")
    #expect(far.additions["sslrootcert"] == "/ca.pem" && far.additions["user"] == "ada")
    for place in [
      "host=/tmp dbname=x", "host=localhost dbname=x", "host=@x dbname=x",
      "host=127.0.0.1 dbname=x",
      "host=db1.example dbname=x sslmode=disable", "host=db1.example dbname=x user=root",
      "host=db1.example dbname=x passfile=/etc/passwd", "host=db1.example dbname=x password=p",
      "host=db1.example hostaddr=10.0.0.1 dbname=x", "service=x host=db1.example dbname=x",
      "host=db1.example", "dbname=x", "host=db1.example, dbname=x",
    ] {
      #expect(throws: PostgresError.self, "\(place)") {
        _ = try PostgresAddress(place: place, beside: joined)
      }
    }
    // This machine has several names.
    for address in [
      "postgresql://ada@/recto?host=/run/postgresql", "postgresql://ada@localhost/recto",
    ] {
      let here = try PostgresAddress(address)
      for place in ["host=127.0.0.1 port=5433 dbname=x", "host=/tmp dbname=x"] {
        #expect(try PostgresAddress(place: place, beside: here).additions["user"] == "ada")
      }
    }
    // A certificate of anybody vouches for nothing.
    let open = try PostgresAddress("postgresql://ada@db1.example/recto?sslrootcert=system")
    #expect(throws: PostgresError.self) {
      _ = try PostgresAddress(place: "host=db2.example dbname=x", beside: open)
    }
    let everybody = try PostgresAddress(
      "postgresql://ada@db1.example/recto?sslrootcert=/etc/ssl/certs/ca-certificates.crt")
    #expect(throws: PostgresError.self) {
      _ = try PostgresAddress(place: "host=db2.example dbname=x", beside: everybody)
    }
    let named = try PostgresAddress(
      "host=db2.example port=1 user=keeper sslmode=require dbname='it\\'s'")
    #expect(named.place == "dbname='it\\'s' host='db2.example' port='1'")
  }
}
