import DocumentModel
import Library
import Services

/// `recto recents`: lists documents opened last by Recto and other programs.
enum RecentsCommand {
  static let details = [
    "--limit N            at most N",
    "--json               JSON output, including files that are gone",
    "",
    "A line per existing document, the last opened first. Moved documents are followed.",
    "Exit status: 0, 1 if there are none, 2 after an error.",
  ]

  static let form = OptionForm(
    command: "recents", flags: ["json"], valued: ["limit": .text])

  private static let mostShown = 1_000

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.attempt {
      let parsed = try Arguments(arguments, form)
      guard parsed.words.isEmpty else {
        throw Arguments.Mistake(sentence: "recto recents takes no files")
      }
      var limit = mostShown
      if let text = parsed.options["limit"] {
        guard let number = Int(text), number > 0 else {
          throw Arguments.Mistake(sentence: "--limit needs a number from 1")
        }
        limit = number
      }
      var problems: [String] = []
      let types = DocumentTypeSettings.load(problems: &problems)
      for problem in problems { Output.complain(problem) }
      return list(limit, types, asJSON: parsed.options["json"] != nil)
    }
  }

  private struct Row {
    var recent: Recent
    var place: FileTrace.Place
  }

  private static func list(_ limit: Int, _ types: DocumentTypes, asJSON: Bool) -> Int32 {
    let library = CommandLibrary()
    let recents = library.ask { done, library in
      library.recents(
        opens: { types.opens(named: PathParts.name(of: $0), mimeType: $1) }, completion: done)
    }
    let places = library.ask { done, library in
      library.resolve(recents.map(\.trace), completion: done)
    }
    var rows = zip(recents, places).map { Row(recent: $0, place: $1) }
    // A document that was found elsewhere may already be listed under its new path.
    var seen: Set<[UInt8]> = []
    rows = rows.filter { row in
      seen.insert(Array((row.place.path ?? row.recent.path).utf8)).inserted
    }
    if !asJSON { rows = rows.filter { $0.place.path != nil } }
    rows = Array(rows.prefix(limit))
    if asJSON {
      let entries = library.ask { done, library in
        library.catalogue(rows.map { $0.place.path ?? $0.recent.path }, completion: done)
      }
      Output.write(JSON.array(zip(rows, entries).map(json)).text + "\n")
    } else {
      for path in rows.compactMap(\.place.path) { Output.write(Output.name(path) + "\n") }
    }
    return rows.isEmpty ? 1 : 0
  }

  private static func json(_ row: Row, _ entry: CatalogueEntry) -> JSON {
    .object([
      ("path", .string(row.place.path ?? row.recent.path)),
      ("gone", .bool(row.place.path == nil)), ("opened", .number(Double(row.recent.opened))),
      ("type", .text(row.recent.mimeType)), ("title", .text(entry.title)),
      ("pages", entry.pageCount > 0 ? .count(entry.pageCount) : .null),
      ("page", entry.pageCount > 0 ? entry.page.map { .count($0 + 1) } ?? .null : .null),
      ("read", entry.progress.map(JSON.number) ?? .null),
      ("tags", .array(entry.tags.map { .string($0.name) })),
      ("applications", .array(row.recent.applications.map(JSON.string))),
    ])
  }
}
