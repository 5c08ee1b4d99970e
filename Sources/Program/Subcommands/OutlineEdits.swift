import DocumentModel
import Workers

/// `recto outline` with edits: entries added, renamed, moved, removed.
enum OutlineEdits {
  typealias Failure = CommandDocument.Failure

  private static let beginning: Set<String> = ["add", "rename", "move", "remove"]
  private static let qualifying: Set<String> = ["page", "to", "under", "before", "after"]

  static let details = [
    "FILE                 a document, or - for standard input; with an edit a PDF",
    "--json               for programs",
    "--add TITLE --page N a new entry, behind all others or --under, --before or --after another",
    "--rename TITLE --to NEW",
    "--move TITLE         behind all others, or --under, --before or --after another",
    "--remove TITLE       with all that is under it",
    "-o, --output OUT     into a new file; else FILE is written anew, and recto pages --undo FILE takes it back",
    "--yes                though FILE has other names (hard links), which keep what it was, or is extended for Adobe Reader",
    "--password-file FILE its first line is the password (or RECTO_PASSWORD)",
    "",
    "--page takes page N of the file, or a label: iv, label:12.",
    "#N in place of a title is the entry in line N of what is listed without an edit. Edits are done one after the other.",
    "Exit status: 0, 1 where there is nothing to be told, 2 after an error.",
  ]

  static let form = OptionForm(
    command: "outline", flags: ["yes"],
    valued: Dictionary(
      uniqueKeysWithValues: beginning.union(qualifying).map { ($0, OptionForm.Value.text) }
        + [("output", .file), ("password-file", .file)]),
    short: ["o": "output"])

  /// Whether an outline is to be changed, not listed.
  static func areWanted(_ arguments: [String]) -> Bool {
    arguments.prefix { $0 != "--" }.contains { word in
      word.hasPrefix("--")
        && beginning.union(qualifying).contains(String(word.dropFirst(2).prefix { $0 != "=" }))
    }
  }

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.attempt {
      let parsed = try Arguments(arguments, form)
      let file = try parsed.document(or: "name one PDF whose outline is meant").path
      let pool = try CommandDocument.workers()
      defer { pool.shutdown() }
      let target =
        parsed.options["output"].map(DocumentEditor.Target.copy)
        ?? .inPlace(isWarned: parsed.options["yes"] != nil)
      let password = try parsed.password()
      let piped = try file == "-" ? PipedDocument(file) : nil
      let edits = try edits(parsed.given) { name throws(Failure) in
        try CommandDocument(
          piped?.path ?? file, password: password, pool: pool,
          shownAs: piped == nil ? nil : PipedDocument.name
        ).page(name)
      }
      try DocumentEditor(pool).edit([file], edits, target, password: password, piped: piped)
      return 0
    }
  }

  /// Options in their order: what stands behind an edit belongs to it.
  static func edits(
    _ given: [(name: String, value: String)], page: (String) throws(Failure) -> Int
  ) throws(Failure) -> [DocumentEdit] {
    var groups: [[(name: String, value: String)]] = []
    for option in given {
      if beginning.contains(option.name) {
        groups.append([option])
      } else if qualifying.contains(option.name) {
        guard !groups.isEmpty else {
          throw Failure(sentence: "--\(option.name) belongs behind --add, --rename or --move")
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
        throw Failure(sentence: "--add wants a title, and --page with a page's number or label")
      }
      return .addEntry(title: title, page: try page(name), try place(more))
    case "rename":
      try allowing(["to"])
      guard let new = more["to"], !new.isEmpty else {
        throw Failure(sentence: "--rename wants the old title, and --to with the new one")
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
      throw Failure(sentence: "only one of --under, --before and --after")
    }
    guard let kind = wanted.first, let title = more[kind] else { return .end }
    switch kind {
    case "under": return .under(name(title))
    case "before": return .before(name(title))
    default: return .after(name(title))
    }
  }

  /// `#3` is the third line of the list.
  private static func name(_ text: String) -> OutlineName {
    if text.hasPrefix("#"), let number = Int(text.dropFirst()), number > 0 {
      return .number(number - 1)
    }
    return .title(text)
  }
}
