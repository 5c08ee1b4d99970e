import Dispatch
import Glibc
import Synchronization

/// A program that was started, and those it has started: it leads their process group.
final class ProgramGroup: Sendable {
  /// Nil once it was waited for: its number may be that of another process then.
  private let process: Mutex<pid_t?>

  init(_ process: pid_t) { self.process = Mutex(process) }

  /// Ends the programs.
  func end() {
    process.withLock { if let process = $0 { kill(-process, SIGTERM) } }
    // One that ignores it.
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .seconds(1)) { [self] in
      process.withLock { if let process = $0 { kill(-process, SIGKILL) } }
    }
  }

  /// Waits for the program's end; returns its status as `waitpid` gives it, nil if that was done before.
  @discardableResult
  func wait() -> Int32? {
    guard let process = process.withLock({ $0 }) else { return nil }
    var facts = siginfo_t()
    while waitid(P_PID, id_t(process), &facts, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    return self.process.withLock { number in
      number = nil
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      return status
    }
  }
}
