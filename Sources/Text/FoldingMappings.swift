internal import CUTF8Proc

/// Unicode's mappings of single scalars, by utf8proc.
enum FoldingMappings {
  /// More than any scalar decomposes into (18).
  private static let mostParts = 20
  private static let none = UInt16.max

  private static func property(_ scalar: UInt32) -> UnsafePointer<utf8proc_property_t> {
    utf8proc_get_property(Int32(bitPattern: scalar))
  }

  static func isAccent(_ scalar: UInt32) -> Bool { (0x300...0x36F).contains(scalar) }

  static func hasCompatibilityForm(_ scalar: UInt32) -> Bool {
    property(scalar).pointee.decomp_seqindex != none
  }

  static func hasFoldedCase(_ scalar: UInt32) -> Bool {
    property(scalar).pointee.casefold_seqindex != none
  }

  /// Passes each scalar of the compatibility form (NFKC) to `body`.
  static func compatibilityForm(_ scalar: UInt32, _ body: (UInt32) -> Void) {
    map(scalar, UTF8PROC_COMPAT.rawValue | UTF8PROC_DECOMPOSE.rawValue, body)
  }

  /// Passes each scalar of the full case folding, in NFKC, to `body`.
  static func foldedCase(_ scalar: UInt32, _ body: (UInt32) -> Void) {
    map(
      scalar,
      UTF8PROC_CASEFOLD.rawValue | UTF8PROC_COMPAT.rawValue | UTF8PROC_DECOMPOSE.rawValue, body)
  }

  private static func map(_ scalar: UInt32, _ options: UInt32, _ body: (UInt32) -> Void) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: mostParts) { parts in
      let count = composed(parts, decomposed(scalar, options, into: parts))
      for part in parts[0..<max(0, count)] { body(UInt32(bitPattern: part)) }
    }
  }

  private static func decomposed(
    _ scalar: UInt32, _ options: UInt32, into parts: UnsafeMutableBufferPointer<Int32>
  ) -> Int {
    var boundary: Int32 = 0
    return utf8proc_decompose_char(
      Int32(bitPattern: scalar), parts.baseAddress, mostParts, utf8proc_option_t(options),
      &boundary)
  }

  /// Composes the first parts in place and returns how many remain.
  private static func composed(_ parts: UnsafeMutableBufferPointer<Int32>, _ count: Int) -> Int {
    guard count > 1 else { return count }
    let options = UTF8PROC_COMPOSE.rawValue | UTF8PROC_STABLE.rawValue
    return utf8proc_normalize_utf32(parts.baseAddress, count, utf8proc_option_t(options))
  }

  /// Returns the composition of two scalars, if there is one.
  static func composition(_ first: UInt32, _ second: UInt32) -> UInt32? {
    let isJamo = (0x1161...0x1175).contains(second) || (0x11A8...0x11C2).contains(second)
    guard isJamo || property(second).pointee.comb_index != none else { return nil }
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2) { parts in
      parts[0] = Int32(bitPattern: first)
      parts[1] = Int32(bitPattern: second)
      return composed(parts, 2) == 1 ? UInt32(bitPattern: parts[0]) : nil
    }
  }

  /// Returns the letter without its accents; the scalar itself if it has other marks or none.
  static func base(of scalar: UInt32) -> UInt32 {
    guard (0xC0..<0x3000).contains(scalar), hasCompatibilityForm(scalar) else { return scalar }
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: mostParts) { parts in
      let count = decomposed(scalar, UTF8PROC_DECOMPOSE.rawValue, into: parts)
      guard count > 1, parts[1..<count].allSatisfy({ isAccent(UInt32(bitPattern: $0)) })
      else { return scalar }
      return UInt32(bitPattern: parts[0])
    }
  }

  /// Returns the plain letters of a ligature or a letter with a stroke, which Unicode does not decompose.
  static func plainLetters(of scalar: UInt32) -> [UInt32]? {
    switch scalar {
    case 0xC6: [0x41, 0x45]
    case 0xD8: [0x4F]
    case 0xE6: [0x61, 0x65]
    case 0xF8: [0x6F]
    case 0x110: [0x44]
    case 0x111: [0x64]
    case 0x126: [0x48]
    case 0x127: [0x68]
    case 0x131: [0x69]
    case 0x141: [0x4C]
    case 0x142: [0x6C]
    case 0x152: [0x4F, 0x45]
    case 0x153: [0x6F, 0x65]
    default: nil
    }
  }
}
