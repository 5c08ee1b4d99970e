import DocumentModel

/// Writes sixels of 16 greys: text is as readable as with more colours, in half the time.
enum GraySixel {
  private static let levels = 16

  /// The height of the part must be a multiple of six rows.
  static func bytes(of bitmap: Bitmap, _ part: PixelRect) -> [UInt8] {
    let width = part.width
    // P2 = 1: unset pixels keep their colour; all are set.
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
      let seen = (0..<levels).filter { used & 1 << UInt16($0) != 0 }
      SixelBand.write(seen, bands, width: width, to: &result)
    }
    return result + [0x1B, 0x5C]
  }

  /// Reads the greys of six rows, 0 to 15.
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

  /// Computes the sixels of the band for each grey; returns the greys in use as bits.
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
}
