import DocumentModel
package import Messages

extension State {
  /// The name under which the terminal's background chooses the theme.
  package static let followsTerminal = "auto"

  /// Applies the theme of the settings, or the one chosen since.
  package mutating func restoreThemes(_ remembered: ThemeChoice?) {
    memory.areThemesAwaited = false
    themes.restore(remembered, theme: preferences.theme, tint: preferences.tint)
    applyTheme()
  }

  /// Shows the document's own theme, else the one for all.
  mutating func applyTheme() { themes.apply(document?.reading.theme ?? "") }

  /// Gives the document on the screen a theme; in the browser it becomes the theme for all.
  mutating func chooseDocumentTheme(_ name: String) -> [Effect] {
    guard name == Self.followsTerminal || themes.named(name) != nil else {
      say(
        "Unknown theme “\(name)”: \(themeNames.joined(separator: ", "))", isError: true)
      return []
    }
    guard let document, let index = documents.index(of: document.id), !document.isGlance else {
      return chooseTheme(name)
    }
    documents[index].reading.theme = name == Self.followsTerminal ? "" : name
    say(name == Self.followsTerminal ? "Theme: as all documents" : "Theme: \(name)")
    return saveReading()
  }

  /// The names of themes, and the one that follows the terminal.
  var themeNames: [String] { themes.all.map(\.name) + [Self.followsTerminal] }

  /// The theme of all documents that have none of their own.
  mutating func chooseTheme(_ name: String) -> [Effect] {
    themes.chooseForAll(name == Self.followsTerminal ? "" : name)
    say(themes.choice.theme.isEmpty ? "Theme: as the terminal" : "Theme: \(name)")
    return keepThemeChoice()
  }

  /// Replaces the accent of all themes; “none” leaves each its own.
  mutating func chooseTint(_ text: String) -> [Effect] {
    guard themes.only == nil else {
      say("The terminal has too few colours")
      return []
    }
    guard text == "none" || Tint.color(text) != nil else {
      say(
        "“\(text)” is not a colour: use #rrggbb, \(Tint.named.map(\.name).joined(separator: ", ")) or none",
        isError: true)
      return []
    }
    themes.chooseTint(text == "none" ? "" : text)
    say(themes.choice.tint.isEmpty ? "No tint" : "Tint: \(text)")
    return keepThemeChoice()
  }

  private mutating func keepThemeChoice() -> [Effect] {
    memory.areThemesAwaited = false
    applyTheme()
    return browser.remembersRun ? [.saveThemes(themes.choice)] : []
  }
}

extension Browser {
  /// Whether this run is to be there the next time; a picker leaves no trace.
  var remembersRun: Bool { choosing == nil }
}
