import FoundationEssentials
import Interface
package import Messages
import Services

/// The user's settings: the defaults with the user's files on top.
package struct Settings {
  var keymap: Keymap
  var themes: Themes
  package var preferences: Preferences

  /// Invalid entries are left out, each with a sentence in `problems`.
  package static func load(from folder: String = SettingsFile.folder, problems: inout [String])
    -> Settings
  {
    func file(_ name: String) -> SettingsFile? {
      SettingsFile.users(folder + "/" + name, problems: &problems)
    }
    let keymap = KeySettings.load(file("keys.json5"), problems: &problems)
    let themes = ThemeSettings.load(file("themes.json5"), problems: &problems)
    let preferences = PreferenceSettings.load(
      file("settings.json5"), synced: file(SyncedSettings.fileName), themes: themes,
      problems: &problems)
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
}
