import Glibc
import Pictures

/// The questions to the terminal at start, in one write.
final class TerminalQuestions {
  /// The questions that do no harm.
  private enum Reach {
    /// Consoles and old terminals would print what they do not understand.
    case plain
    /// A multiplexer would show kitty's commands (APC) as the title of its window.
    case multiplexer
    case terminal
    case behindTmux
  }

  private let reach: Reach
  private let memory = "/recto-\(getpid())-asked"
  private let file = "/tmp/tty-graphics-protocol-recto-\(getpid())-asked"

  /// `name` is the terminal's own name (XTVERSION), if known.
  init(_ around: Surroundings, name: String) {
    reach = Self.reach(around, name)
    if isAboutKitty { TransferFile.layOut(memory: memory, file: file) }
  }

  deinit { if isAboutKitty { TransferFile.remove(memory: memory, file: file) } }

  private static func reach(_ around: Surroundings, _ name: String) -> Reach {
    func isMultiplexer(_ name: String) -> Bool {
      ["screen", "tmux"].contains { name.lowercased().hasPrefix($0) }
    }
    if ["", "dumb", "unknown"].contains(around.term)
      || ["linux", "vt", "cons", "ansi", "sun", "wy"].contains(where: {
        around.term.hasPrefix($0)
      })
    {
      return .plain
    }
    if case .present(let facts) = around.tmux, around.pane != nil {
      // In tmux within tmux, the outer one would show them as a title.
      return isMultiplexer(facts.clientName) ? .multiplexer : .behindTmux
    }
    // Over ssh only these names reveal a multiplexer.
    let isInside = around.tmux != .absent || around.isInScreen
    return isInside || isMultiplexer(around.term) || isMultiplexer(name) ? .multiplexer : .terminal
  }

  private var isAboutKitty: Bool {
    switch reach {
    case .plain, .multiplexer: false
    case .terminal, .behindTmux: true
    }
  }

  /// Whether the answers come from the terminal outside tmux, the last being its status report.
  var areBehindTmux: Bool { reach == .behindTmux }

  /// The background, the name, synchronised updates, and mouse positions in pixels.
  private static let own = "\u{1b}]11;?\u{1b}\\\u{1b}[>q\u{1b}[?2026$p\u{1b}[?1016$p"
  /// The questions if no pictures are wanted, ending with one that every terminal answers.
  static let plain = Array((own + "\u{1b}[c").utf8)

  /// The questions with those about pictures.
  var text: [UInt8] {
    let own = Self.own
    let sizes = "\u{1b}[16t\u{1b}[14t"
    let sixels = "\u{1b}[?1;1;0S\u{1b}[?2;1;0S"
    switch reach {
    case .plain: return Self.plain
    case .multiplexer: return Array((own + sixels + sizes + "\u{1b}[c").utf8)
    case .terminal, .behindTmux: break
    }
    var questions: [UInt8] = []
    for (id, transfer) in TerminalAnswers.kittyQuestions.sorted(by: { $0.key < $1.key }) {
      questions += KittyCommands.question(
        id, transfer, from: transfer == .file ? file : memory)
    }
    guard areBehindTmux else {
      // Terminals that print unknown sequences, such as libvterm, are erased afterwards.
      return Array((own + "\u{1b}7").utf8) + questions
        + Array((sixels + sizes + "\u{1b}8\u{1b}[J\u{1b}[c").utf8)
    }
    // tmux answers before the outer terminal can, so the final question goes through it, too.
    questions += Array(("\u{1b}[>q" + sixels + "\u{1b}]11;?\u{1b}\\\u{1b}[c\u{1b}[5n").utf8)
    return Array((own + "\u{1b}[c").utf8) + TmuxPane.wrap(questions)
  }
}
