import Glibc

/// A terminal that tmux runs on: told there what tmux would not let through.
///
/// tmux 3.3a drops what comes out of a pane that is not seen, so that a picture would lie over what is shown in its place. Only kitty's
/// commands are said, which move no cursor and change no colour, and in one write: tmux does not notice.
enum TmuxClient {
  /// Nothing longer is written: it could be taken in part, and tmux would go on in the middle of it.
  static let most = 16_384

  static func tell(_ bytes: [UInt8], _ clients: Set<String>) {
    guard !bytes.isEmpty else { return }
    for client in clients.sorted() { tell(bytes, client) }
  }

  /// Whether all was told, to a terminal of the same user; never waits.
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
