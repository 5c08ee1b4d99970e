import Dispatch
import Glibc

/// Hands text to the clipboards of this machine, beside the terminal's own: the desktop's and tmux's.
enum Clipboard {
  /// A program that takes what is copied on its standard input, where the variable says that its world is there.
  private static let takers: [(variable: String, command: [String])] = [
    ("TMUX", ["tmux", "load-buffer", "-w", "-"]),
    ("WAYLAND_DISPLAY", ["wl-copy"]),
    ("DISPLAY", ["xclip", "-selection", "clipboard", "-in"]),
  ]

  /// Tells nothing: the terminal has been told already, and over ssh that is the one that counts.
  static func copy(_ text: String) {
    for taker in takers where getenv(taker.variable).map({ $0.pointee != 0 }) ?? false {
      DispatchQueue.global(qos: .userInitiated).async { give(Array(text.utf8), to: taker.command) }
    }
  }

  private static func give(_ bytes: [UInt8], to command: [String]) {
    // A file without a name, not a pipe: nobody else can hold an end of it open.
    guard let file = nameless(bytes) else { return }
    defer { close(file) }
    _ = ChildProgram.start(command, input: file)
  }

  private static func nameless(_ bytes: [UInt8]) -> Int32? {
    var name = Array("/tmp/recto-XXXXXX\0".utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else { return nil }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    unlink(name)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      guard count > 0 else {
        close(file)
        return nil
      }
      rest = rest.dropFirst(count)
    }
    lseek(file, 0, SEEK_SET)
    return file
  }
}
