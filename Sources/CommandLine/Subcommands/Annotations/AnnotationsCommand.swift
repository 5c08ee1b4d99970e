import DocumentModel
import Files
import Interface
import Messages
import Platform
import Program
import Services
import Wire
import Workers

/// `recto annotations`: lists annotations.
enum AnnotationsCommand {
  static let details = [
    "FILE…                documents, or - for standard input",
    "--markdown, --org    by section, each with its words, note and a link to its page",
    "--json               all properties, for recto annotate --from",
    "--web                W3C Web Annotations, for Thorium, Readium and Zotero; in EPUB with CFIs",
    "--csv                a row per annotation",
    "--xfdf, --fdf        for Acrobat and other programs; recto annotate --import reads them back",
    "--form               with --xfdf or --fdf, the values of the form, too",
    "--summary            a summary for reading: PDF if OUT ends with .pdf, else Markdown",
    "-o, --output OUT     writes a new file instead of standard output; --force overwrites OUT",
    "--template FILE      formats with a template file, or one from the templates folder; start from",
    "                     recto --print-defaults templates/annotations.md",
    "--ids                adds the IDs that recto annotate takes",
    "--color C            only this colour: a name from your settings, or #ffd400",
    "--type T             only highlight, underline, strikeout, squiggly, note, free-text, box, circle, line, ink, stamp …",
    "--since DATE         only those changed since 2026-11-21, 2026-11 or 2026",
    "--author A           only those of this author",
    "--state S            only those with this review state: accepted, rejected, cancelled, completed or marked, or none for those without",
    "--tag NAME           only those with this tag",
    PageSelection.help,
    "--password-file FILE reads the password from FILE's first line (or RECTO_PASSWORD)",
    "",
    "In reading order, with annotations that are in Recto's library only. Templates have {{title}}, {{author}}, {{citekey}}, {{file}},",
    "{{link}}, {{date}}; {{#sections}} … {{/sections}} with {{section}}, in it or alone {{#annotations}} with {{quote}}, {{note}}, {{page}}, {{type}},",
    "{{color}}, {{meaning}}, {{author}}, {{date}}, {{facts}}, {{link}}, {{uri}} (recto://…), {{id}}, {{detached}}, {{#replies}}; {{#note}} … {{/note}} if there is one, {{^note}} if not.",
    "Annotations without a place in this version of the document come last, as detached, with the words they were on.",
    "Exit status: 0, 1 if there are none, 2 after an error.",
  ]

  private static let forms: Set<String> = [
    "markdown", "org", "json", "web", "csv", "xfdf", "fdf", "summary",
  ]

