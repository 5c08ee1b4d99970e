import CLinux
import Canvas
import Glibc
package import Pictures

/// tmux's facts about our pane.
package struct TmuxFacts: Sendable, Hashable {
  package var letsThrough = false
  /// Whether the pane is visible: its window is the current one, nothing covers it, and a client is
  /// attached.
  package var isSeen = true
  package var pane = TmuxPane(left: 0, top: 0)
  /// The size of a cell of the outer terminal in pixels.
  package var cell: PixelSize?
  /// The terminals that show our session, as paths.
  package var clients: [String] = []
  /// The outer terminal's name in tmux (`TERM`), and its features according to tmux; empty if unknown.
  package var clientName = ""
  package var clientFeatures: Set<String> = []

  /// Whether we run in tmux; variables of the outer terminal do not matter.
  package static var isHere: Bool { getenv("TMUX").map { $0.pointee != 0 } ?? false }

  private static let format = [
    "allow-passthrough", "window_active", "pane_left", "pane_top", "status", "status-position",
    "client_cell_width", "client_cell_height", "pane_active", "window_zoomed_flag", "pane_in_mode",
    "session_attached_list", "client_termname", "client_termfeatures",
  ].map { "#{\($0)}" }.joined(separator: "|")

  /// From the answer to our format.
  package init?(_ answer: String) {
    let fields = answer.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    // No window has more cells: sums of these numbers fit.
    guard fields.count == 12 || fields.count == 14, let left = UInt16(fields[2]).map(Int.init),
      let top = UInt16(fields[3]).map(Int.init)
    else { return nil }
    letsThrough = ["1", "on", "all"].contains(fields[0])
    let isZoomedAway = fields[9] == "1" && fields[8] == "0"
    // A client without a terminal has a name that is no path.
    clients = fields[11].split(separator: ",").map(String.init).filter { $0.hasPrefix("/dev/") }
    isSeen =
      fields[1] != "0" && !isZoomedAway && ["", "0"].contains(fields[10])
      && !fields[11].isEmpty
    let lines = fields[4] == "on" ? 1 : UInt16(fields[4]).map(Int.init) ?? 0
    pane = TmuxPane(left: left, top: top + (fields[5] == "top" || fields[5] == "0" ? lines : 0))
    if fields.count == 14 {
      clientName = fields[12]
      clientFeatures = Set(fields[13].split(separator: ",").map(String.init))
    }
    if let width = UInt16(fields[6]), let height = UInt16(fields[7]), width > 0, height > 0 {
      cell = PixelSize(width: Int(width), height: Int(height))
    }
  }

  /// Asks tmux; nil if it does not answer within 250 ms.
  package static func ask() -> TmuxFacts? {
    let pane = getenv("TMUX_PANE").map { String(cString: $0) }
    let target = pane.map { ["-t", $0] } ?? []
    return output(of: ["tmux", "display-message", "-p"] + target + [format])
      .flatMap { TmuxFacts($0) }
  }

  private static func output(of command: [String]) -> String? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for text in arguments { free(text) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // A child stopped before it runs its program would block us, as a worker would.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var stops = sigset_t()
    clinux_terminal_stops(&stops)
    posix_spawnattr_setsigmask(&attributes, &stops)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var pid = pid_t()
    let failure = posix_spawnp(&pid, "tmux", &actions, &attributes, &arguments, environ)
    close(ends[1])
    guard failure == 0 else { return nil }
    let answer = read(ends[0], until: .now + .milliseconds(250))
    // Without an answer in time tmux may hang.
    if answer == nil { kill(pid, SIGKILL) }
    waitpid(pid, nil, 0)
    return answer
  }

  private static func read(_ file: Int32, until deadline: ContinuousClock.Instant) -> String? {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1_024)
    while text.count < 4_096 {
      let left = Int32(max(0, (deadline - .now) / .milliseconds(1)))
      var window = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      let ready = poll(&window, 1, left)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return nil }
      let count = Glibc.read(file, &buffer, buffer.count)
      guard count > 0 else { break }
      text += buffer[..<count]
    }
    return String(decoding: text.filter { $0 != 0x0A }, as: UTF8.self)
  }
}
