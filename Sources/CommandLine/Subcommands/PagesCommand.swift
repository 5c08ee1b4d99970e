import DocumentModel
import Platform
import Program
import Services
import Workers

/// `recto pages`: pages listed, taken out, turned, moved, put in, put together.
enum PagesCommand {
  static let details = [
    "FILE                    a PDF, or - for standard input (with -o); without options lists pages: number, label, size in points",
    "--remove 3,5-7          removes pages",
    "--extract 2-4           writes only these pages to a new file (with -o)",
    "--rotate 90:1-3         rotates pages clockwise by 90, 180 or 270; all pages without :PAGES",
    "--move 5:2              page 5 becomes page 2; 5-7:2 moves three",
    "--exchange 2:7          swaps two pages",
    "--insert OTHER[:1-3]    inserts pages of another PDF at the end, or with --at N as page N",
    "--merge A B… -o OUT     merges PDFs and their outlines",
    "-o, --output OUT        writes another file and leaves FILE unchanged; --force overwrites OUT; - is standard output",
    "--undo FILE             restores FILE to before its last edit by recto pages, outline or info",
    "--redo FILE             redoes the edit undone last",
    "--json                  lists pages as JSON",
    "--yes                   edits although FILE is signed, has Adobe Reader extensions, or other names (hard links), which keep the old contents",
    "--password-file FILE    reads the password from FILE's first line (or RECTO_PASSWORD)",
    "",
    "Pages are numbers in the file, counted from 1 (12, #12), or labels (iv, label:12).",
    "Without -o FILE itself is rewritten, completely or not at all; the original is kept for 30 days, 2 GiB at most.",
    "Edits apply one after the other; each counts pages as the previous one left them. Annotations, form fields and labels stay with",
    "their pages, and the password stays. Outline entries of a removed page lead to the next page of their section, or are removed.",
    "Exit status: 0, 1 if there was nothing to do, 2 after an error.",
  ]

  static let form = OptionForm(
    command: "pages", flags: ["merge", "undo", "redo", "json", "yes"],
    valued: [
      "remove": .text, "extract": .text, "rotate": .text, "move": .text, "exchange": .text,
      "insert": .file, "at": .text, "password-file": .file,
    ],
    alternatives: OptionForm.excluding("json", edits + ["merge", "undo", "redo"])
      + OptionForm.excluding("undo", edits + ["merge", "output", "redo"])
      + OptionForm.excluding("redo", edits + ["merge", "output"])
      + OptionForm.excluding("merge", edits),
    dependent: [
      "at": ["insert"], "yes": edits + ["undo", "redo"], "extract": ["output"],
      "merge": ["output"],
    ]
  ).with(.output(for: edits + ["merge"]))

  private static let edits = ["remove", "extract", "rotate", "move", "exchange", "insert"]

  private typealias Failure = CommandDocument.Failure

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.attempt {
      let parsed = try Arguments(arguments, form)
      let pool = try CommandDocument.workers()
      defer { pool.shutdown() }
      let inserted = parsed.values(of: "insert").map { PageEdits.parted($0).0 }
      let piped = try (parsed.words + inserted).contains("-") ? PipedDocument("-") : nil
      if parsed.options["merge"] != nil { return try merge(parsed, piped, pool) }
      let file = try parsed.document(or: "name one PDF").path
      if parsed.options["undo"] != nil || parsed.options["redo"] != nil {
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
    guard parsed.words.count > 1 else {
      throw Arguments.Mistake(sentence: "--merge needs two PDFs or more")
    }
    try parsed.checkOutput(of: parsed.words)
    let password = try parsed.password()
    var edits: [DocumentEdit] = []
    var count = 0
    for (number, file) in parsed.words.enumerated() {
      if number > 0 { edits.append(.insert(file: number, pages: nil, at: count)) }
      count += try open(file, piped, password: password, pool).summary.pageCount
    }
    try DocumentEditor(pool).edit(
      parsed.words, edits, parsed.target, password: password, piped: piped)
    return 0
  }

  private static func edit(
    _ file: String, _ parsed: Arguments, _ piped: PipedDocument?, _ pool: WorkerPool
  ) throws -> Int32 {
    try parsed.checkOutput(of: [file] + parsed.values(of: "insert").map { PageEdits.parted($0).0 })
    let password = try parsed.password()
    let document = try open(file, piped, password: password, pool)
    guard document.summary.canEditPages else {
      throw Failure(sentence: "\(document.name) is not a PDF; only PDFs have editable pages")
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
    guard parsed.target.isCopy || !draft.edits.leaveAll(document.summary.pageCount) else {
      throw Failure(sentence: "\(file): nothing to change", isNothing: true)
    }
    try DocumentEditor(pool).edit(
      [file] + draft.others, draft.edits, parsed.target, password: password, piped: piped)
    return 0
  }

  private static func list(
    _ document: CommandDocument, asJSON: Bool
  ) throws(CommandDocument.Failure) -> Int32 {
    let pages = try document.pages()
    if asJSON {
      let list = pages.enumerated().map { index, page in
        JSON.object(
          JSON.page(index, label: page.label) + [
            ("width", .number(page.size.width)), ("height", .number(page.size.height)),
          ])
      }
      Output.write(JSON.array(list).text + "\n")
      return 0
    }
    for (index, page) in pages.enumerated() {
      let size = "\(Int(page.size.width.rounded())) × \(Int(page.size.height.rounded()))"
      let label = Output.line(PageName.shown(page: index, label: page.label))
      Output.write("\(index + 1)\t\(label)\t\(size)\n")
    }
    return 0
  }
}
