import DocumentModel
import Files
import Interface
import Library
import Messages
import Platform
import Program
import Services
import Workers

/// `recto annotate`: adds, edits and removes annotations.
enum AnnotateCommand {
  static let details = [
    "--highlight TEXT     highlights words, found as recto search finds them; also --underline, --strikeout, --squiggly",
    "--occurrence K       the K-th match of TEXT on the page (in the document without --page), or all; first by default",
    "-E, --regex          TEXT is a regular expression, as in recto search; also -w, --word, -s, --case-sensitive, -i, --ignore-case,",
    "                     -a, --ignore-accents",
    "--text-note X,Y      adds a note with the text of --note; --free-text X,Y,W,H adds text on the page",
    "--box X,Y,W,H        adds a box; also --circle; --line X1,Y1,X2,Y2; --ink X,Y,X,Y… with ; between strokes",
    "--stamp X,Y,W,H      adds a stamp; X,Y,W,H,Approved chooses its name, X,Y,W,H,TEXT has a text of its own, X,Y,W,H,FILE.png a picture",
    "--caret X,Y          marks a place for an insertion, whose text --note gives; --replace TEXT strikes words out for the text of --note",
    "--page N             page N of the file, or a label: iv, label:12",
    "--color C            a name or letter from your settings, or #ffd400",
    "--note T, --author A its text and author; the author defaults to your settings",
    "--edit ID            changes note, colour or author; recto annotations --ids lists IDs; --type TYPE changes the type,",
    "                     --move X,Y moves its upper left corner, with --page to another page, --size W,H resizes its box (of a line,",
    "                     the span of its ends)",
    "--line-width W, --opacity P, --font-size S, --fill C, --line-ends E",
    "                     its style, also with --edit: points, 0 to 1 or 50%, points, a colour or none, and none, arrow, both-arrows, a shape of",
    "                     the line's end, or two with a comma between",
    "--tag NAME           a tag of the annotation; may be repeated; with --edit it is added, and --untag NAME removes one",
    "--state ID --set S   gives it a review state: accepted, rejected, cancelled, completed, none, marked or unmarked",
    "--reply ID           replies with the text of --note; --remove ID deletes an annotation and its replies",
    "--carry-over         keeps the annotations of the document's previous version, each where its words are now;",
    "                     --closest: also those whose words changed, at the closest place",
    "--undo, --redo       undoes or redoes the last edit, also one made on the screen; may be repeated",
    "--from FILE.json     imports the output of recto annotations --json, edited or not, or W3C Web Annotations; - is standard input. Known IDs are",
    "                     changed, or deleted with \"removed\": true; others are added",
    "--import FILE.xfdf   imports XFDF or FDF, also form values; - is standard input. What is there already, by its name or its place, is changed or",
    "                     left as it is; what was changed here later stays",
    "FILE may be - for standard input with -o OUT; with -o - the PDF goes to standard output and no IDs are printed",
    "-o, --output OUT     writes another file and leaves this one unchanged; repairs a damaged one; --force overwrites OUT;",
    "                     without other options a copy with all annotations of file and library",
    "--sync               merges annotations with a Markdown note beside the document, in both directions",
    "--share NAME         with -o: the copy also has the annotations that members of the shared library NAME have made; --layers ADA,BEN: those",
    "                     of some members only",
    "--note-file NOTE     the note, by default paper.annotations.md for paper.pdf; --delete also deletes what one side lacks",
    "--yes                edits although the document is signed or has other names",
    "--json               prints the annotations as JSON instead of their IDs",
    "--password-file FILE reads the password from FILE's first line (or RECTO_PASSWORD)",
    "",
    "X, Y, W, H are points (1/72 inch) of the page as displayed, from its upper left corner, the same as in the output of all commands; a",
    "page's /UserUnit does not count. The update is appended to the document, whose old bytes stay unchanged; edits that cannot be written",
    "stay in Recto's library.",
    "Exit status: 0, 1 if TEXT is not found, there was nothing to do (except --sync) or a decision is needed, 2 after an error or if the edit",
    "could not be written and is in the library only. In a document of a shared library it is there on purpose, and sent if it is for members.",
  ]

