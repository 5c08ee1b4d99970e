import DocumentModel
import Interface
import Messages
import Services

/// Fills in one document's form as `recto form` is asked to, in place or in a copy.
struct FormFiller {
  private let document: CommandDocument
  private let kept: CommandAnnotations
  private let parsed: Arguments

  init(_ document: CommandDocument, _ kept: CommandAnnotations, _ parsed: Arguments) {
    self.document = document
    self.kept = kept
    self.parsed = parsed
  }

  /// Fills fields in as `changes` say, by default those of `--set`.
  func fill(_ given: [FieldChange]? = nil) throws -> Int32 {
    let fields = kept.look.fields
    guard !fields.isEmpty else {
      throw CommandDocument.Failure(sentence: "\(document.name) has no form to fill in")
    }
    let changes = try given ?? changes()
    try DocumentTerms.check(kept.saveStatus(), document, parsed, ofForm: true)
    if changes.contains(where: { change in
      fields.contains { $0.id == change.id && $0.flags.contains(.scripted) }
    }) {
      Output.complain(
        "\(document.name): scripts of this form were not run")
    }
    let step = AnnotationEdit(fields: changes)
    if let output = parsed.options["output"] {
      try kept.copy(
        to: try CopyTarget(output, replaces: parsed.options["force"] != nil), adding: step)
      if !CopyTarget.isStandardOutput(parsed) { tell(changes) }
      return 0
    }
    guard !changes.isEmpty else {
      Output.complain("\(document.name): nothing to change")
      return 1
    }
    tell(try kept.perform(.edit(step)).fields)
    return try DocumentTerms.save(kept, document, Preferences.ofUser, ofForm: true)
  }

  /// Returns the changes requested by `--set`, each field once.
  private func changes() throws(CommandDocument.Failure) -> [FieldChange] {
    var order: [FieldID] = []
    var texts: [FieldID: [String]] = [:]
    for setting in parsed.values(of: "set") {
      let (field, text) = try field(in: setting)
      if texts[field.id] == nil { order.append(field.id) }
      texts[field.id, default: []].append(text)
    }
    var changes: [FieldChange] = []
    for id in order {
      guard let field = kept.look.fields.first(where: { $0.id == id }) else { continue }
      do throws(FieldRefusal) {
        let value = try field.value(of: texts[id] ?? [])
        let change = FieldChange(id: id, before: field.value, after: value)
        if !change.isEmpty { changes.append(change) }
      } catch {
        throw CommandDocument.Failure(
          sentence: "\(document.name): \(FieldStrings.sentence(error, field, called: id.name))")
      }
    }
    return changes
  }

  /// A name may hold an equals sign: the longest one that a field has counts.
  private func field(
    in setting: String
  ) throws(CommandDocument.Failure) -> (field: FormField, text: String) {
    let fields = kept.look.fields
    let own = fields.filter { setting.hasPrefix($0.id.name + "=") }
      .max { $0.id.name.utf8.count < $1.id.name.utf8.count }
    if let own { return (own, String(setting.dropFirst(own.id.name.count + 1))) }
    guard let sign = setting.firstIndex(of: "=") else {
      throw CommandDocument.Failure(sentence: "--set needs NAME=VALUE, not “\(setting)”")
    }
    let name = String(setting[..<sign])
    let text = String(setting[setting.index(after: sign)...])
    let last = fields.filter { $0.id.name.hasSuffix("." + name) || $0.label == name }
    if last.count == 1 { return (last[0], text) }
    guard last.isEmpty else {
      throw CommandDocument.Failure(
        sentence:
          "\(document.name): several fields are called “\(name)”: \(last.prefix(5).map(\.id.name).joined(separator: ", "))"
      )
    }
    let near = FormField.nearest(to: name, among: fields.map(\.id.name))
    let hint =
      near.isEmpty
      ? "; recto form lists them"
      : "; is it \(near.map { "“\($0)”" }.joined(separator: " or "))?"
    throw CommandDocument.Failure(
      sentence: "\(document.name) has no field “\(name)”\(hint)")
  }

  /// Prints what fields hold now.
  private func tell(_ changes: [FieldChange]) {
    FormCommand.write(
      Self.held(changes, among: kept.look.fields), document, asJSON: parsed.options["json"] != nil)
  }

  /// Fields of a form as they are after changes.
  static func held(_ changes: [FieldChange], among fields: [FormField]) -> [FormField] {
    changes.compactMap { change in
      fields.first { $0.id == change.id }.map { field in
        var field = field
        field.value = change.after
        return field
      }
    }
  }
}
