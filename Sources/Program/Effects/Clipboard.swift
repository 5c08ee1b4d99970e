import Dispatch
import Glibc
import Interface

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

  /// Takers of files as file managers paste them.
  private static let fileTakers: [(variable: String, command: [String])] = [
    ("WAYLAND_DISPLAY", ["wl-copy", "--type", "text/uri-list"]),
    ("DISPLAY", ["xclip", "-selection", "clipboard", "-t", "text/uri-list", "-in"]),
  ]

  /// Hands files to the desktop's clipboard, by their addresses.
  static func copy(files addresses: [String], _ mailbox: Mailbox) {
    let text = addresses.map { $0 + "\r\n" }.joined()
    DispatchQueue.global(qos: .userInitiated).async {
      let taker = fileTakers.first { taker in
        getenv(taker.variable).map { $0.pointee != 0 } ?? false
      }
      guard let taker, give(Array(text.utf8), to: taker.command) else {
        mailbox.post(
          .notice(
            "There is no desktop here whose clipboard takes files (wl-copy or xclip)", isError: true
          ))
        return
      }
      mailbox.post(
        .notice(
          "On the clipboard: \(addresses.count) file\(addresses.count == 1 ? "" : "s")",
          isError: false))
    }
  }

  @discardableResult
  private static func give(_ bytes: [UInt8], to command: [String]) -> Bool {
    // A file without a name, not a pipe: nobody else can hold an end of it open.
    guard let file = nameless(bytes) else { return false }
    defer { close(file) }
    return ChildProgram.start(command, input: file)
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
