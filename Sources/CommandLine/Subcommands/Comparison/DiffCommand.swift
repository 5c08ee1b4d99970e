import Comparison
import Dispatch
import DocumentModel
import Files
import Interface
import Platform
import Services
import Synchronization
import Text
import Workers

/// `recto diff`: the words that changed between two versions of a document.
enum DiffCommand {
  static let details = [
    "OLD, NEW             two versions of a document, of any types; - is standard input",
    "--json               a JSON line per change: kind, old and new words with pages, before, after, cell; figures and annotations too",
    "-o, --output OUT     writes NEW with inserted words highlighted, moved ones underlined and deleted ones in notes; NEW is a PDF;",
    "                     --force overwrites OUT",
    "--stat               only the counts",
    "--context N          words before and after a change; default 8",
    "--no-figures         does not compare figures, whose pixels take time",
    "--password-file FILE reads the password of both from FILE's first line (or RECTO_PASSWORD)",
    "",
    "Words are compared, not lines: other margins, columns, fonts, running heads, page numbers and hyphens at line ends are no changes.",
    "Changes are [-deleted-] and {+inserted+}, on a terminal in colour; moved passages are named once, with the page they were on.",
    "Figures are compared by their pixels. Annotations of OLD on words that are gone are listed.",
    "Exit status: 0 if there are no changes, 1 if there are, 2 after an error.",
  ]

  static let form = OptionForm(
    command: "diff", flags: ["json", "stat", "no-figures"],
    valued: ["context": .text, "password-file": .file],
    alternatives: [["json", "stat"]]
  ).with(.output())

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.attempt {
      let parsed = try Arguments(arguments, form)
      guard parsed.words.count == 2 else {
        throw Arguments.Mistake(sentence: "name two documents: recto diff OLD NEW")
      }
      guard parsed.words != ["-", "-"] else {
        throw Arguments.Mistake(sentence: "standard input cannot be both documents")
      }
      if let status = missingVersion(parsed) { return status }
      try parsed.checkOutput(of: parsed.words)
      if let output = parsed.options["output"],
        textNames.contains(where: output.lowercased().hasSuffix)
      {
        throw Arguments.Mistake(
          sentence: "cannot write text with -o, only a PDF; use recto diff OLD NEW > \(output)")
      }
      let context = try context(parsed)
      let pool = try CommandDocument.workers()
      defer { pool.shutdown() }
      let password = try parsed.password()
      let documents = try parsed.words.map {
        try CommandDocument($0, password: password, lanes: lanes, pool: pool)
      }
      let versions = VersionPair(old: documents[0], new: documents[1], password: password)
      try versions.checkText()
      let report = try DiffReport(versions, comparesFigures: parsed.options["no-figures"] == nil)
      if parsed.options["output"] != nil { try DiffMarks(versions, report).write(parsed) }
      if parsed.options["json"] != nil {
        DiffJSON(versions, report, context: context).write()
      } else if parsed.options["stat"] != nil {
        Output.write(report.summary + "\n")
      } else if parsed.options["output"] == nil {
        DiffListing(versions, report, context: context).write()
      }
      return report.failures > 0 ? 2 : report.isSame ? 0 : 1
    }
  }

  /// Reports a document that has no other version, for which git names this device; nil if both are there.
  private static func missingVersion(_ parsed: Arguments) -> Int32? {
    guard let missing = parsed.words.firstIndex(of: "/dev/null") else { return nil }
    let (name, isNew) = (parsed.words[1 - missing], missing == 0)
    let json = JSON.object([
      ("kind", .string("file")), ("change", .string(isNew ? "inserted" : "deleted")),
      ("path", .string(name)),
    ])
    Output.write(
      parsed.options["json"] != nil
        ? json.text + "\n" : "\(Output.name(name)) \(isNew ? "is new" : "was deleted")\n")
    return 1
  }

  /// Endings of names that no PDF has.
  private static let textNames = [".txt", ".json", ".md"]

  /// Workers for each of the two documents.
  private static var lanes: Int { max(1, CommandDocument.lanesOfAll / 2) }

  private static func context(_ parsed: Arguments) throws(Arguments.Mistake) -> Int {
    guard let text = parsed.options["context"] else { return 8 }
    guard let count = Int(text), (0...10_000).contains(count) else {
      throw Arguments.Mistake(sentence: "--context needs a number of words from 0 to 10000")
    }
    return count
  }
}

/// Two versions of a document.
struct VersionPair {
  let old: CommandDocument
  let new: CommandDocument
  let password: [UInt8]

  /// Refuses documents whose words cannot be compared.
  func checkText() throws(CommandDocument.Failure) {
    for document in [old, new] where !document.summary.hasText {
      let isFolder = document.path.flatMap { FileStatus($0) }?.kind == .folder
      throw CommandDocument.Failure(
        sentence: isFolder
          ? "\(document.name) is a folder; name two versions of one document"
          : "\(document.name) has only pictures and no text; recto ocr stores the recognised words in a PDF"
      )
    }
  }

  /// Reads both at the same time.
  func readings() throws(CommandDocument.Failure) -> [ComparisonReader.Reading] {
    let documents = [old, new]
    var readers: [ComparisonReader] = []
    for document in documents {
      readers.append(
        ComparisonReader(
          document.document, pageCount: document.summary.pageCount,
          infos: document.summary.hasPages ? [] : try document.pages()))
    }
    let found = Mutex<[Int: ComparisonReader.Reading]>([:])
    let waiting = readers
    DispatchQueue.concurrentPerform(iterations: waiting.count) { index in
      let reading = waiting[index].read()
      found.withLock { $0[index] = reading }
    }
    let readings = found.withLock { found in documents.indices.compactMap { found[$0] } }
    for (document, reading) in zip(documents, readings) {
      for failure in reading.failures {
        Output.complain(Sentences.text(failure.error, page: failure.page, file: document.name))
      }
      guard !reading.text.isCut else {
        throw CommandDocument.Failure(
          sentence:
            "\(document.name) is too long to compare: it has more than \(Wording.count(ComparedText.mostWords, "word"))"
        )
      }
    }
    return readings
  }
}
