package import Messages

/// The themes there are and the current one.
package struct Themes: Sendable, Hashable {
  package private(set) var all: [Theme]
  /// The one for documents that have none of their own.
  package private(set) var base: Theme
  /// The colours in use: the document's own theme, else the one for all.
  package private(set) var current: Theme
  /// The theme and tint of all documents that have none of their own, and the colours of their pages.
  package private(set) var choice = ThemeChoice()
  /// The only theme, on terminals with few colours.
  package var only: Theme?
  /// The accent in place of the theme's own, as 0xRRGGBB.
  package private(set) var tint: UInt32?
  /// The theme requested by name; nil selects one that fits the terminal's background.
  private var request: String?
  private var isDark: Bool?

  /// `all` must not be empty; `dark` is the one to begin with, or the first.
  package init(_ all: [Theme]) {
    self.all = all.isEmpty ? [.monochrome] : all
    base = self.all[0]
    current = base
    base = fitting
    current = base
  }

  package func named(_ name: String) -> Theme? { all.first { $0.name == name } }

  /// Returns the theme for a document that asks for one by name; an empty name asks for none.
  package func theme(for name: String) -> Theme {
    only ?? (named(name) ?? base).tinted(tint)
  }

  package func next(after theme: Theme) -> Theme {
    let index = all.firstIndex { $0.name == theme.name } ?? -1
    return all[(index + 1) % all.count]
  }

  /// Takes in whether the terminal's background is dark: it chooses between `dark` and `light` while nothing else is chosen.
  package mutating func adapt(isDark: Bool) {
    self.isDark = isDark
    if request == nil { base = fitting }
  }

  /// Chooses a theme whatever the background is; nil, or an unknown name, follows the background again.
  private mutating func choose(_ name: String?) {
    let known = name.flatMap { named($0) }
    request = known?.name
    base = known ?? fitting
  }

  /// Makes the theme for a document the current one.
  package mutating func apply(_ name: String) { current = theme(for: name) }

  /// Takes theme and tint of the settings, or those chosen since the settings last changed.
  mutating func restore(_ remembered: ThemeChoice?, theme: String, tint: String) {
    choice.profile = remembered?.profile
    (choice.settingsTheme, choice.settingsTint) = (theme, tint)
    chooseForAll(remembered.flatMap { $0.settingsTheme == theme ? $0.theme : nil } ?? theme)
    chooseTint(remembered.flatMap { $0.settingsTint == tint ? $0.tint : nil } ?? tint)
  }

  /// Chooses the theme of all documents; an empty name follows the terminal's background.
  mutating func chooseForAll(_ name: String) {
    choice.theme = name
    choose(name.isEmpty ? nil : name)
  }

  /// Chooses the accent of all themes; an empty text leaves each its own.
  mutating func chooseTint(_ text: String) {
    choice.tint = text
    tint = Tint.color(text)
  }

  /// Chooses the colours of all pages.
  mutating func chooseProfile(_ name: String) { choice.profile = name }

  /// The theme that fits the terminal's background, as far as that is known.
  private var fitting: Theme {
    named(isDark == false ? "light" : "dark") ?? all[0]
  }
}
