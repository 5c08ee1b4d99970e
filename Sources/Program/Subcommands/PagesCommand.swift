import DocumentModel
import Platform
import Workers

/// `recto pages`: pages listed, taken out, turned, moved, put in, put together.
enum PagesCommand {
  static let details = [
    "FILE                    a PDF, or - for standard input (with -o); without more its pages are listed: number, label, size in points",
    "--remove 3,5-7          takes pages out",
    "--extract 2-4           only these, in a new file (with -o)",
    "--rotate 90:1-3         turns pages clockwise by 90, 180 or 270; all of them without :PAGES",
    "--move 5:2              page 5 becomes page 2; 5-7:2 moves three",
    "--exchange 2:7          two pages change places",
    "--insert OTHER[:1-3]    pages of another PDF, at the end or by --at N so that the first becomes page N",
    "--merge A B… -o OUT     several PDFs become one, with their outlines",
    "-o, --output OUT        into a new file, which is not there yet; - is standard output",
    "--undo FILE             puts back what FILE was before its last edit, by this or by recto outline and info",
    "--redo FILE             does again what was taken back last",
    "--json                  the list for programs",
    "--yes                   though FILE has other names (hard links), which keep what it was, or is extended for Adobe Reader",
    "--password-file FILE    its first line is the password (or RECTO_PASSWORD)",
    "",
    "Pages are numbers in the file, counted from 1 (12, #12), or labels (iv, label:12).",
    "Without -o FILE itself is written anew, whole or not at all; what it was is kept for 30 days, 2 GiB at most.",
    "Edits are done one after the other; each counts pages as the one before left them. Annotations, form fields and labels stay with",
    "their pages, the password stays, and entries of the outline whose page goes lead to the next page of their part, or go too.",
    "Exit status: 0, 1 where nothing was to be done, 2 after an error.",
  ]

  static let form = OptionForm(
    command: "pages", flags: ["merge", "undo", "redo", "json", "yes"],
    valued: [
      "remove": .text, "extract": .text, "rotate": .text, "move": .text, "exchange": .text,
      "insert": .file, "at": .text, "output": .file, "password-file": .file,
    ], short: ["o": "output"])

  private typealias Failure = CommandDocument.Failure

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.attempt {
      let parsed = try Arguments(arguments, form)
      let pool = try CommandDocument.workers()
      defer { pool.shutdown() }
      let inserted = parsed.values(of: "insert").map { PageEdits.parted($0).0 }
      let piped = try (parsed.words + inserted).contains("-") ? PipedDocument("-") : nil
      if parsed.options["merge"] != nil { return try merge(parsed, piped, pool) }
      let file = try parsed.document(or: "name one PDF whose pages are meant").path
      if parsed.options["undo"] != nil || parsed.options["redo"] != nil {
        guard parsed.given.filter({ !["password-file", "yes"].contains($0.name) }).count == 1 else {
          throw Failure(sentence: "--undo and --redo go alone")
        }
        try DocumentEditor(pool).reverse(
          file, isRedo: parsed.options["redo"] != nil, isWarned: parsed.options["yes"] != nil,
          password: try parsed.password(), pool)
        return 0
      }
      return try edit(file, parsed, piped, pool)
    }
  }

  /// Opens a document that is named on the command line.
  private static func open(
    _ file: String, _ piped: PipedDocument?, password: [UInt8], _ pool: WorkerPool
  ) throws(Failure) -> CommandDocument {
    try CommandDocument(
      file == "-" ? piped?.path ?? file : file, password: password, pool: pool,
      shownAs: file == "-" ? PipedDocument.name : nil)
  }

  private static func merge(
    _ parsed: Arguments, _ piped: PipedDocument?, _ pool: WorkerPool
  ) throws -> Int32 {
    guard parsed.words.count > 1, let output = parsed.options["output"] else {
      throw Failure(sentence: "--merge wants two PDFs or more, and -o with the new file's name")
    }
    let password = try parsed.password()
    var edits: [DocumentEdit] = []
    var count = 0
    for (number, file) in parsed.words.enumerated() {
      if number > 0 { edits.append(.insert(file: number, pages: nil, at: count)) }
      count += try open(file, piped, password: password, pool).summary.pageCount
    }
    try DocumentEditor(pool).edit(
      parsed.words, edits, .copy(output), password: password, piped: piped)
    return 0
  }

  private static func edit(
    _ file: String, _ parsed: Arguments, _ piped: PipedDocument?, _ pool: WorkerPool
  ) throws -> Int32 {
    let password = try parsed.password()
    let document = try open(file, piped, password: password, pool)
    guard document.summary.flow == nil, !document.summary.isPicture else {
      throw Failure(sentence: "\(document.name) is no PDF; only those have pages to be edited")
    }
    var draft = PageEdits(file: document.name, count: document.summary.pageCount) {
      (name) throws(Failure) in
      name == document.name
        ? try document.labels() : try open(name, piped, password: password, pool).labels()
    }
    if let first = parsed.given.first(where: { PageEdits.selecting.contains($0.name) }) {
      try document.noteNumbers(PageEdits.selection(first.name, first.value))
    }
    for (name, value) in parsed.given {
      try draft.add(name, value) { other throws(CommandDocument.Failure) in
        try open(other, piped, password: password, pool).summary.pageCount
      }
    }
    guard !draft.edits.isEmpty else {
      return try list(document, asJSON: parsed.options["json"] != nil)
    }
    let output = parsed.options["output"]
    guard output != nil || !draft.edits.leaveAll(document.summary.pageCount) else {
      throw Failure(sentence: "\(file): nothing was to be changed", isNothing: true)
    }
    guard output != nil || parsed.options["extract"] == nil else {
      throw Failure(sentence: "--extract makes a new file: name it with -o")
    }
    let target =
      output.map(DocumentEditor.Target.copy)
      ?? .inPlace(isWarned: parsed.options["yes"] != nil)
    try DocumentEditor(pool).edit(
      [file] + draft.others, draft.edits, target, password: password, piped: piped)
    return 0
  }

  private static func list(
    _ document: CommandDocument, asJSON: Bool
  ) throws(CommandDocument.Failure) -> Int32 {
    let pages = try document.pages()
    if asJSON {
      let list = pages.enumerated().map { index, page in
        JSON.object([
          ("page", .count(index + 1)), ("label", .text(page.label)),
          ("width", .number(page.size.width)), ("height", .number(page.size.height)),
        ])
      }
      Output.write(JSON.array(list).text + "\n")
      return 0
    }
    for (index, page) in pages.enumerated() {
      let size = "\(Int(page.size.width.rounded())) × \(Int(page.size.height.rounded()))"
      let label = page.label.isEmpty ? String(index + 1) : Output.line(page.label)
      Output.write("\(index + 1)\t\(label)\t\(size)\n")
    }
    return 0
  }
}
