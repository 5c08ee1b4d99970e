package import Canvas
import Glibc

/// The window of the terminal on standard output.
package enum TerminalWindow {
  /// In cells; nil if unknown.
  package static func size() -> Size? {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return nil }
    return Size(width: Int(window.ws_col), height: Int(window.ws_row))
  }

  /// Pixels across and down, as far as the terminal says: with other letters it has others in as many cells.
  static func pixels() -> [UInt16] {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0 else { return [] }
    return [window.ws_xpixel, window.ws_ypixel]
  }
}
