/// Command lines for usual tasks, for help and the manual page.
struct Examples: Sendable {
  /// The subcommand; empty for the program itself.
  var command: String
  var line: String
  /// Its effect.
  var words: String

  private init(_ command: String, _ line: String, _ words: String) {
    (self.command, self.line, self.words) = (command, line, words)
  }

  static let all = [
    Examples("", "recto paper.pdf#page=12", "opens a document at page 12 of the file"),
    Examples("", "recto ~/papers", "browses a folder"),
    Examples("text", "recto text paper.pdf --pages 3-5", "prints three pages as paragraphs"),
    Examples(
      "text", "recto text book.pdf --pages label:iv-label:x",
      "prints pages by the labels printed on them"),
    Examples(
      "cite", "recto cite ~/papers/*.pdf --bibtex > papers.bib",
      "writes an entry of BibTeX for each paper"),
    Examples(
      "tables", "recto tables paper.pdf --page 4 --csv > table.csv",
      "saves a page's tables for a spreadsheet"),
    Examples("figures", "recto figures paper.pdf -o figures", "draws each figure into a PNG file"),
    Examples(
      "search", "recto search 'raft consensus' ~/papers", "searches all documents in a folder"),
    Examples(
      "diff", "recto diff draft-1.pdf draft-2.pdf", "shows which words changed, in any layout"),
    Examples(
      "diff", "recto diff draft-1.pdf draft-2.pdf -o changes.pdf",
      "highlights inserted words in a copy and notes deleted ones"),
    Examples("index", "recto index ~/papers", "indexes a folder, so that later searches are fast"),
    Examples(
      "pages", "recto pages thesis.pdf --extract 10-25 -o chapter2.pdf",
      "writes a chapter to its own file"),
    Examples("pages", "recto pages --merge a.pdf b.pdf -o both.pdf", "merges two documents"),
    Examples(
      "pages", "curl -s https://example.org/a.pdf | recto pages - --rotate 90 -o - > turned.pdf",
      "rotates all pages of a document from a pipe"),
    Examples("info", "recto info contract.pdf", "shows title, permissions and who signed it"),
    Examples("info", "recto info paper.pdf --set title='On Raft'", "changes the title"),
    Examples(
      "annotations", "recto annotations paper.pdf --markdown", "lists annotations as a reading note"
    ),
    Examples(
      "annotate", "recto annotate paper.pdf --highlight 'leader election' --occurrence all",
      "highlights every match of some words"),
    Examples(
      "annotate", "recto annotate paper.pdf --page 3 --text-note 72,100 --note 'Why?'",
      "adds a note on page 3"),
    Examples(
      "annotate", "recto annotate - --highlight total -o - < bill.pdf > marked.pdf",
      "highlights in a pipe and leaves the file unchanged"),
    Examples("annotate", "recto annotate paper.pdf --undo", "undoes the last edit"),
    Examples(
      "form", "recto form form.pdf --set name='Ada Lovelace' -o filled.pdf",
      "fills in a form, in a copy"),
    Examples(
      "render", "recto render paper.pdf --page 1 --dpi 150 -o first.png",
      "draws a page as a picture"),
    Examples(
      "share", "recto share join postgresql://ada@db.example/recto",
      "joins a library that a group set up"),
    Examples(
      "ocr", "recto ocr scan.pdf --language deu+eng -o readable.pdf",
      "stores the recognised words in a copy"),
    Examples(
      "outline", "recto outline paper.pdf --add 'Proofs' --page 12",
      "adds an entry to the outline"),
    Examples(
      "links", "recto links paper.pdf --json", "lists links and their targets for a program"),
    Examples(
      "references", "recto references paper.pdf --bibtex > cited.bib",
      "writes an entry of BibTeX for each cited work"),
    Examples("show", "recto show paper.pdf --page 3", "shows page 3 without opening the reader"),
    Examples(
      "thumbnail", "recto thumbnail ~/papers/*.pdf --size large",
      "creates thumbnails before a file manager needs them"),
    Examples(
      "preview", "recto preview {} --color",
      "prints the beginning, in fzf --preview"),
    Examples(
      "preview", "recto preview \"$1\" --columns \"$2\" --lines \"$3\" --color",
      "shows documents in lf, as the script that previewer names"),
    Examples("tag", "recto tag paper.pdf --add raft --remove inbox", "changes a document's tags"),
    Examples("tag", "recto tag --list", "lists all tags"),
    Examples(
      "sync", "recto sync --dry-run", "shows what an exchange with your other machines would change"
    ),
    Examples("recents", "recto recents --limit 5", "lists the last five documents"),
    Examples(
      "serve", "recto serve --stdio ~/papers", "lets an assistant read the documents of a folder"),
    Examples("doctor", "recto doctor --json", "reports what is supported for a bug report"),
    Examples("guide", "recto guide searching", "opens the guide at a topic"),
    Examples("help", "recto help annotate", "lists the options of a command"),
  ]
}
