import DocumentModel
import Interface
import Platform
import Services

/// `recto help`: shows a subcommand's options.
enum HelpCommand {
  static let form = OptionForm(command: "help")

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.attempt {
      let parsed = try Arguments(arguments, form)
      guard let name = parsed.words.first else {
        Output.write(Help.text)
        return 0
      }
      guard parsed.words.count == 1 else {
        throw Arguments.Mistake(sentence: "recto help takes one command")
      }
      guard let subcommand = Subcommand.all.first(where: { $0.name == name }) else {
        let advice =
          topic(of: name).map { "; recto guide \($0) explains it" }
          ?? Nearness.question(name, commands)
        throw Arguments.Mistake(sentence: "there is no command “\(name)”\(advice)")
      }
      Output.write(subcommand.help)
      return 0
    }
  }

  /// Returns the topic of the guide about an option that is no subcommand.
  private static func topic(of name: String) -> String? {
    if name.hasPrefix("synctex-") { return "remote" }
    return UserGuide.topics.first { name == $0 || name.hasPrefix($0 + "-") }
  }

  static var commands: [String] { Subcommand.all.map(\.name) }

  /// Returns the message about a mistyped command; nil if the word may be a document.
  static func mistyped(_ word: String) -> String? {
    guard word.utf8.count > 2,
      word.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) || $0 == 0x2D }),
      !word.hasPrefix("-"), !SystemPath.isThere(word)
    else { return nil }
    let near = Nearness.names(word, commands)
    guard !near.isEmpty else { return nil }
    return "there is no command or file “\(word)”\(Nearness.question(word, commands))"
  }
}

/// Names that are meant by mistyped ones.
enum Nearness {
  /// Returns names that begin with the typed letters, else those in which a letter or two are others, the nearest first.
  static func names(_ typed: String, _ known: [String]) -> [String] {
    let typed = typed.lowercased()
    let begun = known.filter { typed.utf8.count > 2 && $0.hasPrefix(typed) }
    guard begun.isEmpty else { return Array(begun.prefix(2)) }
    return FormField.nearest(to: typed, among: known, most: 2).filter { name in
      let (length, distance) = (max(name.count, typed.count), FormField.distance(typed, name))
      // Two letters that changed places count as two.
      return distance <= max(1, length / 3) || distance == 2 && name.sorted() == typed.sorted()
    }
  }

  /// Returns “; did you mean …?”, or nothing if no candidate is similar.
  static func question(_ typed: String, _ known: [String], prefix: String = "") -> String {
    let names = names(typed, known).map { "“\(prefix)\($0)”" }
    return names.isEmpty ? "" : "; did you mean \(names.joined(separator: " or "))?"
  }
}
