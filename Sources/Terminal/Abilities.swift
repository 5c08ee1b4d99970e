package import Canvas

internal import CNcurses
import Glibc

/// Facts about the terminal that are known without drawing.
package struct Abilities: Sendable {
  /// The name and version of the library, such as `ncurses 6.4.20221231`.
  package let library: String
  /// A description of its colours.
  package let colors: String
  /// In cells; nil where standard output is no terminal.
  package let size: String?
  /// The character set of the locale, such as `UTF-8`.
  package let charset: String

  /// The description the terminal is known by: the plain `xterm` has 8 colours, and there is hardly a terminal of that name
  /// that has not 256.
  static var terminalName: String {
    let named = getenv("TERM").map { String(cString: $0) } ?? ""
    return named == "xterm" ? "xterm-256color" : named
  }

  /// Whether the terminal itself turns words that are read from the right.
  package static var turnsWords: Bool {
    func value(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    return value("TERM").contains("kitty") || !value("KITTY_WINDOW_ID").isEmpty
  }

  private static var isUncolored: Bool { getenv("NO_COLOR").map { $0.pointee != 0 } ?? false }

  /// The number of colours a command may write to standard output, which is a terminal.
  package static var depth: ColorDepth {
    let named = terminalName
    if isUncolored { return .none }
    if DirectColor.isClaimed(named) { return .direct }
    var status: Int32 = 0
    guard setupterm(named, STDOUT_FILENO, &status) == 0 else { return .none }
    let count = tigetnum("colors")
    return count >= 256 ? .indexed : count >= 16 ? .sixteen : count >= 8 ? .eight : .none
  }

  package init() {
    library = String(cString: curses_version())
    setlocale(LC_ALL, "")
    charset = String(cString: nl_langinfo(nl_item(CODESET)))
    size = TerminalWindow.size().map { "\($0.width)×\($0.height)" }
    let named = Self.terminalName
    var status: Int32 = 0
    if Self.isUncolored {
      colors = "none: NO_COLOR is set"
    } else if DirectColor.description(of: named) != nil {
      colors = "24 bits"
    } else if setupterm(named, STDOUT_FILENO, &status) == 0 {
      let count = tigetnum("colors")
      colors = count > 0 ? "\(count), by terminfo entry \(named)" : "none"
    } else {
      colors = "unknown: no terminfo entry for “\(named)”"
    }
  }
}
