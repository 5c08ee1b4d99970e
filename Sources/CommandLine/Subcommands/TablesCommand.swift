import DocumentModel
import Services

/// `recto tables`: the tables of a document, with their cells.
enum TablesCommand {
  static let details = [
    "FILE                 a PDF, DjVu, book, office document or page of the web, or - for standard input",
    PageSelection.help,
    "--csv                comma-separated values; an empty line separates tables",
    "--tsv                cells separated by tabs; the default",
    "--json               a JSON line per table: page, label, box in points, caption, rows",
    "--password-file FILE reads the password from FILE's first line (or RECTO_PASSWORD)",
    "",
    "Exit status: 0, 1 if there are no tables, 2 after an error.",
  ]

  static let form = OptionForm(
    command: "tables", flags: ["csv", "tsv", "json"],
    valued: ["password-file": .file], alternatives: [["csv", "json", "tsv"]]
  ).with(.pages)

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.run(arguments, form) { (document, parsed) throws(CommandDocument.Failure) in
      var failures = 0
      let tables = try FoundRegion.all(.table, of: document, parsed, &failures)
      var isFirst = true
      for table in tables {
        guard Output.write(text(of: table, in: document, parsed, isFirst: isFirst)) else {
          return 0
        }
        isFirst = false
      }
      if tables.isEmpty, failures == 0 {
        let place = parsed.options["pages"] == nil ? "" : " there"
        Output.complain("\(document.name) has no tables\(place)")
      }
      return failures > 0 ? 2 : tables.isEmpty ? 1 : 0
    }
  }

  private static func text(
    of table: FoundRegion, in document: CommandDocument, _ parsed: Arguments, isFirst: Bool
  ) -> String {
    if parsed.options["json"] != nil {
      let rows = JSON.array(table.rows.map { .array($0.map { .string($0) }) })
      return JSON.object(table.json(document) + [("rows", rows)]).text + "\n"
    }
    let isCSV = parsed.options["csv"] != nil
    let lines = table.rows.map { row in
      isCSV
        ? row.map(CSVField.text).joined(separator: ",") + "\r\n"
        : row.map { Output.line($0) }.joined(separator: "\t") + "\n"
    }
    return (isFirst ? "" : isCSV ? "\r\n" : "\n") + lines.joined()
  }
}
