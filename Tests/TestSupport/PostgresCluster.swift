import Foundation
import Glibc
import Synchronization

/// A PostgreSQL cluster of its own in a temporary folder, reached by a socket there. It ends with the test process, also if that is killed.
package final class PostgresCluster: Sendable {
  package let folder: String
  /// The folder of the socket, and its port there.
  private let socketFolder: String
  private let port: Int
  private let programs: String
  private let server: Process
  private let lifeline: Pipe
  private let databases = Mutex(0)

  /// The folder of PostgreSQL's server programs; nil if it is not installed.
  package static let programs: String? = {
    let versions =
      (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    return versions.sorted { $0.compare($1, options: .numeric) == .orderedDescending }
      .map { "/usr/lib/postgresql/\($0)/bin" }
      .first { access($0 + "/initdb", X_OK) == 0 && access("/usr/bin/setpriv", X_OK) == 0 }
  }()

  package static let isInstalled = programs != nil
  package static let missing = "PostgreSQL is not installed; .ci/setup installs it"

  /// The cluster that the tests of a process share, each with databases of its own.
  package static let shared = Result { try PostgresCluster() }

  package struct Failure: Error {
    package var message: String
  }

  /// Settings for tests: they end processes, never the machine.
  package static let undurable = [
    "fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off",
    "max_connections=60",
  ]

  /// `settings` are PostgreSQL's, as `name=value`. A cluster beside another is another server of the same host. A standby follows another cluster.
  package init(
    settings: [String] = undurable, beside other: PostgresCluster? = nil,
    following primary: PostgresCluster? = nil
  ) throws {
    guard let programs = Self.programs else { throw Failure(message: Self.missing) }
    self.programs = programs
    // The path of a socket has at most 107 bytes.
    var name = Array("/tmp/recto-pg-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw Failure(message: "no temporary folder") }
    folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if geteuid() == 0, let user = getpwnam("nobody") {
      chown(folder, user.pointee.pw_uid, user.pointee.pw_gid)
    }
    socketFolder = other?.socketFolder ?? folder
    port = other.map { $0.port + 1 } ?? 5432
    if let primary {
      try Self.run(
        Self.unprivileged(
          [programs + "/pg_basebackup", "-D", folder + "/data", "-h", primary.socketFolder]
            + ["-p", "\(primary.port)", "-U", "postgres", "-R", "-X", "stream", "-c", "fast"]))
    } else {
      try Self.run(
        Self.unprivileged(
          [programs + "/initdb", "-D", folder + "/data", "-U", "postgres", "-A", "trust", "-N"]
            + ["--no-locale", "-E", "UTF8"]))
    }
    let options =
      (["listen_addresses=", "unix_socket_directories=\(socketFolder)", "port=\(port)"] + settings)
      .map { "-c \($0)" }
    server = Process()
    server.executableURL = URL(fileURLWithPath: "/bin/sh")
    let command = Self.unprivileged([programs + "/postgres", "-D", folder + "/data"])
      .joined(separator: " ")
    // A second shell waits for the end of its input, which is the end of the test process, and ends the server, which has replaced the first.
    server.arguments = [
      "-c",
      "exec 3<&0; { read -r line; kill -QUIT $$; sleep 1; rm -rf \(folder); } <&3 >/dev/null 2>&1 & "
        + "exec \(command) \(options.joined(separator: " ")) >\(folder)/log 2>&1 </dev/null 3<&-",
    ]
    lifeline = Pipe()
    // Nobody else may hold it open: it would never end.
    _ = fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    server.standardInput = lifeline
    try server.run()
    let end = ContinuousClock.now + .seconds(20)
    while (try? run(script: "SELECT 1", in: "postgres")) == nil {
      guard .now < end else { throw Failure(message: "the server did not start") }
      usleep(20_000)
    }
  }

  /// The server's first process, whose children serve connections.
  package var processIdentifier: Int32 { server.processIdentifier }

  /// Ends the server at once, as a crash of its machine would.
  package func end() {
    signal(SIGCONT)
    try? lifeline.fileHandleForWriting.close()
    // The second shell holds what Foundation would wait for.
    let end = ContinuousClock.now + .seconds(20)
    while (try? run(script: "SELECT 1", in: "postgres")) != nil, .now < end { usleep(20_000) }
  }

  /// Sends a signal to all of the server's processes, such as SIGSTOP.
  package func signal(_ signal: Int32) {
    let server = processIdentifier
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    for pid in names.compactMap({ Int32($0) }) {
      let state = FileManager.default.contents(atPath: "/proc/\(pid)/stat") ?? Data()
      let fields = String(decoding: state, as: UTF8.self).split(separator: ")").last?
        .split(separator: " ")
      guard pid == server || fields?[1] == "\(server)" else { continue }
      kill(pid, signal)
    }
  }

  /// Ends all sessions and makes the server unreachable, as a pulled plug does.
  package func unplug() throws {
    try run(
      script:
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()",
      in: "postgres")
    try FileManager.default.moveItem(atPath: socket, toPath: socket + ".unplugged")
  }

  package func plug() throws {
    try FileManager.default.moveItem(atPath: socket + ".unplugged", toPath: socket)
  }

  private var socket: String { "\(socketFolder)/.s.PGSQL.\(port)" }

  /// Creates an empty database and returns its name.
  package func makeDatabase() throws -> String {
    let number = databases.withLock {
      $0 += 1
      return $0
    }
    let name = "test_\(number)"
    try run(script: "CREATE DATABASE \(name)", in: "postgres")
    return name
  }

  /// Returns the address of a database for a role.
  package func address(_ database: String, as role: String = "postgres") -> String {
    "postgresql://\(role)@/\(database)?host=\(socketFolder)" + (port == 5432 ? "" : "&port=\(port)")
  }

  /// Returns the address of a database that this server has, or else a standby of it.
  package func address(_ database: String, orOf standby: PostgresCluster) -> String {
    "postgresql://postgres@/\(database)?host=\(socketFolder),\(standby.socketFolder)&port=\(port),\(standby.port)"
  }

  /// Runs SQL as the superuser and returns its rows, without headings.
  @discardableResult
  package func run(script: String, in database: String) throws -> String {
    try Self.run(psql(script, database)).text.trimmingCharacters(in: .newlines)
  }

  /// Runs SQL as the superuser and returns the plans of all its statements, nested ones too.
  package func plans(of script: String, in database: String) throws -> String {
    try Self.run(
      psql(
        "LOAD 'auto_explain'; SET auto_explain.log_min_duration = 0; SET auto_explain.log_nested_statements = on; "
          + "SET client_min_messages = log; \(script)", database)
    ).errors
  }

  private func psql(_ script: String, _ database: String) -> [String] {
    [
      programs + "/psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", socketFolder,
      "-p", "\(port)", "-U", "postgres", "-d", database, "-c", script,
    ]
  }

  /// PostgreSQL refuses to run as root.
  static func unprivileged(_ words: [String]) -> [String] {
    geteuid() == 0
      ? ["/usr/bin/setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] + words : words
  }

  @discardableResult
  private static func run(_ words: [String]) throws -> (text: String, errors: String) {
    let result = try BoundedRun(
      words[0], Array(words.dropFirst()), environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C"])
    guard result.status == 0 else { throw Failure(message: result.errors) }
    return (result.text, result.errors)
  }
}
