/// AES with keys of 128 or 256 bits, block chained to block (FIPS 197, SP 800-38A).
struct AES {
  /// Four bytes a column, four columns a round.
  private let keys: [UInt8]
  private let rounds: Int

  /// The key has 16 or 32 bytes.
  init(key: [UInt8]) {
    let words = key.count / 4
    rounds = words + 6
    var keys = key
    keys.reserveCapacity(16 * (rounds + 1))
    var constant: UInt8 = 1
    while keys.count < 16 * (rounds + 1) {
      let index = keys.count / 4
      var word = Array(keys.suffix(4))
      if index % words == 0 {
        word = [word[1], word[2], word[3], word[0]].map { Self.box[Int($0)] }
        word[0] ^= constant
        constant = Self.doubled(constant)
      } else if words > 6, index % words == 4 {
        word = word.map { Self.box[Int($0)] }
      }
      let before = keys.count - key.count
      for place in 0..<4 { keys.append(keys[before + place] ^ word[place]) }
    }
    self.keys = keys
  }

  /// The bytes are whole blocks.
  ///
  /// By tables of columns that are substituted and mixed already: the hash of revision 6 encrypts half a megabyte for each password.
  func encrypted(_ bytes: [UInt8], start: [UInt8]) -> [UInt8] {
    let count = bytes.count / 16 * 16
    var result = [UInt8](repeating: 0, count: count)
    let words = stride(from: 0, to: keys.count, by: 4).map { Self.word(keys, $0) }
    var chain = (0..<4).map { Self.word(start, $0 * 4) }
    Self.mixed.withUnsafeBufferPointer { mixed in
      Self.box.withUnsafeBufferPointer { box in
        words.withUnsafeBufferPointer { words in
          bytes.withUnsafeBufferPointer { bytes in
            result.withUnsafeMutableBufferPointer { result in
              var place = 0
              while place < count {
                var (a, b, c, d) = (
                  chain[0] ^ Self.word(bytes, place) ^ words[0],
                  chain[1] ^ Self.word(bytes, place + 4) ^ words[1],
                  chain[2] ^ Self.word(bytes, place + 8) ^ words[2],
                  chain[3] ^ Self.word(bytes, place + 12) ^ words[3]
                )
                var key = 4
                while key < rounds * 4 {
                  let w = Self.column(mixed, a, b, c, d) ^ words[key]
                  let x = Self.column(mixed, b, c, d, a) ^ words[key + 1]
                  let y = Self.column(mixed, c, d, a, b) ^ words[key + 2]
                  d = Self.column(mixed, d, a, b, c) ^ words[key + 3]
                  (a, b, c) = (w, x, y)
                  key += 4
                }
                let last = [
                  Self.last(box, a, b, c, d) ^ words[key],
                  Self.last(box, b, c, d, a) ^ words[key + 1],
                  Self.last(box, c, d, a, b) ^ words[key + 2],
                  Self.last(box, d, a, b, c) ^ words[key + 3],
                ]
                for index in 0..<16 {
                  result[place + index] =
                    UInt8(truncatingIfNeeded: last[index >> 2] >> (24 - 8 * UInt32(index & 3)))
                }
                chain = last
                place += 16
              }
            }
          }
        }
      }
    }
    return result
  }

  private static func word(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    bytes.withUnsafeBufferPointer { word($0, place) }
  }

  private static func word(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> UInt32 {
    UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16 | UInt32(bytes[place + 2]) << 8
      | UInt32(bytes[place + 3])
  }

  /// A column after a round: substituted, its rows shifted, mixed.
  private static func column(
    _ mixed: UnsafeBufferPointer<UInt32>, _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32
  ) -> UInt32 {
    let (one, two) = (mixed[Int(a >> 24)], mixed[Int(b >> 16 & 0xFF)])
    let (three, four) = (mixed[Int(c >> 8 & 0xFF)], mixed[Int(d & 0xFF)])
    return one ^ (two >> 8 | two << 24) ^ (three >> 16 | three << 16) ^ (four >> 24 | four << 8)
  }

  private static func last(
    _ box: UnsafeBufferPointer<UInt8>, _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32
  ) -> UInt32 {
    UInt32(box[Int(a >> 24)]) << 24 | UInt32(box[Int(b >> 16 & 0xFF)]) << 16
      | UInt32(box[Int(c >> 8 & 0xFF)]) << 8 | UInt32(box[Int(d & 0xFF)])
  }

  /// What a byte of the first row gives to its column.
  private static let mixed: [UInt32] = box.map { value in
    let twice = doubled(value)
    return UInt32(twice) << 24 | UInt32(value) << 16 | UInt32(value) << 8 | UInt32(twice ^ value)
  }

  func decrypted(_ bytes: [UInt8], start: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var last = start
    for place in stride(from: 0, to: bytes.count - 15, by: 16) {
      let whole = Array(bytes[place..<place + 16])
      var block = whole
      decrypt(&block)
      for index in 0..<16 { result.append(block[index] ^ last[index]) }
      last = whole
    }
    return result
  }

  private func add(_ round: Int, to block: inout [UInt8]) {
    for index in 0..<16 { block[index] ^= keys[16 * round + index] }
  }

  private func decrypt(_ block: inout [UInt8]) {
    var moved = block
    for round in stride(from: rounds, to: 0, by: -1) {
      add(round, to: &block)
      if round < rounds {
        for column in stride(from: 0, to: 16, by: 4) {
          let four = Array(block[column..<column + 4])
          for row in 0..<4 {
            block[column + row] =
              Self.times(four[row], 14) ^ Self.times(four[(row + 1) & 3], 11)
              ^ Self.times(four[(row + 2) & 3], 13) ^ Self.times(four[(row + 3) & 3], 9)
          }
        }
      }
      for index in 0..<16 { moved[(index * 5) & 15] = Self.inverse[Int(block[index])] }
      block = moved
    }
    add(0, to: &block)
  }

  private static func doubled(_ value: UInt8) -> UInt8 {
    value << 1 ^ (value & 0x80 == 0 ? 0 : 0x1B)
  }

  private static func times(_ value: UInt8, _ factor: UInt8) -> UInt8 {
    var (value, factor, result) = (value, factor, UInt8(0))
    while factor > 0 {
      if factor & 1 == 1 { result ^= value }
      value = doubled(value)
      factor >>= 1
    }
    return result
  }

  /// The substitution box: inverses in the field, mixed (FIPS 197, 5.1.1).
  private static let box: [UInt8] = {
    var box = [UInt8](repeating: 0, count: 256)
    var (p, q): (UInt8, UInt8) = (1, 1)
    repeat {
      p = p ^ doubled(p)
      q ^= q << 1
      q ^= q << 2
      q ^= q << 4
      if q & 0x80 != 0 { q ^= 0x09 }
      box[Int(p)] = q ^ turned(q, 1) ^ turned(q, 2) ^ turned(q, 3) ^ turned(q, 4) ^ 0x63
    } while p != 1
    box[0] = 0x63
    return box
  }()

  private static let inverse: [UInt8] = {
    var inverse = [UInt8](repeating: 0, count: 256)
    for (index, value) in box.enumerated() { inverse[Int(value)] = UInt8(index) }
    return inverse
  }()

  private static func turned(_ value: UInt8, _ count: UInt8) -> UInt8 {
    value << count | value >> (8 - count)
  }
}
