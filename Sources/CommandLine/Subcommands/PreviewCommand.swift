import Canvas
import DocumentModel
import Files
import Glibc
import Interface
import Messages
import Platform
import Program
import Services
import Terminal
import Text
import Wire
import Workers

/// `recto preview`: the beginning of a document or folder in a few lines, for fzf, lf and yazi.
enum PreviewCommand {
  static let details = [
    "FILE                 a document or a folder, or - for standard input",
    "--columns N          maximum width; default: $FZF_PREVIEW_COLUMNS, the terminal's width, or 80",
    "--lines N            maximum height; default: $FZF_PREVIEW_LINES, the terminal's height, or 24",
    "--color              bold headings, even if standard output is not a terminal",
    "--password-file FILE reads the password from FILE's first line (or RECTO_PASSWORD)",
    "",
    "Prints the first page's paragraphs, then title, author and number of pages; for a folder its first names.",
    "If a file cannot be shown, a sentence says why.",
    "Exit status: 0, 2 after an error.",
  ]

  static let form = OptionForm(
    command: "preview", flags: ["color"],
    valued: ["columns": .text, "lines": .text, "password-file": .file])

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.attempt {
      let parsed = try Arguments(arguments, form)
      let named = try parsed.document(or: "name one file or folder; - is standard input")
      let window = TerminalWindow.size()
      var sheet = PreviewSheet(
        columns: try CommandSize.of(parsed, "columns", "FZF_PREVIEW_COLUMNS", window?.width ?? 80),
        height: try CommandSize.of(parsed, "lines", "FZF_PREVIEW_LINES", window?.height ?? 24))
      let password = try parsed.password()
      var status: Int32 = 0
      do throws(CommandDocument.Failure) {
        try show(named, password, on: &sheet)
      } catch {
        sheet.add(wrapping: error.sentence)
        status = 2
      }
      Output.write(
        styled: sheet.text(isColored: parsed.options["color"] != nil || Emphasis.isWanted))
      return status
    }
  }

  private static func show(
    _ named: DocumentArgument, _ password: [UInt8], on sheet: inout PreviewSheet
  ) throws(CommandDocument.Failure) {
    let path = named.path
    let status = path == "-" ? nil : SystemPath.status(path)
    if let status, status.st_mode & S_IFMT == S_IFDIR { return try showFolder(path, on: &sheet) }
    // First of all, so that the worker warms up meanwhile. The pane shows the document, and finders
    // also show standard error there.
    let pool = try CommandDocument.workers(isQuiet: true)
    defer { pool.shutdown() }
    guard let status, !isPDF(path), let type = otherType(path) else {
      return try showDocument(named, password, pool, on: &sheet)
    }
    // Other files are shown by name.
    sheet.add(PathParts.name(of: path), .strong)
    sheet.add("\(type.name) · \(ByteCount.text(Int64(status.st_size)))", .faint)
  }

  /// Whether a file begins as a PDF does: then its name does not matter.
  private static func isPDF(_ path: String) -> Bool {
    let descriptor = SystemPath.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let sign = Array("%PDF-".utf8)
    var head = [UInt8](repeating: 0, count: sign.count)
    return pread(descriptor, &head, head.count, 0) == head.count && head == sign
  }

  /// The type of a file by its name, if it is one that Recto does not open.
  private static func otherType(_ path: String) -> ContentType? {
    var problems: [String] = []
    let types = DocumentTypeSettings.load(problems: &problems)
    let name = PathParts.name(of: path)
    return types.role(named: name) == .none ? types.type(named: name) : nil
  }

  private static func showFolder(
    _ path: String, on sheet: inout PreviewSheet
  ) throws(CommandDocument.Failure) {
    do throws(FilesError) {
      var problems: [String] = []
      let types = EntryTypes(DocumentTypeSettings.load(problems: &problems))
      let glimpse = try FolderGlimpse(of: path, FolderGlimpse.Look(types, most: sheet.height))
      sheet.add(Preview.words(count: glimpse.count, others: glimpse.otherCount), .faint)
      if glimpse.count > 0 { sheet.add("") }
      for name in glimpse.names {
        sheet.add(name, PathParts.endsWithSlash(name) ? .strong : .plain)
      }
    } catch {
      throw CommandDocument.Failure(sentence: Sentences.text(error, file: path))
    }
  }

  private static func showDocument(
    _ named: DocumentArgument, _ password: [UInt8], _ pool: WorkerPool, on sheet: inout PreviewSheet
  ) throws(CommandDocument.Failure) {
    let document = try CommandDocument(named, password: password, pool: pool)
    let summary = document.summary
    if summary.isMeasuredInPixels {
      guard case .metadata(let metadata) = try document.ask(.metadata) else { return }
      sheet.add(document.name, .strong)
      return sheet.add(metadata.format, .faint)
    }
    var facts: [(String, PreviewSheet.Look)] = [
      (DocumentTitle.telling(summary.title), .strong), (summary.author, .plain),
      (pages(summary), .faint),
    ]
    facts.removeAll { fact in !fact.0.contains { !$0.isWhitespace } }
    // In a small pane the text is more useful than these facts.
    let room = sheet.height - facts.count - 1
    let isRoomy = room >= 3
    let page = try document.ask(.text(page: try document.addressedPage() ?? 0))
    guard case .text(let text) = page else { return }
    add(text, to: &sheet, most: isRoomy ? room : sheet.height)
    guard isRoomy else { return }
    sheet.removeBlankEnd()
    sheet.add("")
    for (words, look) in facts { sheet.add(words, look) }
  }

  private static let faint: Set<TextLine.Kind> = [.furniture, .rule, .placeholder]

  /// Empty for a text, which has none.
  private static func pages(_ summary: DocumentSummary) -> String {
    guard summary.hasPages else { return "" }
    return summary.pageCount == 1 ? "1 page" : "\(summary.pageCount) pages"
  }

  /// The page's paragraphs as the reader sets them.
  private static func add(_ text: PageText, to sheet: inout PreviewSheet, most: Int) {
    let blocks = Composer().blocks(text, page: 0)
    let content = PageContent(text: text, blocks: blocks, grid: [])
    let layout = PageLayout(
      content, mode: .reflow, width: sheet.columns,
      bidi: Abilities.turnsWords ? .words : .none)
    for line in layout.lines.prefix(most) {
      sheet.add(
        line.glyphs.map { (scalar: $0.scalar, column: Int($0.column)) },
        line.kind == .heading ? .strong : Self.faint.contains(line.kind) ? .faint : .plain)
    }
  }
}
