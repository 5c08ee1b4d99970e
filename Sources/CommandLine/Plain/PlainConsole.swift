import Canvas
import DocumentModel
import Glibc
import Interface
import Platform
import Services
import Terminal
import Text
import Wire

/// Line-based input and output for screen readers, braille displays and pipes.
///
/// Never moves the cursor and never sets colours.
final class PlainConsole {
  /// Whether input comes from a terminal; prompts are shown only then.
  let isTyped: Bool
  private var pending: [UInt8] = []
  private var hasEnded = false
  /// A line that was not an answer to the last question; returned by the next call.
  private var unread: String?

  /// The longest input line in bytes.
  private static let longestLine = 4_096
  /// The number of list rows shown at a time.
  private static let portion = 20

  init() {
    isTyped = isatty(STDIN_FILENO) != 0
  }

  /// Prints a text wrapped to the terminal's width, without control characters.
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

  /// Prompts for a line; returns nil at the end of the input.
  func ask(_ prompt: String) -> String? {
    if isTyped { Output.write(CleanText.line(prompt) + " ") }
    return line()
  }

  /// Prompts for a line without echoing it.
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

  /// Prints a numbered list; returns the index of the chosen row, nil if none is chosen.
  ///
  /// A terminal shows the list in portions; a pipe, which cannot ask for more, gets all of it. Input
  /// that is not a number is kept as the next command.
  func choose(_ rows: [String]) -> Int? {
    var shown = tell(rows, from: 0)
    while true {
      let more = shown < rows.count ? "Enter for \(rows.count - shown) more, a" : "A"
      guard let answer = ask("\(more) number to go there, q for none:") else { return nil }
      let text = answer.filter { $0 != " " }
      if let number = Int(text) {
        if number > 0, number <= rows.count { return number - 1 }
        say("There is no number \(text) in the list.")
      } else if text.isEmpty, shown < rows.count {
        shown = tell(rows, from: shown)
      } else {
        if !text.isEmpty, text != "q" { unread = answer }
        return nil
      }
    }
  }

  /// Prints a portion of the rows; returns the number of rows printed so far.
  private func tell(_ rows: [String], from start: Int) -> Int {
    let end = isTyped ? min(rows.count, start + Self.portion) : rows.count
    for index in start..<end { say("\(index + 1). \(rows[index])") }
    return end
  }
}
