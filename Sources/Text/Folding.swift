/// Normalises text for comparison: compatibility forms (NFKC), case, accents, width; soft hyphens and joiners are removed.
package struct Folding: Sendable, Hashable {
  /// Whether `A` equals `a`.
  package var ignoresCase: Bool
  /// Whether `é` equals `e`; the marks of Japanese kana and other scripts are kept.
  package var ignoresAccents: Bool
  /// Whether dashes and the minus sign equal a hyphen, and the slash of a fraction a slash, as they are typed.
  package var ignoresSigns: Bool

  package init(
    ignoresCase: Bool = true, ignoresAccents: Bool = false, ignoresSigns: Bool = false
  ) {
    self.ignoresCase = ignoresCase
    self.ignoresAccents = ignoresAccents
    self.ignoresSigns = ignoresSigns
  }

  /// Folded text with the source of each of its scalars.
  package struct Folded: Sendable, Hashable {
    package var scalars: [UInt32]
    /// For each folded scalar the index into the source, never descending.
    package var sources: [Int32]
  }

  /// Returns a text folded, for comparing names and titles.
  package func text(_ string: String) -> String {
    let scalars = fold(string.unicodeScalars.map(\.value)).scalars
    return String(String.UnicodeScalarView(scalars.map { Unicode.Scalar($0) ?? "\u{FFFD}" }))
  }

  package func fold(_ scalars: [UInt32]) -> Folded {
    var folded = Folded(scalars: [], sources: [])
    folded.scalars.reserveCapacity(scalars.count + 16)
    folded.sources.reserveCapacity(scalars.count + 16)
    for (index, scalar) in scalars.enumerated() {
      if scalar < 0x80 {
        let isUpper = ignoresCase && scalar >= 0x41 && scalar <= 0x5A
        folded.scalars.append(isUpper ? scalar + 0x20 : scalar == 0x09 ? 0x20 : scalar)
        folded.sources.append(Int32(index))
      } else {
        put(scalar, from: Int32(index), into: &folded)
      }
    }
    return folded
  }

  private func put(_ scalar: UInt32, from index: Int32, into folded: inout Folded) {
    if Self.isIgnorable(scalar) { return }
    if let typed = Self.typed(scalar) {
      finish(typed, index, &folded)
      return
    }
    guard FoldingMappings.hasCompatibilityForm(scalar) else {
      finish(scalar, index, &folded)
      return
    }
    FoldingMappings.compatibilityForm(scalar) { finish($0, index, &folded) }
  }

  /// Applies composition, case and accent rules to one scalar of the compatibility form.
  private func finish(_ scalar: UInt32, _ index: Int32, _ folded: inout Folded) {
    if ignoresSigns, let sign = Self.signs.first(where: { $0.others.contains(scalar) }) {
      return append(sign.typed, index, &folded)
    }
    if ignoresAccents && FoldingMappings.isAccent(scalar) { return }
    // No second part of a composition precedes the combining marks.
    if scalar >= 0x300, let last = folded.scalars.last,
      let whole = FoldingMappings.composition(last, scalar)
    {
      folded.scalars[folded.scalars.count - 1] = whole
    } else if !ignoresAccents {
      append(scalar, index, &folded)
    } else if let letters = FoldingMappings.plainLetters(of: scalar) {
      for letter in letters { append(letter, index, &folded) }
    } else {
      append(FoldingMappings.base(of: scalar), index, &folded)
    }
  }

  private func append(_ scalar: UInt32, _ index: Int32, _ folded: inout Folded) {
    guard ignoresCase, FoldingMappings.hasFoldedCase(scalar) else {
      folded.scalars.append(scalar)
      folded.sources.append(index)
      return
    }
    FoldingMappings.foldedCase(scalar) { lower in
      folded.scalars.append(lower)
      folded.sources.append(index)
    }
  }

  /// The signs on a keyboard, and others that are typed as such: the figure dash, en dash, em dash and minus; the slashes of fractions and divisions.
  static let signs: [(typed: UInt32, others: [UInt32])] = [
    (0x2D, [0x2012, 0x2013, 0x2014, 0x2212]), (0x2F, [0x2044, 0x2215]),
  ]

  /// Returns the keyboard character for a typographic one: straight quotes for curved ones, the plain hyphen for its variants.
  private static func typed(_ scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x2018, 0x2019, 0x201B, 0x2BC: 0x27
    case 0x201C, 0x201D, 0x201F: 0x22
    case 0x2010, 0x2011: 0x2D
    default: nil
    }
  }

  /// Whether the scalar is a soft hyphen, joiner, variation selector, byte order mark or bidi mark.
  private static func isIgnorable(_ scalar: UInt32) -> Bool {
    scalar == 0xAD || (0x200B...0x200F).contains(scalar) || (0x202A...0x202E).contains(scalar)
      || (0x2060...0x2064).contains(scalar) || (0xFE00...0xFE0F).contains(scalar)
      || scalar == 0xFEFF || (0xE0100...0xE01EF).contains(scalar) || scalar == 0x34F
  }
}
