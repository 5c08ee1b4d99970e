/// Makes text comparable: compatibility forms, case, accents, width, soft hyphens.
package struct Folding: Sendable, Hashable {
  /// `A` and `a` are the same.
  package var ignoresCase: Bool
  /// `é` and `e` are the same.
  package var ignoresAccents: Bool

  package init(ignoresCase: Bool = true, ignoresAccents: Bool = false) {
    self.ignoresCase = ignoresCase
    self.ignoresAccents = ignoresAccents
  }

  /// Folded text and where each of its scalars came from.
  package struct Folded: Sendable, Hashable {
    package var scalars: [UInt32]
    /// Index into the source for each folded scalar, never descending.
    package var sources: [Int32]

    package init(scalars: [UInt32], sources: [Int32]) {
      self.scalars = scalars
      self.sources = sources
    }
  }

  package func fold(_ scalars: [UInt32]) -> Folded {
    Folded(scalars: scalars, sources: (0..<Int32(scalars.count)).map { $0 })
  }
}
