package import DocumentModel

extension Bitmap {
  /// Returns a copy with rectangles highlighted: on light paper they darken like a marker pen,
  /// otherwise they brighten.
  package func marked(_ marks: [PictureMark], isOnLight: Bool) -> Bitmap {
    guard !marks.isEmpty, layout != .rgb24 else { return self }
    let count = stride * (size.height - 1) + size.width * layout.bytes
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    memory.withBytes { copy.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    for mark in marks {
      let pen = Pen(mark, isOnLight: isOnLight)
      for area in mark.areas {
        guard area.x < size.width, area.y < size.height, area.x + area.width > 0,
          area.y + area.height > 0
        else { continue }
        pen.draw(area.clamped(to: size), on: copy, stride: stride)
      }
    }
    // Unsafe: freed once, with the bitmap's memory.
    nonisolated(unsafe) let taken = copy
    let memory = PixelMemory(UnsafeRawBufferPointer(copy)) { taken.deallocate() }
    return Bitmap(
      width: size.width, height: size.height, stride: stride, layout: layout, memory: memory)
      ?? self
  }
}

/// Maps each value of blue, green and red to its value under a mark.
private struct Pen {
  private let tables: [[UInt8]]

  /// The share of a mark's colour that is added on dark paper, of 255.
  private static let glow = 120

  init(_ mark: PictureMark, isOnLight: Bool) {
    tables = [0, 8, 16].map { shift in
      let color = Int(mark.color >> UInt32(shift) & 0xFF)
      return (0..<256).map { value in
        switch mark.paint {
        case .solid: UInt8(color)
        case .tint where isOnLight: UInt8(value * color / 255)
        case .tint: UInt8(255 - (255 - value) * (255 - color * Self.glow / 255) / 255)
        }
      }
    }
  }

  func draw(_ area: PixelRect, on pixels: UnsafeMutableRawBufferPointer, stride: Int) {
    tables[0].withUnsafeBufferPointer { blue in
      tables[1].withUnsafeBufferPointer { green in
        tables[2].withUnsafeBufferPointer { red in
          for y in area.y..<area.y + area.height {
            var at = y * stride + area.x * 4
            for _ in 0..<area.width {
              pixels[at] = blue[Int(pixels[at])]
              pixels[at + 1] = green[Int(pixels[at + 1])]
              pixels[at + 2] = red[Int(pixels[at + 2])]
              at += 4
            }
          }
        }
      }
    }
  }
}
