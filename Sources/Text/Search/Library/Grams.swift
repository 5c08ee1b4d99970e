/// The n-grams of a text: an index stores those of each page, so that pages that cannot match need not be read.
///
/// Three consecutive characters are a gram; of ideographs, kana and Hangul also two and one. Three letters, a blank and three letters are a bridge, and so are shorter
/// whole words beside a blank: it tells phrases from pages that merely have their words. Case, accents and compatibility forms are folded first, a hyphen becomes a blank, and runs of blanks
/// become one.
/// A gram depends on its characters only, so a page that contains a text has all grams of that text. Each gram is a number below `Gram.count`; collisions are
/// possible, so candidates are verified.
package struct Grams: Sendable {
  private static let folding = Folding(ignoresCase: true, ignoresAccents: true)
  private static let fine = Folding(ignoresCase: true)
  private static let lower = (0..<256).map { (byte: Int) -> UInt32 in
    switch byte {
    case 0x41...0x5A: UInt32(byte) + 0x20
    case 0x09, 0x0A, 0x20, 0x2D: 0x20
    default: UInt32(byte)
    }
  }

  /// Without duplicates, in order of appearance.
  package private(set) var list: [Gram] = []
  private var seen = [UInt64](repeating: 0, count: Gram.count / 64)
  private var simple = SimpleFolding()

  package init() {}

  /// Clears the list for the next page.
  package mutating func removeAll() {
    for gram in list { seen[Int(gram.number >> 6)] = 0 }
    list.removeAll(keepingCapacity: true)
  }

  /// The characters on either side of a hyphen that are read both ways: a bridge needs seven, but runs of blanks and characters that folding drops do not count.
  private static let reach = 32

  /// Adds a passage; `hyphens` are those at line ends that may be read both ways, as all hyphens between letters are.
  package mutating func add(_ scalars: [UInt32], hyphens: [LineHyphen] = []) {
    roll(scalars)
    if scalars.count > 2 {
      for at in 1..<scalars.count - 1
      where Script.isHyphen(scalars[at]) && Script.isLetter(scalars[at - 1])
        && Script.isLetter(scalars[at + 1])
      {
        roll(
          Array(scalars[max(0, at - Self.reach)..<at])
            + scalars[at + 1..<min(scalars.count, at + 1 + Self.reach)])
      }
    }
    for hyphen in hyphens {
      let at = Int(hyphen.index)
      guard at > 0, at < scalars.count else { continue }
      let after = hyphen.end(in: scalars)
      let sign: [UInt32] = hyphen.isKept ? [] : [0x2D]
      roll(
        Array(scalars[max(0, at - Self.reach)..<at]) + sign
          + Array(scalars[after..<min(scalars.count, after + Self.reach)]))
    }
  }

  /// Adds a passage of ASCII.
  package mutating func add(ascii bytes: UnsafeBufferPointer<UInt8>) {
    roll(ascii: bytes)
    var joined: [UInt8] = []
    guard bytes.count > 2 else { return }
    for at in 1..<bytes.count - 1
    where bytes[at] == 0x2D && Script.isLetter(UInt32(bytes[at - 1]))
      && Script.isLetter(UInt32(bytes[at + 1]))
    {
      joined.removeAll(keepingCapacity: true)
      joined += bytes[max(0, at - Self.reach)..<at]
      joined += bytes[at + 1..<min(bytes.count, at + 1 + Self.reach)]
      joined.withUnsafeBufferPointer { roll(ascii: $0) }
    }
  }

  private mutating func roll(ascii bytes: UnsafeBufferPointer<UInt8>) {
    var (first, second): (UInt32, UInt32) = (0, 0)
    var bridges = BridgeReader()
    for byte in bytes {
      let letter = Self.lower[Int(byte)]
      if letter == 0x20, second == 0x20 { continue }
      let gram = Gram(first, second, letter)
      if first != 0 { insert(gram) }
      if let bridge = bridges.read(letter, gram) { insert(bridge) }
      (first, second) = (second, letter)
    }
  }

  private mutating func roll(_ scalars: [UInt32]) {
    if scalars.allSatisfy({ $0 < 0x80 }) {
      let bytes = scalars.map { UInt8(truncatingIfNeeded: $0) }
      bytes.withUnsafeBufferPointer { roll(ascii: $0) }
      return
    }
    if let folded = simple.fold(scalars, Self.folded) { return roll(folded: folded) }
    let (once, twice) = Self.folded(scalars)
    roll(folded: once)
    if twice != once { roll(folded: twice) }
  }

  /// Folds case and accents in one step, and one after the other. The results differ for a few letters (`ǽ` becomes `ae`, or `æ` with an accent), and a search
  /// uses one or the other depending on whether accents count.
  private static func folded(_ scalars: [UInt32]) -> (once: [UInt32], twice: [UInt32]) {
    (folding.fold(scalars).scalars, folding.fold(fine.fold(scalars).scalars).scalars)
  }

  private mutating func roll(folded scalars: [UInt32]) {
    var (first, second): (UInt32, UInt32) = (0, 0)
    // Whether these two stand alone.
    var alone = (first: false, second: false)
    var bridges = BridgeReader()
    for folded in scalars {
      let isGap =
        folded < 0x80
        ? folded == 0x20 || folded == 0x2D || folded == 0x0A || Script.isBlank(folded)
        : Script.isBlank(folded) || Script.isHyphen(folded)
      let letter = isGap ? 0x20 : folded
      if letter == 0x20, second == 0x20 { continue }
      let isSyllable = Self.standsAlone(letter)
      let gram = Gram(first, second, letter)
      if isSyllable { insert(Gram(letter)) }
      if second != 0 {
        if isSyllable || alone.second {
          insert(Gram(second, letter))
        } else if first != 0, !alone.first {
          insert(gram)
        }
      }
      if let bridge = bridges.read(letter, gram) { insert(bridge) }
      (first, second) = (second, letter)
      alone = (alone.second, isSyllable)
    }
  }

  /// Whether words of one or two such characters are common: ideographs, kana, Hangul.
  fileprivate static func standsAlone(_ scalar: UInt32) -> Bool {
    guard scalar >= 0x2E80 else { return false }
    return scalar < 0xD7B0 || (0xF900...0xFAFF).contains(scalar)
      || (0xFF66...0xFFDC).contains(scalar) || (0x20000...0x3FFFF).contains(scalar)
  }

  private mutating func insert(_ gram: Gram) {
    let (word, bit) = (Int(gram.number >> 6), UInt64(1) << UInt64(gram.number & 63))
    guard seen[word] & bit == 0 else { return }
    seen[word] |= bit
    list.append(gram)
  }

  /// Returns the grams that any text containing `text` must have, with accents ignored or not; empty if it is too short.
  package static func of(_ text: String, ignoresAccents: Bool = false) -> [Gram] {
    var grams = Grams()
    let (once, twice) = folded(text.unicodeScalars.map(\.value))
    grams.roll(folded: ignoresAccents ? once : twice)
    return grams.list
  }
}

