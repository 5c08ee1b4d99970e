import Dispatch
import Glibc
import Synchronization

/// A program that was started, and the programs it has started, which are in its process group.
final class ProgramGroup: Sendable {
  private struct Group {
    /// Nil once it was waited for, since its number may then belong to another process.
    var process: pid_t?
    var isEnding = false
  }

  private let group: Mutex<Group>

  init(_ process: pid_t) { group = Mutex(Group(process: process)) }

  /// Asks the programs to end, and kills them a second later; kills them `atOnce` if Recto itself ends.
  func end(atOnce: Bool = false) {
    group.withLock { group in
      group.isEnding = true
      if let process = group.process { kill(-process, atOnce ? SIGKILL : SIGTERM) }
    }
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .seconds(1)) { [self] in
      group.withLock { if let process = $0.process { kill(-process, SIGKILL) } }
    }
  }

  /// Waits for the program's end; returns its status as `waitpid` gives it, nil if that was done before.
  @discardableResult
  func wait() -> Int32? {
    guard let process = group.withLock({ $0.process }) else { return nil }
    var facts = siginfo_t()
    while waitid(P_PID, id_t(process), &facts, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    return group.withLock { group in
      // The programs it leaves can be found only as long as its number is reserved.
      if group.isEnding { kill(-process, SIGKILL) }
      group.process = nil
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      return status
    }
  }
}
