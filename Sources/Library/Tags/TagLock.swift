import Glibc

/// Lets one program at a time change tags: each reads what a file has, changes that and writes it.
enum TagLock {
  /// Waits for others of all programs and runs a body; nil where one of them does not come to an end.
  static func hold<Result>(in folder: String, _ body: () -> Result) -> Result? {
    FolderMaking.make(folder)
    let descriptor = open(folder + "/tags.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    // Where there can be no lock there is no library either, and files are all there is.
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
