import DocumentModel
import Text

/// The order people expect of names: by their letters without accents and case, numbers by their value (`page 9` before
/// `page 10`); among names alike in these by accents, then case, then bytes.
package struct NaturalOrder: Sendable {
  /// A key's first sixteen bytes, by which most comparisons are decided, and where all of it lies.
  private struct Key {
    var head: Head
    var start: Int32
    var end: Int32
    var index: Int32
  }

  /// Sixteen bytes as two numbers that compare as they do.
  private struct Head: Comparable {
    var first: UInt64
    var second: UInt64

    /// Bytes of a key from a place on, zeros behind its end.
    init(_ bytes: [UInt8], from start: Int) {
      first = Self.word(bytes, start)
      second = Self.word(bytes, start + 8)
    }

    private static func word(_ bytes: [UInt8], _ start: Int) -> UInt64 {
      var word: UInt64 = 0
      for place in start..<start + 8 {
        word = word << 8 | (place < bytes.count ? UInt64(bytes[place]) : 0)
      }
      return word
    }

    static func < (one: Head, other: Head) -> Bool {
      one.first != other.first ? one.first < other.first : one.second < other.second
    }
  }

  private var bytes: [UInt8] = []
  private var keys: [Key] = []
  private let names: [String]

  package init(_ names: [String]) {
    self.names = names
    keys.reserveCapacity(names.count)
    bytes.reserveCapacity(names.reduce(0) { $0 + $1.utf8.count + 4 })
    var letters = BaseLetters()
    for (index, name) in names.enumerated() {
      let start = bytes.count
      Self.append(name, atMost: .max, to: &bytes, &letters)
      keys.append(
        Key(
          head: Head(bytes, from: start), start: Int32(clamping: start),
          end: Int32(clamping: bytes.count), index: Int32(clamping: index)))
    }
  }

  /// The indices of the names in order; equal names keep theirs.
  package func sorted() -> [Int] {
    bytes.withUnsafeBufferPointer { bytes in
      keys.sorted { a, b in
        if a.head != b.head { return a.head < b.head }
        let rest = (
          a.start + 16..<max(a.start + 16, a.end), b.start + 16..<max(b.start + 16, b.end)
        )
        for (x, y) in zip(rest.0, rest.1) where bytes[Int(x)] != bytes[Int(y)] {
          return bytes[Int(x)] < bytes[Int(y)]
        }
        if rest.0.count != rest.1.count { return rest.0.count < rest.1.count }
        return CloseNames.areInOrder(names[Int(a.index)], names[Int(b.index)])
          ?? (a.index < b.index)
      }.map { Int($0.index) }
    }
  }

  /// The indices of the first names in order, without putting all the others in order too.
  /// Only the first sixteen bytes of each name's key are made; whole keys for those that may be among the first.
  package static func first(_ count: Int, of total: Int, name: (Int) -> String) -> [Int] {
    var candidates: [(head: Head, index: Int)] = []
    var bound: Head?
    var most = max(1, count) * 4
    var bytes: [UInt8] = []
    var letters = BaseLetters()
    for index in 0..<total {
      bytes.removeAll(keepingCapacity: true)
      append(name(index), atMost: 16, to: &bytes, &letters)
      let head = Head(bytes, from: 0)
      if let bound, bound < head { continue }
      candidates.append((head, index))
      guard candidates.count >= most else { continue }
      candidates.sort { $0.head != $1.head ? $0.head < $1.head : $0.index < $1.index }
      let last = candidates[count - 1].head
      bound = last
      // Those that begin as the last of them may be before it.
      candidates.removeAll { last < $0.head }
      most = candidates.count * 2 + count * 4
    }
    candidates.sort { $0.index < $1.index }
    return NaturalOrder(candidates.map { name($0.index) }).sorted().prefix(count)
      .map { candidates[$0].index }
  }

  /// Appends a name's key, no more than is wanted and a few bytes.
  private static func append(
    _ name: String, atMost count: Int, to bytes: inout [UInt8], _ small: inout BaseLetters
  ) {
    var name = name
    let start = bytes.count
    name.withUTF8 { letters in
      var place = 0
      while place < letters.count, bytes.count - start < count {
        let byte = letters[place]
        if byte >= 0x30, byte <= 0x39 {
          place = append(numberIn: letters, at: place, to: &bytes)
        } else if byte < 0x80 {
          bytes.append(byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte)
          place += 1
        } else {
          place = small.append(letters, at: place, to: &bytes)
        }
      }
    }
  }

  /// A run of digits as the count of those that matter and these; returns where it ends.
  private static func append(
    numberIn letters: UnsafeBufferPointer<UInt8>, at start: Int, to bytes: inout [UInt8]
  ) -> Int {
    var end = start
    while end < letters.count, letters[end] >= 0x30, letters[end] <= 0x39 { end += 1 }
    var first = start
    while first < end - 1, letters[first] == 0x30 { first += 1 }
    // Between the signs before digits and those behind them in ASCII.
    bytes.append(0x30)
    bytes.append(UInt8(min(255, end - first)))
    bytes.append(contentsOf: letters[first..<end])
    return end
  }
}