  private static let actions: Set<String> = [
    "edit", "reply", "remove", "undo", "redo", "from", "import", "state", "sync", "carry-over",
    "share",
  ]
  static let form = OptionForm(
    command: "annotate",
    flags: [
      "json", "yes", "undo", "redo", "sync", "delete", "regex", "word", "case-sensitive",
      "ignore-case", "ignore-accents", "carry-over", "closest",
    ],
    valued: AnnotationMaker.options.merging([
      "page": .text, "occurrence": .text, "color": AnnotationFilter.standardColors, "note": .text,
      "author": .text, "move": .text, "size": .text,
      "type": .oneOf(AnnotationKind.allCases.filter { !$0.alternatives.isEmpty }.map(\.rawValue)),
      "edit": .text, "reply": .text, "remove": .text, "from": .file,
      "import": .file, "state": .text, "set": .oneOf(ReviewState.allCases.map(\.rawValue)),
      "line-width": .text, "opacity": .text, "font-size": .text,
      "fill": AnnotationFilter.standardColors,
      "line-ends": .oneOf(AnnotationStyleStrings.endingNames), "tag": .text, "untag": .text,
      "note-file": .file, "share": .text, "layers": .text, "password-file": .file,
    ]) { $1 },
    short: [
      "E": "regex", "w": "word", "s": "case-sensitive", "i": "ignore-case", "a": "ignore-accents",
    ],
    dependent: [
      "set": ["state"], "state": ["set"], "untag": ["edit"], "type": ["edit"], "move": ["edit"],
      "size": ["edit"], "delete": ["sync"], "closest": ["carry-over"],
      "note-file": ["sync"], "layers": ["share"], "share": ["output"],
      "occurrence": AnnotationMaker.onWords,
    ]
  ).with(.output())

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.attempt {
      let parsed = try Arguments(arguments, form)
      let named = try parsed.document(or: "name one document")
      let action = try action(parsed)
      try check(parsed, action, named.path)
      let piped = try piped(named.path, parsed, action)
      let path = piped?.path ?? named.path
      let pool = try CommandDocument.workers()
      defer { pool.shutdown() }
      let password = try parsed.password()
      let document = try CommandDocument(
        path, password: password, lanes: 2, pool: pool,
        shownAs: piped == nil ? nil : PipedDocument.name)
      document.start = named.start
      document.readRecognizedPages()
      try CommandAnnotations.check(document)
      let kept = try CommandAnnotations(
        document, path: path, password: password,
        library: piped?.library ?? ReadingLibrary.defaultFolder())
      if action != "carry-over" { kept.tellCarried() }
      let preferences = Preferences.ofUser
      if action == "sync" {
        return try AnnotationSync(document, kept, parsed, preferences, path: path).run()
      }
      var annotator = DocumentAnnotator(document, kept, parsed, preferences)
      return try annotator.run(action)
    }
  }

  /// Returns the operation other than adding annotations; nil if there is none.
  private static func action(_ parsed: Arguments) throws(Arguments.Mistake) -> String? {
    let given = actions.filter { parsed.options[$0] != nil }.sorted()
    let makes = parsed.given.contains { AnnotationMaker.options[$0.name] != nil }
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

  /// Returns the document from a pipe, of which only a copy can be written.
  private static func piped(
    _ path: String, _ parsed: Arguments, _ action: String?
  ) throws -> PipedDocument? {
    guard PipedDocument.isPiped(path) else { return nil }
    guard parsed.options["output"] != nil else {
      throw Arguments.Mistake(
        sentence: "cannot annotate standard input in place; -o OUT or -o - writes the result")
    }
    if path == "-", let action, ["from", "import"].contains(action), parsed.options[action] == "-" {
      throw Arguments.Mistake(
        sentence: "standard input cannot be both the document and --\(action); give one as a file")
    }
    return try PipedDocument(path)
  }

  private static func check(
    _ parsed: Arguments, _ action: String?, _ path: String
  ) throws(Arguments.Mistake) {
    let isInPlace = action.map { ["undo", "redo", "sync", "carry-over"].contains($0) } ?? false
    if parsed.options["output"] != nil, isInPlace {
      throw Arguments.Mistake(sentence: "--\(action ?? "") is for the document itself, without -o")
    }
    try parsed.checkOutput(of: [path])
  }
}
