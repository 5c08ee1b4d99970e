import DocumentModel
package import Messages

extension Browser {
  /// Whether this run's state is remembered; a picker leaves no trace.
  var remembersRun: Bool { choosing == nil }
}

extension Themes {
  /// The name under which the terminal's background chooses the theme.
  package static let followsTerminal = "auto"

  /// Applies the theme of the settings, or the one chosen since.
  package mutating func restoreThemes(
    _ remembered: ThemeChoice?, document: Document?, preferences: Preferences,
    _ memory: inout Memory
  ) {
    memory.areThemesAwaited = false
    restore(remembered, theme: preferences.theme, tint: preferences.tint)
    applyTheme(document: document)
  }

  /// Shows the document's own theme, else the one for all.
  mutating func applyTheme(document: Document?) { apply(document?.reading.theme ?? "") }

  /// The names of themes, and the one that follows the terminal.
  var themeNames: [String] { all.map(\.name) + [Self.followsTerminal] }

  /// The theme of all documents that have none of their own.
  mutating func chooseTheme(
    _ name: String, document: Document?, browser: Browser, _ notices: inout Notices,
    _ memory: inout Memory
  ) -> [Effect] {
    chooseForAll(name == Self.followsTerminal ? "" : name)
    notices.say(choice.theme.isEmpty ? "Theme: as the terminal" : "Theme: \(name)")
    return keepThemeChoice(document: document, browser: browser, &memory)
  }

  /// Replaces the accent of all themes; “none” leaves each its own.
  mutating func chooseTint(
    _ text: String, document: Document?, browser: Browser, _ notices: inout Notices,
    _ memory: inout Memory
  ) -> [Effect] {
    guard only == nil else {
      notices.say("The terminal has too few colours")
      return []
    }
    guard text == "none" || Tint.color(text) != nil else {
      notices.say(
        "“\(text)” is not a colour: use #rrggbb, \(Tint.named.map(\.name).joined(separator: ", ")) or none",
        isError: true)
      return []
    }
    self.chooseTint(text == "none" ? "" : text)
    notices.say(choice.tint.isEmpty ? "No tint" : "Tint: \(text)")
    return keepThemeChoice(document: document, browser: browser, &memory)
  }

  fileprivate mutating func keepThemeChoice(
    document: Document?, browser: Browser, _ memory: inout Memory
  ) -> [Effect] {
    memory.areThemesAwaited = false
    applyTheme(document: document)
    return browser.remembersRun ? [.saveThemes(choice)] : []
  }
}
