/// A program's output to a terminal, parsed as a terminal does (ECMA-48): letters, controls, sequences.
package struct TerminalStream {
  /// Sequences that a document or a name must never cause, with the bytes around them.
  package private(set) var faults: [String] = []

  private let bytes: [UInt8]
  private let marks: [String]
  private var at = 0

  /// Controls that place the cursor; a bell is never rung.
  private static let allowed: Set<UInt8> = [0x08, 0x09, 0x0A, 0x0D]
  /// Characters that may follow an Escape alone: keypad modes, cursor saved and restored, character sets.
  private static let finals = Set("78=>MDEH\\B0".utf8)
  /// Commands to the operating system that Recto gives: the title, a question about the background.
  private static let commands = ["2;", "11;?"]

  /// `marks` are words that may be shown as letters only.
  package init(_ bytes: [UInt8], marks: [String]) {
    self.bytes = bytes
    self.marks = marks
    while at < bytes.count { take() }
  }

  private mutating func fault(_ words: String) {
    let around = bytes[max(0, at - 40)..<min(bytes.count, at + 40)]
    faults.append("\(words) in \(String(decoding: around, as: UTF8.self).debugDescription)")
  }

  private mutating func take() {
    let byte = bytes[at]
    switch byte {
    case 0x1B: escape()
    case 0..<0x20, 0x7F:
      if !Self.allowed.contains(byte) { fault("control \(byte)") }
      at += 1
    case 0..<0x80: at += 1
    default: letter()
    }
  }

  private mutating func letter() {
    let length = bytes[at] >= 0xF0 ? 4 : bytes[at] >= 0xE0 ? 3 : 2
    let part = bytes[at..<min(bytes.count, at + length)]
    guard let text = String(validating: part, as: UTF8.self), let scalar = text.unicodeScalars.first
    else {
      // The end of the bytes read may cut a letter.
      if at + length <= bytes.count { fault("a byte that is no letter") }
      at += 1
      return
    }
    switch scalar.value {
    case 0x80..<0xA0: fault("control \(scalar.value)")
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: fault("a turn of direction")
    default: break
    }
    at += length
  }

  private mutating func escape() {
    guard at + 1 < bytes.count else { return at += 1 }
    switch bytes[at + 1] {
    case UInt8(ascii: "["):
      guard let end = bytes[(at + 2)...].firstIndex(where: { (0x40...0x7E).contains($0) }) else {
        return at = bytes.count
      }
      let body = String(decoding: bytes[at + 2..<end], as: UTF8.self)
      if marks.contains(where: body.contains) { fault("a sequence") }
      at = end + 1
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      string()
    case 0x20...0x2F: at += 3
    default:
      if !Self.finals.contains(bytes[at + 1]) { fault("an escape") }
      at += 2
    }
  }

  private mutating func string() {
    var end = at + 2
    while end < bytes.count, bytes[end] != 0x07, bytes[end] != 0x1B { end += 1 }
    let body = String(decoding: bytes[min(bytes.count, at + 2)..<end], as: UTF8.self)
    let isCommand = bytes[at + 1] == UInt8(ascii: "]")
    if isCommand, !Self.commands.contains(where: body.hasPrefix) { fault("a command") }
    if !body.hasPrefix("2;"), marks.contains(where: body.contains) { fault("a string") }
    if body.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
    {
      fault("a control in a string")
    }
    at = end < bytes.count && bytes[end] == 0x1B ? end + 2 : end + 1
  }
}
