/// The theme for all documents and its tint as they were chosen in the browser, to be there the next time.
package struct ThemeChoice: Sendable, Hashable, Codable {
  /// Empty: as the terminal's background is.
  package var theme = ""
  /// As it was written; empty: the theme's own accent.
  package var tint = ""
  /// Name of the colours of all pages' pictures; nil: as the settings say.
  package var profile: String?
  /// The settings when this was chosen: they win once they change.
  package var settingsTheme = ""
  package var settingsTint = ""

  package init() {}
}
