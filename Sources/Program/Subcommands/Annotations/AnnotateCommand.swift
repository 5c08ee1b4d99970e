import DocumentModel
import Interface
import Library
import Platform
import Workers

/// `recto annotate`: annotations made, changed and taken away.
enum AnnotateCommand {
  static let details = [
    "--highlight TEXT     marks words, found as recto search finds them; likewise --underline, --strikeout, --squiggly",
    "--occurrence K       the K-th place of TEXT on the page (without --page in the document), or all; else the first",
    "-E, --regex          TEXT is an expression, as in recto search; likewise -w, --word, -s, --case-sensitive, -i, --ignore-case and",
    "                     -a, --ignore-accents",
    "--text-note X,Y      a note at a place, with its words by --note; --free-text X,Y,W,H words on the page",
    "--box X,Y,W,H        likewise --circle; --line X1,Y1,X2,Y2; --ink X,Y,X,Y… with ; between strokes",
    "--stamp X,Y,W,H      or with a name behind it: X,Y,W,H,Approved",
    "--page N             page N of the file, or by label: iv, label:12",
    "--color C            by its name or letter in your settings, or as #ffd400",
    "--note T, --author A what it says, and whose it is; else the name in your settings",
    "--edit ID            changes note, colour or author of one; ids are told by recto annotations --ids; --type TYPE makes it another kind,",
    "                     --move X,Y puts its upper left corner there, with --page on another page, --size W,H makes it as large",
    "--reply ID           answers one, with --note; --remove ID takes one away, with its answers",
    "--carry-over         keeps the annotations of the previous version of the document, each where its words are now",
    "--undo, --redo       takes back what was done last, also on the screen; does it again; each may be given several times",
    "--from FILE.json     what recto annotations --json has told, changed or not, or - for standard input: ids that are there are",
    "                     changed, \"removed\": true takes one away, others are added",
    "FILE may be -: standard input, with -o OUT; -o - is standard output, and then no ids are told",
    "-o, --output OUT     writes another file, and leaves this one as it is; a damaged one is repaired in it; --force: over a file that is there;",
    "                     alone: a copy with all there is, in the file and in the library",
    "--sync               puts all into a Markdown note beside the document, and what is written there into the document",
    "--note-file NOTE     the note; else paper.annotations.md for paper.pdf. --delete: what was deleted in one goes in the other too",
    "--yes                though the document is signed or has other names",
    "--json               what was made and changed as JSON, instead of its ids",
    "--password-file FILE its first line is the password (or RECTO_PASSWORD)",
    "",
    "X, Y, W, H are points (1/72 inch) of the page as it is shown, from its upper left corner. The document is written so that its old bytes",
    "stay as they are with the new ones behind them; what cannot be written stays in Recto's library.",
    "Exit status: 0, 1 where TEXT is not found, nothing was to be done (but for --sync), or something has to be decided, 2 after an error and",
    "where what was done is in the library alone.",
  ]

