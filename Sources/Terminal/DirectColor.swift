internal import CNcurses
import Glibc

/// A terminal description with 24-bit colours, made from the user's own with ncurses' `tic`.
enum DirectColor {
  /// The name and folder of the description; nil where the terminal does not show 24-bit colours or none can be made.
  static func description(of terminal: String) -> (name: String, folder: String)? {
    guard isClaimed(terminal),
      terminal.allSatisfy({ $0.isLetter || $0.isNumber || "-+._".contains($0) })
    else { return nil }
    let base =
      environment("XDG_CACHE_HOME").flatMap { $0.utf8.first == 0x2F ? $0 : nil }
      ?? environment("HOME").map { $0 + "/.cache" }
    guard let base else { return nil }
    let folder = base + "/recto/terminfo"
    // Another name than descriptions had that earlier versions made.
    let name = "recto2-" + terminal
    for first in ["r", "72"] where access("\(folder)/\(first)/\(name)", R_OK) == 0 {
      return (name, folder)
    }
    return make(name, from: terminal, in: folder) ? (name, folder) : nil
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Whether the terminal is said to show 24-bit colours.
  static func isClaimed(_ terminal: String) -> Bool {
    if let claim = environment("COLORTERM"), claim == "truecolor" || claim == "24bit" {
      return true
    }
    return ["xterm-kitty", "foot", "alacritty", "wezterm", "xterm-ghostty"].contains {
      terminal.hasPrefix($0)
    }
  }

  private static func make(_ name: String, from terminal: String, in folder: String) -> Bool {
    var path = ""
    for part in folder.utf8.split(separator: 0x2F) {
      path += "/" + String(Substring(part))
      mkdir(path, 0o700)
    }
    let set = { (code: Int, low: Int) in
      "\\E[%?%p1%{8}%<%t\(low)%p1%d%e%?%p1%{256}%<%t\(code);5;%p1%d%e\(code);2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;%;m"
    }
    let source = """
      \(name)|made by recto from \(terminal),
      \tRGB, ccc@, colors#0x1000000, pairs#0x10000, initc@, oc@, op=\\E[39;49m,
      \tsetaf=\(set(38, 3)), setab=\(set(48, 4)), use=\(terminal),

      """
    let file = folder + "/\(name).\(getpid()).ti"
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { unlink(file) }
    let bytes = Array(source.utf8)
    let written = write(descriptor, bytes, bytes.count)
    close(descriptor)
    return written == bytes.count && run(["tic", "-x", "-o", folder, file])
  }

  private static func run(_ command: [String]) -> Bool {
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for text in arguments { free(text) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [1, 2] as [Int32] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    var pid = pid_t()
    guard posix_spawnp(&pid, "tic", &actions, nil, &arguments, environ) == 0 else { return false }
    var status: Int32 = 0
    return waitpid(pid, &status, 0) == pid && status == 0
  }

  /// Uses the direct-colour description if there is one, else the user's; restores `TERMINFO_DIRS` for child programs.
  static func newTerminal(
    _ terminal: String, _ direct: (name: String, folder: String)?
  ) -> (screen: OpaquePointer, isDirect: Bool)? {
    if let direct {
      let before = getenv("TERMINFO_DIRS").map { String(cString: $0) }
      setenv("TERMINFO_DIRS", direct.folder + ":" + (before ?? ""), 1)
      let screen = recto_newterm(direct.name)
      if let before { setenv("TERMINFO_DIRS", before, 1) } else { unsetenv("TERMINFO_DIRS") }
      if let screen { return (screen, true) }
    }
    return recto_newterm(terminal).map { ($0, false) }
  }
}
