package import DocumentModel

/// User-visible names of form fields, and the reasons why a value is refused.
package enum FieldStrings {
  package static func name(of field: FormField) -> String {
    switch field.kind {
    case .text: field.flags.contains(.multiline) ? "multiline text" : "text"
    case .checkBox: "check box"
    case .radio: "radio button"
    case .list: field.flags.contains(.multiple) ? "list with multiple selection" : "list"
    case .combo: field.flags.contains(.editable) ? "choice or free text" : "choice"
    case .button: "button"
    case .signature: "signature"
    }
  }

  /// Returns the reason as a sentence; `name` replaces the field's title.
  package static func sentence(
    _ refusal: FieldRefusal, _ field: FormField, called name: String? = nil
  ) -> String {
    let title = name ?? field.title
    switch refusal {
    case .readOnly: return "\(title) is read-only"
    case .notFilled(.button):
      return "\(title) is a button: Recto does not run its script"
    case .notFilled(.signature): return "\(title) is for a signature, which Recto does not make"
    case .notFilled: return "\(title) takes a file, which Recto does not fill in"
    case .tooLong(let most, let count):
      return "\(title) takes \(most) \(most == 1 ? "character" : "characters"), that is \(count)"
    case .notAnOption(let text, let options):
      let all = options.prefix(12).map { "“\($0)”" }.joined(separator: ", ")
      let more = options.count > 12 ? " … (\(options.count) in all)" : ""
      return "“\(text)” is not a value of \(title): \(all)\(more)"
    case .tooMany: return "\(title) takes one value"
    case .staysOn: return "One button of \(title) is always on: choose another"
    }
  }

  /// Shown once for a form that contains scripts.
  static let scripts =
    "This form has scripts that check or calculate values; Recto does not run them, so check the results"
}
