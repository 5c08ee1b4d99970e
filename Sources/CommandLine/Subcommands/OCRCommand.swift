import DocumentModel
import Glibc
import Program
import Services
import Text
import Wire
import Workers

/// `recto ocr`: the words of pages without text, recognised and stored in the PDF.
enum OCRCommand {
  static let details = [
    "FILE                 a PDF, or - for standard input (with -o)",
    PageSelection.help,
    "--language deu+eng   languages of the pages; default: the document's, the user's and English",
    "--again              recognises pages again that were recognised before, also by another program, whose words are replaced",
    "-o, --output OUT     writes another file and leaves FILE unchanged; --force overwrites OUT; - is standard output",
    "--jobs N             number of workers; default: number of processors",
    "--yes                writes although FILE is signed or has other names (hard links)",
    "--password-file FILE reads the password from FILE's first line (or RECTO_PASSWORD)",
    "",
    "Adds invisible text to the pictures of the pages, in an incremental update: nothing else in the file changes.",
    "Pages that have text are left alone, but for a few words at their edges, such as a library's stamp. recto pages --undo FILE restores the version before. Needs the package recto-ocr.",
    "Exit status: 0, 1 if no words were recognised, 2 after an error.",
  ]

  static let form = OptionForm(
    command: "ocr", flags: ["again", "yes"],
    valued: ["language": .text, "jobs": .text, "password-file": .file]
  ).with(.pages).with(.output(for: []))

  private typealias Failure = CommandDocument.Failure

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.attempt {
      let parsed = try Arguments(arguments, form)
      let pool = try CommandDocument.workers()
      defer { pool.shutdown() }
      let file = try parsed.document(or: "name one PDF").path
      try parsed.checkOutput(of: [file])
      let piped = try file == "-" ? PipedDocument("-") : nil
      let password = try parsed.password()
      let jobs = CommandDocument.lanes(parsed.options["jobs"])
      let document = try CommandDocument(
        piped?.path ?? file, password: password, lanes: jobs, pool: pool,
        shownAs: file == "-" ? PipedDocument.name : nil)
      guard document.summary.canEditPages else {
        throw Failure(sentence: "\(document.name) is not a PDF; text can be stored in PDFs only")
      }
      let pages = try document.selectedPages(parsed) ?? Array(0..<document.summary.pageCount)
      let (edits, failures) = try recognized(
        pages, of: document, parsed.options["language"], isAgain: parsed.options["again"] != nil,
        workers: jobs)
      guard !edits.isEmpty else {
        if failures > 0 { return 2 }
        throw Failure(
          sentence:
            "\(document.name): no words to add; its pages have text, or none was recognised",
          isNothing: true)
      }
      try DocumentEditor(pool).edit(
        [file], edits, parsed.target, password: password, piped: piped)
      if parsed.options["output"] != "-" {
        let pages = edits.count == 1 ? "1 page" : "\(edits.count) pages"
        Output.write(
          "words of \(pages) saved in \(Output.name(parsed.options["output"] ?? file))\n")
      }
      return failures > 0 ? 2 : 0
    }
  }

  /// Recognises pages without text; pages that fail are reported and counted.
  private static func recognized(
    _ pages: [Int], of document: CommandDocument, _ languages: String?, isAgain: Bool, workers: Int
  ) throws(Failure) -> (edits: [DocumentEdit], failures: Int) {
    document.document.recognize(
      with: try document.recognition(
        languages, isAgain ? .allPagesAgain : .allPages, workers: workers))
    let progress = ProgressLine()
    var edits: [DocumentEdit] = []
    var failures = 0
    var stream = PageStream(pages, of: document.document) { .text(page: $0) }
    var done = 0
    while let (page, reply) = stream.next() {
      done += 1
      progress.show("page \(done) of \(pages.count)")
      switch reply {
      case .success(.text(let text)):
        document.noteReduction(text, page: page)
        let words = text.isRecognized ? text.placedWords : []
        if !words.isEmpty { edits.append(.addText(page: page, words)) }
      case .success: break
      case .failure(let error):
        progress.clear()
        failures += 1
        Output.complain(Sentences.text(error, page: page, file: document.name))
      }
    }
    progress.clear()
    return (edits, failures)
  }
}

/// A line on the terminal's standard error that is written over.
private struct ProgressLine {
  private let isShown = isatty(STDERR_FILENO) != 0

  func show(_ text: String) {
    guard isShown else { return }
    let bytes = Array("\r\(text)\u{1B}[K".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  func clear() { show("") }
}
