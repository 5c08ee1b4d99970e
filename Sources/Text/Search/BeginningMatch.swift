/// Matches names that begin with the typed text; case is ignored, and so are accents that were not typed.
package struct BeginningMatch: Sendable {
  private let wanted: [UInt32]
  private let folding: Folding

  package init(_ typed: String) {
    let scalars = typed.unicodeScalars.map(\.value)
    folding = Folding(asTyped: scalars, ignoresCase: true)
    wanted = folding.fold(scalars).scalars
  }

  package func matches(_ name: String) -> Bool {
    // A letter may be written with up to two combining accents; joiners are dropped.
    let beginning = name.unicodeScalars.prefix(wanted.count * 3 + 8).map(\.value)
    return folding.fold(beginning).scalars.starts(with: wanted)
  }
}

extension Folding {
  /// Derives the rules from the typed text: accents count if any were typed.
  init(asTyped scalars: [UInt32], ignoresCase: Bool) {
    let exact = Folding(ignoresCase: ignoresCase).fold(scalars).scalars
    let bare = Folding(ignoresCase: ignoresCase, ignoresAccents: true).fold(scalars).scalars
    self.init(ignoresCase: ignoresCase, ignoresAccents: exact == bare)
  }
}
