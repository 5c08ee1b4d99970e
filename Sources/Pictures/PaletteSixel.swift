import DocumentModel

/// Writes sixels of images with no more colours than registers, each exact: on mostly white pages libchafa averages the palette and turns paper grey.
enum PaletteSixel {
  private static let registers = 256
  /// The bits per red, green and blue: register values are given in hundredths.
  private static let bits = 6

  /// The height of the part must be a multiple of six rows; nil if there are more colours.
  static func bytes(of bitmap: Bitmap, _ part: PixelRect) -> [UInt8]? {
    guard let (indices, palette) = indexed(bitmap, part) else { return nil }
    let width = part.width
    // P2 = 1: unset pixels keep their colour; all are set.
    var result = Array("\u{1b}P0;1;0q\"1;1;\(width);\(part.height)".utf8)
    result.reserveCapacity(width * part.height / 2)
    for (register, color) in palette.enumerated() {
      let shares = [16, 8, 0].map { (Int(color >> UInt32($0) & 255) * 100 + 127) / 255 }
      result += Array("#\(register);2;\(shares[0]);\(shares[1]);\(shares[2])".utf8)
    }
    var bands = [UInt8](repeating: 0, count: width * palette.count)
    var isUsed = [Bool](repeating: false, count: palette.count)
    for top in stride(from: 0, to: part.height, by: 6) {
      sort(indices, from: top * width, width: width, into: &bands, &isUsed)
      let used = palette.indices.filter { isUsed[$0] }
      SixelBand.write(used, bands, width: width, to: &result)
      for register in used {
        isUsed[register] = false
        for at in register * width..<(register + 1) * width { bands[at] = 0 }
      }
    }
    return result + [0x1B, 0x5C]
  }

  /// Returns the register of each pixel, and the registers' colours as 0xRRGGBB.
  private static func indexed(
    _ bitmap: Bitmap, _ part: PixelRect
  ) -> (indices: [UInt8], palette: [UInt32])? {
    let count = part.width * part.height
    let colors = [UInt8](unsafeUninitializedCapacity: count * 3) { buffer, written in
      bitmap.write(rgb: UnsafeMutableRawBufferPointer(buffer), of: part)
      written = count * 3
    }
    var palette: [UInt32] = []
    var known = [UInt16](repeating: .max, count: 1 << (3 * bits))
    let indices = [UInt8](unsafeUninitializedCapacity: count) { indices, written in
      known.withUnsafeMutableBufferPointer { known in
        colors.withUnsafeBufferPointer { colors in
          for pixel in 0..<count {
            var key = 0
            for part in 0..<3 { key = key << bits | Int(colors[pixel * 3 + part]) >> (8 - bits) }
            if known[key] == .max {
              guard palette.count < registers else { return }
              known[key] = UInt16(palette.count)
              palette.append(Self.color(key))
            }
            indices[pixel] = UInt8(truncatingIfNeeded: known[key])
            written = pixel + 1
          }
        }
      }
    }
    return indices.count == count ? (indices, palette) : nil
  }

  /// White stays white, and black stays black.
  private static func color(_ key: Int) -> UInt32 {
    (0..<3).reduce(0) { color, part in
      let share = key >> ((2 - part) * bits) & (1 << bits - 1)
      return color << 8 | UInt32(share << (8 - bits) | share >> (2 * bits - 8))
    }
  }

  private static func sort(
    _ indices: [UInt8], from start: Int, width: Int, into bands: inout [UInt8],
    _ isUsed: inout [Bool]
  ) {
    bands.withUnsafeMutableBufferPointer { bands in
      indices.withUnsafeBufferPointer { indices in
        for row in 0..<6 {
          let bit = UInt8(1 << row)
          for column in 0..<width {
            let register = Int(indices[start + row * width + column])
            bands[register * width + column] |= bit
            isUsed[register] = true
          }
        }
      }
    }
  }
}
