import DocumentModel

/// The user's command that shows a line of a source in an editor: `%{input}`, `%{line}` and `%{column}` stand for the place, `%%` for `%`.
package enum SourceEditor {
  /// A mistake, as a sentence.
  package struct Mistake: Error {
    package var sentence: String
  }

  /// Signs that an editor's own commands are made of: within a longer word a path must not end it.
  private static let risky = Set("'\"\\|`$;&<>(){}!\n")

  /// Starts the command, without a shell; returns why that failed, nil if it did not.
  static func run(_ command: String, _ path: String, line: Int, column: Int) -> String? {
    do throws(Mistake) {
      let words = try words(command, path, line: line, column: column)
      return ChildProgram.start(words)
        ? nil : "\(words[0]) cannot be started; set synctexEditor to a program"
    } catch {
      return error.sentence
    }
  }

  /// Returns the words of a command. It is cut at blanks once, before anything is put in; quotes keep blanks.
  package static func words(
    _ command: String, _ path: String, line: Int, column: Int
  ) throws(Mistake) -> [String] {
    let pieces = try cut(command)
    guard !pieces.isEmpty else { throw Mistake(sentence: "synctexEditor is empty") }
    let isSafe = !path.contains(where: risky.contains)
    return try pieces.map { (piece) throws(Mistake) in
      guard piece == "%{input}" || !piece.contains("%{input}") || isSafe else {
        throw Mistake(
          sentence:
            "\(CleanText.line(path)) has signs that \(pieces[0]) could take for commands; rename it, or make %{input} a word of its own in synctexEditor"
        )
      }
      return filled(
        piece,
        [
          ("%{input}", path), ("%{line}", String(line)), ("%{column}", String(max(1, column))),
          ("%%", "%"),
        ])
    }
  }

  /// Puts in what placeholders stand for; nothing that was put in is taken for one.
  private static func filled(_ word: String, _ values: [(name: String, value: String)]) -> String {
    var (result, rest) = ("", word[...])
    while let first = rest.first {
      if let (name, value) = values.first(where: { rest.hasPrefix($0.name) }) {
        result += value
        rest = rest.dropFirst(name.count)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  /// Cuts a text at blanks outside of quotes.
  private static func cut(_ text: String) throws(Mistake) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in text {
      if let open = quote {
        if character == open { quote = nil } else { word?.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == " " || character == "\t" {
        if let whole = word { words.append(whole) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else {
      throw Mistake(sentence: "a quote in synctexEditor does not end: \(CleanText.line(text))")
    }
    return words + (word.map { [$0] } ?? [])
  }
}
