/// Tells names that begin with what is typed; case does not count, nor do accents that are not typed.
package struct BeginningMatch: Sendable {
  private let wanted: [UInt32]
  private let folding: Folding

  package init(_ typed: String) {
    let scalars = typed.unicodeScalars.map(\.value)
    folding = Folding(asTyped: scalars, ignoresCase: true)
    wanted = folding.fold(scalars).scalars
  }

  package func matches(_ name: String) -> Bool {
    // A letter may be written as itself and two accents; joiners fall out.
    let beginning = name.unicodeScalars.prefix(wanted.count * 3 + 8).map(\.value)
    return folding.fold(beginning).scalars.starts(with: wanted)
  }
}

extension Folding {
  /// As somebody means it who looks for something: accents count where some are typed.
  init(asTyped scalars: [UInt32], ignoresCase: Bool) {
    let exact = Folding(ignoresCase: ignoresCase).fold(scalars).scalars
    let bare = Folding(ignoresCase: ignoresCase, ignoresAccents: true).fold(scalars).scalars
    self.init(ignoresCase: ignoresCase, ignoresAccents: exact == bare)
  }
}
