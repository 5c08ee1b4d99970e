import DocumentModel
package import Messages

extension State {
  /// The name under which the terminal's background chooses the theme.
  package static let followsTerminal = "auto"

  /// Applies the theme of the settings, or the one chosen since.
  package mutating func wear(_ remembered: ThemeChoice?) {
    memory.areLooksAwaited = false
    looks.theme = preferences.theme
    looks.tint = preferences.tint
    if let remembered, remembered.settingsTheme == preferences.theme {
      looks.theme = remembered.theme
    }
    looks.profile = remembered?.profile
    if let remembered, remembered.settingsTint == preferences.tint { looks.tint = remembered.tint }
    looks.settingsTheme = preferences.theme
    looks.settingsTint = preferences.tint
    wearLooks()
  }

  private mutating func wearLooks() {
    themes.choose(looks.theme.isEmpty ? nil : looks.theme)
    themes.tint = Tint.color(looks.tint)
    theme = themes.worn(request: document?.reading.theme ?? "")
  }

  /// The theme of all documents that have none of their own.
  mutating func chooseTheme(_ name: String) -> [Effect] {
    looks.theme = name == Self.followsTerminal ? "" : name
    memory.areLooksAwaited = false
    wearLooks()
    say(looks.theme.isEmpty ? "Theme: as the terminal" : "Theme: \(name)")
    return remembersRun ? [.saveLooks(looks)] : []
  }

  /// Another accent for whichever theme is worn; “none” is the theme's own.
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
    looks.tint = text == "none" ? "" : text
    memory.areLooksAwaited = false
    wearLooks()
    say(looks.tint.isEmpty ? "No tint" : "Tint: \(text)")
    return remembersRun ? [.saveLooks(looks)] : []
  }

  /// Whether this run is to be there the next time; a picker leaves no trace.
  var remembersRun: Bool { browser.choosing == nil }
}
