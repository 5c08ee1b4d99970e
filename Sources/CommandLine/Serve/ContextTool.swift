import DocumentModel

/// Something that a program can have done by `tools/call`.
struct ContextTool: Sendable {
  /// A kind of change that the user has to allow.
  enum Permission: String, CaseIterable {
    case annotate, show
  }

  var name: String
  var description: String
  var parameters: [Parameter] = []
  var permission: Permission?
  /// Returns its output, as text.
  var run: @Sendable (ContextArguments, ContextCall) throws(ContextRefusal) -> String

  struct Parameter: Sendable {
    enum Kind: Sendable {
      case text
      /// A whole number from 1 to this.
      case count(Int)
      case flag
      case choice([String])
    }

    var name: String
    var kind: Kind
    var description: String
    var isRequired = false
  }

  /// Throws if arguments are not such as its parameters.
  func check(_ arguments: ContextArguments) throws(ContextRefusal) {
    for name in arguments.names where !parameters.contains(where: { $0.name == name }) {
      let names = parameters.map(\.name).joined(separator: ", ")
      throw ContextRefusal(
        "\(self.name) has no argument “\(CleanText.line(name))”; it takes \(names.isEmpty ? "none" : names)"
      )
    }
    for parameter in parameters {
      guard let value = arguments[parameter.name] else {
        guard !parameter.isRequired else {
          throw ContextRefusal("\(name) needs the argument \(parameter.name)")
        }
        continue
      }
      if let objection = parameter.objection(to: value) {
        throw ContextRefusal("\(parameter.name) \(objection)")
      }
    }
  }

  var json: JSON {
    .object([
      ("name", .string(name)), ("description", .string(description)),
      (
        "inputSchema",
        .object([
          ("type", .string("object")),
          ("properties", .object(parameters.map { ($0.name, $0.schema) })),
          ("required", .array(parameters.filter(\.isRequired).map { .string($0.name) })),
          ("additionalProperties", .bool(false)),
        ])
      ),
      (
        "annotations",
        .object([
          ("readOnlyHint", .bool(permission == nil)), ("destructiveHint", .bool(false)),
          ("openWorldHint", .bool(false)),
        ])
      ),
    ])
  }
}

extension ContextTool.Parameter {
  /// The document that a tool is about.
  static let document = Self(
    name: "document", kind: .text,
    description: "path of the document, absolute or below an offered folder, or its recto:// URI",
    isRequired: true)

  static let pages = Self(
    name: "pages", kind: .text,
    description: "pages of the file from 1, such as 3-5,9 or 7-; labels as label:iv; default: all")

  fileprivate func objection(to value: JSONValue) -> String? {
    switch kind {
    case .text: value.text == nil ? "is a text" : nil
    case .flag: value.bool == nil ? "is true or false" : nil
    case .count(let most):
      value.count.map { (1...most).contains($0) } == true ? nil : "is a number from 1 to \(most)"
    case .choice(let names):
      value.text.map(names.contains) == true ? nil : "is one of \(names.joined(separator: ", "))"
    }
  }

  /// Its schema (JSON Schema 2020-12).
  fileprivate var schema: JSON {
    var members: [(String, JSON)] = []
    switch kind {
    case .text: members.append(("type", .string("string")))
    case .flag: members.append(("type", .string("boolean")))
    case .count(let most):
      members += [("type", .string("integer")), ("minimum", .count(1)), ("maximum", .count(most))]
    case .choice(let names):
      members += [("type", .string("string")), ("enum", .array(names.map { .string($0) }))]
    }
    return .object(members + [("description", .string(description))])
  }
}
