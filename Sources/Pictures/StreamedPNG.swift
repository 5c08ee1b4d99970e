/// A picture for the stream, packed quickly: a PNG file of 8-bit red, green and blue (ISO/IEC 15948).
enum StreamedPNG {
  static func bytes(of bitmap: Bitmap, _ part: PixelRect? = nil) -> [UInt8] {
    let part = (part ?? bitmap.bounds).clamped(to: bitmap.size)
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    // 8 bits, colour type 2; deflate, filters by row, not interlaced.
    add("IHDR", number(part.width) + number(part.height) + [8, 2, 0, 0, 0], to: &file)
    add("IDAT", rows(of: bitmap, part).withUnsafeBytes { Zlib.packed($0) }, to: &file)
    add("IEND", [], to: &file)
    return file
  }

  /// The rows, each behind its filter: the difference to the row above (2), which on paper is mostly none.
  private static func rows(of bitmap: Bitmap, _ part: PixelRect) -> [UInt8] {
    let length = part.width * 3
    var pixels = [UInt8](repeating: 0, count: length * part.height)
    pixels.withUnsafeMutableBytes { bitmap.write(rgb: $0, of: part) }
    let count = (length + 1) * part.height
    return [UInt8](unsafeUninitializedCapacity: count) { rows, written in
      pixels.withUnsafeBufferPointer { pixels in
        for y in 0..<part.height {
          let to = y * (length + 1)
          let from = y * length
          rows[to] = 2
          for x in 0..<length {
            let above = y > 0 ? pixels[from - length + x] : 0
            rows[to + 1 + x] = pixels[from + x] &- above
          }
        }
      }
      written = count
    }
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func add(_ name: String, _ data: [UInt8], to file: inout [UInt8]) {
    let body = Array(name.utf8) + data
    file += number(data.count)
    file += body
    file += number(Int(Zlib.checksum(body)))
  }
}
