internal import CLinux
import Glibc
import Wire

/// A process that has loaded what workers load and never sees a document: a copy of it is a fresh worker for a tenth of a start's work.
///
/// Used on the pool's thread only.
final class TemplateProcess {
  let pid: pid_t
  let socket: Int32
  private(set) var isReady = false
  private(set) var copyCount = 0

  /// Milliseconds a copy may take on a busy machine.
  private static let patience: Int32 = 1_000

  init(_ options: WorkerPool.Options) throws(WorkerError) {
    let pair = try WorkerProgram.socketPair()
    var program = options.program(for: .pages)
    program.arguments.insert("--template", at: 0)
    pid = program.start(socket: pair.other, memory: -1)
    let reason = errno
    close(pair.other)
    socket = pair.own
    guard pid > 0 else { throw .cannotStart(.system(reason)) }
  }

  deinit { close(socket) }

  /// Takes its first message; false if it is no template, or has ended.
  func becomeReady() -> Bool {
    isReady = !isReady && clinux_is_template(socket) != 0
    return isReady
  }

  /// Returns the process of a new copy, -1 if it could not be made.
  func copy(socket worker: Int32, memory: Int32) -> pid_t {
    copyCount += 1
    return clinux_copy_template(socket, worker, memory, Self.patience)
  }
}
