import Canvas
import DocumentModel
import Glibc
import Interface
import Platform
import Terminal
import Text
import Wire

/// Lines in, lines out: what a screen reader and a braille line read, and what goes through pipes.
///
/// Nothing is ever drawn: no cursor is moved, no colour set.
final class PlainConsole {
  /// Somebody types; nobody is asked for anything by a pipe.
  let isTyped: Bool
  private var pending: [UInt8] = []
  private var hasEnded = false
  /// A line that was no answer to what was asked: the next who asks gets it.
  private var unread: String?

  /// No line that is typed is longer.
  private static let longestLine = 4_096
  /// Rows of a list that are told at a time.
  private static let portion = 20

  init() {
    isTyped = isatty(STDIN_FILENO) != 0
  }

  /// Says a sentence or a paragraph, in lines as wide as the terminal; what steers it is left out.
  func say(_ text: String) {
    let clean = CleanText.line(text)
    guard let width = TerminalWindow.size()?.width, CellWidth.of(clean) > width else {
      Output.write(clean + "\n")
      return
    }
    let scalars = clean.unicodeScalars.map(\.value)
    let block = TextBlock(
      kind: .paragraph, box: .zero, scalars: scalars,
      origins: [Int32](repeating: -1, count: scalars.count))
    for line in LineBreaker.lines(of: block, kind: .body, width: width, first: 0, hanging: 0) {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: line.glyphs.compactMap { Unicode.Scalar($0.scalar) })
      Output.write(String(view) + "\n")
    }
  }

  /// The next line; nil when there will be none.
  func ask(_ prompt: String) -> String? {
    if isTyped { Output.write(CleanText.line(prompt) + " ") }
    return line()
  }

  /// The same, while the terminal shows nothing of what is typed.
  func askSecretly(_ prompt: String) -> String? {
    var before = termios()
    let isHidden = isTyped && tcgetattr(STDIN_FILENO, &before) == 0
    if isHidden {
      var silent = before
      silent.c_lflag &= ~tcflag_t(ECHO)
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    }
    defer {
      if isHidden {
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
        Output.write("\n")
      }
    }
    return ask(prompt)
  }

  private func line() -> String? {
    if let line = unread {
      unread = nil
      return line
    }
    while !hasEnded {
      if let end = pending.firstIndex(of: 0x0A) {
        defer { pending.removeSubrange(...end) }
        return PathBytes.text(Array(pending[..<end]))
      }
      if pending.count > Self.longestLine {
        defer { pending = [] }
        return PathBytes.text(pending)
      }
      var buffer = [UInt8](repeating: 0, count: 1_024)
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      hasEnded = count <= 0
      if count > 0 { pending += buffer[..<count] }
    }
    guard !pending.isEmpty else { return nil }
    defer { pending = [] }
    return PathBytes.text(pending)
  }

  /// Tells a list, each row with its number; the index of the row that is chosen, nil where none is.
  ///
  /// Who types is told it in portions; a pipe, which nobody asks for more, gets all of it.
  /// What is no number is a command, for whoever asks next.
  func choose(_ rows: [String]) -> Int? {
    var told = tell(rows, from: 0)
    while true {
      let more = told < rows.count ? "Enter for \(rows.count - told) more, a" : "A"
      guard let answer = ask("\(more) number to go there, q for none:") else { return nil }
      let text = answer.filter { $0 != " " }
      if let number = Int(text) {
        if number > 0, number <= rows.count { return number - 1 }
        say("There is no number \(text) in the list.")
      } else if text.isEmpty, told < rows.count {
        told = tell(rows, from: told)
      } else {
        if !text.isEmpty, text != "q" { unread = answer }
        return nil
      }
    }
  }

  /// Tells some rows; the number of those told by then.
  private func tell(_ rows: [String], from start: Int) -> Int {
    let end = isTyped ? min(rows.count, start + Self.portion) : rows.count
    for index in start..<end { say("\(index + 1). \(rows[index])") }
    return end
  }
}
