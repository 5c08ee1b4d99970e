/// The order people expect of names: without case, numbers by their value (`page 9` before `page 10`).
package struct NaturalOrder: Sendable {
  /// A key's first sixteen bytes, by which most comparisons are decided, and where all of it lies.
  private struct Key {
    var first: UInt64
    var second: UInt64
    var start: Int32
    var end: Int32
    var index: Int32
  }

  private var bytes: [UInt8] = []
  private var keys: [Key] = []

  package init(_ names: [String]) {
    keys.reserveCapacity(names.count)
    bytes.reserveCapacity(names.reduce(0) { $0 + $1.utf8.count + 4 })
    for (index, name) in names.enumerated() {
      let start = bytes.count
      append(name)
      keys.append(
        Key(
          first: word(start), second: word(start + 8), start: Int32(clamping: start),
          end: Int32(clamping: bytes.count), index: Int32(clamping: index)))
    }
  }

  /// The indices of the names in order; equal names keep theirs.
  package func sorted() -> [Int] {
    bytes.withUnsafeBufferPointer { bytes in
      keys.sorted { a, b in
        if a.first != b.first { return a.first < b.first }
        if a.second != b.second { return a.second < b.second }
        let rest = (
          a.start + 16..<max(a.start + 16, a.end), b.start + 16..<max(b.start + 16, b.end)
        )
        for (x, y) in zip(rest.0, rest.1) where bytes[Int(x)] != bytes[Int(y)] {
          return bytes[Int(x)] < bytes[Int(y)]
        }
        if rest.0.count != rest.1.count { return rest.0.count < rest.1.count }
        return a.index < b.index
      }.map { Int($0.index) }
    }
  }

  /// Eight bytes of the last key from a place on, as a number that compares as they do.
  private func word(_ start: Int) -> UInt64 {
    var word: UInt64 = 0
    for place in start..<start + 8 {
      word = word << 8 | (place < bytes.count ? UInt64(bytes[place]) : 0)
    }
    return word
  }

  private mutating func append(_ name: String) {
    var name = name
    if !name.utf8.allSatisfy({ $0 < 0x80 }) { name = name.lowercased() }
    name.withUTF8 { letters in
      var place = 0
      while place < letters.count {
        let byte = letters[place]
        if byte >= 0x30, byte <= 0x39 {
          place = append(numberIn: letters, at: place)
        } else {
          bytes.append(byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte)
          place += 1
        }
      }
    }
  }

  /// A run of digits as the count of those that matter and these; returns where it ends.
  private mutating func append(
    numberIn letters: UnsafeBufferPointer<UInt8>, at start: Int
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
