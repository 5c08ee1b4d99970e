import DocumentModel
import Files
import Interface
import Messages
import Program
import Services
import Text
import Wire
import Workers

/// `recto cite`: how documents are cited.
enum CiteCommand {
  static let details = [
    "FILE…                documents, or - for standard input",
    "--bibtex             an entry of BibTeX each",
    "--csl                a list of CSL JSON, for pandoc and Zotero",
    "--markdown           a line of Markdown each",
    "--json               a JSON line each, with the citation key and the source of each field",
    "--password-file FILE reads the password from FILE's first line (or RECTO_PASSWORD)",
    "",
    "Each field is taken from the first of these that has it: a file beside the document (NAME.bib, NAME.json or papis'",
    "info.yaml, or another .bib or .json that names the file or has its DOI), the XMP metadata, the first page, the",
    "information dictionary. Check what comes from the page before you rely on it.",
    "The citation key is that of the file beside the document, else made as citationKey in the settings says.",
    "Exit status: 0, 1 if nothing is known of a document, 2 after an error.",
  ]

  private static let forms = ["bibtex", "csl", "json", "markdown"]

  static let form = OptionForm(
    command: "cite", flags: Set(forms), valued: ["password-file": .file], alternatives: [forms])

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.attempt {
      let parsed = try Arguments(arguments, form)
      guard !parsed.words.isEmpty else {
        throw Arguments.Mistake(sentence: "name documents; - is standard input")
      }
      let pattern = Preferences.ofUser.citationKey
      let password = try parsed.password()
      let pool = try CommandDocument.workers()
      defer { pool.shutdown() }
      var works: [CitedWork] = []
      var status: Int32 = 0
      for named in parsed.documents {
        do throws(CommandDocument.Failure) {
          let work = try work(named, password, pool, pattern)
          works.append(work)
          if work.record.isEmpty {
            status = max(status, 1)
            Output.complain("\(work.name) says nothing about itself")
          }
        } catch {
          status = 2
          Output.complain(error.sentence)
        }
      }
      write(works, parsed)
      return status
    }
  }

  private static func work(
    _ named: DocumentArgument, _ password: [UInt8], _ pool: WorkerPool, _ pattern: CitationKey
  ) throws(CommandDocument.Failure) -> CitedWork {
    let document = try CommandDocument(named, password: password, pool: pool)
    defer { document.document.close() }
    let path = named.path == "-" || DocumentFile.isPipe(named.path) ? nil : named.path
    return try CitedWork(document, path: path, pattern)
  }

  private static func write(_ works: [CitedWork], _ parsed: Arguments) {
    var keys: [String: Int] = [:]
    let known = works.filter { !$0.record.isEmpty }.map { work in
      var work = work
      keys[work.key, default: 0] += 1
      if let count = keys[work.key], count > 1 { work.key += "-\(count)" }
      return work
    }
    if parsed.options["csl"] != nil {
      Output.write(JSON.array(known.map { CSLJSON.item($0.record, key: $0.key) }).text + "\n")
      return
    }
    for work in known {
      let text: String
      if parsed.options["bibtex"] != nil {
        text = BibTeX.entry(work.record, key: work.key)
      } else if parsed.options["json"] != nil {
        text = work.json.text + "\n"
      } else if parsed.options["markdown"] != nil {
        text = Output.line(Citation.markdown(work.record)) + "\n"
      } else {
        text = Output.line(Citation.line(work.record)) + "\n"
      }
      guard Output.write(text) else { return }
    }
  }
}

/// A document's bibliographic data and its citation key.
struct CitedWork {
  var name: String
  var record: BibliographicRecord
  var key: String

  /// Reads the metadata, the first page and, if there is a path, the files beside it.
  init(
    _ document: CommandDocument, path: String?, _ pattern: CitationKey
  ) throws(CommandDocument.Failure) {
    var metadata = Metadata()
    if case .metadata(let found) = try document.ask(.metadata) { metadata = found }
    var page: PageText?
    // A damaged page is not worth a failure: the metadata may be enough.
    if document.summary.hasPages, case .text(let text)? = try? document.ask(.text(page: 0)) {
      page = text
    }
    name = document.name
    record = DocumentRecord.record(
      metadata: metadata, page: page, beside: path.map(DocumentFile.absolute))
    let file = PathParts.name(of: document.name)
    key = pattern.key(of: record, fallback: file.split(separator: ".").first.map(String.init) ?? "")
  }

  /// All fields, null where they are not known.
  var json: JSON {
    let texts = BibliographicRecord.Field.allCases.filter { ![.authors, .key, .type].contains($0) }
    let authors = record.authors.map { name in
      JSON.object([("family", .string(name.surname)), ("given", .text(name.given))])
    }
    let sources = BibliographicRecord.Field.allCases.compactMap { field in
      record.source(of: field).map { (field.rawValue, JSON.string($0.rawValue)) }
    }
    return .object(
      [
        ("path", .string(name)), ("key", .string(key)), ("type", .string(record.type)),
        ("authors", .array(authors)),
      ] + texts.map { ($0.rawValue, .text(record[$0])) } + [("sources", .object(sources))])
  }
}
