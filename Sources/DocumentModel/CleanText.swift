/// Sanitises text from documents and workers: removes what could control a terminal or reorder a line.
package enum CleanText {
  /// Returns the text on one line: controls become blanks, bidi overrides and isolates are removed.
  package static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if !isHarmful(scalar) {
        clean.append(scalar)
      } else if shown(scalar.value) != nil {
        clean.append(" ")
      }
    }
    return String(clean)
  }

  /// Returns a URI with unsafe characters percent-encoded (RFC 3986, 2.1), so that the address shown is the address opened.
  package static func address(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    return text.unicodeScalars.reduce(into: "") { clean, scalar in
      if isHarmful(scalar) {
        clean += UTF8.encode(scalar).map { $0.map(escaped).joined() } ?? ""
      } else {
        clean.unicodeScalars.append(scalar)
      }
    }
  }

  private static func escaped(_ byte: UInt8) -> String {
    (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
  }

  /// Returns the text with each line cleaned as by `line`; line ends are kept.
  package static func lines(_ bytes: [UInt8]) -> String {
    if isClean(bytes) { return String(decoding: bytes, as: UTF8.self) }
    return bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { line(String(decoding: $0, as: UTF8.self)) }.joined(separator: "\n")
  }

  /// Replaces each harmful scalar except line ends by one blank, so that positions in the text stay valid; invalid UTF-8 becomes U+FFFD.
  package static func inPlace(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var clean = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      clean.append(scalar.value != 0x0A && isHarmful(scalar) ? " " : scalar)
    }
    return Array(String(clean).utf8)
  }

  /// Whether the bytes are UTF-8 without bidi overrides and without controls other than line ends.
  package static func isClean(_ bytes: some Collection<UInt8>) -> Bool {
    // A buffer is looked through without a generic call for each byte.
    bytes.withContiguousStorageIfAvailable { isClean(buffer: $0) }
      ?? Array(bytes).withUnsafeBufferPointer { isClean(buffer: $0) }
  }

  private static func isClean(buffer bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A }) else { return false }
    guard bytes.contains(where: { $0 >= 0x80 }) else { return true }
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    return text.unicodeScalars.allSatisfy { $0.value == 0x0A || !isHarmful($0) }
  }

  /// Returns the scalar that replaces one in a page's text; nil if it is dropped.
  package static func shown(_ scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x0A, 0x0C, 0x0D: 0x0A
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: 0x20
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: nil
    default: scalar
    }
  }

  package static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0x061C, 0x200E, 0x200F,
      0xFEFF:
      true
    default: false
    }
  }
}
