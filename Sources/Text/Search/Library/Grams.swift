/// The grams of a text: what an index keeps of each page, so that those that cannot have a pattern need not be read.
///
/// Three characters in a row are a gram, of ideographs, kana and hangul also two and one; case, accents and compatibility forms are folded
/// away first, a hyphen is a blank, and blanks in a row are one. Whatever a text is found by, its own grams are among those of the page: a gram depends on
/// nothing but its characters. Each is a number below `Gram.count`, and two may have the same: what they narrow down to is verified.
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

  /// Without doubles, in the order they came.
  package private(set) var list: [Gram] = []
  private var seen = [UInt64](repeating: 0, count: Gram.count / 64)

  package init() {}

  /// Begins the next page.
  package mutating func removeAll() {
    for gram in list { seen[Int(gram.number >> 6)] = 0 }
    list.removeAll(keepingCapacity: true)
  }

  /// Takes in a passage; `hyphens` are those that may be read both ways.
  package mutating func add(_ scalars: [UInt32], hyphens: [LineHyphen] = []) {
    roll(scalars)
    for hyphen in hyphens {
      let at = Int(hyphen.index)
      guard at > 0, at < scalars.count else { continue }
      let after = hyphen.isKept ? at + 1 : at
      let sign: [UInt32] = hyphen.isKept ? [] : [0x2D]
      // Blanks and what folding drops stand for nothing: some more than the two on either side.
      roll(
        Array(scalars[max(0, at - 8)..<at]) + sign
          + Array(scalars[after..<min(scalars.count, after + 8)]))
    }
  }

  /// The same of a text of ASCII.
  package mutating func add(ascii bytes: UnsafeBufferPointer<UInt8>) {
    var (first, second): (UInt32, UInt32) = (0, 0)
    for byte in bytes {
      let letter = Self.lower[Int(byte)]
      if letter == 0x20, second == 0x20 { continue }
      if first != 0 { insert(Gram(first, second, letter)) }
      (first, second) = (second, letter)
    }
  }

  private mutating func roll(_ scalars: [UInt32]) {
    if scalars.allSatisfy({ $0 < 0x80 }) {
      let bytes = scalars.map { UInt8(truncatingIfNeeded: $0) }
      bytes.withUnsafeBufferPointer { add(ascii: $0) }
      return
    }
    let (once, twice) = Self.folded(scalars)
    roll(folded: once)
    if twice != once { roll(folded: twice) }
  }

  /// Case and accents folded away at once, and one after the other: a few letters tell the ways apart (`ǽ` is `ae`, or `æ` and an accent),
  /// and a search goes one or the other by whether accents count in it.
  private static func folded(_ scalars: [UInt32]) -> (once: [UInt32], twice: [UInt32]) {
    (folding.fold(scalars).scalars, folding.fold(fine.fold(scalars).scalars).scalars)
  }

  private mutating func roll(folded scalars: [UInt32]) {
    var (first, second): (UInt32, UInt32) = (0, 0)
    for folded in scalars {
      let isGap = folded == 0x0A || Script.isBlank(folded) || Script.isHyphen(folded)
      let letter = isGap ? 0x20 : folded
      if letter == 0x20, second == 0x20 { continue }
      let isSyllable = Self.standsAlone(letter)
      if isSyllable { insert(Gram(letter)) }
      if second != 0 {
        if isSyllable || Self.standsAlone(second) {
          insert(Gram(second, letter))
        } else if first != 0, !Self.standsAlone(first) {
          insert(Gram(first, second, letter))
        }
      }
      (first, second) = (second, letter)
    }
  }

  /// Whether words of one or two of such characters are usual: ideographs, kana, hangul.
  private static func standsAlone(_ scalar: UInt32) -> Bool {
    scalar >= 0x2E80 && scalar < 0xD7B0 || (0xF900...0xFAFF).contains(scalar)
      || (0xFF66...0xFFDC).contains(scalar) || (0x20000...0x3FFFF).contains(scalar)
  }

  private mutating func insert(_ gram: Gram) {
    let (word, bit) = (Int(gram.number >> 6), UInt64(1) << UInt64(gram.number & 63))
    guard seen[word] & bit == 0 else { return }
    seen[word] |= bit
    list.append(gram)
  }

  /// The grams a text must have that has this somewhere, accents aside or not; none where it is too short to tell.
  package static func of(_ text: String, ignoresAccents: Bool = false) -> [Gram] {
    var grams = Grams()
    let (once, twice) = folded(text.unicodeScalars.map(\.value))
    grams.roll(folded: ignoresAccents ? once : twice)
    return grams.list
  }
}

/// A few characters in a row, as a number.
package struct Gram: Sendable, Hashable {
  /// There are as many different ones.
  package static let count = 1 << 22

  package let number: UInt32

  init(_ first: UInt32, _ second: UInt32 = 0, _ third: UInt32 = 0) {
    var mixed = first &* 0x9E37_79B1
    mixed = (mixed ^ mixed >> 15 ^ second) &* 0x85EB_CA77
    mixed = (mixed ^ mixed >> 13 ^ third) &* 0xC2B2_AE3D
    number = (mixed ^ mixed >> 16) & UInt32(Self.count - 1)
  }

  /// As a word of two characters that no tokenizer takes apart or changes: 11 bits each, from U+0080 on but for those
  /// that are not letters to it.
  package func write(to bytes: inout [UInt8]) {
    for part in [number >> 11, number & 0x7FF] {
      // Two bytes of UTF-8 hold the 1,920 scalars from U+0080 to U+07FF, three hold the rest.
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
  /// Their words with blanks between.
  package var words: String {
    var bytes: [UInt8] = []
    for gram in self {
      gram.write(to: &bytes)
      bytes.append(0x20)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
