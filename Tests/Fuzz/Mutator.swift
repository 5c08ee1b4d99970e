import TestSupport

/// Makes inputs out of a target's seeds: the same for the same seed and number.
struct Mutator {
  private let seeds: [[UInt8]]
  private let words: [[UInt8]]
  private let seed: UInt64

  /// Longer inputs are cut, in bytes.
  private static let longest = 1 << 18
  /// Numbers at whose edges readers go wrong.
  private static let numbers: [UInt64] = [
    0, 1, 2, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFF, 0x1_0000, 0x7FFF_FFFF, 0x8000_0000,
    0xFFFF_FFFF, 0x7FF0_0000_0000_0000, 0x7FF8_0000_0000_0000, 0x7FFF_FFFF_FFFF_FFFF,
    0x8000_0000_0000_0000, 0xFFFF_FFFF_FFFF_FFFF, 0x7F80_0000, 0x7FC0_0000,
  ]
  /// Texts that are trouble anywhere.
  private static let troubles = [
    "\u{1b}[2J", "\u{9b}", "\u{0}", "\u{202e}", "\u{2066}", "\u{61c}", "\u{feff}", "\u{fffd}",
    "9223372036854775807", "-9223372036854775808", "18446744073709551616", "1e309", "-0", "NaN",
    "%", "%00", "%FF", "\\u0000", "\\ud800", "\u{10ffff}", "e\u{301}\u{301}\u{301}\u{301}\u{301}",
    "\r\n", "\u{2028}", "&#x0;", "../../", "/", "٣", "²", "\u{1F1E6}", "((((((((", "[[[[[[[[",
    "{{{{{{{{",
  ].map { Array($0.utf8) }

  init(_ target: Target, seed: UInt64) {
    let own = target.seeds()
    seeds = own.isEmpty ? [[]] : own
    words = target.words.map { Array($0.utf8) } + Self.troubles
    self.seed = target.name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// The input of a number: the seeds as they are come first.
  func input(_ number: Int) -> [UInt8] {
    if number < seeds.count { return seeds[number] }
    var random = SeededGenerator(seed: seed &+ UInt64(number) &* 0x9E37_79B9)
    _ = random.next()
    var bytes = seeds.randomElement(using: &random) ?? []
    for _ in 0..<(1 << Int.random(in: 0...4, using: &random)) { change(&bytes, &random) }
    return Array(bytes.prefix(Self.longest))
  }

  private func change(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let at = Int.random(in: 0...bytes.count, using: &random)
    let rest = bytes.count - at
    let some = min(rest, 1 << Int.random(in: 0...8, using: &random))
    switch Int.random(in: 0..<12, using: &random) {
    case 0 where rest > 0: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1 where rest > 0: bytes[at] = .random(in: 0...255, using: &random)
    case 2: bytes.insert(.random(in: 0...255, using: &random), at: at)
    case 3: bytes.removeSubrange(at..<at + some)
    case 4: bytes.insert(contentsOf: Array(bytes[at..<at + some]), at: at)
    case 5, 6:
      let word = words.randomElement(using: &random) ?? []
      bytes.replaceSubrange(at..<at + (Bool.random(using: &random) ? 0 : some), with: word)
    case 7, 8: writeNumber(at, &bytes, &random)
    case 9:
      // A part of another seed, in the place of a part of this one.
      let other = seeds.randomElement(using: &random) ?? []
      let from = Int.random(in: 0...other.count, using: &random)
      let count = min(other.count - from, 1 << Int.random(in: 0...10, using: &random))
      bytes.replaceSubrange(at..<at + some, with: other[from..<from + count])
    case 10: bytes.removeSubrange(at...)
    default:
      let part = Array(bytes[at..<at + min(some, 16)])
      for _ in 0..<Int.random(in: 1...64, using: &random) { bytes.insert(contentsOf: part, at: at) }
    }
  }

  private func writeNumber(_ at: Int, _ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let number = Self.numbers.randomElement(using: &random) ?? 0
    let size = [1, 2, 4, 8].randomElement(using: &random) ?? 1
    let isBig = Bool.random(using: &random)
    guard at + size <= bytes.count else { return }
    for index in 0..<size {
      bytes[at + index] = UInt8(
        truncatingIfNeeded: number >> UInt64(8 * (isBig ? size - 1 - index : index)))
    }
  }
}
