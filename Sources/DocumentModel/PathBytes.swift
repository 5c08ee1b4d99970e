/// Converts paths to text and back without loss: bytes that are no valid UTF-8 become scalars at the end of the last private-use plane.
package enum PathBytes {
  /// A byte is represented by U+10FF00 plus its value. These scalars are not otherwise in use; only 0x80 and above occur.
  private static let base: UInt32 = 0x10_FF00

  /// Returns the text for a path from the system.
  package static func text(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self), isPlain(text) { return text }
    var view = String.UnicodeScalarView()
    var rest = bytes[...]
    while let byte = rest.first {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      // Scalars of that range in the path itself are encoded byte by byte.
      if let text = String(validating: rest.prefix(length), as: UTF8.self), isPlain(text) {
        view.append(contentsOf: text.unicodeScalars)
        rest = rest.dropFirst(length)
      } else {
        view.append(Unicode.Scalar(base + UInt32(byte)) ?? "\u{FFFD}")
        rest = rest.dropFirst()
      }
    }
    return String(view)
  }

  /// Returns the bytes of a text that may contain a path.
  package static func bytes(_ text: String) -> [UInt8] {
    guard !isPlain(text) else { return Array(text.utf8) }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if isByte(scalar) {
        bytes.append(UInt8(scalar.value & 0xFF))
      } else {
        bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
    return bytes
  }

  /// Whether no scalar of the text represents a byte.
  package static func isPlain(_ text: String) -> Bool {
    !text.utf8.contains(0xF4) || !text.unicodeScalars.contains(where: isByte)
  }

  /// Whether a scalar represents a byte that is no valid UTF-8.
  package static func isByte(_ scalar: Unicode.Scalar) -> Bool {
    (base + 0x80...base + 0xFF).contains(scalar.value)
  }

  /// Returns a path to be pasted into a shell. One with control characters, or bytes that are no valid UTF-8, is quoted like `$'a\x0ab'`
  /// (POSIX.1-2024, 2.2.4); others stay as they are.
  package static func pasted(_ path: String) -> String {
    func isShown(_ scalar: Unicode.Scalar) -> Bool {
      !isByte(scalar) && !CleanText.isHarmful(scalar)
    }
    guard !path.unicodeScalars.allSatisfy(isShown) else { return path }
    var quoted = "$'"
    for scalar in path.unicodeScalars {
      if scalar == "'" || scalar == "\\" {
        quoted += "\\" + String(scalar)
      } else if isShown(scalar) {
        quoted.unicodeScalars.append(scalar)
      } else {
        for byte in bytes(String(scalar)) {
          quoted += (byte < 0x10 ? #"\x0"# : #"\x"#) + String(byte, radix: 16)
        }
      }
    }
    return quoted + "'"
  }

  /// Percent-encodes the bytes of a path for a URI (RFC 3986, 2.1).
  package static func escaped(_ path: String) -> String { escaped(bytes(path)) }

  /// Percent-encodes bytes for a URI; slashes and unreserved characters stay.
  package static func escaped(_ bytes: [UInt8]) -> String {
    var escaped = ""
    for byte in bytes {
      if isUnreserved(byte) || byte == 0x2F {
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        escaped += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return escaped
  }

  /// Decodes percent-encoding; a percent sign without two hex digits after it is kept.
  package static func unescaped(_ address: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(address)[...]
    while let byte = rest.popFirst() {
      if byte == 0x25, let value = hexadecimal(rest.prefix(2)) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  /// Returns the byte for two hex digits; Swift's own parser would accept a sign.
  package static func hexadecimal(_ digits: some Collection<UInt8>) -> UInt8? {
    let digits = digits.map { Character(Unicode.Scalar($0)) }
    guard digits.count == 2, let high = digits[0].hexDigitValue, let low = digits[1].hexDigitValue
    else { return nil }
    return UInt8(high << 4 | low)
  }

  /// Whether the byte is one of the ASCII letters, digits and `-._~` (RFC 3986, 2.3).
  static func isUnreserved(_ byte: UInt8) -> Bool { unreserved.contains(byte) }

  private static let unreserved = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
}
