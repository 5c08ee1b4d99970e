import DocumentModel
import Platform

extension CurrentFolder {
  /// Returns why a command cannot run without the current folder; nil if it does not need it.
  ///
  /// `isStart`: the words are those of the program itself, which by default starts in the folder.
  static func obstacle(
    _ parsed: Arguments, _ form: OptionForm, _ subcommand: Subcommand? = nil
  ) -> String? {
    let options = parsed.given.filter { [.file, .folder].contains(form.valued[$0.name]) }
    let paths = options.map(\.value) + operands(parsed, subcommand)
    let isElsewhere = { (word: String) in
      PathParts.isAbsolute(word) || word == "-" || word == "~" || word.hasPrefix("~/")
        || FileURI.readable(word) != nil
    }
    if let lost = paths.first(where: { !isElsewhere($0) }) {
      return lost == "." || lost == ".." ? Self.sentence : "\(lost): " + Self.sentence
    }
    let begins = subcommand == nil && parsed.words.isEmpty && parsed.options["reveal"] == nil
    // Without a name the picture would go to the current folder.
    let writes = subcommand?.name == "render" && parsed.options["output"] == nil
    return begins || writes ? Self.sentence : nil
  }

  /// The words of a command that are paths.
  static func operands(_ parsed: Arguments, _ subcommand: Subcommand?) -> [String] {
    if case .nothing = subcommand?.takes { return [] }
    // The pattern is not a path.
    return Array(parsed.words.dropFirst(subcommand?.name == "search" ? 1 : 0))
  }

  private static let sentence =
    "the current folder is gone (deleted, or its disk removed); cd to another"
}
