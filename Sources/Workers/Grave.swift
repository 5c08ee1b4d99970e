internal import CLinux
import Glibc
import Wire

/// A worker that was killed or is dying, until the system has given its remains back.
final class Grave {
  let pid: pid_t
  /// Readable when the process has ended; -1 where the kernel has no such thing.
  let descriptor: Int32
  private let report: ((_ cause: WorkerError) -> Void)?

  /// `report` receives the cause of the worker's death.
  init(pid: pid_t, report: ((_ cause: WorkerError) -> Void)? = nil) {
    self.pid = pid
    self.report = report
    descriptor = clinux_process_descriptor(pid)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reaps the process if it has ended, or waits for that; whether it is gone.
  func isEmpty(waiting: Bool = false) -> Bool {
    var status: Int32 = 0
    var gone = waitpid(pid, &status, waiting ? 0 : WNOHANG)
    while gone < 0, errno == EINTR { gone = waitpid(pid, &status, waiting ? 0 : WNOHANG) }
    guard gone != 0 else { return false }
    report?(gone == pid ? Self.cause(status) : .crashed(signal: 0))
    return true
  }

  private static func cause(_ status: Int32) -> WorkerError {
    clinux_exit_of(status) == WorkerExit.outOfMemory
      ? .engine(.outOfMemory) : .crashed(signal: clinux_signal_of(status))
  }
}
