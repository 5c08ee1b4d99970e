import DocumentModel

/// Turns a program's output into lines of plain text: escape sequences, overstrikes and other controls are removed.
struct OutputCleaner {
  private enum State {
    case text
    case escape
    /// A control sequence up to its final byte (ECMA-48, 5.4).
    case control
    /// A string that ends with BEL or ESC \ (5.6).
    case string
    case stringEscape
  }

  private var state = State.text
  private var line: [UInt8] = []
  private var column = 0

  /// Bytes of a line; longer ones are divided.
  private static let longest = 4_096
  private static let tab = 8

  /// Takes more output; returns the lines that are complete.
  mutating func lines(of bytes: some Sequence<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      switch state {
      case .text: if take(byte) { lines.append(finish()) }
      case .escape:
        state =
          switch byte {
          case 0x5B: .control
          case 0x50, 0x58, 0x5D, 0x5E, 0x5F: .string
          case 0x20...0x2F: .escape
          default: .text
          }
      case .control: if (0x40...0x7E).contains(byte) { state = .text }
      case .string: if byte == 0x07 { state = .text } else if byte == 0x1B { state = .stringEscape }
      case .stringEscape: state = byte == 0x5C ? .text : .string
      }
    }
    return lines
  }

  /// Returns the last line, which has no end; nil if there is none.
  mutating func rest() -> String? { line.isEmpty ? nil : finish() }

  /// Takes a byte of text; returns whether a line is complete.
  private mutating func take(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x0A: return true
    case 0x1B: state = .escape
    case 0x09:
      line += [UInt8](repeating: 0x20, count: Self.tab - column % Self.tab)
      column += Self.tab - column % Self.tab
    case 0x08:
      // Typewriters underlined and emboldened by it.
      while let last = line.popLast(), last & 0xC0 == 0x80 {}
      column = max(0, column - 1)
    case 0..<0x20, 0x7F: break
    default:
      line.append(byte)
      if byte & 0xC0 != 0x80 { column += 1 }
    }
    return line.count >= Self.longest && (byte < 0x80 || line.count >= 2 * Self.longest)
  }

  private mutating func finish() -> String {
    defer { (line, column) = ([], 0) }
    return CleanText.line(String(decoding: line, as: UTF8.self))
  }
}
