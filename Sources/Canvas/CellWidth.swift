/// The number of cells a character takes on a terminal.
package enum CellWidth {
  /// Returns 0 for combining and invisible characters, 2 for wide ones, else 1.
  package static func of(_ scalar: UInt32) -> Int {
    // Scalars before the combining marks, and those that represent bytes that are no UTF-8 (shown
    // as U+FFFD).
    if scalar < 0x300 || scalar >= 0x10_FF80 { return 1 }
    // Bidi overrides are shown as U+FFFD too.
    if contains(scalar, in: zeroWidthRanges) { return Surface.shown(scalar) == 0xFFFD ? 1 : 0 }
    return scalar >= 0x1100 && contains(scalar, in: wideRanges) ? 2 : 1
  }

  package static func of(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + of($1.value) }
  }

  private static func contains(_ scalar: UInt32, in ranges: [(UInt32, UInt32)]) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].1 < scalar {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < ranges.count && ranges[low].0 <= scalar
  }
}