/// Scalars beyond ASCII as the small letters they are without their accents, as UTF-8; each is looked up once.
private struct BaseLetters {
  /// Scalars up to the first Kana, by their numbers.
  private var near: [[UInt8]?]
  private var far: [UInt32: [UInt8]] = [:]
  /// Kana, Han and Hangul, of which long names are made, have no case.
  private static let plain: ClosedRange<UInt32> = 0x3040...0xD7FF

  init() {
    near = Array(repeating: nil, count: Int(Self.plain.lowerBound))
  }

  /// Appends the scalar at a place of valid UTF-8; returns where it ends.
  mutating func append(
    _ letters: UnsafeBufferPointer<UInt8>, at start: Int, to bytes: inout [UInt8]
  ) -> Int {
    let byte = letters[start]
    let end = min(letters.count, start + (byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2))
    var value = UInt32(byte) & (byte >= 0xF0 ? 0x07 : byte >= 0xE0 ? 0x0F : 0x1F)
    for place in start + 1..<max(start + 1, end) {
      value = value << 6 | UInt32(letters[place] & 0x3F)
    }
    if Self.plain.contains(value) {
      bytes.append(contentsOf: letters[start..<end])
    } else {
      bytes.append(contentsOf: base(value))
    }
    return end
  }

  private mutating func base(_ value: UInt32) -> [UInt8] {
    if value < Self.plain.lowerBound, let known = near[Int(value)] { return known }
    if let known = far[value] { return known }
    let base = Folding(ignoresCase: true, ignoresAccents: true).fold([value]).scalars
      .compactMap(Unicode.Scalar.init).flatMap { Array(UTF8.encode($0) ?? .init()) }
    if value < Self.plain.lowerBound { near[Int(value)] = base } else { far[value] = base }
    return base
  }
}

/// What decides between names of the same base letters and numbers: accents, then case, then bytes, so that no two names are equal.
private enum CloseNames {
  static func areInOrder(_ one: String, _ other: String) -> Bool? {
    if PathParts.same(one, other) { return nil }
    let (first, second) = (one.unicodeScalars.map(\.value), other.unicodeScalars.map(\.value))
    for ignoresCase in [true, false] {
      let folding = Folding(ignoresCase: ignoresCase)
      let (a, b) = (folding.fold(first).scalars, folding.fold(second).scalars)
      guard a != b else { continue }
      // Capitals have the smaller numbers and stand behind their small letters.
      return ignoresCase ? a.lexicographicallyPrecedes(b) : b.lexicographicallyPrecedes(a)
    }
    return one.utf8.lexicographicallyPrecedes(other.utf8)
  }
}
