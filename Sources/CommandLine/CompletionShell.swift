import DocumentModel
import Interface
import Services

/// The shells that complete Recto's words, each by a script made from the one list of subcommands and options.
enum CompletionShell: String, CaseIterable {
  case bash, zsh, fish

  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  var script: String {
    let words = CompletionCandidates()
    return switch self {
    case .bash: BashCompletion(words: words).script
    case .zsh: ZshCompletion(words: words).script
    case .fish: FishCompletion(words: words).script
    }
  }
}

/// The candidates for completion.
struct CompletionCandidates {
  let subcommands = Subcommand.all
  /// The program's own options.
  let own = CompletionCandidates.everywhere(Recto.form)
  /// Endings of the files Recto opens, without the dot, in order.
  let endings: [String]
  /// Whole names of such files, in lower case.
  let names: [String]

  init() {
    let types = DocumentTypeSettings.own.opened
    endings = Set(types.flatMap(\.extensions)).sorted()
    names = Set(types.flatMap(\.fileNames)).sorted()
  }

  /// The options of a subcommand with those that all have.
  func form(of subcommand: Subcommand) -> OptionForm {
    Self.everywhere(subcommand.form.with(OptionForm(flags: ["help"], short: ["h": "help"])))
  }

  /// Returns the words an operand is one of; nil if it is a path or there is none.
  func words(of operand: Subcommand.Operands) -> [String]? {
    switch operand {
    case .command: subcommands.map(\.name)
    case .topic: UserGuide.topics
    case .documents, .files, .folders, .nothing: nil
    }
  }

  private static func everywhere(_ form: OptionForm) -> OptionForm {
    form.with(OptionForm(flags: [Recto.requireSandbox]))
  }
}
