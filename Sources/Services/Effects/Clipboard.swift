import Dispatch
import Glibc
import Messages

/// Copies text to the clipboards of the desktop and of tmux, in addition to the terminal's.
package enum Clipboard {
  /// Programs that copy their standard input, each used if its environment variable is set.
  private static let takers: [(variable: String, command: [String])] = [
    ("TMUX", ["tmux", "load-buffer", "-w", "-"]),
    ("WAYLAND_DISPLAY", ["wl-copy"]),
    ("DISPLAY", ["xclip", "-selection", "clipboard", "-in"]),
  ]

  /// Reports no errors: the terminal has the text already, and over ssh its clipboard is the relevant one.
  package static func copy(_ text: String) {
    for taker in takers where getenv(taker.variable).map({ $0.pointee != 0 }) ?? false {
      DispatchQueue.global(qos: .userInitiated).async { give(Array(text.utf8), to: taker.command) }
    }
  }

  /// Copies bytes of a content type to the desktop's clipboard; returns whether there is a program for it.
  static func copy(_ bytes: [UInt8], as type: String) -> Bool {
    let takers = [
      ("WAYLAND_DISPLAY", ["wl-copy", "--type", type]),
      ("DISPLAY", ["xclip", "-selection", "clipboard", "-t", type, "-in"]),
    ]
    let taker = takers.first { variable, _ in getenv(variable).map { $0.pointee != 0 } ?? false }
    return taker.map { give(bytes, to: $0.1) } ?? false
  }

  /// Copies files to the desktop's clipboard as a list of URIs; reports the result.
  static func copy(files addresses: [String], _ mailbox: Mailbox) {
    let text = addresses.map { $0 + "\r\n" }.joined()
    DispatchQueue.global(qos: .userInitiated).async {
      guard copy(Array(text.utf8), as: "text/uri-list") else {
        mailbox.post(
          .notice(
            "No clipboard for files here: install wl-copy or xclip", isError: true
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
    // An unlinked file, not a pipe: no other process can hold an end of it open.
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
