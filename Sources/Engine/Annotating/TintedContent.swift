import DocumentModel

/// A form's content with an annotation's colours replaced where they are set (PDF 32000-1, 8.6.8).
struct TintedContent {
  private(set) var bytes: [UInt8] = []

  /// Returns nil if no operator sets a colour to be replaced, or the content contains an inline image or a syntax error.
  init?(_ content: [UInt8], from before: Annotation, to after: Annotation) {
    let line = Self.exchange(before.color, after.color)
    let ground = Self.exchange(before.fill, after.fill)
    var operands: [Range<Int>] = []
    var (copied, isInText, count) = (0, false, 0)
    var tokens = ContentTokens(content)
    while let token = tokens.next() {
      guard let name = tokens.name(of: token) else {
        operands.append(token)
        continue
      }
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
    guard tokens.isAtEnd, count > 0 else { return nil }
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
}
