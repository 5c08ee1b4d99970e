/// The themes there are and which is worn.
package struct Themes: Sendable, Hashable {
  package private(set) var all: [Theme]
  /// The one for documents that have none of their own.
  package var base: Theme
  /// On terminals of few colours; no other is worn then.
  package var only: Theme?

  /// `all` must not be empty; the first is the one to begin with.
  package init(_ all: [Theme]) {
    self.all = all.isEmpty ? [.monochrome] : all
    base = self.all[0]
  }

  package func named(_ name: String) -> Theme? { all.first { $0.name == name } }

  /// The theme for a document that wishes for one by name; an empty name has no wish.
  package func worn(wish: String) -> Theme {
    only ?? named(wish) ?? base
  }

  package func next(after theme: Theme) -> Theme {
    let index = all.firstIndex { $0.name == theme.name } ?? -1
    return all[(index + 1) % all.count]
  }

  /// Takes in whether the terminal's background is dark: it chooses between `dark` and `light`.
  package mutating func adapt(isDark: Bool) {
    guard let fit = named(isDark ? "dark" : "light") else { return }
    base = fit
  }
}
