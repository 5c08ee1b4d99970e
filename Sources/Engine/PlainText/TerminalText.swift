/// The characters of a line as a printer or a terminal would show them: tabs at their stops, letters struck twice in bold,
/// the colours' sequences taken out, other controls as signs.
struct TerminalText {
  private let line: ArraySlice<UInt32>
  private var at: Int
  private var style: CharacterStyle = []

  /// Cells between two tab stops.
  private static let tab = 8
  private static let (escape, bell, backspace): (UInt32, UInt32, UInt32) = (0x1B, 0x07, 0x08)

  init(_ line: ArraySlice<UInt32>) {
    self.line = line
    at = line.startIndex
  }

  /// Puts the line down.
  mutating func write(to builder: inout PortionBuilder) {
    while at < line.endIndex {
      let scalar = line[at]
      at += 1
      switch scalar {
      case 0x09:
        repeat { builder.add(0x20, style) } while builder.column % Self.tab != 0
      case Self.escape: skipSequence()
      // Pages of printed text; they say nothing on a screen.
      case 0x0C: break
      case Self.backspace: builder.add(0x2408, style)
      case 0..<0x20: builder.add(0x2400 + scalar, style)
      case 0x7F: builder.add(0x2421, style)
      case 0x80..<0xA0: builder.add(UTFDecoder.replacement, style)
      default: write(scalar, to: &builder)
      }
    }
  }

  /// A character, struck over another perhaps: `x BS x` is bold, `_ BS x` underlined.
  private mutating func write(_ scalar: UInt32, to builder: inout PortionBuilder) {
    var (shown, style) = (scalar, style)
    while at + 1 < line.endIndex, line[at] == Self.backspace, line[at + 1] >= 0x20 {
      let next = line[at + 1]
      if next == shown {
        style.insert(.bold)
      } else {
        style.insert(.underlined)
        if shown == 0x5F { shown = next }
      }
      at += 2
    }
    builder.add(shown, style)
  }

  /// Leaves out a sequence of ECMA-48: `ESC [ … final`, `ESC ] … BEL` or `ESC \`, else one character more.
  private mutating func skipSequence() {
    guard at < line.endIndex else { return }
    let kind = line[at]
    at += 1
    switch kind {
    case 0x5B: skipControl()
    case 0x5D, 0x50, 0x58, 0x5E, 0x5F: skipString()
    // Intermediate characters precede the final one.
    case 0x20...0x2F:
      while at < line.endIndex, (0x20...0x2F).contains(line[at]) { at += 1 }
      at = min(at + 1, line.endIndex)
    default: break
    }
  }

  private mutating func skipControl() {
    let start = at
    while at < line.endIndex, (0x20...0x3F).contains(line[at]) { at += 1 }
    guard at < line.endIndex, (0x40...0x7E).contains(line[at]) else { return }
    if line[at] == 0x6D { set(line[start..<at]) }
    at += 1
  }

  private mutating func skipString() {
    while at < line.endIndex {
      let scalar = line[at]
      at += 1
      if scalar == Self.bell || scalar == 0x9C { return }
      if scalar == Self.escape {
        if at < line.endIndex, line[at] == 0x5C { at += 1 }
        return
      }
    }
  }

  private static let switches: [Int: (on: Bool, style: CharacterStyle)] = [
    1: (true, .bold), 3: (true, .italic), 4: (true, .underlined), 9: (true, .struck),
    22: (false, .bold), 23: (false, .italic), 24: (false, .underlined), 29: (false, .struck),
  ]

  /// Applies a sequence that sets the style of the following text (ECMA-48, SGR); colours are left to the
  /// theme.
  private mutating func set(_ parameters: ArraySlice<UInt32>) {
    var numbers = parameters.split(separator: 0x3B, omittingEmptySubsequences: false).map {
      $0.reduce(0) { number, digit in
        (0x30...0x39).contains(digit) ? min(9_999, number * 10 + Int(digit) - 0x30) : number
      }
    }[...]
    while let number = numbers.popFirst() {
      if number == 0 { style = [] }
      // A colour's own numbers are no switches.
      if number == 38 || number == 48 { numbers = numbers.dropFirst(numbers.first == 5 ? 2 : 4) }
      guard let change = Self.switches[number] else { continue }
      if change.on { style.insert(change.style) } else { style.remove(change.style) }
    }
  }
}