/// Finds the bridges of a text while its characters are read one by one.
///
/// A bridge depends on consecutive characters only: on each side of its blank three letters, or a shorter word between blanks.
private struct BridgeReader {
  /// The number of consecutive letters up to here, the last two of them, and the last three.
  private var length = 0
  private var letters: (UInt32, UInt32) = (0, 0)
  private var last: Gram?
  /// Whether these letters follow a blank.
  private var followsBlank = false
  /// The letters before this blank; nil if they are fewer than three and no whole word.
  private var start: Gram?

  /// Returns the bridge that ends with a character; `gram` is that of the last three.
  mutating func read(_ character: UInt32, _ gram: Gram) -> Gram? {
    guard Self.isLetter(character) else {
      defer { (length, followsBlank) = (0, character == 0x20) }
      guard character == 0x20 else {
        start = nil
        return nil
      }
      let bridge = start.flatMap { start in
        endOfShortWord.map { Gram(from: start, to: $0) }
      }
      start = length >= 3 ? last : startAfterShortWord
      return bridge
    }
    length += 1
    letters = (letters.1, character)
    last = gram
    guard length == 3, let start else { return nil }
    return Gram(from: start, to: gram)
  }

  private var endOfShortWord: Gram? {
    switch length {
    case 1: Gram(letters.1, 0x20)
    case 2: Gram(letters.0, letters.1, 0x20)
    default: nil
    }
  }

  private var startAfterShortWord: Gram? {
    guard followsBlank else { return nil }
    return switch length {
    case 1: Gram(0x20, letters.1)
    case 2: Gram(0x20, letters.0, letters.1)
    default: nil
    }
  }

  /// Whether it is a letter, a digit or another sign of words; ideographs and the like have grams of their own.
  private static func isLetter(_ character: UInt32) -> Bool {
    switch character {
    case 0x30...0x39, 0x61...0x7A: true
    case 0..<0x80: false
    default: !Grams.standsAlone(character)
    }
  }
}

/// A few consecutive characters as a number.
package struct Gram: Sendable, Hashable {
  /// The number of different grams without bridges; these have the numbers from here on.
  private static let plain = 1 << 22
  /// The number of different bridges: fewer are better compressed, more shut out more pages.
  private static let bridges = 1 << 17
  /// The number of different grams.
  package static let count = plain + bridges

  package let number: UInt32

  init(_ first: UInt32, _ second: UInt32 = 0, _ third: UInt32 = 0) {
    var mixed = first &* 0x9E37_79B1
    mixed = (mixed ^ mixed >> 15 ^ second) &* 0x85EB_CA77
    mixed = (mixed ^ mixed >> 13 ^ third) &* 0xC2B2_AE3D
    number = (mixed ^ mixed >> 16) & UInt32(Self.plain - 1)
  }

  /// Makes the bridge from three letters to three others.
  fileprivate init(from start: Gram, to end: Gram) {
    let mixed = Gram(start.number, end.number).number
    number = UInt32(Self.plain) + (mixed & UInt32(Self.bridges - 1))
  }

  package var isBridge: Bool { number >= Self.plain }

  /// Writes the gram as a word of two characters that no tokenizer splits or changes: the lowest 11 bits and those above, from U+0080 on.
  package func write(to bytes: inout [UInt8]) {
    for part in [number >> 11, number & 0x7FF] {
      // Two bytes of UTF-8 hold the 1,920 scalars from U+0080 to U+07FF, three bytes the rest.
      let scalar = part + 0x80
      if scalar < 0x800 {
        bytes.append(UInt8(0xC0 | scalar >> 6))
      } else {
        bytes.append(UInt8(0xE0))
        bytes.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      }
      bytes.append(UInt8(0x80 | scalar & 0x3F))
    }
  }

  package var word: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Sequence<Gram> {
  /// The grams' words separated by blanks.
  package var words: String {
    var bytes: [UInt8] = []
    for gram in self {
      gram.write(to: &bytes)
      bytes.append(0x20)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
