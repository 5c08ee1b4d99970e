import Interface
import Program
import Services

/// `recto serve`: offers documents to another program by the Model Context Protocol.
enum ServeCommand {
  static let details = [
    "--stdio              speaks the Model Context Protocol (JSON-RPC, a message a line) on standard input and output; the only way there is",
    "FOLDER…              offers the documents in and below these folders, and no others; default: the indexed folders, else the current one",
    "--allow annotate     also lets the program add annotations; recto annotate --undo takes them back",
    "--allow show         also lets the program show places in a running Recto",
    "",
    "The program lists documents, reads pages as blocks with addresses, searches, and reads outlines, works cited, tables and annotations.",
    "Documents are never changed unless allowed; each is read in the sandbox. Exit status: 0, 2 after an error.",
  ]

  static let form = OptionForm(
    command: "serve", flags: ["stdio"],
    valued: ["allow": .oneOf(ContextTool.Permission.allCases.map(\.rawValue))])

  static func run(_ arguments: [String]) -> Int32 {
    if arguments == [ReusedDocument.argument] { return ReusedDocument.runCommands() }
    return CommandDocument.attempt {
      let parsed = try Arguments(arguments, form)
      guard parsed.options["stdio"] != nil else {
        throw Arguments.Mistake(
          sentence: "serve needs --stdio; a program starts it, as recto guide remote shows")
      }
      var allowed: Set<ContextTool.Permission> = []
      for name in parsed.values(of: "allow") {
        guard let permission = ContextTool.Permission(rawValue: name) else {
          let names = ContextTool.Permission.allCases.map(\.rawValue).joined(separator: " or ")
          throw Arguments.Mistake(sentence: "--allow is \(names)")
        }
        allowed.insert(permission)
      }
      let folders = try ServedFolders(parsed.words)
      return ContextServer(folders, allowed).run()
    }
  }
}
