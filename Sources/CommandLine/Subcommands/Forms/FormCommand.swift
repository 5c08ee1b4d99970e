import DocumentModel
import Files
import Interface
import Library
import Program
import Services
import Wire
import Workers

/// `recto form`: the fields of a document's form, listed and filled in.
enum FormCommand {
  static let details = [
    "--set NAME=VALUE     fills in a field; the list shows names, and their last part is enough if unique. A check box takes on or off, a radio",
    "                     button or choice a listed value; repeat it for several choices; an empty value clears the field",
    "--import FILE.xfdf   fills in the values of an XFDF or FDF file, whose annotations stay out; - is standard input",
    "--xfdf, --fdf        writes the values but those of password fields, for Acrobat and other programs, with -o OUT into a new file;",
    "                     recto annotations --form has the annotations in the same file",
    "--undo, --redo       undoes or redoes the last form or annotation edit, also one made on the screen; may be repeated",
    "-o, --output OUT     writes another file and leaves this one unchanged; --force overwrites OUT; - is standard output,",
    "                     and FILE may then be - for standard input",
    "--yes                edits although the document is signed, has other names or an XFA form",
    "--json               the fields as JSON; with --set only the changed ones",
    "--password-file FILE reads the password from FILE's first line (or RECTO_PASSWORD)",
    "",
    "Prints a line per field: name, type, page label, value and accepted values, separated by tabs. The update is appended to the file, whose old bytes",
    "stay unchanged. Scripts of the form do not run.",
    "Exit status: 0, 1 if there is no form or nothing to do, 2 after an error or if values are in the library only.",
  ]

  static let form = OptionForm(
    command: "form", flags: ["json", "yes", "undo", "redo", "xfdf", "fdf"],
    valued: ["set": .text, "import": .file, "password-file": .file],
    alternatives: [edits + exports, ["json"] + exports], dependent: ["yes": edits]
  ).with(.output(for: ["set", "import"] + exports))

