/// What `recto --print-defaults` prints: the files that yours add to, as Recto comes with them.
enum Defaults {
  private static let files: [(name: String, bytes: [UInt8])] = [
    ("keys", PackageResources.keys_json5), ("themes", PackageResources.themes_json5),
    ("settings", PackageResources.settings_json5),
    ("document-types", PackageResources.document_types_json5),
    ("actions", PackageResources.actions_json5),
  ]

  private static let templates = "templates"

  static var names: [String] { files.map(\.name) + [templates] }

  /// The bytes of a file by its name, of all templates or of one as `templates/note.md`; nil where there is none.
  static func bytes(of name: String) -> [UInt8]? {
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
