extension PageText {
  /// Splits plain UTF-8 text into one block per line, without positions on a page.
  package init(lines bytes: [UInt8]) {
    self.init(blocks: [])
    scalars.reserveCapacity(bytes.count)
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      scalars.append(scalar.value)
    }
    var start = 0
    var lines: [AuthoredBlock] = []
    while start < scalars.count {
      let end = scalars[start...].firstIndex(of: 0x0A) ?? scalars.count
      lines.append(AuthoredBlock(.line, start..<end, line: lines.count))
      start = end + 1
    }
    blocks = lines
  }

  /// Returns the block that contains a character or that the character ends.
  package func block(at offset: Int) -> AuthoredBlock? {
    guard let blocks else { return nil }
    var (low, high) = (0, blocks.count)
    while low < high {
      let middle = (low + high) / 2
      if blocks[middle].range.lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? blocks[low - 1] : nil
  }

  /// Returns the first character that reaches below a height, in points from the top.
  package func offset(atY y: Double) -> Int { boxes.firstIndex { Double($0.y1) >= y } ?? 0 }
}
