/// The options of a command, from which parsing, help and completion derive.
struct OptionForm: Sendable, Equatable {
  /// The subcommand that takes them; empty: the program itself.
  var command = ""
  /// Options without a value, by their long names.
  var flags: Set<String> = []
  /// Options with a value, by their long names.
  var valued: [String: Value] = [:]
  /// Long names by their letters.
  var short: [Character: String] = [:]
  /// Groups of options that exclude each other.
  var alternatives: [[String]] = []
  /// Options that need one of others to be given, too.
  var dependent: [String: [String]] = [:]

  /// The type of an option's value.
  enum Value: Sendable, Equatable {
    case text
    case file
    case folder
    /// Any of these; one that ends with `=` is completed by the user.
    case oneOf([String])

    /// Whether it is the name of a file or folder, which is never empty.
    var isName: Bool { self == .file || self == .folder }
  }

  /// Returns the form of commands that list something of one document.
  static func listing(of command: String) -> OptionForm {
    OptionForm(command: command, flags: ["json"], valued: ["password-file": .file])
  }

  /// Pages that output is limited to; both names mean the same.
  static let pages = OptionForm(
    valued: ["pages": .text, "page": .text], alternatives: [["page", "pages"]])

  /// The file that a document's new version is written to; for one of `edits` only, unless that is empty.
  static func output(for edits: [String] = []) -> OptionForm {
    OptionForm(
      flags: ["force"], valued: ["output": .file], short: ["o": "output"],
      dependent: ["force": ["output"]].merging(edits.isEmpty ? [:] : ["output": edits]) { $1 })
  }

  /// Returns groups in which an option excludes each of others.
  static func excluding(_ option: String, _ others: [String]) -> [[String]] {
    others.sorted().map { [option, $0] }
  }

  /// The command that shows all options.
  var help: String { "recto " + (command.isEmpty ? "" : command + " ") + "--help" }

  /// Returns the form with another one's options added.
  func with(_ other: OptionForm) -> OptionForm {
    OptionForm(
      command: command,
      flags: flags.union(other.flags), valued: valued.merging(other.valued) { $1 },
      short: short.merging(other.short) { $1 },
      alternatives: alternatives + other.alternatives,
      dependent: dependent.merging(other.dependent) { $1 })
  }

  /// Returns an option as help names it first: by its letter if it has one.
  func spelled(_ name: String) -> String {
    short.filter { $0.value == name }.keys.sorted().first.map { "-\($0)" } ?? "--" + name
  }

  /// All options in order: `--name`, and `-l` if there is a letter.
  var words: [String] {
    (Array(flags) + valued.keys).sorted().map { "--" + $0 }
      + short.keys.sorted().map { "-\($0)" }
  }

  /// The options that take a value, as they are typed, each with the type of its value, in order.
  var wanting: [(words: [String], value: Value)] {
    valued.keys.sorted().map { name in
      let letters = short.filter { $0.value == name }.keys.sorted().map { "-\($0)" }
      return (["--" + name] + letters, valued[name] ?? .text)
    }
  }
}
