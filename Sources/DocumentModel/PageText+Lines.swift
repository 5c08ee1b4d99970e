extension PageText {
  /// Lines of plain text as blocks, without places; the bytes are UTF-8.
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

  /// The block a character stands in, or that it parts from the next.
  package func block(at offset: Int) -> AuthoredBlock? {
    guard let blocks else { return nil }
    var (low, high) = (0, blocks.count)
    while low < high {
      let middle = (low + high) / 2
      if blocks[middle].range.lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? blocks[low - 1] : nil
  }

  /// The character nearest to a height, in points from the top.
  package func offset(atY y: Double) -> Int { boxes.firstIndex { Double($0.y1) >= y } ?? 0 }
}
