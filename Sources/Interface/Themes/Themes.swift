/// The themes there are and which is worn.
package struct Themes: Sendable, Hashable {
  package private(set) var all: [Theme]
  /// The one for documents that have none of their own.
  package private(set) var base: Theme
  /// On terminals of few colours; no other is worn then.
  package var only: Theme?
  /// The accent in place of the theme's own, as 0xRRGGBB.
  package var tint: UInt32?
  /// The theme requested by name; nil selects one that fits the terminal's background.
  package private(set) var request: String?
  private var isDark: Bool?

  /// `all` must not be empty; `dark` is the one to begin with, or the first.
  package init(_ all: [Theme]) {
    self.all = all.isEmpty ? [.monochrome] : all
    base = self.all[0]
    base = fitting
  }

  package func named(_ name: String) -> Theme? { all.first { $0.name == name } }

  /// The theme for a document that requests for one by name; an empty name has no request.
  package func worn(request: String) -> Theme {
    only ?? (named(request) ?? base).tinted(tint)
  }

  package func next(after theme: Theme) -> Theme {
    let index = all.firstIndex { $0.name == theme.name } ?? -1
    return all[(index + 1) % all.count]
  }

  /// Takes in whether the terminal's background is dark: it chooses between `dark` and `light` while nothing else is requested for.
  package mutating func adapt(isDark: Bool) {
    self.isDark = isDark
    if request == nil { base = fitting }
  }

  /// Wears a theme whatever the background is; nil, or a name there is none of, follows it again.
  package mutating func choose(_ name: String?) {
    let known = name.flatMap { named($0) }
    request = known?.name
    base = known ?? fitting
  }

  /// The theme that fits the terminal's background, as far as that is known.
  private var fitting: Theme {
    named(isDark == false ? "light" : "dark") ?? all[0]
  }
}
