import DocumentModel

/// A form's content with an annotation's colours replaced where they are set (PDF 32000-1, 8.6.8).
struct TintedContent {
  private(set) var bytes: [UInt8] = []

  /// Returns nil if no operator sets a colour to be replaced, or the content contains an inline image or a syntax error.
  init?(_ content: [UInt8], from before: Annotation, to after: Annotation) {
    let line = Self.exchange(before.color, after.color)
    let ground = Self.exchange(before.fill, after.fill)
    var operands: [Range<Int>] = []
    var (copied, place, isInText, count) = (0, 0, false, 0)
    while let token = Self.token(in: content, from: &place) {
      guard let first = content[token].first else { return nil }
      if !Self.isOperator(first) {
        operands.append(token)
        continue
      }
      let name = String(decoding: content[token], as: UTF8.self)
      switch name {
      case "BI": return nil
      case "BT": isInText = true
      case "ET": isInText = false
      default: break
      }
      if let numbers = Self.spaces[name.uppercased()], operands.count == numbers,
        let start = operands.first?.lowerBound,
        let found = Self.color(operands.map { content[$0] })
      {
        let isStroke = name == name.uppercased()
        let request: Exchange?
        if after.kind == .freeText {
          request = isStroke ? nil : isInText ? line : ground
        } else {
          request = isStroke || before.fill == nil ? line : ground
        }
        if let request, Self.isNear(found, request.from) {
          bytes += content[copied..<start]
          let new = ColorComponents.numbers(request.to).map(PDFNumber.text).joined(separator: " ")
          bytes += Array("\(new) \(isStroke ? "RG" : "rg")".utf8)
          copied = token.upperBound
          if request.from != request.to { count += 1 }
        }
      }
      operands = []
    }
    guard place == content.count, count > 0 else { return nil }
    bytes += content[copied...]
  }

  private typealias Exchange = (from: UInt32, to: UInt32)

  private static func exchange(_ from: UInt32?, _ to: UInt32?) -> Exchange? {
    guard let from, let to else { return nil }
    return (from, to)
  }

  /// Operators that set a colour by its components, and their number.
  private static let spaces = ["G": 1, "RG": 3, "K": 4]

  private static func color(_ operands: [ArraySlice<UInt8>]) -> UInt32? {
    let numbers = operands.compactMap { Double(String(decoding: $0, as: UTF8.self)) }
    return numbers.count == operands.count ? ColorComponents.value(numbers) : nil
  }

  /// Returns true if two colours are equal within 1 per component, since programs round them.
  private static func isNear(_ one: UInt32, _ other: UInt32) -> Bool {
    [0, 8, 16].allSatisfy { abs(Int(one >> $0 & 0xFF) - Int(other >> $0 & 0xFF)) <= 1 }
  }

  private static func isOperator(_ byte: UInt8) -> Bool {
    byte == 0x27 || byte == 0x22 || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private static let blanks: Set<UInt8> = [0, 9, 10, 12, 13, 32]
  private static let delimiters: Set<UInt8> = Set("()<>[]{}/%".utf8)

  /// Returns the next operand or operator, with arrays and dictionaries as one token; nil at the end or if one is not closed.
  private static func token(in content: [UInt8], from place: inout Int) -> Range<Int>? {
    while place < content.count {
      if blanks.contains(content[place]) {
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
    case 0x28: return string(in: content, from: &place).map { start..<$0 }
    case 0x3C, 0x5B: return group(in: content, from: &place).map { start..<$0 }
    case 0x2F: place += 1
    case let byte where delimiters.contains(byte): return nil
    default: break
    }
    while place < content.count, !blanks.contains(content[place]),
      !delimiters.contains(content[place])
    {
      place += 1
    }
    return start..<place
  }

  private static func string(in content: [UInt8], from place: inout Int) -> Int? {
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
  private static func group(in content: [UInt8], from place: inout Int) -> Int? {
    var depth = 0
    while place < content.count {
      switch content[place] {
      case 0x28:
        guard string(in: content, from: &place) != nil else { return nil }
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
