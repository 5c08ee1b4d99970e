internal import CUTF8Proc

/// The number of cells a character takes on a terminal.
package enum CellWidth {
  /// Returns 0 for combining and invisible characters, 2 for wide ones, else 1.
  package static func of(_ scalar: UInt32) -> Int {
    // Scalars before the combining marks, and those that represent bytes that are no UTF-8 (shown
    // as U+FFFD).
    if scalar < 0x300 || scalar >= 0x10_FF80 { return 1 }
    let properties = utf8proc_get_property(Int32(bitPattern: scalar)).pointee
    switch UInt32(properties.category) {
    case UTF8PROC_CATEGORY_MN.rawValue, UTF8PROC_CATEGORY_ME.rawValue,
      UTF8PROC_CATEGORY_CF.rawValue:
      // Bidi overrides are shown as U+FFFD too.
      return Surface.shown(scalar) == 0xFFFD ? 1 : 0
    default:
      // The medial and final Hangul jamo join the first; spacing marks, to which utf8proc gives no cell, take one.
      return isJoiningJamo(scalar) ? 0 : properties.charwidth == 2 ? 2 : 1
    }
  }

  package static func of(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + of($1.value) }
  }

  private static func isJoiningJamo(_ scalar: UInt32) -> Bool { (0x1160...0x11FF).contains(scalar) }
}
