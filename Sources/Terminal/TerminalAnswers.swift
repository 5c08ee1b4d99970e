package import Pictures

/// The terminal's answers about itself, collected by `InputDecoder`.
package struct TerminalAnswers: Sendable, Hashable {
  /// Numbers we ask kitty's questions under; pictures have larger ones.
  package static let kittyQuestions: [UInt32: KittyTransfer] = [
    31: .stream, 32: .sharedMemory, 33: .file,
  ]

  /// XTVERSION, as `kitty(0.26.5)`.
  package var name = ""
  /// Device attributes (DA1), each answer: in tmux its own and then the outer terminal's.
  package var attributes: [Set<Int>] = []
  /// The number of status reports (DSR 5): in tmux the last answer.
  package var reports = 0
  /// The ways in which kitty takes pictures.
  package var transfers: Set<KittyTransfer> = []
  /// Whether it can take a frame as one (DEC mode 2026).
  package var hasSynchronizedOutput = false
  /// Whether it can report mouse positions in pixels (mode 1016), and does so from this answer on.
  package var hasPixelMouse = false
  package var mouseIsInPixels = false
  /// Pixels of a cell and of the text area (XTWINOPS 16 and 14).
  package var cell: PixelSize?
  package var area: PixelSize?
  /// Registers of sixel colours, and the largest sixel picture (XTSMGRAPHICS).
  package var registers: Int?
  package var largestSixel: PixelSize?
  package var isDark: Bool?
  /// The number of requests for its attributes, which end each set of questions.
  package var asked = 1

  package init() {}

  /// Whether it supports Unicode placeholders for kitty pictures; only its name says so.
  var showsPlaceholders: Bool {
    if name.lowercased().hasPrefix("ghostty") { return true }
    guard name.hasPrefix("kitty(") else { return false }
    let numbers = name.dropFirst(6).prefix { $0 != ")" }.split(separator: ".").map {
      Int($0) ?? 0
    }
    guard numbers.count > 1 else { return false }
    return (numbers[0], numbers[1]) >= (0, 28)
  }

  /// No real terminal answers more often; a hostile stream might.
  private static let mostAttributes = 8

  /// `ESC [ ? …` but for the brackets.
  mutating func take(privateReport body: String, final: UInt8) {
    let numbers = body.dropFirst().split(separator: ";").map { Int($0.prefix { $0.isNumber }) ?? 0 }
    switch final {
    case UInt8(ascii: "y"):
      guard numbers.count == 2 else { return }
      // 0 is “I do not know this mode”, 4 “never”; 1 and 3 are “it is set”.
      let isKnown = ![0, 4].contains(numbers[1])
      if numbers[0] == 2_026, isKnown { hasSynchronizedOutput = true }
      if numbers[0] == 1_016 {
        hasPixelMouse = isKnown
        mouseIsInPixels = [1, 3].contains(numbers[1])
      }
    case UInt8(ascii: "c"):
      if attributes.count < Self.mostAttributes { attributes.append(Set(numbers.prefix(64))) }
    case UInt8(ascii: "S"):
      guard numbers.count > 2, numbers[1] == 0 else { return }
      if numbers[0] == 1 { registers = numbers[2] }
      if numbers[0] == 2, numbers.count > 3, numbers[2] > 0, numbers[3] > 0 {
        largestSixel = PixelSize(width: numbers[2], height: numbers[3])
      }
    default: break
    }
  }

  /// `ESC [ numbers t` and `n`.
  mutating func take(report numbers: [Int], final: UInt8) {
    if final == UInt8(ascii: "n"), numbers == [0] { reports = min(reports + 1, 8) }
    guard final == UInt8(ascii: "t"), numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else {
      return
    }
    let size = PixelSize(width: numbers[2], height: numbers[1])
    if numbers[0] == 6 { cell = size }
    if numbers[0] == 4 { area = size }
  }

  /// `ESC P > | name ESC \`.
  mutating func take(version: Substring) {
    name = String(version.unicodeScalars.filter { (0x20..<0x7F).contains($0.value) }.prefix(80))
  }

  /// Takes `ESC _ G keys ; message ESC \` and returns the answer to a picture of ours.
  mutating func take(graphics: Substring) -> PictureAnswer? {
    let parts = graphics.split(separator: ";", maxSplits: 1)
    let keys = parts.first?.split(separator: ",") ?? []
    guard let key = keys.first(where: { $0.hasPrefix("i=") }), let id = UInt32(key.dropFirst(2))
    else { return nil }
    let isGood = parts.count > 1 && parts[1] == "OK"
    if let transfer = Self.kittyQuestions[id] {
      if isGood { transfers.insert(transfer) }
      return nil
    }
    return PictureAnswer(
      id: id, isPlacement: keys.contains { $0.hasPrefix("p=") }, isGood: isGood)
  }

  /// Whether no answer is to come any more: each terminal answers in order, and the last question every one knows.
  package func areComplete(behindTmux: Bool) -> Bool {
    behindTmux ? reports > 0 : attributes.count >= min(asked, Self.mostAttributes)
  }
}