  private static let edits = ["set", "import", "undo", "redo"]
  private static let exports = ["xfdf", "fdf"]

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.attempt {
      let parsed = try Arguments(arguments, form)
      let path = try parsed.document(or: "name one document").path
      let actions = edits.filter { parsed.options[$0] != nil }
      let isFile = !PipedDocument.isPiped(path)
      guard
        isFile || actions.isEmpty
          || ["set", "import"].contains(actions.first) && parsed.options["output"] != nil
      else {
        throw Arguments.Mistake(
          sentence: "cannot fill in standard input in place; -o OUT or -o - writes the result")
      }
      try parsed.checkOutput(of: [path])
      let pool = try CommandDocument.workers()
      defer { pool.shutdown() }
      let password = try parsed.password()
      let piped = isFile || actions.isEmpty ? nil : try PipedDocument(path)
      let document = try CommandDocument(
        piped?.path ?? path, password: password, lanes: 2, pool: pool,
        shownAs: piped == nil ? nil : PipedDocument.name)
      guard isFile || piped != nil else {
        return tell(try fields(of: document), document, parsed)
      }
      let kept = try CommandAnnotations(
        document, path: piped?.path ?? path, password: password,
        library: piped?.library ?? ReadingLibrary.defaultFolder())
      if let format = ExchangeFormat.allCases.first(where: { parsed.options[$0.rawValue] != nil }) {
        return try export(format, document, kept, parsed)
      }
      guard let action = actions.first else {
        return tell(
          kept.look.fields, document, parsed,
          isXFA: kept.look.saveStatus.cautions.contains(.xfa))
      }
      if action == "set" { return try FormFiller(document, kept, parsed).fill() }
      if action == "import" {
        let imported = try AnnotationExchange.imported(
          parsed.options["import"] ?? "-", into: kept, ofValuesOnly: true)
        return try imported.made(document.name) {
          try FormFiller(document, kept, parsed).fill($0.fields)
        }
      }
      return try StepReversal(
        document: document, kept: kept, parsed: parsed, preferences: .ofUser, isOfForm: true
      ).run(isRedo: action == "redo")
    }
  }

  private static func export(
    _ format: ExchangeFormat, _ document: CommandDocument, _ kept: CommandAnnotations,
    _ parsed: Arguments
  ) throws(CommandDocument.Failure) -> Int32 {
    let values = values(kept.look.fields)
    guard !values.isEmpty else {
      Output.complain("\(document.name) has no form that can be filled in")
      return 1
    }
    let export = ExchangeExport(
      format, name: DocumentFile.name(document.name), values: values)
    try AnnotationExchange.write(
      try AnnotationExchange.exported(export, of: kept, document.name), parsed)
    return 0
  }

  /// Returns the values of the fields that can be filled in.
  static func values(_ fields: [FormField]) -> [FieldEdit] {
    fields.filter(\.kind.isFilled).map { FieldEdit(id: $0.id, value: $0.value) }
  }

  /// Returns the form of a document from a pipe, which the library does not know.
  private static func fields(
    of document: CommandDocument
  ) throws(CommandDocument.Failure) -> [FormField] {
    var gathering = FieldGathering()
    var next = 0
    while next < document.summary.pageCount, gathering.count < Limit.widgets {
      guard
        case .fields(let portion) = try document.ask(.fields(next..<document.summary.pageCount)),
        portion.next > next
      else { break }
      gathering.add(portion.fields)
      next = portion.next
    }
    return gathering.fields
  }

  private static func tell(
    _ fields: [FormField], _ document: CommandDocument, _ parsed: Arguments, isXFA: Bool = false
  ) -> Int32 {
    if fields.isEmpty {
      Output.complain(
        isXFA
          ? "\(document.name): its form is XFA only, which Recto does not show"
          : "\(document.name) has no form that can be filled in")
    }
    write(fields, document, asJSON: parsed.options["json"] != nil)
    return fields.isEmpty ? 1 : 0
  }

  static func write(_ fields: [FormField], _ document: CommandDocument, asJSON: Bool) {
    guard !asJSON else {
      Output.write(AnnotationJSON.text(fields.map { json($0, document) }))
      return
    }
    for field in fields { Output.write(line(field, document) + "\n") }
  }

  /// Returns a field as a line of the list, without its line end.
  static func line(_ field: FormField, _ document: CommandDocument) -> String {
    var seen: Set<Int> = []
    let pages = field.widgets.map(\.page).filter { seen.insert($0).inserted }
    let names = pages.map(document.pageName).joined(separator: ",")
    return [field.id.name, field.kind.rawValue, names, shown(field), takes(field)]
      .map(Output.line).joined(separator: "\t")
  }

  private static func shown(_ field: FormField) -> String {
    if field.kind == .checkBox, field.states.count < 2 { return field.value.isEmpty ? "off" : "on" }
    if field.flags.contains(.password) { return field.value.isEmpty ? "" : "••••" }
    return field.shownValue
  }

  /// Returns the accepted values, in brackets.
  private static func takes(_ field: FormField) -> String {
    var words: [String] = []
    if field.flags.contains(.readOnly) { words.append("read-only") }
    if field.flags.contains(.required) { words.append("required") }
    if field.flags.contains(.multiline) { words.append("several lines") }
    if field.flags.contains(.password) { words.append("password") }
    if let most = field.maxLength { words.append("\(most) characters at most") }
    if field.kind.isSwitch, field.states.count > 1 || field.kind == .radio {
      words.append(field.states.map(field.stateWords).joined(separator: " | "))
    }
    if field.kind.isChoice {
      words.append(field.options.map(\.words).joined(separator: " | "))
      if field.flags.contains(.editable) { words.append("or another text") }
      if field.flags.contains(.multiple) { words.append("several") }
    }
    if !field.label.isEmpty { words.append("“\(field.label)”") }
    return words.joined(separator: "; ")
  }

  private static let flags: [(String, FormField.Flags)] = [
    ("readOnly", .readOnly), ("required", .required), ("multiline", .multiline),
    ("password", .password), ("comb", .comb), ("editable", .editable), ("multiple", .multiple),
    ("scripted", .scripted),
  ]

  static func json(_ field: FormField, _ document: CommandDocument) -> JSON {
    let isHidden = field.flags.contains(.password)
    let value: [JSON] = field.value.map { isHidden ? .null : .string($0) }
    let options: [JSON] =
      field.kind.isSwitch
      ? field.states.map { option($0, field.stateWords($0)) }
      : field.options.map { option($0.value, $0.words) }
    var pairs: [(String, JSON)] = [
      ("name", .string(field.id.name)), ("type", .string(field.kind.rawValue)),
      ("label", .text(field.label)),
      ("value", field.flags.contains(.multiple) ? .array(value) : value.first ?? .null),
      ("shown", isHidden ? .null : .string(shown(field))),
      ("maxLength", field.maxLength.map { JSON.count($0) } ?? .null), ("options", .array(options)),
    ]
    for (name, flag) in flags { pairs.append((name, .bool(field.flags.contains(flag)))) }
    pairs.append(("places", .array(field.widgets.map { place($0, document) })))
    return .object(pairs)
  }

  private static func place(_ widget: FieldWidget, _ document: CommandDocument) -> JSON {
    let box = [widget.box.x0, widget.box.y0, widget.box.x1, widget.box.y1]
    return .object(
      JSON.page(widget.page, label: document.pageLabel(widget.page)) + [
        ("box", .array(box.map { .number(Double($0)) })), ("state", .text(widget.state)),
        ("hidden", .bool(widget.isHidden)),
      ])
  }

  private static func option(_ value: String, _ words: String) -> JSON {
    .object([("value", .string(value)), ("words", .string(words))])
  }
}
