/// Caches the folding of characters that fold to at most one character regardless of their neighbours.
struct SimpleFolding: Sendable {
  /// The folding of each character below `count`, or one of the three values that follow.
  private var table: [UInt32] = []

  /// Not computed yet; needs full folding; folds to nothing.
  private static let (unknown, other, empty): (UInt32, UInt32, UInt32) = (
    .max, .max - 1, .max - 2
  )
  private static let count = 0x10000

  /// Returns a text as a function folds it; nil if a character needs more than the table. The function gives two readings of a text.
  mutating func fold(
    _ scalars: [UInt32], _ fold: ([UInt32]) -> (once: [UInt32], twice: [UInt32])
  ) -> [UInt32]? {
    if table.isEmpty { table = [UInt32](repeating: Self.unknown, count: Self.count) }
    var folded: [UInt32] = []
    folded.reserveCapacity(scalars.count)
    for scalar in scalars {
      guard scalar < Self.count else { return nil }
      var letter = table[Int(scalar)]
      if letter == Self.unknown {
        letter = Self.folded(scalar, fold)
        table[Int(scalar)] = letter
      }
      guard letter != Self.other else { return nil }
      if letter != Self.empty { folded.append(letter) }
    }
    return folded
  }

  private static func folded(
    _ scalar: UInt32, _ fold: ([UInt32]) -> (once: [UInt32], twice: [UInt32])
  ) -> UInt32 {
    let (once, twice) = fold([scalar])
    guard once == twice, once.count < 2, !joins(scalar) else { return other }
    guard let letter = once.first else { return empty }
    return joins(letter) ? other : letter
  }

  /// Whether a character may be composed with the one before it: marks and the vowels and last consonants of Hangul.
  private static func joins(_ scalar: UInt32) -> Bool {
    guard let properties = Unicode.Scalar(scalar)?.properties else { return true }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return (0x1100..<0x1200).contains(scalar) || (0xFF9E...0xFF9F).contains(scalar)
    }
  }
}
