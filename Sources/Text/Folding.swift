/// Normalises text for comparison: compatibility forms (NFKC), case, accents, width; soft hyphens and joiners are removed.
package struct Folding: Sendable, Hashable {
  /// Whether `A` equals `a`.
  package var ignoresCase: Bool
  /// Whether `é` equals `e`; the marks of Japanese kana and other scripts are kept.
  package var ignoresAccents: Bool

  package init(ignoresCase: Bool = true, ignoresAccents: Bool = false) {
    self.ignoresCase = ignoresCase
    self.ignoresAccents = ignoresAccents
  }

  /// Folded text with the source of each of its scalars.
  package struct Folded: Sendable, Hashable {
    package var scalars: [UInt32]
    /// For each folded scalar the index into the source, never descending.
    package var sources: [Int32]

    package init(scalars: [UInt32], sources: [Int32]) {
      self.scalars = scalars
      self.sources = sources
    }
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
    guard let parts = FoldingTables.compatibility[scalar] else {
      finish(scalar, index, &folded)
      return
    }
    for part in parts { finish(part, index, &folded) }
  }

  /// Applies composition, case and accent rules to one scalar of the compatibility form.
  private func finish(_ scalar: UInt32, _ index: Int32, _ folded: inout Folded) {
    let isAccent = (0x300...0x36F).contains(scalar)
    if isAccent && ignoresAccents { return }
    if let last = folded.scalars.last, let whole = FoldingTables.compose(last, scalar) {
      folded.scalars[folded.scalars.count - 1] = whole
      return
    }
    for plain in ignoresAccents ? FoldingTables.accents[scalar] ?? [scalar] : [scalar] {
      if !ignoresCase {
        folded.scalars.append(plain)
        folded.sources.append(index)
        continue
      }
      let isUpper = plain >= 0x41 && plain <= 0x5A
      for lower in FoldingTables.cases[plain] ?? [isUpper ? plain + 0x20 : plain] {
        folded.scalars.append(lower)
        folded.sources.append(index)
      }
    }
  }

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

/// `FoldingData`, parsed once.
private enum FoldingTables {
  static let compatibility = read(FoldingData.compatibility)
  static let cases = read(FoldingData.cases)
  static let accents = read(FoldingData.accents)
  private static let compositions: [UInt64: UInt32] = {
    var pairs: [UInt64: UInt32] = [:]
    for (whole, parts) in read(FoldingData.compositions) where parts.count == 2 {
      pairs[UInt64(parts[0]) << 32 | UInt64(parts[1])] = whole
    }
    return pairs
  }()

  /// Returns the composition of two scalars, if there is one.
  static func compose(_ first: UInt32, _ second: UInt32) -> UInt32? {
    if (0x1161...0x1175).contains(second), (0x1100...0x1112).contains(first) {
      return 0xAC00 + ((first - 0x1100) * 21 + (second - 0x1161)) * 28
    }
    if (0x11A8...0x11C2).contains(second), (0xAC00...0xD7A3).contains(first),
      (first - 0xAC00) % 28 == 0
    {
      return first + (second - 0x11A7)
    }
    // No second part of a composition precedes the combining marks.
    guard second >= 0x300, mayCombine(second) else { return nil }
    return compositions[UInt64(first) << 32 | UInt64(second)]
  }

  private static func mayCombine(_ scalar: UInt32) -> Bool {
    scalar < 0x370 || scalar == 0x3099 || scalar == 0x309A
      || (0x0650...0x0655).contains(scalar) || (0x093C...0x0DDF).contains(scalar)
      || (0x1020...0x1B40).contains(scalar) || scalar > 0x11000
  }

  private static func read(_ data: StaticString) -> [UInt32: [UInt32]] {
    var table: [UInt32: [UInt32]] = [:]
    data.withUTF8Buffer { bytes in
      for entry in bytes.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }) {
        let sides = entry.split(separator: 0x3E)
        guard sides.count == 2 else { continue }
        let run = sides[0].split { $0 == 0x2B || $0 == 0x2F }
        let targets = sides[1].split(separator: 0x2E).map { number($0, radix: 16) }
        let first = number(run[0], radix: 16)
        guard run.count == 3 else {
          table[first] = targets
          continue
        }
        let step = number(run[2], radix: 10)
        for at in 0..<number(run[1], radix: 16) {
          table[first + at * step] = [targets[0] + at * step]
        }
      }
    }
    return table
  }

  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>, radix: UInt32) -> UInt32 {
    digits.reduce(0) { $0 * radix + UInt32($1 <= 0x39 ? $1 - 0x30 : $1 - 0x37) }
  }
}
