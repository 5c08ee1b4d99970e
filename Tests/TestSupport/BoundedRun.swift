package import Foundation
import Glibc

/// A program run to its end within a time limit, with its resources and those of its workers.
package struct BoundedRun: Sendable {
  package var output: Data
  package var errors: String
  /// -1 where a signal ended it.
  package var status: Int32
  /// The signal that ended it; 0 where it exited.
  package var signal: Int32
  /// It had to be killed.
  package var isOverdue: Bool
  /// Bytes resident of the largest of its processes; 0 where this process has had as much itself, which Linux counts for those it starts.
  package var memory: Int
  package var duration: Duration

  package var text: String { String(decoding: output, as: UTF8.self) }

  package init(
    _ program: String, _ arguments: [String], environment: [String: String], seconds: Int = 60
  ) throws {
    let (out, err) = (try Self.file(), try Self.file())
    defer {
      close(out)
      close(err)
    }
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, out, 1)
    posix_spawn_file_actions_adddup2(&actions, err, 2)
    // The tests' own threads block signals, which it would inherit.
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    posix_spawnattr_setsigmask(&attributes, &unblocked)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for text in words + variables { free(text) }
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var pid = pid_t()
    let begun = ContinuousClock.now
    guard posix_spawn(&pid, program, &actions, &attributes, &words, &variables) == 0 else {
      throw CocoaError(.executableLoad)
    }
    let child = pid
    let hasEnded = DispatchSemaphore(value: 0)
    let late = Late()
    // It is reaped here only, so that its number is nobody else's when it is killed.
    DispatchQueue.global().async {
      if hasEnded.wait(timeout: .now() + .seconds(seconds)) == .timedOut {
        late.set()
        kill(child, SIGKILL)
      }
      late.done.signal()
    }
    var usage = rusage()
    var wait: Int32 = 0
    while wait4(pid, &wait, 0, &usage) < 0, errno == EINTR {}
    hasEnded.signal()
    late.done.wait()
    duration = .now - begun
    isOverdue = late.isSet
    signal = wait & 0x7F
    status = signal == 0 ? wait >> 8 & 0xFF : -1
    var own = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &own)
    memory = usage.ru_maxrss > own.ru_maxrss ? Int(usage.ru_maxrss) << 10 : 0
    output = Self.bytes(of: out)
    errors = String(decoding: Self.bytes(of: err), as: UTF8.self)
  }

  // Unchecked: written before `done` is signalled, read after it.
  private final class Late: @unchecked Sendable {
    let done = DispatchSemaphore(value: 0)
    private(set) var isSet = false
    func set() { isSet = true }
  }

  /// A file without a name: a pipe would have to be emptied meanwhile.
  private static func file() throws -> Int32 {
    var name = Array("/tmp/recto-run-XXXXXX\0".utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else { throw CocoaError(.fileWriteUnknown) }
    unlink(name)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    return file
  }

  private static func bytes(of file: Int32) -> Data {
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: false)
    try? handle.seek(toOffset: 0)
    return (try? handle.readToEnd()) ?? Data()
  }
}
