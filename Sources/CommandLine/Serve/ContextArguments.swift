import DocumentModel

/// The arguments of a request, by name.
struct ContextArguments {
  private let members: [String: JSONValue]

  init(_ value: JSONValue?) {
    if case .object(let members)? = value {
      self.members = members
    } else {
      members = [:]
    }
  }

  subscript(_ name: String) -> JSONValue? {
    members[name].flatMap { $0 == .null ? nil : $0 }
  }

  var names: [String] { members.keys.sorted() }

  /// Returns a text argument that `check` has accepted; nil if it is missing.
  func text(_ name: String) -> String? { self[name]?.text }

  func count(_ name: String) -> Int? { self[name]?.count }
}
