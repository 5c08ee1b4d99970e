import DocumentModel

extension Bitmap {
  /// Whether a part consists of ink on paper only, such as letters and lines. There, greys occur at edges only, whereas shaded areas such as photographs have
  /// greys with nearly equal neighbours.
  func isLineArt(_ part: PixelRect) -> Bool {
    let part = part.clamped(to: size)
    guard part.width > 1, part.height > 1 else { return false }
    let light = lightness(of: part)
    var (paper, ink, shades) = (0, 0, 0)
    for y in 0..<part.height - 1 {
      for x in 0..<part.width - 1 {
        let at = y * part.width + x
        let own = Int(light[at])
        if own >= 224 { paper += 1 }
        if own < 32 { ink += 1 }
        guard own >= 32, own < 224 else { continue }
        // An edge continues in at most one direction.
        let isShade =
          abs(own - Int(light[at + 1])) < 24 && abs(own - Int(light[at + part.width])) < 24
        if isShade { shades += 1 }
      }
    }
    let all = (part.width - 1) * (part.height - 1)
    // Large dark areas look better as blocks.
    return paper * 2 > all && ink * 4 < all && shades * 50 < all
  }

  /// Returns the lightness of each pixel of a part, row by row.
  private func lightness(of part: PixelRect) -> [UInt8] {
    let count = part.width * part.height
    let colors = [UInt8](unsafeUninitializedCapacity: count * 3) { buffer, written in
      write(rgb: UnsafeMutableRawBufferPointer(buffer), of: part)
      written = count * 3
    }
    return (0..<count).map { pixel in
      let (red, green, blue) = (colors[pixel * 3], colors[pixel * 3 + 1], colors[pixel * 3 + 2])
      return UInt8((Int(red) * 54 + Int(green) * 183 + Int(blue) * 19) >> 8)
    }
  }
}
