internal import CLinux
import Glibc
import Wire

/// A worker's program, which starts with nothing open but its ends of what connects it with the pool.
struct WorkerProgram {
  let executable: String
  var arguments: [String]
  let environment: [String]

  /// Returns its process, -1 and errno where it cannot be run.
  func start(socket: Int32, memory: Int32) -> pid_t {
    var texts: [UnsafeMutablePointer<CChar>?] =
      ([executable] + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    let started = clinux_spawn_worker(executable, &texts, &variables, socket, memory, -1)
    let reason = errno
    for text in texts + variables { free(text) }
    errno = reason
    return started
  }

  static func socketPair() throws(WorkerError) -> (own: Int32, other: Int32) {
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { throw .cannotStart(.system(errno)) }
    // A worker that answers without reading would fill its end, and hold the pool up.
    _ = fcntl(pair[0], F_SETFL, O_NONBLOCK)
    return (pair[0], pair[1])
  }
}

extension WorkerPool.Options {
  func program(for kit: WorkerKit) -> WorkerProgram {
    WorkerProgram(
      executable: executable(for: kit),
      arguments: kit == .pages && !drawsPages ? ["--no-fonts"] : kit.arguments,
      environment: environment + (requiresSandbox ? [SandboxRequirement.variable + "=1"] : []))
  }
}
