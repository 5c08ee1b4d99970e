/// Writes six rows of pixels as sixels (DEC STD 070).
enum SixelBand {
  /// Writes the colours of a band over each other: `bands` has a byte for each column of each register, bit 0 is the upper row.
  static func write(
    _ registers: [Int], _ bands: [UInt8], width: Int, to result: inout [UInt8]
  ) {
    bands.withUnsafeBufferPointer { bands in
      for (index, register) in registers.enumerated() {
        if index > 0 { result.append(UInt8(ascii: "$")) }
        result.append(UInt8(ascii: "#"))
        write(register, to: &result)
        let row = bands[register * width..<(register + 1) * width]
        write(UnsafeBufferPointer(rebasing: row), to: &result)
      }
    }
    result.append(UInt8(ascii: "-"))
  }

  private static func write(_ number: Int, to result: inout [UInt8]) {
    var place = 1
    while place * 10 <= number { place *= 10 }
    while place > 0 {
      result.append(UInt8(ascii: "0") + UInt8(number / place % 10))
      place /= 10
    }
  }

  /// Writes repeated sixels as `!count`; blank ones at the end are omitted.
  private static func write(_ row: UnsafeBufferPointer<UInt8>, to result: inout [UInt8]) {
    var end = row.count
    while end > 0, row[end - 1] == 0 { end -= 1 }
    var at = 0
    while at < end {
      let value = row[at]
      var next = at + 1
      while next < end, row[next] == value { next += 1 }
      let sign = value + 63
      let count = next - at
      if count > 3 {
        result.append(UInt8(ascii: "!"))
        write(count, to: &result)
        result.append(sign)
      } else {
        for _ in 0..<count { result.append(sign) }
      }
      at = next
    }
  }
}
