/// The sort key of a name: lower-case letters without accents as UTF-8, and each number as its digit count and digits.
enum NameKey {
  /// Writes a name's key, no more of it than the target takes.
  static func write(_ name: String, to key: inout some NameKeyTaking, _ base: inout BaseLetters) {
    var name = name
    name.withUTF8 { letters in
      var place = 0
      while place < letters.count, !key.isFull {
        let byte = letters[place]
        if byte >= 0x30, byte <= 0x39 {
          place = write(numberIn: letters, at: place, to: &key)
        } else if byte < 0x80 {
          key.append(byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte)
          place += 1
        } else {
          place = base.write(letters, at: place, to: &key)
        }
      }
    }
  }

  /// Writes a run of digits as the count of significant digits and the digits; returns the offset
  /// after it.
  private static func write(
    numberIn letters: UnsafeBufferPointer<UInt8>, at start: Int, to key: inout some NameKeyTaking
  ) -> Int {
    var end = start
    while end < letters.count, letters[end] >= 0x30, letters[end] <= 0x39 { end += 1 }
    var first = start
    while first < end - 1, letters[first] == 0x30 { first += 1 }
    // Between the characters before and after the digits in ASCII.
    key.append(0x30)
    key.append(UInt8(min(255, end - first)))
    for place in first..<end { key.append(letters[place]) }
    return end
  }
}

/// Something a name's key is written to, byte by byte.
protocol NameKeyTaking {
  /// It needs no more.
  var isFull: Bool { get }
  mutating func append(_ byte: UInt8)
}

extension [UInt8]: NameKeyTaking {
  var isFull: Bool { false }
}

/// The first sixteen bytes of a name's key, padded with zeros, as two numbers that compare like the
/// bytes.
struct NameHead: Comparable {
  fileprivate var first: UInt64 = 0
  fileprivate var second: UInt64 = 0

  static let size = 16

  /// Of a key's bytes.
  init(_ bytes: ArraySlice<UInt8>) {
    var writer = Writer()
    for byte in bytes.prefix(Self.size) { writer.append(byte) }
    self = writer.head
  }

  /// Of a name, without the rest of its key.
  init(of name: String, _ base: inout BaseLetters) {
    var writer = Writer()
    NameKey.write(name, to: &writer, &base)
    self = writer.head
  }

  private init() {}

  static func < (one: NameHead, other: NameHead) -> Bool {
    one.first != other.first ? one.first < other.first : one.second < other.second
  }

  private struct Writer: NameKeyTaking {
    var head = NameHead()
    private var count = 0

    var isFull: Bool { count >= NameHead.size }

    mutating func append(_ byte: UInt8) {
      guard !isFull else { return }
      let place = UInt64(byte) << UInt64(56 - 8 * (count & 7))
      if count < 8 { head.first |= place } else { head.second |= place }
      count += 1
    }
  }
}