  private static let deeds: Set<String> = [
    "edit", "reply", "remove", "undo", "redo", "from", "sync", "carry-over",
  ]
  static let form = OptionForm(
    command: "annotate",
    flags: [
      "json", "yes", "undo", "redo", "force", "sync", "delete", "regex", "word", "case-sensitive",
      "ignore-case", "ignore-accents", "carry-over",
    ],
    valued: AnnotationMaker.kinds.mapValues { _ in OptionForm.Value.text }.merging([
      "page": .text, "occurrence": .text, "color": AnnotationFilter.usualColors, "note": .text,
      "author": .text, "move": .text, "size": .text,
      "type": .oneOf(AnnotationKind.allCases.filter { !$0.alternatives.isEmpty }.map(\.rawValue)),
      "output": .file, "edit": .text, "reply": .text, "remove": .text, "from": .file,
      "note-file": .file, "password-file": .file,
    ]) { $1 },
    short: [
      "o": "output", "E": "regex", "w": "word", "s": "case-sensitive", "i": "ignore-case",
      "a": "ignore-accents",
    ])

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.attempt {
      let parsed = try Arguments(arguments, form)
      let named = try parsed.document(or: "name one document")
      let deed = try deed(parsed)
      try check(parsed, deed, named.path)
      let piped = try piped(named.path, parsed, deed)
      let path = piped?.path ?? named.path
      let pool = try CommandDocument.workers()
      defer { pool.shutdown() }
      let password = try parsed.password()
      let document = try CommandDocument(
        path, password: password, lanes: 2, pool: pool,
        shownAs: piped == nil ? nil : PipedDocument.name)
      document.start = named.start
      guard document.summary.isPaged else {
        throw CommandDocument.Failure(sentence: "\(document.name): only PDFs hold annotations")
      }
      let kept = try CommandAnnotations(
        document, path: path, password: password,
        library: piped?.library ?? ReadingLibrary.defaultFolder())
      if deed != "carry-over" { kept.tellCarried() }
      let preferences = Preferences.ofUser
      if deed == "sync" {
        return try AnnotationSync(document, kept, parsed, preferences, path: path).run()
      }
      var deeds = DocumentAnnotator(document, kept, parsed, preferences)
      return try deeds.run(deed)
    }
  }

  /// What is to be done besides making some; nil where that is all.
  private static func deed(_ parsed: Arguments) throws(Arguments.Mistake) -> String? {
    let given = deeds.filter { parsed.options[$0] != nil }.sorted()
    let makes = parsed.given.contains { AnnotationMaker.kinds[$0.name] != nil }
    guard given.count + (makes ? 1 : 0) < 2 else {
      let names = (makes ? ["making some"] : []) + given.map { "--" + $0 }
      throw Arguments.Mistake(
        sentence: "one thing at a time: \(names.joined(separator: " or "))")
    }
    guard makes || !given.isEmpty || parsed.options["output"] != nil else {
      throw Arguments.Mistake(sentence: "say what is to be done; recto annotate --help lists it")
    }
    return given.first
  }

  /// The document where it comes through a pipe; then only a copy of it can be written.
  private static func piped(
    _ path: String, _ parsed: Arguments, _ deed: String?
  ) throws -> PipedDocument? {
    guard PipedDocument.isPiped(path) else { return nil }
    guard parsed.options["output"] != nil else {
      throw Arguments.Mistake(
        sentence: "cannot annotate standard input in place; -o OUT or -o - writes the result")
    }
    if path == "-", deed == "from", parsed.options["from"] == "-" {
      throw Arguments.Mistake(
        sentence: "standard input cannot be both the document and --from; give one as a file")
    }
    return try PipedDocument(path)
  }

  private static func check(
    _ parsed: Arguments, _ deed: String?, _ path: String
  ) throws(Arguments.Mistake) {
    let isInPlace = deed.map { ["undo", "redo", "sync", "carry-over"].contains($0) } ?? false
    if parsed.options["output"] != nil, isInPlace {
      throw Arguments.Mistake(sentence: "--\(deed ?? "") is for the document itself, without -o")
    }
    let edits = ["type", "move", "size"]
    if deed != "edit", let option = edits.first(where: { parsed.options[$0] != nil }) {
      throw Arguments.Mistake(sentence: "--\(option) is for --edit")
    }
    try checkOutput(parsed, path)
  }

  /// Where a copy goes: another file than the document, and over none that nobody said it may.
  static func checkOutput(_ parsed: Arguments, _ path: String) throws(Arguments.Mistake) {
    guard let output = parsed.options["output"] else { return }
    guard !output.isEmpty else {
      throw Arguments.Mistake(sentence: "-o wants the name of a file, or - for standard output")
    }
    if output == "-" {
      guard parsed.options["json"] == nil else {
        throw Arguments.Mistake(
          sentence: "--json and -o - both write to standard output; name a file with -o")
      }
      return
    }
    guard DocumentFile.absolute(output) != DocumentFile.absolute(path) else {
      throw Arguments.Mistake(
        sentence: "\(output) is the document itself; without -o it is written in its place")
    }
    if let sentence = Sentences.noFolder(of: output) {
      throw Arguments.Mistake(sentence: sentence)
    }
    if parsed.options["force"] == nil, SystemPath.isThere(output) {
      throw Arguments.Mistake(
        sentence: "\(output) is there already; --force writes over it, -o writes another")
    }
  }
}
