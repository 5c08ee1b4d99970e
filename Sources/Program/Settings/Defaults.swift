import Services

/// The output of `recto --print-defaults`: the default files.
package enum Defaults {
  private static let files: [(name: String, bytes: [UInt8])] = [
    ("keys", PackageResources.keys_json5), ("themes", PackageResources.themes_json5),
    ("settings", PackageResources.settings_json5),
    ("document-types", DocumentTypeSettings.ownBytes),
    ("actions", PackageResources.actions_json5),
  ]

  private static let templates = "templates"

  package static var names: [String] { files.map(\.name) + [templates] }

  /// Returns a file by name, all templates or one as `templates/note.md`; nil if unknown.
  package static func bytes(of name: String) -> [UInt8]? {
    if let file = files.first(where: { $0.name == name || $0.name + ".json5" == name }) {
      return file.bytes
    }
    let own = Templates.own.sorted { $0.key < $1.key }
    guard name != templates else {
      return own.enumerated().flatMap { index, template in
        Array("\(index == 0 ? "" : "\n")==> \(template.key) <==\n".utf8) + template.value
      }
    }
    return own.first { templates + "/" + $0.key == name }?.value
  }
}
