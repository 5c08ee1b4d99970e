import Glibc

/// Keeps what libraries write to standard error off the screen, and says it when the screen is gone.
final class QuietErrors {
  private let original: Int32
  private let sink: Int32

  init() {
    original = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 10)
    var name = Array("/tmp/recto-XXXXXX\0".utf8CString)
    let file = mkstemp(&name)
    if file >= 0 { unlink(name) }
    // Losing messages is better than showing them on the screen.
    sink = file >= 0 ? file : open("/dev/null", O_RDWR)
    _ = fcntl(sink, F_SETFD, FD_CLOEXEC)
    resume()
  }

  func resume() {
    if sink >= 0 { dup2(sink, STDERR_FILENO) }
  }

  func pause() {
    guard original >= 0 else { return }
    dup2(original, STDERR_FILENO)
    var bytes = [UInt8](repeating: 0, count: 8_192)
    let count = pread(sink, &bytes, bytes.count, 0)
    if count > 0 { _ = Glibc.write(STDERR_FILENO, bytes, count) }
    ftruncate(sink, 0)
    lseek(sink, 0, SEEK_SET)
  }

  deinit {
    close(sink)
    close(original)
  }
}
