import FoundationEssentials
import Interface
import Messages

/// The user's settings: the defaults with the user's files on top.
package struct Settings {
  var keymap: Keymap
  var themes: Themes
  var preferences: Preferences

  /// Invalid entries are left out, each with a sentence in `problems`.
  static func load(from folder: String = folder, problems: inout [String]) -> Settings {
    func file(_ name: String) -> SettingsFile? {
      SettingsFile.users(folder + "/" + name, problems: &problems)
    }
    let keymap = KeySettings.load(file("keys.json5"), problems: &problems)
    let themes = ThemeSettings.load(file("themes.json5"), problems: &problems)
    let preferences = PreferenceSettings.load(
      file("settings.json5"), themes: themes, problems: &problems)
    return Settings(keymap: keymap, themes: themes, preferences: preferences)
  }

  /// Returns a sentence for each mistake in a folder's settings files.
  package static func problems(in folder: String) -> [String] {
    var problems: [String] = []
    let settings = load(from: folder, problems: &problems)
    _ = ActionSettings.load(
      SettingsFile.users(folder + "/actions.json5", problems: &problems), keymap: settings.keymap,
      problems: &problems)
    _ = DocumentTypeSettings.load(
      userFile: folder + "/" + DocumentTypeSettings.ownName, problems: &problems)
    return problems
  }

  static var folder: String { Paths.folder("XDG_CONFIG_HOME", else: ".config") + "/recto" }

  /// A file that Recto comes with.
  static func own<Form: Decodable>(_ bytes: [UInt8], as form: Form.Type) -> Form? {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    return try? decoder.decode(form, from: Data(bytes))
  }
}
