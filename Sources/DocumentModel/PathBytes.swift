/// Paths as text: a byte of a name that is no UTF-8 becomes a character of its own at the end of Unicode's last private plane, and back.
package enum PathBytes {
  /// U+10FF00 and the byte: none of them is in use, and those of 0x80 and above are all that is needed.
  private static let base: UInt32 = 0x10_FF00

  /// A path the system gave as text.
  package static func text(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self), isPlain(text) { return text }
    var view = String.UnicodeScalarView()
    var rest = bytes[...]
    while let byte = rest.first {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      // Characters that stand for bytes are taken byte by byte themselves.
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

  /// The bytes of a text that may have a path in it.
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

  /// Whether no character of the text stands for a byte.
  package static func isPlain(_ text: String) -> Bool {
    !text.utf8.contains(0xF4) || !text.unicodeScalars.contains(where: isByte)
  }

  /// Whether a scalar stands for a byte that is no UTF-8.
  package static func isByte(_ scalar: Unicode.Scalar) -> Bool {
    (base + 0x80...base + 0xFF).contains(scalar.value)
  }

  /// A path as addresses have it: its bytes, all but the plainest as `%` and two digits (RFC 3986, 2.1).
  package static func escaped(_ path: String) -> String { escaped(bytes(path)) }

  /// Bytes as addresses have them; those of a text that is no path are its UTF-8.
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

  /// The bytes an address stands for; a percent sign without two digits behind it stands for itself.
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

  /// The byte of two digits; Swift's own reading of numbers takes a sign for one.
  package static func hexadecimal(_ digits: some Collection<UInt8>) -> UInt8? {
    let digits = digits.map { Character(Unicode.Scalar($0)) }
    guard digits.count == 2, let high = digits[0].hexDigitValue, let low = digits[1].hexDigitValue
    else { return nil }
    return UInt8(high << 4 | low)
  }

  /// Letters, digits and `-._~` of ASCII (RFC 3986, 2.3).
  static func isUnreserved(_ byte: UInt8) -> Bool { unreserved.contains(byte) }

  private static let unreserved = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
}
