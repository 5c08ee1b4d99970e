internal import CVterm
import Foundation
package import Glibc

/// A program in a pseudo-terminal, its screen kept by libvterm.
// Unchecked: everything is touched by the test's own thread only.
package final class TerminalSession: @unchecked Sendable {
  package struct Failure: Error, CustomStringConvertible {
    package var description: String

    package init(_ description: String) { self.description = description }
  }

  /// `POSIX_SPAWN_SETSID` of glibc's spawn.h, a macro Swift does not see.
  private static let newSession: Int16 = 0x80

  package let pid: Int32
  private let controller: Int32
  /// The program's end, held open to be asked; -1 until then.
  private var terminal: Int32 = -1
  private let path: String
  private let emulator: OpaquePointer
  private var columns: Int
  private var rows: Int
  private var isHungUp = false
  /// All that the program wrote, as it came.
  package private(set) var received: [UInt8] = []
  /// The pictures it shows; nil for a terminal that knows none.
  package private(set) var kitty: KittyScreen?

  /// Starts a program with nothing but the given environment.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String], columns: Int = 80,
    rows: Int = 24, kitty: KittyScreen? = nil
  ) throws {
    self.kitty = kitty
    var window = Self.window(columns, rows, hasPixels: kitty != nil)
    var controller: Int32 = -1
    var terminal: Int32 = -1
    var path = [CChar](repeating: 0, count: 256)
    guard openpty(&controller, &terminal, &path, nil, &window) == 0 else {
      throw Failure("no pseudo-terminal")
    }
    _ = fcntl(controller, F_SETFD, FD_CLOEXEC)
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    // A new session takes the first terminal it opens as its own.
    // Threads of the test runner block signals, and a child would inherit that.
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    posix_spawnattr_setsigmask(&attributes, &unblocked)
    posix_spawnattr_setflags(&attributes, Self.newSession | Int16(POSIX_SPAWN_SETSIGMASK))
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for text in words + variables { free(text) }
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var child = pid_t()
    let failure = posix_spawn(&child, program, &actions, &attributes, &words, &variables)
    close(terminal)
    guard failure == 0, let emulator = vterm_new(Int32(rows), Int32(columns)) else {
      close(controller)
      throw Failure("\(program): \(String(cString: strerror(failure)))")
    }
    pid = child
    self.path = String(
      decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.controller = controller
    self.emulator = emulator
    self.columns = columns
    self.rows = rows
    vterm_set_utf8(emulator, 1)
    let screen = vterm_obtain_screen(emulator)
    vterm_screen_enable_altscreen(screen, 1)
    vterm_screen_reset(screen, 1)
  }

  deinit {
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
    if !isHungUp { close(controller) }
    if terminal >= 0 { close(terminal) }
    vterm_free(emulator)
  }

  /// The terminal goes away, as when an ssh connection breaks.
  package func hangUp() {
    close(controller)
    isHungUp = true
  }

  package func resize(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    vterm_set_size(emulator, Int32(rows), Int32(columns))
    var window = Self.window(columns, rows, hasPixels: kitty != nil)
    _ = ioctl(controller, UInt(TIOCSWINSZ), &window)
  }

  private static func window(_ columns: Int, _ rows: Int, hasPixels: Bool) -> winsize {
    let cell = hasPixels ? KittyScreen.cell : (width: 0, height: 0)
    return winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(columns * cell.width),
      ws_ypixel: UInt16(rows * cell.height))
  }

  /// How the terminal treats what is typed.
  package var modes: termios {
    var modes = termios()
    tcgetattr(controller, &modes)
    return modes
  }

  @discardableResult package func type(_ text: String) -> TerminalSession {
    let bytes = Array(text.utf8)
    _ = write(controller, bytes, bytes.count)
    return self
  }

  /// The screen's rows without blanks at their ends.
  package var lines: [String] {
    let screen = vterm_obtain_screen(emulator)
    return (0..<rows).map { row in
      var line = String.UnicodeScalarView()
      var column = 0
      while column < columns {
        var cell = VTermScreenCell()
        vterm_screen_get_cell(screen, VTermPos(row: Int32(row), col: Int32(column)), &cell)
        line.append(cell.chars.0 == 0 ? " " : Unicode.Scalar(cell.chars.0) ?? " ")
        column += max(1, Int(cell.width))
      }
      while line.last == " " { line.removeLast() }
      return String(line)
    }
  }

  package var text: String { lines.joined(separator: "\n") }

  /// Waits until the screen is as wanted; throws with its contents at the timeout.
  package func wait(
    _ seconds: Int = 60, for what: String, until isWanted: ([String]) -> Bool
  ) throws {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while !isWanted(lines) {
      guard ContinuousClock.now < deadline, pump(milliseconds: 200) else {
        throw Failure("waited for \(what); the screen was:\n\(text)")
      }
    }
  }

  /// How a program ended.
  package enum End: Equatable {
    case status(Int32)
    case signal(Int32)
  }

  /// Whether the program has ended; its status is still to be had.
  package var hasEnded: Bool {
    var information = siginfo_t()
    let isKnown = waitid(P_PID, id_t(pid), &information, WEXITED | WNOHANG | WNOWAIT) == 0
    return !isKnown || information.si_signo == SIGCHLD
  }

  /// Waits for the program to end.
  package func waitForEnd(_ seconds: Int = 60) throws -> End {
    let deadline = ContinuousClock.now + .seconds(seconds)
    var status: Int32 = 0
    while waitpid(pid, &status, WNOHANG) == 0 {
      guard ContinuousClock.now < deadline else {
        throw Failure("the program did not end; the screen was:\n\(text)")
      }
      _ = pump(milliseconds: 20)
    }
    while pump(milliseconds: 50), isMore {}
    return status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }

  /// Waits for the program to end of itself and gives its exit status.
  package func waitForExit(_ seconds: Int = 60) throws -> Int32 {
    switch try waitForEnd(seconds) {
    case .status(let status): return status
    case .signal(let number): throw Failure("the program died of signal \(number)")
    }
  }

  /// Waits for the program to be ended by a signal.
  package func waitForSignal(_ number: Int32, _ seconds: Int = 60) throws {
    let end = try waitForEnd(seconds)
    guard end == .signal(number) else {
      throw Failure("the program ended with \(end)")
    }
  }

  private var isMore: Bool {
    var window = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    return poll(&window, 1, 0) > 0 && window.revents & Int16(POLLIN) != 0
  }

  /// Bytes that were typed and that no program has read yet.
  package var unreadInput: Int {
    if terminal < 0 {
      terminal = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    }
    var count: Int32 = 0
    return ioctl(terminal, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  /// Takes what comes within so long; whether something came.
  @discardableResult package func take(milliseconds: Int32) -> Bool {
    let before = received.count
    return pump(milliseconds: milliseconds) && received.count > before
  }

  /// Takes what the program wrote, waiting so long at most; false when it is gone.
  private func pump(milliseconds: Int32) -> Bool {
    var window = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    guard !isHungUp else {
      usleep(useconds_t(milliseconds) * 100)
      return true
    }
    guard poll(&window, 1, milliseconds) > 0 else { return true }
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = read(controller, &bytes, bytes.count)
    guard count > 0 else { return false }
    var shown = bytes[..<count]
    received += shown
    var own: String?
    if kitty != nil {
      let taken = kitty?.take(shown)
      own = taken?.answers
      shown = taken?.rest[...] ?? []
    }
    shown.withUnsafeBytes { buffer in
      _ = vterm_input_write(
        emulator, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    var answer = [CChar](repeating: 0, count: 1_024)
    let length = vterm_output_read(emulator, &answer, answer.count)
    if let own {
      // The emulator knows nothing of pictures: it must not answer in the place of one that does.
      if !own.isEmpty { type(own) }
      return true
    }
    if length > 0 { _ = write(controller, answer, length) }
    return true
  }
}
