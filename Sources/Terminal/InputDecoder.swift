package import Canvas
package import Pictures

/// Turns the bytes a terminal sends into keys, mouse events, pasted text and answers, however they are cut.
package struct InputDecoder: Sendable {
  private var pending: [UInt8] = []
  private var pasted: [UInt8]?
  /// When the last bytes came.
  private var fedAt = ContinuousClock.now
  /// The terminal's answers, whenever they arrive: an answer is never a key.
  package var answers = TerminalAnswers()
  /// The size of a cell in pixels, for mouse positions reported in pixels.
  package var cell: PixelSize?
  /// Answers to our pictures since they were taken last.
  private var pictureAnswers: [PictureAnswer] = []

  private static let pasteEnd = Array("\u{1b}[201~".utf8)
  /// Longer strings are not answers.
  private static let longestString = 4_096

  package init() {}

  /// Milliseconds after which `timeout` must be called if nothing follows; nil if no bytes wait.
  ///
  /// An Escape may be a key; the start of a report or of a character is waited for longer.
  package var patience: Int32? {
    guard !pending.isEmpty, pasted == nil else { return nil }
    return pending == [0x1B] ? 25 : 1_000
  }

  /// Whether they have waited so long.
  package var isOverdue: Bool {
    patience.map { fedAt + .milliseconds(Int($0)) <= .now } ?? false
  }

  package mutating func feed(_ bytes: [UInt8]) -> [Input] {
    pending += bytes
    fedAt = .now
    var found: [Input] = []
    while !pending.isEmpty {
      if pasted != nil {
        guard takePaste(&found) else { break }
        continue
      }
      guard let (input, count) = next() else { break }
      pending.removeFirst(count)
      if let input { found.append(input) }
    }
    return found
  }

  /// Nothing followed: an Escape was the key; the rest of anything else is lost, and never taken for typed.
  package mutating func timeout() -> [Input] {
    guard patience != nil else { return [] }
    defer { pending = [] }
    if pending == [0x1B] { return [.key(Key(.escape))] }
    // Alt with a key that also begins reports.
    if pending.count == 2, pending[0] == 0x1B {
      return [.key(Key(Unicode.Scalar(pending[1]), .alt))]
    }
    return []
  }

  /// Returns the answers to pictures since the last call.
  package mutating func takePictureAnswers() -> [PictureAnswer] {
    defer { pictureAnswers = [] }
    return pictureAnswers
  }

  /// Removes characters that could command a terminal, and unifies line ends, which terminals change (tmux: to CR).
  private static func cleaned(_ text: String) -> String {
    var clean = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { last = scalar }
      if scalar == "\n", last == "\r" { continue }
      if scalar == "\r" || scalar == "\n" {
        clean.append("\n")
      } else if scalar == "\t" || scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value) {
        clean.append(scalar)
      }
    }
    return String(clean)
  }

  private mutating func takePaste(_ found: inout [Input]) -> Bool {
    let end = InputDecoder.pasteEnd
    for start in pending.indices where pending[start...].starts(with: end) {
      let text = (pasted ?? []) + pending[..<start]
      pending.removeFirst(start + end.count)
      pasted = nil
      found.append(.paste(Self.cleaned(String(decoding: text, as: UTF8.self))))
      return true
    }
    let kept = min(pending.count, end.count - 1)
    pasted = ((pasted ?? []) + pending.dropLast(kept)).suffix(1 << 20)
    pending = Array(pending.suffix(kept))
    return false
  }

  /// The first thing in the bytes that wait and how many it takes; nil while it is not whole.
  private mutating func next() -> (Input?, Int)? {
    let first = pending[0]
    if first == 0x1B { return escape() }
    if first < 0x80 { return (.key(InputDecoder.plain(first)), 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1
    guard pending.count >= length else { return nil }
    let text = String(decoding: pending[..<length], as: UTF8.self)
    guard length > 1, let scalar = text.unicodeScalars.first, scalar != "\u{FFFD}" else {
      return (nil, 1)
    }
    // Alt as the eighth bit (xterm's eightBitInput): 0x8D is Alt-Enter.
    if scalar.value < 0xA0 {
      var key = InputDecoder.plain(UInt8(scalar.value - 0x80))
      key.modifiers.insert(.alt)
      return (.key(key), length)
    }
    return (.key(Key(scalar)), length)
  }

  private static func plain(_ byte: UInt8) -> Key {
    switch byte {
    case 0x0D: Key(.enter)
    case 0x09: Key(.tab)
    case 0x1B: Key(.escape)
    case 0x7F, 0x08: Key(.backspace)
    case 0x00: Key(" ", .control)
    case 0x01...0x1A: Key(Unicode.Scalar(byte + 0x60), .control)
    case 0x1C...0x1F: Key(Unicode.Scalar(byte + 0x40), .control)
    default: Key(Unicode.Scalar(byte))
    }
  }

  private mutating func escape() -> (Input?, Int)? {
    guard pending.count >= 2 else { return nil }
    switch pending[1] {
    case UInt8(ascii: "["): return controlSequence()
    case UInt8(ascii: "O"):
      guard pending.count >= 3 else { return nil }
      return (InputDecoder.letters[pending[2]].map { .key(Key($0)) }, 3)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
      return stringSequence()
    case 0x1B: return (.key(Key(.escape)), 1)
    default:
      var key = InputDecoder.plain(pending[1])
      guard pending[1] < 0x80 else { return (.key(Key(.escape)), 1) }
      key.modifiers.insert(.alt)
      return (.key(key), 2)
    }
  }

  /// `ESC [ parameters final` (ECMA-48, 5.4).
  private mutating func controlSequence() -> (Input?, Int)? {
    guard let end = pending[2...].firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return pending.count > 64 ? (nil, pending.count) : nil
    }
    let body = String(decoding: pending[2..<end], as: UTF8.self)
    let final = pending[end]
    let count = end + 1
    if body.hasPrefix("<") { return (mouse(body.dropFirst(), final), count) }
    if body.hasPrefix("?") {
      answers.take(privateReport: body, final: final)
      return (nil, count)
    }
    let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map {
      Int($0.prefix { $0.isNumber }) ?? 0
    }
    let held = numbers.count > 1 ? InputDecoder.modifiers(numbers[1]) : []
    switch final {
    case UInt8(ascii: "~"):
      if numbers.first == 200 {
        pasted = []
        return (nil, count)
      }
      if numbers.first == 27, numbers.count > 2 {
        return (InputDecoder.coded(numbers[2], held), count)
      }
      return (InputDecoder.numbered[numbers.first ?? 0].map { .key(Key($0, held)) }, count)
    case UInt8(ascii: "u"): return (InputDecoder.coded(numbers.first ?? 0, held), count)
    case UInt8(ascii: "I"): return (.focus(true), count)
    case UInt8(ascii: "O"): return (.focus(false), count)
    case UInt8(ascii: "Z"): return (.key(Key(.tab, .shift)), count)
    case UInt8(ascii: "t"), UInt8(ascii: "n"):
      answers.take(report: numbers, final: final)
      return (nil, count)
    default:
      return (InputDecoder.letters[final].map { .key(Key($0, held)) }, count)
    }
  }

  /// A key by its character's number, as `CSI u` and `modifyOtherKeys` say it.
  private static func coded(_ number: Int, _ held: Key.Modifiers) -> Input? {
    guard let scalar = Unicode.Scalar(UInt32(clamping: number)) else { return nil }
    if number < 0x80 {
      var key = plain(UInt8(number))
      if key.modifiers.isEmpty { key.modifiers = held.subtracting(.shift) }
      return .key(key)
    }
    return .key(Key(scalar, held.subtracting(.shift)))
  }

  private static func modifiers(_ number: Int) -> Key.Modifiers {
    let bits = max(0, number - 1)
    var held: Key.Modifiers = []
    if bits & 1 != 0 { held.insert(.shift) }
    if bits & 2 != 0 { held.insert(.alt) }
    if bits & 4 != 0 { held.insert(.control) }
    return held
  }

  private static let letters: [UInt8: Key.Code] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2),
    UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4), UInt8(ascii: "M"): .enter,
  ]

  private static let numbered: [Int: Key.Code] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
    17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
    23: .function(11), 24: .function(12),
  ]

  /// `button;column;row` of SGR mouse reports (xterm's ctlseqs, mode 1006), or `button;x;y` in pixels (mode 1016).
  private func mouse(_ body: Substring, _ final: UInt8) -> Input? {
    let numbers = body.split(separator: ";").compactMap { Int($0) }
    guard numbers.count == 3 else { return nil }
    var held: Key.Modifiers = []
    if numbers[0] & 4 != 0 { held.insert(.shift) }
    if numbers[0] & 8 != 0 { held.insert(.alt) }
    if numbers[0] & 16 != 0 { held.insert(.control) }
    let button = numbers[0] & 3
    let action: Mouse.Action
    if numbers[0] & 64 != 0 {
      action = [.wheelUp, .wheelDown, .wheelLeft, .wheelRight][button]
    } else if numbers[0] & 32 != 0 {
      action = button == 3 ? .move : .drag(button: button + 1)
    } else {
      action =
        final == UInt8(ascii: "m") ? .release(button: button + 1) : .press(button: button + 1)
    }
    var mouse = Mouse(
      action, x: max(1, numbers[1]) - 1, y: max(1, numbers[2]) - 1, modifiers: held)
    guard answers.mouseIsInPixels else { return .mouse(mouse) }
    guard let cell, cell.width > 0, cell.height > 0 else { return nil }
    mouse.within = Mouse.Within(
      x: (Double(mouse.x % cell.width) + 0.5) / Double(cell.width),
      y: (Double(mouse.y % cell.height) + 0.5) / Double(cell.height))
    mouse.x /= cell.width
    mouse.y /= cell.height
    return .mouse(mouse)
  }

  /// `ESC ] … ST`, `ESC P … ST`, `ESC _ … ST`: answers of the terminal, never typed text.
  private mutating func stringSequence() -> (Input?, Int)? {
    var index = 2
    while index < pending.count {
      if pending[index] == 0x07 {
        return (answer(pending[2..<index]), index + 1)
      }
      if pending[index] == 0x1B {
        guard index + 1 < pending.count else { return nil }
        return (answer(pending[2..<index]), index + (pending[index + 1] == 0x5C ? 2 : 0))
      }
      index += 1
    }
    return pending.count > InputDecoder.longestString ? (nil, pending.count) : nil
  }

  /// OSC 11 reports the background as `rgb:RRRR/GGGG/BBBB`; other answers are stored.
  private mutating func answer(_ bytes: ArraySlice<UInt8>) -> Input? {
    let text = String(decoding: bytes, as: UTF8.self)
    if pending[1] == UInt8(ascii: "P"), text.hasPrefix(">|") {
      answers.take(version: text.dropFirst(2))
    }
    if pending[1] == UInt8(ascii: "_"), text.hasPrefix("G"),
      let answer = answers.take(graphics: text.dropFirst()), pictureAnswers.count < 256
    {
      pictureAnswers.append(answer)
    }
    guard pending[1] == UInt8(ascii: "]"), text.hasPrefix("11;rgb:") else { return nil }
    let parts = text.dropFirst(7).split(separator: "/").compactMap { part in
      Int(part, radix: 16).map { Double($0) / Double((1 << (4 * part.count)) - 1) }
    }
    guard parts.count == 3 else { return nil }
    let isDark = 0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2] < 0.5
    answers.isDark = isDark
    return .background(isDark: isDark)
  }
}
