internal import CGLib

/// A character as names are sorted: without case, accents and forms (`É`, `é` and `e` are one, `ﬁ` is `fi`).
package enum SortingScalar {
  /// The scalars it becomes, by Unicode's compatibility decomposition and case folding; marks over Latin, Greek and Cyrillic
  /// letters and kana's voicing go, signs that are vowels elsewhere stay.
  package static func folded(_ scalar: UInt32) -> [UInt32] {
    var parts = [UInt32](repeating: 0, count: 18)
    let count = g_unichar_fully_decompose(scalar, 1, &parts, gsize(parts.count))
    return parts.prefix(Int(count)).filter { !isMark($0) }.flatMap { part -> [UInt32] in
      var bytes = [CChar](repeating: 0, count: 8)
      g_unichar_to_utf8(part, &bytes)
      guard let text = GText.taking(g_utf8_casefold(bytes, -1)) else { return [part] }
      return text.unicodeScalars.map(\.value)
    }
  }

  private static func isMark(_ scalar: UInt32) -> Bool {
    (0x300...0x36F).contains(scalar) || scalar == 0x3099 || scalar == 0x309A
  }
}
