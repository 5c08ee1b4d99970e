import Glibc
import Pictures

/// What a terminal is asked when we come, all in one write.
final class TerminalQuestions {
  private let isAboutPictures: Bool
  private let isBehindTmux: Bool
  private let memory = "/recto-\(getpid())-asked"
  private let file = "/tmp/tty-graphics-protocol-recto-\(getpid())-asked"

  /// Behind tmux only where it lets them through.
  init(term: String, behindTmux: Bool) {
    isBehindTmux = behindTmux
    // Consoles and old terminals would show what they do not understand.
    isAboutPictures =
      !["", "dumb", "unknown"].contains(term)
      && !["linux", "vt", "cons", "ansi", "sun", "wy"].contains { term.hasPrefix($0) }
    if isAboutPictures { TransferFile.layOut(memory: memory, file: file) }
  }

  deinit { TransferFile.remove(memory: memory, file: file) }

  /// The background, whether it takes frames as one, and whether it tells the mouse's place in pixels.
  private static let own = "\u{1b}]11;?\u{1b}\\\u{1b}[?2026$p\u{1b}[?1016$p"
  /// What is asked where no pictures are wanted; last what every terminal answers.
  static let plain = Array((own + "\u{1b}[c").utf8)

  /// The same, and about pictures in between.
  var text: [UInt8] {
    guard isAboutPictures else { return Self.plain }
    let own = Self.own
    var questions: [UInt8] = []
    for (id, transfer) in TerminalAnswers.kittyQuestions.sorted(by: { $0.key < $1.key }) {
      questions += KittyCommands.question(
        id, transfer, from: transfer == .file ? file : memory)
    }
    questions += Array("\u{1b}[>q\u{1b}[?1;1;0S\u{1b}[?2;1;0S".utf8)
    guard isBehindTmux else {
      // A terminal that shows what it does not understand, as libvterm does, is wiped: what comes is written here anyway.
      return Array((own + "\u{1b}7").utf8) + questions
        + Array("\u{1b}[16t\u{1b}[14t\u{1b}8\u{1b}[J\u{1b}[c".utf8)
    }
    // tmux answers before the terminal behind it can, so what ends the questions goes through it as well.
    questions += Array("\u{1b}]11;?\u{1b}\\\u{1b}[c\u{1b}[5n".utf8)
    return Array((own + "\u{1b}[c").utf8) + TmuxPane.wrap(questions)
  }
}
