/// A content stream without its invisible text, such as that of another OCR program (text rendering mode 3, PDF 32000-1, 9.3.6).
struct VisibleContent {
  private(set) var bytes: [UInt8] = []
  /// The names of painted XObjects (8.8), each with the text rendering mode it is painted with; 0 if there are several.
  private(set) var painted: [String: Int] = [:]
  private(set) var isChanged = false

  /// Begins in a text rendering mode, which Type 3 fonts ignore; returns nil after a syntax error, or if visible text stands where removed text
  /// ends.
  init?(of content: [UInt8], mode first: Int = 0, type3Fonts: Set<String> = []) {
    var tokens = ContentTokens(content)
    var operands: [Range<Int>] = []
    var state = (mode: first, isType3: false)
    var saved: [(mode: Int, isType3: Bool)] = []
    var (copied, isMoved) = (0, false)
    while let token = tokens.next() {
      guard let name = tokens.name(of: token) else {
        operands.append(token)
        continue
      }
      let last = operands.last.map { String(decoding: content[$0], as: UTF8.self) } ?? ""
      switch name {
      case "ID": guard tokens.skipInlineImage() else { return nil }
      case "q": saved.append(state)
      case "Q": state = saved.popLast() ?? state
      case "Tr": state.mode = Double(last).flatMap(Int.init(exactly:)) ?? state.mode
      case "Tf":
        let font = operands.first.map { String(decoding: content[$0], as: UTF8.self) } ?? ""
        state.isType3 = type3Fonts.contains(String(font.dropFirst()))
      case "Do":
        let form = String(last.dropFirst())
        painted[form] = painted[form] ?? state.mode == state.mode ? state.mode : 0
      case "BT", "Td", "TD", "Tm", "T*": isMoved = false
      case "Tj", "TJ", "'", "\"":
        let startsLine = name.count == 1
        guard state.mode == Self.invisible, !state.isType3, let start = operands.first?.lowerBound
        else {
          if isMoved, !startsLine { return nil }
          isMoved = false
          break
        }
        bytes += content[copied..<start]
        // The last two also move to the next line, and `"` sets the spacing.
        if name == "\"", operands.count == 3 {
          bytes +=
            content[operands[0]] + Array(" Tw ".utf8) + content[operands[1]] + Array(" Tc".utf8)
        }
        if startsLine { bytes += Array(" T*".utf8) }
        copied = token.upperBound
        (isChanged, isMoved) = (true, true)
      default: break
      }
      operands = []
    }
    guard tokens.isAtEnd else { return nil }
    bytes += content[copied...]
  }

  private static let invisible = 3
}
