import Canvas
import DocumentModel
import Files
import Glibc
import Interface
import Platform
import Terminal
import Text
import Wire
import Workers

/// `recto preview`: the beginning of a document or folder in a few lines, for fzf, lf and yazi.
enum PreviewCommand {
  static let details = [
    "FILE                 a document or a folder, or - for standard input",
    "--columns N          so wide at most; else $FZF_PREVIEW_COLUMNS, the terminal's width, or 80",
    "--lines N            so high at most; else $FZF_PREVIEW_LINES, the terminal's height, or 24",
    "--color              headings bold, also where standard output is no terminal",
    "--password-file FILE its first line is the password (or RECTO_PASSWORD)",
    "",
    "The first page's paragraphs, then title, author and number of pages; of a folder its first names.",
    "Where a file cannot be shown, a sentence says why in its place. As in:",
    "  find . -name '*.pdf' | fzf --preview 'recto preview {} --color'",
    "  lf: set previewer to a script that runs  recto preview \"$1\" --columns \"$2\" --lines \"$3\" --color",
    "Exit status: 0, 2 after an error.",
  ]

  /// Nobody sees more.
  private static let most = 1_000

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.attempt {
      let parsed = try Arguments(
        arguments, flags: ["color"], valued: ["columns", "lines", "password-file"])
      guard let path = parsed.words.first, parsed.words.count == 1 else {
        throw Arguments.Mistake(sentence: "name one file or folder; - is standard input")
      }
      let window = Screen.windowSize()
      var sheet = PreviewSheet(
        columns: try size(parsed, "columns", "FZF_PREVIEW_COLUMNS", window?.width ?? 80),
        height: try size(parsed, "lines", "FZF_PREVIEW_LINES", window?.height ?? 24))
      let password = try parsed.password()
      var status: Int32 = 0
      do throws(CommandDocument.Failure) {
        try show(path, password, on: &sheet)
      } catch {
        sheet.add(wrapping: error.sentence)
        status = 2
      }
      Output.write(
        sheet.text(isColored: parsed.options["color"] != nil || Emphasis.isWanted))
      return status
    }
  }

  /// What the option says, else the variable, else the window.
  private static func size(
    _ parsed: Arguments, _ option: String, _ variable: String, _ otherwise: Int
  ) throws(Arguments.Mistake) -> Int {
    if let text = parsed.options[option] {
      guard let number = Int(text), number > 0 else {
        throw Arguments.Mistake(sentence: "--\(option) wants a number from 1")
      }
      return min(number, most)
    }
    let given = getenv(variable).flatMap { Int(String(cString: $0)) } ?? 0
    return min(given > 0 ? given : otherwise, most)
  }

  private static func show(
    _ path: String, _ password: [UInt8], on sheet: inout PreviewSheet
  ) throws(CommandDocument.Failure) {
    let status = path == "-" ? nil : SystemPath.status(path)
    if let status, status.st_mode & S_IFMT == S_IFDIR { return try showFolder(path, on: &sheet) }
    // First of all, so that the worker warms up while the rest is found out.
    let pool = try CommandDocument.workers()
    defer { pool.shutdown() }
    guard let status else { return try showDocument(path, password, pool, on: &sheet) }
    var problems: [String] = []
    let types = DocumentTypeSettings.load(problems: &problems)
    let name = PathBytes.name(path)
    if let type = types.type(named: name), types.role(named: name) == .none {
      // What Recto does not open is named.
      sheet.add(name, .strong)
      sheet.add("\(type.name) · \(ByteCount.text(Int64(status.st_size)))", .faint)
      return
    }
    try showDocument(path, password, pool, on: &sheet)
  }

  private static func showFolder(
    _ path: String, on sheet: inout PreviewSheet
  ) throws(CommandDocument.Failure) {
    do throws(FilesError) {
      let (names, count) = try FolderGlimpse.names(in: path, most: sheet.height)
      sheet.add(count == 1 ? "1 item" : "\(count) items", .faint)
      if count > 0 { sheet.add("") }
      for name in names { sheet.add(name, name.hasSuffix("/") ? .strong : .plain) }
    } catch {
      throw CommandDocument.Failure(sentence: Sentences.text(error, file: path))
    }
  }

  private static func showDocument(
    _ path: String, _ password: [UInt8], _ pool: WorkerPool, on sheet: inout PreviewSheet
  ) throws(CommandDocument.Failure) {
    let document = try CommandDocument(path, password: password, pool: pool)
    let summary = document.summary
    var facts: [(String, PreviewSheet.Look)] = [
      (summary.title, .strong), (summary.author, .plain),
      (pages(summary), .faint),
    ]
    facts.removeAll { fact in !fact.0.contains { !$0.isWhitespace } }
    // Where there is little room the text is worth more.
    let room = sheet.height - facts.count - 1
    let isRoomy = room >= 3
    let page = try document.ask(.text(page: 0))
    guard case .text(let text) = page else { return }
    add(text, to: &sheet, most: isRoomy ? room : sheet.height)
    guard isRoomy else { return }
    sheet.removeBlankEnd()
    sheet.add("")
    for (words, look) in facts { sheet.add(words, look) }
  }

  /// Empty for a text, which has none.
  private static func pages(_ summary: DocumentSummary) -> String {
    guard summary.isPaged else { return "" }
    return summary.pageCount == 1 ? "1 page" : "\(summary.pageCount) pages"
  }

  /// The page's paragraphs as the reader sets them.
  private static func add(_ text: PageText, to sheet: inout PreviewSheet, most: Int) {
    let content = Composer().content(text, of: DocumentID(0), 1, page: 0)
    guard content.blocks.contains(where: { !$0.scalars.isEmpty }) else {
      sheet.add("There is no text on the first page", .faint)
      return
    }
    let layout = PageLayout(
      content, mode: .reflow, width: sheet.columns, pageName: "",
      bidi: Abilities.turnsWords ? .words : .none)
    for line in layout.lines.prefix(while: { $0.kind != .rule }).prefix(most) {
      sheet.add(
        line.glyphs.map { (scalar: $0.scalar, column: Int($0.column)) },
        line.kind == .heading ? .strong : line.kind == .furniture ? .faint : .plain)
    }
  }
}
