import Foundation

/// A pgbouncer in front of a cluster that gives each transaction any connection. It ends with the test process.
package final class PostgresPooler: Sendable {
  private let folder: String
  private let server: Process
  private let lifeline: Pipe

  private static let program = "/usr/sbin/pgbouncer"
  package static let isInstalled = access(program, X_OK) == 0 && PostgresCluster.isInstalled
  package static let missing = "pgbouncer is not installed; .ci/setup installs it"

  /// Admits some roles to all databases of a cluster.
  package init(_ cluster: PostgresCluster, roles: [String]) throws {
    // The cluster's user may write there.
    folder = cluster.folder
    let settings = """
      [databases]
      * = host=\(cluster.folder) port=5432
      [pgbouncer]
      listen_addr =
      listen_port = 6432
      unix_socket_dir = \(folder)
      auth_type = trust
      auth_file = \(folder)/pooler.roles
      pool_mode = transaction
      default_pool_size = 2
      logfile = \(folder)/pooler.log
      """
    try Data(settings.utf8).write(to: URL(fileURLWithPath: folder + "/pooler.ini"))
    let list = roles.map { "\"\($0)\" \"\"\n" }.joined()
    try Data(list.utf8).write(to: URL(fileURLWithPath: folder + "/pooler.roles"))
    server = Process()
    server.executableURL = URL(fileURLWithPath: "/bin/sh")
    let command = PostgresCluster.unprivileged([Self.program, "-q", folder + "/pooler.ini"])
      .joined(separator: " ")
    // As in PostgresCluster: a second shell ends the server with the test process. Other signals are blocked in children of threads of tests.
    server.arguments = [
      "-c",
      "exec 3<&0; { read -r line; kill -KILL $$; } <&3 >/dev/null 2>&1 & "
        + "exec \(command) >/dev/null 2>&1 </dev/null 3<&-",
    ]
    lifeline = Pipe()
    _ = fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    server.standardInput = lifeline
    try server.run()
    let end = ContinuousClock.now + .seconds(60)
    while access(folder + "/.s.PGSQL.6432", F_OK) != 0 {
      guard .now < end else {
        throw PostgresCluster.Failure(message: "pgbouncer did not start")
      }
      usleep(20_000)
    }
  }

  package func address(_ database: String, as role: String) -> String {
    "postgresql://\(role)@/\(database)?host=\(folder)&port=6432"
  }
}
