import DocumentModel
import Glibc
import Platform

/// The folder one is in, from which relative paths lead; somebody may have deleted it.
enum CurrentFolder {
  /// nil where it is gone.
  static var path: String? {
    guard let folder = getcwd(nil, 0) else { return nil }
    defer { free(folder) }
    let path = SystemPath.text(folder)
    // One outside the root of who asks (getcwd(3)).
    return PathParts.isAbsolute(path) ? path : nil
  }

  /// Why what was asked for has no place while that folder is gone; nil where nothing leads from it.
  ///
  /// `isStart`: the words are those of the program itself, which without any begins in the folder.
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
    // Without a name the picture would be put beside nothing.
    let writes = subcommand?.name == "render" && parsed.options["output"] == nil
    return begins || writes ? Self.sentence : nil
  }

  /// The words of a command that are paths.
  static func operands(_ parsed: Arguments, _ subcommand: Subcommand?) -> [String] {
    if case .nothing = subcommand?.takes { return [] }
    // What is looked for is none.
    return Array(parsed.words.dropFirst(subcommand?.name == "search" ? 1 : 0))
  }

  private static let sentence =
    "the current folder is gone (deleted, or its disk removed); cd to another"
}
