import DocumentModel
import Services
import Text
import Wire

/// `recto references`: the works that a document cites.
enum ReferencesCommand {
  static let details = [
    "FILE                 a PDF, or - for standard input",
    "--json               a JSON line per entry: key (its number or key in the list), authors, title, year, doi, address, page, label,",
    "                     y, text, and cited with the page and words of each citation",
    "--bibtex             an entry of BibTeX each; keys are surname and year",
    "--password-file FILE reads the password from FILE's first line (or RECTO_PASSWORD)",
    "",
    "Fields are read from the words of each entry; check them before you rely on them.",
    "Exit status: 0, 1 if there is no bibliography, 2 after an error.",
  ]

  static let form = OptionForm(
    command: "references", flags: ["json", "bibtex"], valued: ["password-file": .file],
    alternatives: [["bibtex", "json"]])

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.run(arguments, form, lanes: CommandDocument.lanesOfAll) {
      (document, parsed) throws(CommandDocument.Failure) in
      guard document.summary.hasPages else {
        throw CommandDocument.Failure(
          sentence:
            "\(document.name) is text; the works that a document cites are read from PDFs and DjVu")
      }
      var failures = 0
      let references = DocumentReferences.all(of: document, &failures)
      let cited = Dictionary(
        grouping: references.pages.values.joined().filter { $0.kind == .cite }.sorted {
          ($0.page, $0.box.y0) < ($1.page, $1.box.y0)
        }, by: \.target)
      var keys: [String: Int] = [:]
      for entry in references.entries {
        let citations = cited[.destination(entry.place)] ?? []
        let text: String
        if parsed.options["json"] != nil {
          text = json(entry, citations, document).text + "\n"
        } else if parsed.options["bibtex"] != nil {
          let key = entry.citationKey
          keys[key, default: 0] += 1
          text = entry.bibTeX(key: key + (keys[key] == 1 ? "" : "-\(keys[key] ?? 2)")) + "\n"
        } else {
          text = line(entry, citations, document)
        }
        guard Output.write(text) else { return 0 }
      }
      if references.isCut {
        Output.complain(
          "\(document.name) has more works than the first \(references.entries.count)")
      }
      if references.entries.isEmpty, failures == 0 {
        Output.complain("\(document.name) has no bibliography")
      }
      return failures > 0 ? 2 : references.entries.isEmpty ? 1 : 0
    }
  }

  private static func line(
    _ entry: BibliographyEntry, _ citations: [Reference], _ document: CommandDocument
  ) -> String {
    let pages = citations.map(\.page).reduce(into: [Int]()) { if $0.last != $1 { $0.append($1) } }
    let names = pages.map { document.pageName($0) }.joined(separator: ", ")
    let mentions = pages.isEmpty ? "not cited" : "cited on p. \(names)"
    return Output.line("\(entry.text)  (\(mentions))") + "\n"
  }

  private static func json(
    _ entry: BibliographyEntry, _ citations: [Reference], _ document: CommandDocument
  ) -> JSON {
    let places = citations.map { citation in
      JSON.object(
        JSON.page(citation.page, label: document.pageLabel(citation.page))
          + [("text", .string(citation.text)), ("context", .string(citation.context))])
    }
    return .object(
      [
        ("key", .string(entry.label)), ("authors", .array(entry.authors.map(JSON.string))),
        ("title", .string(entry.title)), ("year", .string(entry.year)),
        ("doi", entry.doi.map(JSON.string) ?? .null),
        ("address", entry.address.map(JSON.string) ?? .null),
      ] + JSON.page(entry.place.page, label: document.pageLabel(entry.place.page)) + [
        ("y", entry.place.y.map(JSON.number) ?? .null), ("text", .string(entry.text)),
        ("cited", .array(places)),
      ])
  }
}
