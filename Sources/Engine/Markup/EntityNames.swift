import DocumentModel

/// The named characters of an XML file: HTML's, which XHTML uses without declaring them, and those the file itself declares.
enum EntityNames {
  /// Replaces names by their characters; XML's own five are left to the parser, `byNumber` as references to their characters.
  static func replaced(in bytes: [UInt8], byNumber: Bool = false) -> [UInt8] {
    guard bytes.contains(0x26) else { return bytes }
    let declared = declarations(in: bytes)
    var known: [[UInt8]: [UInt8]?] = [:]
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    // Names a file declares may be as long as this in all.
    var budget = most
    var at = 0
    while let start = bytes[at...].firstIndex(of: 0x26) {
      result += bytes[at..<start]
      at = start + 1
      let name = bytes[at...].prefix(longestName).prefix(while: isNameByte)
      let end = at + name.count
      let key = Array(name)
      guard !name.isEmpty, end < bytes.count, bytes[end] == 0x3B, byNumber || own[key] == nil else {
        result.append(0x26)
        continue
      }
      let value: [UInt8]?
      if let found = known[key] {
        value = found
      } else {
        value = own[key] ?? declared[key] ?? character(key)
        known[key] = .some(value)
      }
      guard let value, budget > value.count else {
        result.append(0x26)
        continue
      }
      budget -= value.count
      result += value
      at = end + 1
    }
    return result + bytes[at...]
  }

  private static let most = 16 << 20
  private static let longestName = 64
  private static let longestValue = 1_024
  private static let mostDeclared = 256
  private static let own = Dictionary(
    uniqueKeysWithValues: [
      ("amp", "&#38;"), ("lt", "&#60;"), ("gt", "&#62;"), ("quot", "&#34;"), ("apos", "&#39;"),
    ].map { (Array($0.utf8), Array($1.utf8)) })

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x80...: true
    default: false
    }
  }

  private static func character(_ name: [UInt8]) -> [UInt8]? {
    let whole = [0x26] + name + [0x3B]
    let decoded = HTMLEntities.decoded(whole)
    return decoded == whole ? nil : decoded
  }

  /// The entities of the document type; those that are more than plain text are empty.
  private static func declarations(in bytes: [UInt8]) -> [[UInt8]: [UInt8]] {
    var found: [[UInt8]: [UInt8]] = [:]
    let head = bytes.prefix(1 << 16)
    guard let type = head.firstPlace(of: Array("<!DOCTYPE".utf8)) else { return found }
    var rest = head[type.upperBound...]
    let mark = Array("<!ENTITY".utf8)
    while found.count < mostDeclared, let next = rest.firstPlace(of: mark) {
      rest = rest[next.upperBound...].drop(while: isBlank)
      let name = rest.prefix(longestName).prefix(while: isNameByte)
      rest = rest.dropFirst(name.count).drop(while: isBlank)
      guard !name.isEmpty, found[Array(name)] == nil, let quote = rest.first else { continue }
      let value = rest.dropFirst().prefix(longestValue).prefix { $0 != quote }
      let isText =
        (quote == 0x22 || quote == 0x27) && !value.contains(0x26) && !value.contains(0x3C)
      found[Array(name)] = isText ? Array(value) : []
    }
    return found
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
}
