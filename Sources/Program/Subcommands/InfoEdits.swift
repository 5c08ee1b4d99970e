import DocumentModel
import Workers

/// `recto info --set`: what a document says of itself is changed.
enum InfoEdits {
  private typealias Failure = CommandDocument.Failure

  static let details = [
    "FILE                 a document, or - for standard input; with --set a PDF",
    "--json               for programs",
    "--set title=TEXT     says it anew, or nothing where TEXT is empty; more may follow: author=… subject=… keywords=… creator=… producer=…",
    "-o, --output OUT     into a new file; else FILE is written anew, and recto pages --undo FILE takes it back",
    "--yes                though FILE has other names (hard links), which keep what it was, or is extended for Adobe Reader",
    "--password-file FILE its first line is the password (or RECTO_PASSWORD)",
    "",
    "Exit status: 0, 1 where there is nothing to be told, 2 after an error.",
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
        throw Failure(sentence: "name one PDF before what it is to say")
      }
      var edits: [DocumentEdit] = []
      for text in parsed.values(of: "set") + parsed.words.dropFirst() {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let field = InfoField(rawValue: parts[0].lowercased()) else {
          let names = InfoField.allCases.map(\.rawValue).joined(separator: ", ")
          throw Failure(sentence: "“\(text)” says nothing of a document, as title=… does: \(names)")
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
