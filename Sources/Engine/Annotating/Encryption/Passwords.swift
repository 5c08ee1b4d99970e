/// The bytes in which passwords are tried.
enum Passwords {
  /// Lists the byte forms of a password: revisions 2 to 4 expect Latin-1, later ones UTF-8. The empty password comes last.
  static func candidates(_ password: [UInt8]) -> [[UInt8]] {
    let bytes = Array(password.prefix(127)).filter { $0 != 0 }
    guard !bytes.isEmpty else { return [[]] }
    guard bytes.contains(where: { $0 >= 0x80 }) else { return [bytes, []] }
    return [bytes] + (latin(bytes).map { [$0] } ?? []) + [doubled(bytes), []]
  }

  /// Returns UTF-8 as Latin-1; nil if it is not UTF-8 or has other characters.
  static func latin(_ bytes: [UInt8]) -> [UInt8]? {
    guard let text = String(validating: bytes, as: UTF8.self),
      text.unicodeScalars.allSatisfy({ $0.value <= 0xFF })
    else { return nil }
    return text.unicodeScalars.map { UInt8($0.value) }
  }

  /// Returns the bytes as UTF-8, each as if it were a Latin-1 character.
  static func doubled(_ bytes: [UInt8]) -> [UInt8] {
    Array(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })).utf8)
  }
}
