package import DocumentModel

/// An image as pixels, row by row from the top.
package struct Bitmap: Sendable {
  /// The memory layout of a pixel.
  package enum Layout: Sendable, Hashable {
    /// Red, green, blue: three bytes.
    case rgb24
    /// `CAIRO_FORMAT_ARGB32`: blue, green, red, alpha (little-endian), colours premultiplied by alpha. Transparent parts are shown as white.
    case argb32
    /// `CAIRO_FORMAT_RGB24`: blue, green, red and an unused byte.
    case xrgb32

    package var bytes: Int { self == .rgb24 ? 3 : 4 }
  }

  package let size: PixelSize
  /// Bytes per row.
  package let stride: Int
  package let layout: Layout
  package let memory: PixelMemory

  /// Returns nil if the numbers are inconsistent or exceed the memory: they may come from a worker.
  package init?(
    width: Int, height: Int, stride: Int? = nil, layout: Layout, memory: PixelMemory
  ) {
    let most = PictureFacts.mostPixels
    guard width > 0, height > 0, width <= most, height <= most / width else { return nil }
    let stride = stride ?? width * layout.bytes
    let (before, isTooMuch) = stride.multipliedReportingOverflow(by: height - 1)
    guard stride >= width * layout.bytes, !isTooMuch,
      memory.count - width * layout.bytes >= before
    else { return nil }
    size = PixelSize(width: width, height: height)
    self.stride = stride
    self.layout = layout
    self.memory = memory
  }

  package init?(
    width: Int, height: Int, stride: Int? = nil, layout: Layout, bytes: [UInt8]
  ) {
    self.init(
      width: width, height: height, stride: stride, layout: layout, memory: PixelMemory(bytes))
  }

  package var bounds: PixelRect {
    PixelRect(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// Returns red, green and blue of each pixel, without gaps.
  package func rgb() -> [UInt8] {
    let count = size.width * size.height * 3
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      write(rgb: UnsafeMutableRawBufferPointer(buffer))
      written = count
    }
  }

  /// Writes red, green and blue of each pixel of a part into memory that must be large enough; without gaps unless `stride` is given.
  package func write(
    rgb target: UnsafeMutableRawBufferPointer, of part: PixelRect? = nil, stride row: Int? = nil
  ) {
    let part = (part ?? bounds).clamped(to: size)
    let targetStride = row ?? part.width * 3
    memory.withBytes { source in
      for y in 0..<part.height {
        let start = (part.y + y) * stride + part.x * layout.bytes
        let row = UnsafeRawBufferPointer(
          rebasing: source[start..<start + part.width * layout.bytes])
        let into = UnsafeMutableRawBufferPointer(
          rebasing: target[y * targetStride..<y * targetStride + part.width * 3])
        if layout == .rgb24 {
          into.copyMemory(from: row)
        } else {
          Bitmap.unpack(row, into, isOpaque: layout == .xrgb32)
        }
      }
    }
  }

  /// Returns a copy of a part of the image.
  func cropped(to part: PixelRect) -> Bitmap? {
    let part = part.clamped(to: size)
    let count = part.width * part.height * 3
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      write(rgb: UnsafeMutableRawBufferPointer(buffer), of: part)
      written = count
    }
    return Bitmap(width: part.width, height: part.height, layout: .rgb24, bytes: bytes)
  }

  /// Returns a part as 32-bit pixels in rows without gaps, as described at `PictureFacts`.
  func rows(of part: PixelRect) -> [UInt8] {
    let part = part.clamped(to: size)
    let colors = [UInt8](unsafeUninitializedCapacity: part.width * part.height * 3) {
      buffer, written in
      write(rgb: UnsafeMutableRawBufferPointer(buffer), of: part)
      written = part.width * part.height * 3
    }
    return [UInt8](unsafeUninitializedCapacity: part.width * part.height * 4) { rows, written in
      colors.withUnsafeBufferPointer { colors in
        for pixel in 0..<part.width * part.height {
          rows[pixel * 4] = colors[pixel * 3 + 2]
          rows[pixel * 4 + 1] = colors[pixel * 3 + 1]
          rows[pixel * 4 + 2] = colors[pixel * 3]
          rows[pixel * 4 + 3] = 255
        }
      }
      written = part.width * part.height * 4
    }
  }

  private static func unpack(
    _ row: UnsafeRawBufferPointer, _ into: UnsafeMutableRawBufferPointer, isOpaque: Bool
  ) {
    var to = 0
    for from in Swift.stride(from: 0, to: row.count, by: 4) {
      let white = isOpaque ? 0 : 255 &- row[from + 3]
      into[to] = row[from + 2] &+ white
      into[to + 1] = row[from + 1] &+ white
      into[to + 2] = row[from] &+ white
      to += 3
    }
  }

  /// Whether a part has no colour but greys, within a tolerance that is not visible.
  package func isGray(_ part: PixelRect) -> Bool {
    let part = part.clamped(to: size)
    // Blue is first or last; in either case green is in the middle.
    let step = layout.bytes
    return memory.withBytes { source in
      for y in part.y..<part.y + part.height {
        var at = y * stride + part.x * step
        for _ in 0..<part.width {
          let (a, b, c) = (Int(source[at]), Int(source[at + 1]), Int(source[at + 2]))
          if abs(a - b) > 6 || abs(b - c) > 6 { return false }
          at += step
        }
      }
      return true
    }
  }
}
