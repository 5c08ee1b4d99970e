import Glibc

/// A terminal that tmux runs on, written to directly with commands that tmux would not pass on.
///
/// tmux 3.3a drops the output of a hidden pane, so that a picture would cover what is shown instead. Only kitty's commands are sent,
/// which move no cursor and change no colour, in a single write: tmux is not affected.
enum TmuxClient {
  /// Longer commands are not sent: they could be written in part, with tmux's output in between.
  static let most = 16_384

  static func tell(_ bytes: [UInt8], _ clients: Set<String>) {
    guard !bytes.isEmpty else { return }
    for client in clients.sorted() { tell(bytes, client) }
  }

  /// Returns whether everything was sent, to a terminal of the same user; never waits.
  @discardableResult
  static func tell(_ bytes: [UInt8], _ client: String) -> Bool {
    guard bytes.count <= most, client.hasPrefix("/dev/") else { return false }
    let terminal = open(client, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
    guard terminal >= 0 else { return false }
    defer { close(terminal) }
    var status = stat()
    guard fstat(terminal, &status) == 0, status.st_uid == getuid(), isatty(terminal) != 0 else {
      return false
    }
    return bytes.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) } == bytes.count
  }
}
