import Files
import Glibc
import Interface
import Platform
import Services

/// `recto guide`: opens the user guide, or writes it where standard output is not a terminal.
enum GuideCommand {
  static let form = OptionForm(command: "guide")

  static let details =
    [
      "TOPIC                \(UserGuide.topics.prefix(6).joined(separator: ", ")),",
      "                     \(UserGuide.topics.dropFirst(6).joined(separator: ", "))",
      "",
      "Without TOPIC it opens \(UserGuide.topics[0]). In a pipe it writes the Markdown itself.",
    ]

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.attempt {
      let parsed = try Arguments(arguments, form)
      guard parsed.words.count < 2 else {
        throw Arguments.Mistake(sentence: "recto guide takes one topic")
      }
      let topic = parsed.words.first ?? UserGuide.topics[0]
      guard let file = UserGuide.file(of: topic) else {
        throw Arguments.Mistake(
          sentence: "there is no topic “\(topic)”\(Nearness.question(topic, UserGuide.topics));"
            + " topics are \(UserGuide.topics.joined(separator: ", "))")
      }
      guard let path = SharedFiles.path(of: "guide/" + file) else {
        throw Arguments.Mistake(
          sentence: "the user guide is not installed; the manual page has all keys and options")
      }
      guard isatty(STDOUT_FILENO) == 0 else { return Recto.run([path]) }
      Output.write(try WholeFile(path, atMost: 1 << 20).bytes)
      return 0
    }
  }
}
