import Glibc

/// A program in a pseudo-terminal of 100 columns that answers like a modern terminal.
final class TerminalSession {
  /// The graphics the terminal claims to support.
  enum Manner {
    /// None.
    case plain
    /// kitty's images from shared memory, cells of 10 × 20 pixels.
    case kitty
    case sixel
  }

  private let manner: Manner
  let pid: pid_t
  private let controller: Int32
  /// The output since `forget`.
  private(set) var received: [UInt8] = []

  /// `POSIX_SPAWN_SETSID` of glibc's spawn.h, a macro that Swift does not import.
  private static let newSession: Int16 = 0x80
  private static let frameEnd = Array("\u{1b}[?2026l".utf8)
  /// The time limit of any wait in milliseconds.
  private static let patience: Int32 = 30_000

  /// Starts a program; its data are stored in `folder`.
  init(
    _ program: String, _ arguments: [String], folder: String, manner: Manner = .plain,
    rows: UInt16 = 40
  ) throws(ProgramRun.Failure) {
    self.manner = manner
    var window = winsize(ws_row: rows, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
    if manner != .plain { (window.ws_xpixel, window.ws_ypixel) = (1_000, rows * 20) }
    var terminal: Int32 = -1
    var opened: Int32 = -1
    var name = [CChar](repeating: 0, count: 256)
    guard openpty(&opened, &terminal, &name, nil, &window) == 0 else {
      throw ProgramRun.Failure(description: "no pseudo-terminal")
    }
    controller = opened
    _ = fcntl(opened, F_SETFD, FD_CLOEXEC)
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setflags(&attributes, Self.newSession)
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    let variables = [
      "TERM=xterm-256color", "LANG=C.UTF-8", "HOME=\(folder)", "XDG_DATA_HOME=\(folder)",
      "XDG_CONFIG_HOME=\(folder)", "PATH=/usr/local/bin:/usr/bin:/bin",
    ]
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var environment = variables.map { strdup($0) } + [nil]
    defer {
      for text in words + environment { free(text) }
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var child = pid_t()
    let failure = posix_spawn(&child, program, &actions, &attributes, &words, &environment)
    close(terminal)
    guard failure == 0 else {
      throw ProgramRun.Failure(description: "\(program) cannot be started")
    }
    pid = child
  }

  deinit {
    close(controller)
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(controller, bytes, bytes.count)
  }

  func forget() {
    received = []
  }

  /// Waits until a text is painted.
  func wait(for text: String) throws(ProgramRun.Failure) {
    let wanted = Array(text.utf8)
    while !received.holds(wanted) { try take("“\(text)”") }
  }

  /// Types a key; returns the milliseconds to the end of its frame.
  func frameTime(of key: String) throws(ProgramRun.Failure) -> Double {
    // Frames from pages fetched ahead do not belong to this key.
    while isMore { try take("a frame") }
    forget()
    let begin = ContinuousClock.now
    type(key)
    while !received.holds(Self.frameEnd) { try take("a frame") }
    return (ContinuousClock.now - begin) / .milliseconds(1)
  }

  /// Types a key; returns the milliseconds to the end of the frame that shows another image.
  func pictureTime(of key: String) throws(ProgramRun.Failure) -> Double {
    while isMore { try take("a frame") }
    forget()
    let sign: [UInt8] =
      switch manner {
      case .kitty: Array("a=p,i=".utf8)
      case .sixel: Array("\u{1b}P".utf8)
      case .plain: Self.frameEnd
      }
    let begin = ContinuousClock.now
    type(key)
    while !received.holds(sign) || !received.ends(with: Self.frameEnd) { try take("a picture") }
    return (ContinuousClock.now - begin) / .milliseconds(1)
  }

  /// Types some text; returns the milliseconds until `text` is painted.
  func time(from typed: String, to text: String) throws(ProgramRun.Failure) -> Double {
    forget()
    let begin = ContinuousClock.now
    type(typed)
    try wait(for: text)
    return (ContinuousClock.now - begin) / .milliseconds(1)
  }

  /// Types a key; returns the milliseconds to the last byte of its output, which ends with a gap of `pause`.
  func paintTime(of key: String) throws(ProgramRun.Failure) -> Double {
    while isMore { try take("a frame") }
    let begin = ContinuousClock.now
    type(key)
    var end = begin
    repeat {
      try take("a frame")
      end = .now
    } while waits(Self.pause)
    return (end - begin) / .milliseconds(1)
  }

  /// The milliseconds without output that end a frame.
  private static let pause: Int32 = 8

  /// Waits until there is no output for 300 milliseconds.
  func rest() throws(ProgramRun.Failure) {
    while waits(300) { try take("rest") }
  }

  private func waits(_ milliseconds: Int32) -> Bool {
    var window = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    return poll(&window, 1, milliseconds) > 0
  }

  private var isMore: Bool {
    waits(0)
  }

  private func take(_ what: String) throws(ProgramRun.Failure) {
    var window = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    guard poll(&window, 1, Self.patience) > 0,
      case let count = read(controller, &buffer, buffer.count),
      count > 0
    else { throw ProgramRun.Failure(description: "waited in vain for \(what)") }
    received += buffer[..<count]
    answerQuestions(Array(buffer[..<count]))
  }

  /// Answers the queries at start about frame marks and the terminal's abilities.
  private func answerQuestions(_ bytes: [UInt8]) {
    if bytes.holds(Array("\u{1b}[?2026$p".utf8)) { type("\u{1b}[?2026;2$y") }
    if manner == .kitty {
      for (id, way) in [(31, "t=d"), (32, "t=s"), (33, "t=t")]
      where bytes.holds(Array("i=\(id),a=q".utf8)) {
        type("\u{1b}_Gi=\(id);\(way == "t=t" ? "EBADF" : "OK")\u{1b}\\")
      }
    }
    guard bytes.holds(Array("\u{1b}[c".utf8)) else { return }
    type(manner == .sixel ? "\u{1b}[?63;1;4;22c" : "\u{1b}[?62;22c")
  }

  var children: [pid_t] { Self.children(of: pid) }

  static func children(of pid: pid_t) -> [pid_t] {
    let folder = "/proc/\(pid)/task"
    return names(in: folder).flatMap { thread in
      text("\(folder)/\(thread)/children").split(separator: " ").compactMap { pid_t($0) }
    }
  }

  /// Returns the memory of a process in megabytes (`Pss` counts its share of shared memory, `Rss` all of it).
  static func memory(of pid: pid_t, _ kind: String = "Rss") -> Double {
    for line in text("/proc/\(pid)/smaps_rollup").split(separator: "\n")
    where line.hasPrefix(kind + ":") {
      return (Double(line.split(separator: " ")[1]) ?? 0) / 1_024
    }
    return 0
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  static func text(_ path: String) -> String {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : ""
  }
}

extension [UInt8] {
  func ends(with part: [UInt8]) -> Bool {
    count >= part.count && suffix(part.count).elementsEqual(part)
  }

  func holds(_ part: [UInt8]) -> Bool {
    guard let first = part.first, count >= part.count else { return false }
    var start = startIndex
    while let found = self[start...].firstIndex(of: first) {
      if self[found...].starts(with: part) { return true }
      start = found + 1
    }
    return false
  }
}
