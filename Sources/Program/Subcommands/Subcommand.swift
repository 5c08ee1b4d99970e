/// A word after `recto` that does something without the screen.
struct Subcommand: Sendable {
  var name: String
  var usage: String
  var summary: String
  /// Sentences for its own help, a line each.
  var details: [String] = []
  /// What its words are, beside options.
  var takes = Operands.documents
  var form: OptionForm
  var run: @Sendable ([String]) -> Int32

  enum Operands: Sendable {
    /// What Recto opens, and folders.
    case documents
    case files
    case folders
    case nothing
  }

  /// What `recto NAME --help` says.
  var help: String {
    "recto \(name) \(usage)\n\n  \(summary)\n" + (details.isEmpty ? "" : "\n")
      + details.map { "  \($0)\n" }.joined() + examples
  }

  private var examples: String {
    let own = Examples.all.filter { $0.command == name }
    return own.isEmpty
      ? "" : "\n  Examples:\n" + own.map { "    \($0.line)\n      \($0.words)\n" }.joined()
  }

  static let all: [Subcommand] = [
    Subcommand(
      name: "text", usage: "FILE [--pages 3-5,9] [--mode M]",
      summary: "its text; mode reflow, layout or raw",
      details: [
        "FILE                 a document, or - for standard input",
        "--pages 3-5,9        only these pages of the file; iv-x and label:12 go by their labels",
        "--mode reflow        paragraphs, one a line, with blank lines between (the default)",
        "--mode layout        each line where it stands on the page",
        "--mode raw           as the file has it",
        "--keep-headers       running heads, feet and page numbers too",
        "--json               blocks as JSON, one a line: kind, level, page, box in points, text",
        "--jobs N             so many workers; as many as processors otherwise",
        "--password-file FILE its first line is the password (or RECTO_PASSWORD)",
        "",
        "Pages end with a form feed; Markdown and plain text have none. Exit status: 0, 1 where there is no text, 2 after an error.",
      ], form: TextCommand.form, run: TextCommand.run),
    Subcommand(
      name: "search", usage: "PATTERN [FOLDER|FILE]…",
      summary: "where a text stands in documents, a line for each place",
      details: [
        "-E, --regex          PATTERN is a regular expression (PCRE)",
        "-w, --word           only whole words",
        "-s, --case-sensitive upper and lower case matter; -i, --ignore-case: they do not;",
        "                     else they matter where PATTERN has upper case",
        "-a, --ignore-accents é is e",
        "-c, --count          only how many places",
        "-l, --files          only the names of the files that have some",
        "-m, --max-count N    no more than N places of each file",
        "-Q, --query          PATTERN is a search as on the screen: words, \"phrases\", AND OR NOT, near:\"words\" (in one passage),",
        "                     page:\"words\" (on one page), page:3-10, author: title: tag: in: type: year: after: before: note:",
        "                     AND, OR and NOT apply to whole documents; words are looked for in file names too; e-mail finds e mail and email",
        "--rank               the best documents first, instead of by their paths",
        "--section            the section each place stands in",
        "--no-index           folders are read, though they are indexed",
        "--keep-headers       in running heads and feet too; else only their pages' text is looked through",
        "--json               for programs, a line for each place; quads in points",
        "--password-file FILE its first line is the password (or RECTO_PASSWORD)",
        "",
        "Folders that are indexed (recto index) are answered from the index, after what has changed was read; others are read, on all",
        "processors. Without FOLDER and FILE all that is indexed is searched.",
        "A place may lie across lines, hyphens, columns and pages. Lines are FILE:PAGE: CONTEXT, with one file PAGE: CONTEXT;",
        "of Markdown and plain text the number is that of the line.",
        "Exit status: 0, 1 where nothing was found, 2 after an error.",
      ], form: SearchCommand.form, run: SearchCommand.run),
    Subcommand(
      name: "index", usage: "[FOLDER…] [--status | --rebuild | --forget FOLDER | --watch]",
      summary: "reads documents for searches over all of them", details: IndexCommand.details,
      takes: .folders, form: IndexCommand.form, run: IndexCommand.run),
    Subcommand(
      name: "pages", usage: "FILE [--remove 3,5-7] [--rotate 90:1-3]… [-o OUT]",
      summary: "its pages taken out, turned, moved, put together",
      details: PagesCommand.details, form: PagesCommand.form, run: PagesCommand.run),
    Subcommand(
      name: "info", usage: "FILE [--json] [--set title=…]", summary: "what it says of itself",
      details: InfoEdits.details, form: InfoEdits.form.with(.listing(of: "info")),
      run: InfoCommand.run),
    Subcommand(
      name: "outline", usage: "FILE [--json] [--add TITLE --page N]…",
      summary: "its outline, listed or changed", details: OutlineEdits.details,
      form: OutlineEdits.form.with(.listing(of: "outline")), run: OutlineCommand.run),
    Subcommand(
      name: "links", usage: "FILE [--json]", summary: "its links, with their words",
      details: plain, form: .listing(of: "links"), run: LinksCommand.run),
    Subcommand(
      name: "annotations",
      usage: "FILE… [--markdown | --org | --json | --csv | --template FILE]",
      summary: "what was marked and written in documents", details: AnnotationsCommand.details,
      form: AnnotationsCommand.form, run: AnnotationsCommand.run),
    Subcommand(
      name: "annotate",
      usage: "FILE [--page N] --highlight TEXT [--color C] [--note T] [-o OUT]",
      summary: "annotations made, changed, removed, taken in; a note beside the document",
      details: AnnotateCommand.details, form: AnnotateCommand.form, run: AnnotateCommand.run),
    Subcommand(
      name: "form", usage: "FILE [--json] [--set NAME=VALUE]… [-o OUT]",
      summary: "its form: the fields, listed or filled in", details: FormCommand.details,
      form: FormCommand.form, run: FormCommand.run),
    Subcommand(
      name: "render", usage: "FILE [--page N] [--width PX | --dpi D]",
      summary: "a page as a picture, in PNG", details: RenderCommand.details,
      form: RenderCommand.form, run: RenderCommand.run),
    Subcommand(
      name: "show", usage: "FILE [--page N]",
      summary: "a page's picture among the lines of the terminal",
      details: ShowCommand.details, form: ShowCommand.form, run: ShowCommand.run),
    Subcommand(
      name: "thumbnail", usage: "FILE… [--size SIZE] [--clean]",
      summary: "small pictures of files, shared with file managers",
      details: ThumbnailCommand.details, takes: .files, form: ThumbnailCommand.form,
      run: ThumbnailCommand.run),
    Subcommand(
      name: "preview", usage: "FILE [--columns N] [--lines N]",
      summary: "its beginning in a few lines, for fzf, lf and yazi",
      details: PreviewCommand.details, takes: .files, form: PreviewCommand.form,
      run: PreviewCommand.run),
    Subcommand(
      name: "tag", usage: "FILE… [--add X] [--remove Y] [--list]",
      summary: "the tags of files: read, changed, renamed", details: TagCommand.details,
      takes: .files, form: TagCommand.form, run: TagCommand.run),
    Subcommand(
      name: "recents", usage: "[--limit N] [--json]",
      summary: "what was opened last, by Recto and by others", details: RecentsCommand.details,
      takes: .nothing, form: RecentsCommand.form, run: RecentsCommand.run),
    Subcommand(
      name: "doctor", usage: "[--json]", summary: "what this terminal and system can do",
      takes: .nothing, form: DoctorCommand.form, run: DoctorCommand.run),
    Subcommand(
      name: "help", usage: "[COMMAND]", summary: "what a command takes, as COMMAND --help does",
      takes: .nothing, form: HelpCommand.form, run: HelpCommand.run),
  ]

  private static let plain = [
    "FILE                 a document, or - for standard input",
    "--json               for programs",
    "--password-file FILE its first line is the password (or RECTO_PASSWORD)",
    "",
    "Exit status: 0, 1 where there is nothing to be told, 2 after an error.",
  ]
}
