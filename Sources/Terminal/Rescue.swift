import Glibc

/// The terminal as it was before us, for the moment in which nothing else can be relied on.
// Unsafe: written once before the handlers are set, read in them only.
private nonisolated(unsafe) var savedModes = termios()
private nonisolated(unsafe) var rescuedInput: Int32 = -1

/// Restores the terminal when the program crashes.
enum Rescue {
  private static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGABRT, SIGBUS, SIGFPE]

  /// Remembers the terminal's modes and catches the signals of a crash.
  static func arm(input: Int32) {
    tcgetattr(input, &savedModes)
    rescuedInput = input
    for number in signals {
      signal(number) { number in
        let reset: StaticString =
          "\u{1b}[?2026l\u{1b}[?1002l\u{1b}[?1006l\u{1b}[?2004l\u{1b}[?1004l\u{1b}[0m\u{1b}[?25h\u{1b}[?1049l\r\n"
        _ = Glibc.write(STDOUT_FILENO, reset.utf8Start, reset.utf8CodeUnitCount)
        tcsetattr(rescuedInput, TCSANOW, &savedModes)
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  static func disarm() {
    for number in signals { signal(number, SIG_DFL) }
  }

  /// Writes all of a text, however often the terminal makes us wait.
  static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EAGAIN {
        var window = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&window, 1, 1_000) > 0 else { return }
      } else if errno != EINTR {
        return
      }
    }
  }
}

/// Keeps what libraries write to standard error off the screen, and says it when the screen is gone.
final class QuietErrors {
  private let original: Int32
  private let sink: Int32

  init() {
    original = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 10)
    var name = Array("/tmp/recto-XXXXXX\0".utf8CString)
    let file = mkstemp(&name)
    if file >= 0 { unlink(name) }
    // Where nothing can be kept it is better lost than on the screen.
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

/// RFC 4648, section 4.
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var value = 0
      for index in 0..<3 {
        value = value << 8 | (start + index < bytes.count ? Int(bytes[start + index]) : 0)
      }
      for index in 0..<4 {
        let isPadding = index > group.count
        result.append(isPadding ? UInt8(ascii: "=") : letters[value >> (18 - 6 * index) & 63])
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
