import Canvas
import DocumentModel
import Terminal

/// A word after `recto` that does something without the screen.
struct Subcommand: Sendable {
  let name: String
  let usage: String
  let summary: String
  /// The type of its operands.
  let takes: Operands
  let run: @Sendable ([String]) -> Int32
  private let makeDetails: @Sendable () -> [String]
  private let makeForm: @Sendable () -> OptionForm

  /// Sentences for its own help, a line each.
  var details: [String] { makeDetails() }
  var form: OptionForm { makeForm() }

  /// A command needs no other one's details and form, which take a millisecond together.
  init(
    name: String, usage: String, summary: String,
    details: @autoclosure @escaping @Sendable () -> [String] = [], takes: Operands = .documents,
    form: @autoclosure @escaping @Sendable () -> OptionForm,
    run: @escaping @Sendable ([String]) -> Int32
  ) {
    self.name = name
    self.usage = usage
    self.summary = summary
    self.takes = takes
    self.run = run
    makeDetails = details
    makeForm = form
  }

  enum Operands: Sendable {
    /// Documents and folders.
    case documents
    case files
    case folders
    /// A subcommand's name.
    case command
    /// A topic of the guide.
    case topic
    case nothing
  }

  /// The output of `recto NAME --help`, fitted to the terminal if it is shown in one.
  var help: String { help(width: TerminalWindow.size().map { min($0.width, 120) }) }

  func help(width: Int?) -> String {
    var usage = ["recto \(name) \(usage)"]
    var details = details
    if let width {
      usage = OptionDetails.filled(usage[0], width: width - 4)
      details = OptionDetails(details).lines(width: width - 2)
    }
    let rows = details.map { $0.isEmpty ? "\n" : "  \($0)\n" }.joined()
    return usage.joined(separator: "\n    ") + "\n\n  \(summary)\n"
      + (details.isEmpty ? "" : "\n") + rows + examples
  }

  private var examples: String {
    let own = Examples.all.filter { $0.command == name }
    return own.isEmpty
      ? "" : "\n  Examples:\n" + own.map { "    \($0.line)\n      \($0.words)\n" }.joined()
  }

