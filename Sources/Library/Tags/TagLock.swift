import Glibc

/// A lock for tag changes across processes: each change reads, modifies and writes a file's tags.
enum TagLock {
  /// Waits for other processes, then runs a body; returns nil if the lock is not free within ten seconds.
  static func hold<Result>(in folder: String, _ body: () -> Result) -> Result? {
    FolderMaking.make(folder)
    let descriptor = open(folder + "/tags.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    // Without a lock file there is no library either, so only files are changed.
    guard descriptor >= 0 else { return body() }
    defer { close(descriptor) }
    let end = ContinuousClock.now + .seconds(10)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let isHeld = errno == EWOULDBLOCK || errno == EINTR
      guard isHeld else { break }
      guard ContinuousClock.now < end else { return nil }
      usleep(2_000)
    }
    return body()
  }
}
