import DocumentModel

/// Sixels of 16 grays: text as good as in any number of them, in half the time.
enum GraySixel {
  private static let levels = 16

  /// The part must be whole bands of six rows.
  static func bytes(of bitmap: Bitmap, _ part: PixelRect) -> [UInt8] {
    let width = part.width
    // P2 = 1: what is not set is left; all is.
    var result = Array("\u{1b}P0;1;0q\"1;1;\(width);\(part.height)".utf8)
    result.reserveCapacity(width * part.height / 3)
    for level in 0..<levels {
      let share = (level * 100 + 7) / 15
      result += Array("#\(level);2;\(share);\(share);\(share)".utf8)
    }
    var grays = [UInt8](repeating: 0, count: width * 6)
    var bands = [UInt8](repeating: 0, count: width * levels)
    for top in stride(from: 0, to: part.height / 6 * 6, by: 6) {
      read(&grays, of: bitmap, x: part.x, y: part.y + top, width: width)
      let used = sort(grays, into: &bands, width: width)
      write(bands, used, width: width, to: &result)
    }
    return result + [0x1B, 0x5C]
  }

  /// The grays of six rows, 0 to 15.
  private static func read(
    _ grays: inout [UInt8], of bitmap: Bitmap, x: Int, y: Int, width: Int
  ) {
    let step = bitmap.layout.bytes
    let isBlueFirst = bitmap.layout != .rgb24
    let isOpaque = bitmap.layout != .argb32
    bitmap.memory.withBytes { source in
      grays.withUnsafeMutableBufferPointer { grays in
        for row in 0..<6 {
          var at = (y + row) * bitmap.stride + x * step
          for column in 0..<width {
            let (first, last) = (Int(source[at]), Int(source[at + 2]))
            let (red, blue) = isBlueFirst ? (last, first) : (first, last)
            let light = (red * 77 + Int(source[at + 1]) * 150 + blue * 29) >> 8
            let white = isOpaque ? 0 : 255 - Int(source[at + 3])
            grays[row * width + column] = UInt8((min(255, light + white) * 15 + 127) / 255)
            at += step
          }
        }
      }
    }
  }

  /// For each gray the sixels of the band that have it; gives the grays there are as bits.
  private static func sort(_ grays: [UInt8], into bands: inout [UInt8], width: Int) -> UInt16 {
    var used: UInt16 = 0
    bands.withUnsafeMutableBufferPointer { bands in
      bands.update(repeating: 0)
      grays.withUnsafeBufferPointer { grays in
        for row in 0..<6 {
          let bit = UInt8(1 << row)
          for column in 0..<width {
            let level = Int(grays[row * width + column])
            bands[level * width + column] |= bit
            used |= 1 << UInt16(level)
          }
        }
      }
    }
    return used
  }

  private static func write(
    _ bands: [UInt8], _ used: UInt16, width: Int, to result: inout [UInt8]
  ) {
    var isFirst = true
    for level in 0..<levels where used & 1 << UInt16(level) != 0 {
      if !isFirst { result.append(UInt8(ascii: "$")) }
      isFirst = false
      result.append(UInt8(ascii: "#"))
      if level >= 10 { result.append(UInt8(ascii: "1")) }
      result.append(UInt8(ascii: "0") + UInt8(level % 10))
      bands.withUnsafeBufferPointer { bands in
        let row = UnsafeBufferPointer(rebasing: bands[level * width..<(level + 1) * width])
        write(row, to: &result)
      }
    }
    result.append(UInt8(ascii: "-"))
  }

  /// Runs of the same sixel as `!count`; blank ones at the end need not be said.
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
        var place = count >= 10_000 ? 100_000 : 1_000
        while place > count { place /= 10 }
        while place > 0 {
          result.append(UInt8(ascii: "0") + UInt8(count / place % 10))
          place /= 10
        }
        result.append(sign)
      } else {
        for _ in 0..<count { result.append(sign) }
      }
      at = next
    }
  }
}