  static let all: [Subcommand] = [
    Subcommand(
      name: "text", usage: "FILE [--pages 3-5,9] [--mode M]",
      summary: "print the text as paragraphs, in page layout or raw",
      details: [
        "FILE                 a document, or - for standard input",
        PageSelection.help,
        "--mode reflow        a paragraph per line, with blank lines between (the default)",
        "--mode layout        lines at their places on the page",
        "--mode raw           in the order of the file",
        "--keep-headers       includes running heads, feet and page numbers",
        "--json               a JSON line per block: kind, level, page, label, address, box in points, caption, text; the address behind the",
        "                     file's name opens the block: recto 'paper.pdf#page=3&char=1024'",
        OptionForm.recognitionHelp[0], OptionForm.recognitionHelp[1],
        "--jobs N             number of workers; default: number of processors",
        "--password-file FILE reads the password from FILE's first line (or RECTO_PASSWORD)",
        "",
        "Pages end with a form feed; Markdown and plain text have none. Exit status: 0, 1 if there is no text, 2 after an error.",
      ], form: TextCommand.form, run: TextCommand.run),
    Subcommand(
      name: "search", usage: "PATTERN [FOLDER|FILE]…",
      summary: "search documents, a line per match",
      details: [
        "-E, --regex          PATTERN is a regular expression (PCRE)",
        "-w, --word           whole words only",
        "-s, --case-sensitive case matters; -i, --ignore-case: it does not;",
        "                     default: it matters if PATTERN has upper case",
        "-a, --ignore-accents é matches e",
        "-c, --count          only the number of matches",
        "-l, --files          only the names of files with matches",
        "-m, --max-count N    at most N matches per file",
        "-Q, --query          PATTERN is a query as on the screen: words, \"phrases\", AND OR NOT, near:\"words\" (in one passage),",
        "                     page:\"words\" (on one page), page:3-10, author: title: tag: in: type: year: after: before: note:",
        "                     AND, OR and NOT apply to whole documents; words also match file names; e-mail finds e mail and email",
        "--rank               best documents first, instead of by path",
        "--section            adds the section of each match",
        "--no-index           reads folders although they are indexed",
        "--share NAME         searches a shared library only (recto share); without FOLDER and FILE all that were joined are searched, too",
        "--keep-headers       also searches running heads and feet",
        OptionForm.recognitionHelp[0], OptionForm.recognitionHelp[1],
        PageSelection.help,
        "--json               a JSON line per match, with quads in points",
        "--password-file FILE reads the password from FILE's first line (or RECTO_PASSWORD)",
        "",
        "Indexed folders (recto index) are answered from the index after reading what changed; others are read, on all",
        "processors. Without FOLDER and FILE everything indexed is searched.",
        "Matches may span lines, hyphens, columns and pages. Lines are FILE:PAGE: CONTEXT, with one file PAGE: CONTEXT;",
        "PAGE is the page's label, in Markdown and plain text the line, title or name for a match in the title or file name.",
        "Exit status: 0, 1 if nothing was found, 2 after an error, 3 if a shared library did not answer completely.",
      ], form: SearchCommand.form, run: SearchCommand.run),
    Subcommand(
      name: "diff", usage: "OLD NEW [--json | -o OUT]",
      summary: "show which words changed between two versions", details: DiffCommand.details,
      form: DiffCommand.form, run: DiffCommand.run),
    Subcommand(
      name: "index",
      usage: "[FOLDER…] [--status | --rebuild | --forget FOLDER | --watch | --share NAME]",
      summary: "index documents for library searches", details: IndexCommand.details,
      takes: .folders, form: IndexCommand.form, run: IndexCommand.run),
    Subcommand(
      name: "share",
      usage:
        "[init | join | status | keep | leave | grant | revoke | add-shard | text | annotations | hide | show] …",
      summary: "set up and join a library for a group, on PostgreSQL",
      details: ShareCommand.details, takes: .nothing, form: ShareCommand.form,
      run: ShareCommand.run),
    Subcommand(
      name: "ocr", usage: "FILE [--pages 3-5,9] [--language deu+eng] [-o OUT]",
      summary: "recognise scanned pages and store their text in the PDF",
      details: OCRCommand.details, form: OCRCommand.form, run: OCRCommand.run),
    Subcommand(
      name: "pages", usage: "FILE [--remove 3,5-7] [--rotate 90:1-3]… [-o OUT]",
      summary: "remove, rotate, move, insert, extract and merge pages",
      details: PagesCommand.details, form: PagesCommand.form, run: PagesCommand.run),
    Subcommand(
      name: "info", usage: "FILE [--json] [--set title=…]",
      summary: "show or set title, author and other metadata",
      details: InfoCommand.details, form: InfoCommand.form, run: InfoCommand.run),
    Subcommand(
      name: "outline", usage: "FILE [--json] [--add TITLE --page N]…",
      summary: "list or edit the outline", details: OutlineEdits.details,
      form: OutlineEdits.form, run: OutlineCommand.run),
    Subcommand(
      name: "links", usage: "FILE [--json]",
      summary: "list links, and the references that words make", details: LinksCommand.details,
      form: LinksCommand.form, run: LinksCommand.run),
    Subcommand(
      name: "references", usage: "FILE [--json | --bibtex]",
      summary: "list the works a document cites", details: ReferencesCommand.details,
      form: ReferencesCommand.form, run: ReferencesCommand.run),
    Subcommand(
      name: "cite", usage: "FILE… [--bibtex | --csl | --markdown | --json]",
      summary: "cite documents: authors, title, year, venue, DOI", details: CiteCommand.details,
      form: CiteCommand.form, run: CiteCommand.run),
    Subcommand(
      name: "tables", usage: "FILE [--pages 3-5,9] [--csv | --tsv | --json]",
      summary: "print tables as cells", details: TablesCommand.details, form: TablesCommand.form,
      run: TablesCommand.run),
    Subcommand(
      name: "figures", usage: "FILE [--pages 3-5,9] [-o FOLDER]",
      summary: "list figures, or draw them into files", details: FiguresCommand.details,
      form: FiguresCommand.form, run: FiguresCommand.run),
    Subcommand(
      name: "annotations",
      usage: "FILE… [--markdown | --org | --json | --csv | --template FILE]",
      summary: "list annotations, with the words they are on", details: AnnotationsCommand.details,
      form: AnnotationsCommand.form, run: AnnotationsCommand.run),
    Subcommand(
      name: "annotate",
      usage: "FILE [--page N] --highlight TEXT [--color C] [--note T] [-o OUT]",
      summary: "add, edit, remove and import annotations; sync them with a note",
      details: AnnotateCommand.details, form: AnnotateCommand.form, run: AnnotateCommand.run),
    Subcommand(
      name: "form", usage: "FILE [--json] [--set NAME=VALUE]… [-o OUT]",
      summary: "list or fill in form fields", details: FormCommand.details,
      form: FormCommand.form, run: FormCommand.run),
    Subcommand(
      name: "render", usage: "FILE [--page N] [--width PX | --dpi D]",
      summary: "render a page as PNG", details: RenderCommand.details,
      form: RenderCommand.form, run: RenderCommand.run),
    Subcommand(
      name: "show", usage: "FILE [--page N]",
      summary: "show a page's picture in the terminal",
      details: ShowCommand.details, form: ShowCommand.form, run: ShowCommand.run),
    Subcommand(
      name: "thumbnail", usage: "FILE… [--size SIZE] [--clean]",
      summary: "create thumbnails, shared with file managers",
      details: ThumbnailCommand.details, takes: .files, form: ThumbnailCommand.form,
      run: ThumbnailCommand.run),
    Subcommand(
      name: "preview", usage: "FILE [--columns N] [--lines N]",
      summary: "print the beginning in a few lines, for fzf, lf and yazi",
      details: PreviewCommand.details, takes: .files, form: PreviewCommand.form,
      run: PreviewCommand.run),
    Subcommand(
      name: "tag", usage: "FILE… [--add X] [--remove Y] [--list]",
      summary: "list, add, remove and rename tags of files", details: TagCommand.details,
      takes: .files, form: TagCommand.form, run: TagCommand.run),
    Subcommand(
      name: "sync", usage: "[--dry-run] [--folder FOLDER] [--json] [--merge COPY]",
      summary: "exchange positions, marks and tags with other machines; merge conflict copies",
      details: SyncCommand.details, takes: .nothing, form: SyncCommand.form, run: SyncCommand.run),
    Subcommand(
      name: "recents", usage: "[--limit N] [--json]",
      summary: "list recently opened documents", details: RecentsCommand.details,
      takes: .nothing, form: RecentsCommand.form, run: RecentsCommand.run),
    Subcommand(
      name: "serve", usage: "--stdio [FOLDER…] [--allow annotate]",
      summary: "offer documents to another program (Model Context Protocol)",
      details: ServeCommand.details, takes: .folders, form: ServeCommand.form,
      run: ServeCommand.run),
    Subcommand(
      name: "doctor", usage: "[--json]", summary: "show what this terminal and system support",
      takes: .nothing, form: DoctorCommand.form, run: DoctorCommand.run),
    Subcommand(
      name: "guide", usage: "[TOPIC]", summary: "open the user guide, or print it as Markdown",
      details: GuideCommand.details, takes: .topic, form: GuideCommand.form,
      run: GuideCommand.run),
    Subcommand(
      name: "help", usage: "[COMMAND]", summary: "show a command's options, like COMMAND --help",
      takes: .command, form: HelpCommand.form, run: HelpCommand.run),
  ]
}
