import Glibc
import Platform

/// The right to write one document's annotations; only one process holds it at a time.
package final class SavingLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock; nil if another process holds it. Writing continues where locks are impossible: the bytes read are compared in any
  /// case.
  init?(folder: String, document: Int) {
    let path = folder + "/annotations-\(document).lock"
    let descriptor = SystemPath.lend(path) {
      open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    self.descriptor = descriptor
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return }
    let isTaken = errno == EWOULDBLOCK
    if isTaken {
      close(descriptor)
      return nil
    }
  }

  deinit {
    if descriptor >= 0 {
      // A child that is being started would keep it.
      flock(descriptor, LOCK_UN)
      close(descriptor)
    }
  }

  /// Waits up to `milliseconds` for a process that holds the lock; nil if that takes longer.
  package static func waiting(_ milliseconds: Int, folder: String, document: Int) -> SavingLock? {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while true {
      if let lock = SavingLock(folder: folder, document: document) { return lock }
      guard ContinuousClock.now < end else { return nil }
      usleep(20_000)
    }
  }
}
