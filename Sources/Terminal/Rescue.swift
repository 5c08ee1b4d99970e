import Glibc

/// The terminal as it was before us, for the moment in which nothing else can be relied on.
// Unsafe: written once before the handlers are set, read in them only. Behind a pointer, since Swift gives a variable of this type 57 bytes,
// without those that C fills up with, and C writes 60.
private nonisolated(unsafe) let savedModes = UnsafeMutablePointer<termios>.allocate(capacity: 1)
private nonisolated(unsafe) var rescuedInput: Int32 = -1

/// Restores the terminal when the program crashes.
enum Rescue {
  private static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGABRT, SIGBUS, SIGFPE]

  /// Remembers the terminal's modes and catches the signals of a crash.
  static func arm(input: Int32) {
    tcgetattr(input, savedModes)
    rescuedInput = input
    for number in signals {
      signal(number) { number in
        // The program may have been writing a picture.
        let reset: StaticString =
          "\u{1b}\\\u{1b}[?2026l\u{1b}[?1002l\u{1b}[?1016l\u{1b}[?1006l\u{1b}[?2004l\u{1b}[?1004l\u{1b}[0m\u{1b}[?25h\u{1b}[?1049l\r\n"
        _ = Glibc.write(STDOUT_FILENO, reset.utf8Start, reset.utf8CodeUnitCount)
        tcsetattr(rescuedInput, TCSANOW, savedModes)
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  static func disarm() {
    for number in signals { signal(number, SIG_DFL) }
  }

  /// Writes all bytes, however often the terminal makes us wait.
  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var window = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&window, 1, 1_000) > 0 else { return }
      } else if errno != EINTR {
        return
      }
    }
  }
}
