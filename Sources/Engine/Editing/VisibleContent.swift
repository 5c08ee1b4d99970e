/// A content stream without its invisible text, such as that of another OCR program (text rendering mode 3, PDF 32000-1, 9.3.6).
struct VisibleContent {
  private(set) var bytes: [UInt8] = []
  /// The names of painted XObjects (8.8), each with the text rendering mode it is painted with.
  private(set) var painted: [String: Int] = [:]
  private(set) var isChanged = false

  /// Begins in a text rendering mode; returns nil after a syntax error.
  init?(of content: [UInt8], mode first: Int = 0) {
    var tokens = ContentTokens(content)
    var operands: [Range<Int>] = []
    var (copied, mode, saved) = (0, first, [Int]())
    while let token = tokens.next() {
      guard let name = tokens.name(of: token) else {
        operands.append(token)
        continue
      }
      switch name {
      case "ID": guard tokens.skipInlineImage() else { return nil }
      case "q": saved.append(mode)
      case "Q": mode = saved.popLast() ?? mode
      case "Tr": mode = operands.last.flatMap { Int(Self.text(content[$0])) } ?? mode
      case "Do":
        painted[operands.last.map { String(Self.text(content[$0]).dropFirst()) } ?? ""] = mode
      case "Tj", "TJ", "'", "\"":
        guard mode == Self.invisible, let start = operands.first?.lowerBound else { break }
        bytes += content[copied..<start]
        // The last two also move to the next line, and `"` sets the spacing.
        if name == "\"", operands.count == 3 {
          bytes +=
            content[operands[0]] + Array(" Tw ".utf8) + content[operands[1]] + Array(" Tc ".utf8)
        }
        if name.count == 1 { bytes += Array("T*".utf8) }
        copied = token.upperBound
        isChanged = true
      default: break
      }
      operands = []
    }
    guard tokens.isAtEnd else { return nil }
    bytes += content[copied...]
  }

  private static let invisible = 3

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
