import DocumentModel
import Interface
import Services
import Text
import Wire

/// `recto info`: shows a document's metadata.
enum InfoCommand {
  static let details = [
    "FILE                 a document, or - for standard input; with --set a PDF",
    "--json               JSON output",
    "--set title=TEXT     sets the title, or removes it if TEXT is empty; also author=… subject=… keywords=… creator=… producer=…",
    "-o, --output OUT     writes another file and leaves FILE unchanged; --force overwrites OUT; without -o FILE is rewritten, and",
    "                     recto pages --undo FILE undoes that",
    "--yes                edits although FILE is signed, has Adobe Reader extensions, or other names (hard links), which keep the old contents",
    "--password-file FILE reads the password from FILE's first line (or RECTO_PASSWORD)",
    "",
    "Exit status: 0, 1 if there is nothing to show, 2 after an error.",
  ]

  static let form = OptionForm(
    command: "info", flags: ["json", "yes"],
    valued: [
      "set": .oneOf(InfoField.allCases.map { $0.rawValue + "=" }), "password-file": .file,
    ],
    alternatives: OptionForm.excluding("set", ["json"]), dependent: ["yes": ["set"]]
  ).with(.output(for: ["set"]))

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.run(arguments, form, edits: (["set"], InfoEdits.run), draws: false) {
      (document, parsed) throws(CommandDocument.Failure) in
      guard case .metadata(let metadata) = try document.ask(.metadata),
        case .attachments(let attachments) = try document.ask(.attachments),
        case .pages(let pages) = try document.ask(.pages(0..<1))
      else { return 2 }
      if document.summary.flow != nil {
        return try tellText(document, metadata, asJSON: parsed.options["json"] != nil)
      }
      if document.summary.isMeasuredInPixels {
        tellPicture(document, metadata, pages.first, asJSON: parsed.options["json"] != nil)
        return 0
      }
      let signatures = try document.signatures()
      var rotation: Int?
      // A damaged first page may have no rotation, which is not an error here.
      if case .rotation(let degrees) = try? document.ask(.rotation(page: 0)) { rotation = degrees }
      let unknown = UnknownSigns(in: document)
      var firstPage: PageText?
      if case .text(let text) = try? document.ask(.text(page: 0)) { firstPage = text }
      let record = DocumentRecord.identifiers(metadata: metadata, page: firstPage)
      if parsed.options["json"] != nil {
        Output.write(
          json(
            document, metadata, attachments, pages.first, rotation, signatures, unknown, record
          ).text + "\n")
      } else {
        Output.write(
          words(
            document, metadata, attachments, pages.first, rotation, signatures, unknown, record))
      }
      return 0
    }
  }

  /// A picture has pixels in place of all that.
  private static func tellPicture(
    _ document: CommandDocument, _ metadata: Metadata, _ page: PageInfo?, asJSON: Bool
  ) {
    guard !asJSON else {
      let pairs: [(String, JSON)] = [
        ("path", .string(document.name)), ("pages", .count(document.summary.pageCount)),
        ("title", .text(metadata.title)), ("author", .text(metadata.author)),
        ("language", .text(metadata.language)),
        ("width", page.map { .number($0.size.width) } ?? .null),
        ("height", page.map { .number($0.size.height) } ?? .null),
        ("modified", metadata.modified.map { .number(Double($0)) } ?? .null),
        ("format", .string(metadata.format)),
      ]
      Output.write(JSON.object(pairs).text + "\n")
      return
    }
    Output.write(
      table([
        ("Title", metadata.title), ("Author", metadata.author),
        (subjectName(metadata), metadata.subject),
        ("Keywords", metadata.keywords), ("Language", metadata.language),
        ("Pages", document.summary.pageCount > 1 ? "\(document.summary.pageCount)" : ""),
        ("Created", metadata.created.map(CalendarDate.text) ?? ""),
        ("Modified", metadata.modified.map(CalendarDate.text) ?? ""), ("Format", metadata.format),
      ]))
  }

  /// A text has lines and an encoding in place of pages and permissions.
  private static func tellText(
    _ document: CommandDocument, _ metadata: Metadata, asJSON: Bool
  ) throws(CommandDocument.Failure) -> Int32 {
    guard let flow = document.summary.flow else { return 2 }
    let lines = flow.kind == .plainText ? try SourceLines(document).count : nil
    guard !asJSON else {
      let pairs: [(String, JSON)] = [
        ("path", .string(document.name)), ("lines", lines.map(JSON.count) ?? .null),
        ("size", .count(flow.byteCount)), ("title", .text(metadata.title)),
        ("author", .text(metadata.author)), ("subject", .text(metadata.subject)),
        ("keywords", .text(metadata.keywords)),
        ("language", .text(metadata.language)),
        ("created", metadata.created.map { .number(Double($0)) } ?? .null),
        ("modified", metadata.modified.map { .number(Double($0)) } ?? .null),
        ("format", .string(metadata.format)),
        ("encoding", flow.hasEncoding ? .string(flow.encoding) : .null),
        ("encodingIsGuess", flow.hasEncoding ? .bool(flow.isGuess) : .null),
        ("outline", .bool(document.summary.hasOutline)),
      ]
      Output.write(JSON.object(pairs).text + "\n")
      return 0
    }
    let rows: [(String, String)] = [
      ("Title", metadata.title), ("Author", metadata.author),
      (subjectName(metadata), metadata.subject),
      ("Keywords", metadata.keywords), ("Language", metadata.language),
      ("Lines", lines.map(String.init) ?? ""),
      ("Size", "\(flow.byteCount) bytes"),
      ("Created", metadata.created.map(CalendarDate.text) ?? ""),
      ("Modified", metadata.modified.map(CalendarDate.text) ?? ""), ("Format", metadata.format),
      ("Encoding", flow.hasEncoding ? flow.encoding + (flow.isGuess ? " (guessed)" : "") : ""),
      ("Outline", document.summary.hasOutline ? "yes" : "no"),
    ]
    Output.write(table(rows))
    return 0
  }

  /// Books have the name of their series there.
  private static func subjectName(_ metadata: Metadata) -> String {
    ["EPUB", "FictionBook", "Comic book"].contains { metadata.format.hasPrefix($0) }
      ? "Series" : "Subject"
  }

  private static func table(_ rows: [(String, String)]) -> String {
    rows.filter { !$0.1.isEmpty }.map { row in
      row.0 + String(repeating: " ", count: 14 - row.0.count) + row.1 + "\n"
    }.joined()
  }

  private static func words(
    _ document: CommandDocument, _ metadata: Metadata, _ attachments: [Attachment],
    _ page: PageInfo?, _ rotation: Int?, _ signatures: SignatureReport, _ unknown: UnknownSigns,
    _ record: BibliographicRecord
  ) -> String {
    let size = page.map {
      "\(Int($0.size.width.rounded())) × \(Int($0.size.height.rounded())) points"
        + (rotation.map { $0 == 0 ? "" : ", turned by \($0)°" } ?? "")
    }
    let rows: [(String, String)] = [
      ("Title", metadata.title), ("Author", metadata.author), ("Subject", metadata.subject),
      ("Keywords", metadata.keywords), ("Language", metadata.language), ("DOI", record[.doi]),
      ("arXiv", record[.arxiv]),
      ("Pages", String(document.summary.pageCount)),
      ("First page", size ?? ""), ("Created", metadata.created.map(CalendarDate.text) ?? ""),
      ("Modified", metadata.modified.map(CalendarDate.text) ?? ""),
      ("Made with", metadata.creator), ("Producer", metadata.producer),
      ("Format", metadata.format), ("Encrypted", metadata.isEncrypted ? "yes" : "no"),
      ("Linearized", document.summary.canEditPages ? metadata.isLinearized ? "yes" : "no" : ""),
      ("Allowed", PermissionStrings.text(metadata.permissions)),
      ("Outline", document.summary.hasOutline ? "yes" : "no"),
      ("Identifier", document.summary.permanentID),
      ("Attachments", attachments.map(\.name).joined(separator: ", ")),
      ("Unknown signs", unknown.sentence(of: document.summary.pageCount)),
    ]
    return table(rows + SignatureStrings.rows(signatures).map { ($0.name, $0.value) })
  }

  private static func json(
    _ document: CommandDocument, _ metadata: Metadata, _ attachments: [Attachment],
    _ page: PageInfo?, _ rotation: Int?, _ signatures: SignatureReport, _ unknown: UnknownSigns,
    _ record: BibliographicRecord
  ) -> JSON {
    .object([
      ("path", .string(document.name)), ("pages", .count(document.summary.pageCount)),
      ("title", .text(metadata.title)), ("author", .text(metadata.author)),
      ("subject", .text(metadata.subject)), ("keywords", .text(metadata.keywords)),
      ("creator", .text(metadata.creator)), ("producer", .text(metadata.producer)),
      ("created", metadata.created.map { .number(Double($0)) } ?? .null),
      ("modified", metadata.modified.map { .number(Double($0)) } ?? .null),
      ("format", .string(metadata.format)), ("encrypted", .bool(metadata.isEncrypted)),
      ("linearized", .bool(metadata.isLinearized)),
      ("permissions", .string(PermissionStrings.text(metadata.permissions))),
      ("outline", .bool(document.summary.hasOutline)), ("id", .text(document.summary.permanentID)),
      ("width", page.map { .number($0.size.width) } ?? .null),
      ("height", page.map { .number($0.size.height) } ?? .null),
      ("rotation", rotation.map(JSON.count) ?? .null),
      (
        "attachments",
        .array(
          attachments.map {
            .object([("name", .string($0.name)), ("size", $0.size.map(JSON.count) ?? .null)])
          })
      ), ("signatures", .array(signatures.signatures.map(SignatureJSON.object))),
      ("emptySignatureFields", .count(signatures.emptyFields)),
      ("usageRights", .bool(signatures.hasUsageRights)),
      ("doi", .text(record[.doi])), ("arxiv", .text(record[.arxiv])),
      ("unknownSigns", .count(unknown.count)), ("pagesRead", .count(unknown.read)),
    ])
  }
}
