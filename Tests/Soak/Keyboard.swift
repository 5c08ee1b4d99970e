import TestSupport

/// The robot's input: mostly meaningful keys, now and then anything.
struct Keyboard {
  private static let letters = Array(
    "jkhlduJKGgoionNpTvVwbeyYfFmsaAtUxqrRcz+-=*/\\:;?.,'\"[](){}<>~^$%0123456789 HLDISEBZCMOPQWX@#&|_`"
  )
  .map(String.init)
  private static let named = [
    "\r", "\u{1b}", "\t", "\u{7f}", "\u{1b}OA", "\u{1b}OB", "\u{1b}OC", "\u{1b}OD", "\u{1b}[5~",
    "\u{1b}[6~", "\u{1b}OH", "\u{1b}OF", "\u{1b}[15~", "\u{1b}[3~", "\u{1b}[Z", "\u{1}", "\u{2}",
    "\u{4}", "\u{5}", "\u{6}", "\u{c}", "\u{e}", "\u{f}", "\u{10}", "\u{12}", "\u{14}", "\u{15}",
    "\u{17}", "\u{19}", "\u{1b}c", "\u{1b}w", "\u{1b}r", "\u{1b}a", "\u{1b}e", "\u{1b}f",
  ]
  private static let phrases = [
    "gg", "gl", "gn", "gt", "gT", "g ", "gs", "]]", "[[", "ss", "sp", "sw", "sd", "zs", "zp", "zg",
    "zgf",
    "dd", "dx", "yy", "ZZ", "\u{17}v", "\u{17}s", "\u{17}q", "ay", "an", "at", "ax", "ai", "ad",
    "]a",
    "[a", "/the\r", "/page\r", ":12\r", ":theme sepia\r", ":open ", ":help\r", "S",
    "words page:3\r",
    "3G", "5J", "12j", "é日😀", "the", "*.pdf\r", "~", "-", "ga", "v*", "u", "U", "i", "I",
  ]

  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func pick<Element>(_ list: [Element]) -> Element? { list.randomElement(using: &random) }

  mutating func with(_ body: (inout SeededGenerator) -> Void) { body(&random) }

  mutating func next() -> String {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<45: Self.letters.randomElement(using: &random) ?? "j"
    case 45..<70: Self.named.randomElement(using: &random) ?? "\r"
    case 70..<78: "\u{1b}"
    case 78..<90: Self.phrases.randomElement(using: &random) ?? "gg"
    case 90..<96: mouse()
    case 96: "\u{1b}[200~pasted 'text'\n/tmp\u{1b}[201~"
    case 97: "\u{1b}[I\u{1b}[O\u{1b}[I"
    case 98: noise()
    default: "\u{1a}"
    }
  }

  private mutating func mouse() -> String {
    let wild = chance(50)
    let (x, y) =
      wild
      ? (Int.max - number(0...1), number(0...99_999)) : (number(1...120), number(1...40))
    let button = pick([0, 0, 0, 1, 2, 64, 65, 32, 4, 16]) ?? 0
    return "\u{1b}[<\(button);\(x);\(y)M" + (button < 3 ? "\u{1b}[<\(button);\(x);\(y)m" : "")
  }

  /// Input that a terminal, or a bad line, may send.
  private mutating func noise() -> String {
    let bytes = (0..<number(1...12)).map { _ in Unicode.Scalar(UInt8(number(0...255))) }
    return String(String.UnicodeScalarView(bytes))
  }
}
