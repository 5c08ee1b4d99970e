/// The operands and operators of a content stream, one after the other (PDF 32000-1, 7.8.2).
struct ContentTokens {
  private let content: [UInt8]
  private var place = 0

  init(_ content: [UInt8]) {
    self.content = content
  }

  /// Whether all was read; false after a syntax error.
  var isAtEnd: Bool { place == content.count && !isBroken }

  /// Whether a string, an array or a dictionary is not closed.
  private var isBroken = false

  /// Returns the next operand or operator, with arrays and dictionaries as one token; nil at the end or if one is not closed.
  mutating func next() -> Range<Int>? {
    while place < content.count {
      if Self.blanks.contains(content[place]) {
        place += 1
      } else if content[place] == 0x25 {
        while place < content.count, content[place] != 10, content[place] != 13 { place += 1 }
      } else {
        break
      }
    }
    guard place < content.count else { return nil }
    let start = place
    switch content[place] {
    case 0x28, 0x3C, 0x5B:
      let end = content[place] == 0x28 ? string() : group()
      isBroken = end == nil
      return end.map { start..<$0 }
    case 0x2F: place += 1
    case let byte where Self.delimiters.contains(byte): return nil
    default: break
    }
    while place < content.count, !Self.blanks.contains(content[place]),
      !Self.delimiters.contains(content[place])
    {
      place += 1
    }
    return start..<place
  }

  /// Returns the name of an operator; nil if the token is an operand.
  func name(of token: Range<Int>) -> String? {
    guard let first = content[token].first,
      first == 0x27 || first == 0x22 || (0x41...0x5A).contains(first)
        || (0x61...0x7A).contains(first)
    else { return nil }
    return String(decoding: content[token], as: UTF8.self)
  }

  /// Goes past the data of an inline image after its `ID`; returns false if it has no end.
  mutating func skipInlineImage() -> Bool {
    var at = place + 1
    while at + 2 < content.count {
      if content[at] == 0x45, content[at + 1] == 0x49, Self.blanks.contains(content[at - 1]),
        Self.blanks.contains(content[at + 2])
      {
        place = at + 2
        return true
      }
      at += 1
    }
    return false
  }

  private static let blanks: Set<UInt8> = [0, 9, 10, 12, 13, 32]
  private static let delimiters: Set<UInt8> = Set("()<>[]{}/%".utf8)

  private mutating func string() -> Int? {
    var depth = 0
    while place < content.count {
      switch content[place] {
      case 0x5C: place += 1
      case 0x28: depth += 1
      case 0x29: depth -= 1
      default: break
      }
      place += 1
      if depth == 0 { return place <= content.count ? place : nil }
    }
    return nil
  }

  /// Reads an array, a dictionary or a hexadecimal string with all it contains. Returns its end.
  private mutating func group() -> Int? {
    var depth = 0
    while place < content.count {
      switch content[place] {
      case 0x28:
        guard string() != nil else { return nil }
        continue
      case 0x3C, 0x5B: depth += 1
      case 0x3E, 0x5D: depth -= 1
      default: break
      }
      place += 1
      if depth == 0 { return place }
    }
    return nil
  }
}