  static let form = OptionForm(
    command: "annotations", flags: forms.union(["ids", "form"]),
    valued: AnnotationFilter.valued.merging(["template": .file, "password-file": .file]) { $1 },
    alternatives: [forms.union(["template"]).sorted()], dependent: ["form": ["xfdf", "fdf"]]
  ).with(.pages).with(.output())

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.attempt {
      let parsed = try Arguments(arguments, form)
      guard !parsed.words.isEmpty else {
        throw Arguments.Mistake(sentence: "name documents; - is standard input")
      }
      let preferences = Preferences.ofUser
      try parsed.checkOutput(of: parsed.documents.map(\.path))
      let exchange = try exchange(parsed)
      let filter = try AnnotationFilter(parsed, preferences)
      let teller = try teller(parsed)
      let pool = try CommandDocument.workers()
      defer { pool.shutdown() }
      var reports: [AnnotationReport] = []
      var status: Int32 = 0
      var bytes: [UInt8] = []
      let password = try parsed.password()
      for named in parsed.documents {
        do throws(CommandDocument.Failure) {
          let (document, kept) = try opened(named, password, pool)
          defer { document.document.close() }
          var report = try report(document, kept, parsed, preferences)
          report.keep { filter.wants($0) }
          if let exchange {
            bytes = try exchanged(report, exchange, document, kept, parsed)
          }
          if report.failures > 0 { status = 2 }
          reports.append(report)
        } catch {
          status = 2
          Output.complain(error.sentence)
        }
      }
      let isLeftOut = exchange == nil && status == 2 && parsed.options["output"] != nil
      if !isLeftOut, exchange == nil || !bytes.isEmpty {
        try AnnotationExchange.write(
          exchange == nil ? SystemPath.bytes(try teller(reports)) : bytes, parsed)
      }
      let isEmpty = reports.allSatisfy(\.entries.isEmpty) && bytes.isEmpty
      if isEmpty, status == 0 {
        let limits = Set(AnnotationFilter.valued.keys).union(OptionForm.pages.valued.keys)
        let isAll = limits.allSatisfy { parsed.options[$0] == nil }
        let what = isAll ? "no annotations" : "no such annotations"
        Output.complain(
          reports.count == 1 ? "\(reports[0].name) has \(what)" : "there are \(what)")
      }
      let hasNothing = isEmpty || exchange != nil && bytes.isEmpty
      return status == 0 && hasNothing ? 1 : status
    }
  }

  /// The form that is wanted.
  private static func teller(
    _ parsed: Arguments
  ) throws(CommandDocument.Failure) -> ([AnnotationReport]) throws(CommandDocument.Failure) ->
    String
  {
    func has(_ name: String) -> Bool { parsed.options[name] != nil }
    if has("json") { return { AnnotationJSON.text($0) } }
    if has("web") { return { WebAnnotationForm.text($0) } }
    if has("summary") {
      return { $0.map { AnnotationSummary.markdown($0.summary.lines) }.joined(separator: "\n") }
    }
    if has("csv") { return { AnnotationTableForm.text($0) } }
    var template: AnnotationTemplate?
    if let name = parsed.options["template"] { template = try AnnotationTemplate(named: name) }
    if has("markdown") { template = try AnnotationTemplate(own: "annotations.md") }
    if has("org") { template = try AnnotationTemplate(own: "annotations.org") }
    if let template {
      return { (reports) throws(CommandDocument.Failure) in
        var text = ""
        for report in reports where !report.entries.isEmpty { text += try template.text(report) }
        return text
      }
    }
    let listing = AnnotationListing(showsIDs: has("ids"), showsNames: parsed.words.count > 1)
    return { reports in
      reports.map { report in
        var shown = report
        shown.keep { $0.isShown }
        return shown
      }.filter { !$0.entries.isEmpty }.map(listing.text).joined(separator: "\n")
    }
  }

  /// The form of a file that a worker makes; nil for texts.
  private static func exchange(_ parsed: Arguments) throws(Arguments.Mistake) -> ExchangeFormat? {
    let isSummary = parsed.options["summary"] != nil
    let format =
      isSummary
      ? parsed.options["output"].flatMap(ExchangeFormat.init(ofFileNamed:)).flatMap {
        $0 == .pdf ? $0 : nil
      }
      : ExchangeFormat.allCases.first { parsed.options[$0.rawValue] != nil }
    guard format != nil, parsed.words.count > 1 else { return format }
    throw Arguments.Mistake(sentence: "such a file is of one document; name one")
  }

  private static func exchanged(
    _ report: AnnotationReport, _ format: ExchangeFormat, _ document: CommandDocument,
    _ kept: CommandAnnotations?, _ parsed: Arguments
  ) throws(CommandDocument.Failure) -> [UInt8] {
    guard let kept else {
      throw CommandDocument.Failure(
        sentence:
          "\(report.name) cannot be exported as \(format.rawValue.uppercased()); name a file")
    }
    var export = ExchangeExport(format, name: DocumentFile.name(report.name))
    if parsed.options["form"] != nil { export.values = FormCommand.values(kept.look.fields) }
    guard !report.entries.isEmpty || !export.values.isEmpty else { return [] }
    if format == .pdf {
      export.lines = report.summary.lines
    } else {
      let wanted = Set(
        report.entries.flatMap { entry in
          [entry.annotation] + entry.members.map(\.annotation) + entry.replies.map(\.reply)
        }.map(\.id))
      // In the order of the file, which is the same when it is exported again.
      export.annotations = kept.annotationsOfAllMachines().filter { wanted.contains($0.id) }
    }
    return try AnnotationExchange.exported(export, of: kept, report.name)
  }

  /// Opens a document, and its annotations in file and library unless it is read from a pipe.
  private static func opened(
    _ named: DocumentArgument, _ password: [UInt8], _ pool: WorkerPool
  ) throws(CommandDocument.Failure) -> (CommandDocument, CommandAnnotations?) {
    let path = named.path
    let document = try CommandDocument(named, password: password, lanes: 2, pool: pool)
    document.readRecognizedPages()
    guard !PipedDocument.isPiped(path) else { return (document, nil) }
    let kept = try CommandAnnotations(document, path: path, password: password)
    kept.tellCarried()
    return (document, kept)
  }

  /// The annotations of a file, and those of the library that are not in it.
  private static func report(
    _ document: CommandDocument, _ kept: CommandAnnotations?, _ parsed: Arguments,
    _ preferences: Preferences
  ) throws(CommandDocument.Failure) -> AnnotationReport {
    let colors = preferences.annotationColors
    let withPlaces = parsed.options["web"] != nil
    let withAnchors = withPlaces || parsed.options["json"] != nil
    let chosen = try document.pageChoice(parsed)
    var work: CitedWork?
    if ["template", "markdown", "org"].contains(where: { parsed.options[$0] != nil }) {
      work = try CitedWork(
        document, path: kept == nil ? nil : document.name, preferences.citationKey)
    }
    var annotations = kept?.annotationsOfAllMachines() ?? []
    if kept == nil { annotations = try document.annotations() }
    var report = try AnnotationReport(
      document, annotations, detached: kept?.look.detached ?? [], colors, withAnchors: withAnchors,
      withPlaces: withPlaces, withHeadings: true)
    kept?.rest()
    if withPlaces, case .metadata(let metadata) = try document.ask(.metadata) {
      report.authors = metadata.publication.creators
    }
    if let work { report.take(work) }
    if let chosen {
      report.keep {
        !$0.isDetached && chosen.contains($0.annotation.start, on: $0.annotation.page)
      }
    }
    return report
  }
}

extension CommandDocument {
  /// Returns the annotations of the file.
  func annotations() throws(Failure) -> [Annotation] {
    var all: [Annotation] = []
    var next = 0
    while summary.canAnnotate, next < summary.pageCount {
      guard case .annotations(let portion) = try ask(.annotations(next..<summary.pageCount)),
        portion.next > next
      else { break }
      all += portion.annotations
      next = portion.next
    }
    return all
  }
}

extension Preferences {
  /// The user's settings, including the annotation author; mistakes are reported.
  static var ofUser: Preferences {
    var problems: [String] = []
    var preferences = Settings.load(problems: &problems).preferences
    for problem in problems { Output.complain(problem) }
    if preferences.annotationAuthor.isEmpty { preferences.annotationAuthor = Account.name }
    return preferences
  }
}
