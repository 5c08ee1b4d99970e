/// One line of a SyncTeX file, read from its beginning.
struct SyncTeXLine {
  private let bytes: UnsafeRawBufferPointer
  private var at: Int
  private let end: Int

  init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    self.bytes = bytes
    (at, end) = (range.lowerBound, range.upperBound)
  }

  /// The bytes that are left.
  var rest: [UInt8] { Array(bytes[at..<end]) }

  /// Takes the next byte; 0 at the end.
  mutating func letter() -> UInt8 {
    guard at < end else { return 0 }
    defer { at += 1 }
    return bytes[at]
  }

  /// Takes a text if it is next.
  mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard at + count <= end else { return false }
    for index in 0..<count where bytes[at + index] != text.utf8Start[index] { return false }
    at += count
    return true
  }

  /// Takes the separator of two fields; some programs confuse them.
  mutating func skipSeparator() -> Bool { skip(":") || skip(",") }

  /// Takes a whole number; one too large is the largest. Nil if there is none.
  mutating func integer() -> Int32? {
    var next = at
    let isNegative = next < end && bytes[next] == UInt8(ascii: "-")
    if isNegative { next += 1 }
    var value: Int64 = 0
    let first = next
    while next < end, case let digit = bytes[next] &- 0x30, digit < 10 {
      value = min(value * 10 + Int64(digit), Int64(Int32.max))
      next += 1
    }
    guard next > first else { return nil }
    at = next
    return Int32(isNegative ? -value : value)
  }

  /// Takes a number with a fraction; nil if there is none.
  mutating func decimal() -> Double? {
    let start = at
    while at < end, "+-.eE0123456789".utf8.contains(bytes[at]) { at += 1 }
    return Double(String(decoding: bytes[start..<at], as: UTF8.self)).flatMap {
      $0.isFinite ? $0 : nil
    }
  }

  /// Scaled points of the unit of length that is next; points if there is none.
  var unitOfLength: Double {
    let units: [String: Double] = [
      "pt": 65_536, "in": 4_736_286.72, "cm": 1_864_679.811, "mm": 186_467.981, "bp": 65_781.76,
      "sp": 1, "pc": 786_432, "dd": 70_124.086, "cc": 841_489.0,
    ]
    return units[String(decoding: rest.prefix(2), as: UTF8.self)] ?? 65_536
  }
}
