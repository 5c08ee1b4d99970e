import DocumentModel
import Program
import Services
import Workers

/// `recto info --set`: changes a document's metadata.
enum InfoEdits {
  private typealias Failure = CommandDocument.Failure

  static let details = [
    "FILE                 a document, or - for standard input; with --set a PDF",
    "--json               JSON output",
    "--set title=TEXT     sets the title, or removes it if TEXT is empty; also author=… subject=… keywords=… creator=… producer=…",
    "-o, --output OUT     writes a new file; without it FILE is rewritten, and recto pages --undo FILE undoes that",
    "--yes                edits although FILE has other names (hard links), which keep the old contents, or Adobe Reader extensions",
    "--password-file FILE reads the password from FILE's first line (or RECTO_PASSWORD)",
    "",
    "Exit status: 0, 1 if there is nothing to show, 2 after an error.",
  ]

  static let form = OptionForm(
    command: "info", flags: ["yes"],
    valued: [
      "set": .oneOf(InfoField.allCases.map { $0.rawValue + "=" }), "output": .file,
      "password-file": .file,
    ], short: ["o": "output"])

  static func areWanted(_ arguments: [String]) -> Bool {
    arguments.prefix { $0 != "--" }.contains { $0 == "--set" || $0.hasPrefix("--set=") }
  }

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.attempt {
      let parsed = try Arguments(arguments, form)
      guard let file = parsed.documents.first?.path else {
        throw Failure(sentence: "name one PDF before the metadata to set")
      }
      var edits: [DocumentEdit] = []
      for text in parsed.values(of: "set") + parsed.words.dropFirst() {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let field = InfoField(rawValue: parts[0].lowercased()) else {
          let names = InfoField.allCases.map(\.rawValue).joined(separator: ", ")
          throw Failure(sentence: "“\(text)” is not a metadata field such as title=…: \(names)")
        }
        edits.append(.describe(field, String(parts[1])))
      }
      let pool = try CommandDocument.workers()
      defer { pool.shutdown() }
      let target =
        parsed.options["output"].map(DocumentEditor.Target.copy)
        ?? .inPlace(isWarned: parsed.options["yes"] != nil)
      let piped = try file == "-" ? PipedDocument(file) : nil
      try DocumentEditor(pool).edit(
        [file], edits, target, password: try parsed.password(), piped: piped)
      return 0
    }
  }
}
