import DocumentModel
import Program
import Services
import Workers

/// `recto outline` with edits: entries added, renamed, moved, removed.
enum OutlineEdits {
  typealias Failure = CommandDocument.Failure

  private static let beginning: Set<String> = ["add", "rename", "move", "remove"]
  private static let qualifying: Set<String> = ["page", "to", "under", "before", "after"]

  /// All options of edits.
  static let options = beginning.union(qualifying)

  static let details = [
    "FILE                 a document, or - for standard input; with an edit a PDF",
    "--json               JSON output",
    "--from-headings      makes one from the table of contents or the headings if the document has none",
    "--add TITLE --page N adds an entry, at the end or --under, --before or --after another",
    "--rename TITLE --to NEW",
    "--move TITLE         to the end, or --under, --before or --after another",
    "--remove TITLE       with all entries below it",
    "-o, --output OUT     writes another file and leaves FILE unchanged; --force overwrites OUT; without -o FILE is rewritten, and",
    "                     recto pages --undo FILE undoes that",
    "--yes                edits although FILE is signed, has Adobe Reader extensions, or other names (hard links), which keep the old contents",
    "--password-file FILE reads the password from FILE's first line (or RECTO_PASSWORD)",
    "",
    "--page takes page N of the file, or a label: iv, label:12.",
    "#N instead of a title is the entry in line N of the listing. Edits apply one after the other.",
    "Exit status: 0, 1 if there is nothing to show, 2 after an error.",
  ]

  static let form = OptionForm(
    command: "outline", flags: ["json", "from-headings", "yes"],
    valued: Dictionary(
      uniqueKeysWithValues: beginning.union(qualifying).map { ($0, OptionForm.Value.text) }
        + [("password-file", .file)]),
    alternatives: OptionForm.excluding("json", Array(beginning))
      + OptionForm.excluding("from-headings", Array(beginning)),
    dependent: ["yes": beginning.sorted()]
  ).with(.output(for: beginning.sorted()))

  static func run(_ parsed: Arguments) throws -> Int32 {
    let file = try parsed.document(or: "name one PDF").path
    try parsed.checkOutput(of: [file])
    let pool = try CommandDocument.workers()
    defer { pool.shutdown() }
    let password = try parsed.password()
    let piped = try file == "-" ? PipedDocument(file) : nil
    let edits = try edits(parsed.given) { name throws(Failure) in
      try CommandDocument(
        piped?.path ?? file, password: password, pool: pool,
        shownAs: piped == nil ? nil : PipedDocument.name
      ).page(name)
    }
    try DocumentEditor(pool).edit([file], edits, parsed.target, password: password, piped: piped)
    return 0
  }

  /// Returns the edits that options request, in order; options after an edit belong to it.
  static func edits(
    _ given: [(name: String, value: String)], page: (String) throws(Failure) -> Int
  ) throws(Failure) -> [DocumentEdit] {
    var groups: [[(name: String, value: String)]] = []
    for option in given {
      if beginning.contains(option.name) {
        groups.append([option])
      } else if qualifying.contains(option.name) {
        guard !groups.isEmpty else {
          throw Failure(sentence: "--\(option.name) belongs after --add, --rename or --move")
        }
        groups[groups.count - 1].append(option)
      }
    }
    var edits: [DocumentEdit] = []
    for group in groups { edits.append(try edit(group, page)) }
    return edits
  }

  private static func edit(
    _ group: [(name: String, value: String)], _ page: (String) throws(Failure) -> Int
  ) throws(Failure) -> DocumentEdit {
    let (kind, title) = group[0]
    let more = Dictionary(group.dropFirst().map { ($0.name, $0.value) }) { $1 }
    func allowing(_ names: Set<String>) throws(Failure) {
      if let wrong = more.keys.sorted().first(where: { !names.contains($0) }) {
        throw Failure(sentence: "--\(wrong) does not go with --\(kind)")
      }
    }
    let places: Set<String> = ["under", "before", "after"]
    switch kind {
    case "add":
      try allowing(places.union(["page"]))
      guard let name = more["page"], !title.isEmpty else {
        throw Failure(sentence: "--add needs a title, and --page with a page's number or label")
      }
      return .addEntry(title: title, page: try page(name), try place(more))
    case "rename":
      try allowing(["to"])
      guard let new = more["to"], !new.isEmpty else {
        throw Failure(sentence: "--rename needs the old title, and --to with the new one")
      }
      return .renameEntry(name(title), to: new)
    case "move":
      try allowing(places)
      return .moveEntry(name(title), try place(more))
    default:
      try allowing([])
      return .removeEntry(name(title))
    }
  }

  private static func place(_ more: [String: String]) throws(Failure) -> OutlinePlace {
    let wanted = ["under", "before", "after"].filter { more[$0] != nil }
    guard wanted.count < 2 else {
      throw Failure(sentence: "use only one of --under, --before and --after")
    }
    guard let kind = wanted.first, let title = more[kind] else { return .end }
    switch kind {
    case "under": return .under(name(title))
    case "before": return .before(name(title))
    default: return .after(name(title))
    }
  }

  /// Returns the entry that a text names; `#3` is the third line of the list.
  private static func name(_ text: String) -> OutlineName {
    if text.hasPrefix("#"), let number = Int(text.dropFirst()), number > 0 {
      return .number(number - 1)
    }
    return .title(text)
  }
}
