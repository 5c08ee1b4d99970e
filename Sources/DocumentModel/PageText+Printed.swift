extension PageText {
  /// Puts the printed characters of a page in the place of those recognised where they stand.
  ///
  /// Printed characters have the names of their fonts, recognised ones have none.
  /// Many characters are no stamp, and nothing is done with them.
  package mutating func add(printed: PageText) {
    guard printed.scalars.count <= Self.mostPrinted else { return }
    let places = printed.boxes.filter { !$0.isEmpty }.map { $0.widened(by: 0.2 * $0.height) }
    var merged = PageText(styles: styles + printed.styles, size: size)
    merged.source = source
    for (index, scalar, style) in styled() {
      let isBlank = scalar <= 0x20 || scalar == Self.divider
      // A row that is gone leaves neither its blanks nor its end.
      if isBlank, let last = merged.scalars.last ?? 0x0A as UInt32?, last <= 0x20 {
        if scalar == 0x0A, last == 0x20 { merged.scalars[merged.scalars.count - 1] = scalar }
        continue
      }
      let middle = boxes[index].middle
      if !isBlank, places.contains(where: { $0.contains(middle) }) { continue }
      merged.append(scalar, boxes[index], style)
    }
    if let end = merged.boxes.last { merged.append(0x0A, end, merged.runs.last?.style ?? 0) }
    for (index, scalar, style) in printed.styled() {
      merged.append(scalar, printed.boxes[index], styles.count + style)
    }
    self = merged
  }

  private static let mostPrinted = 2_000

  /// Returns the characters with their indices and the indices of their styles.
  private func styled() -> [(index: Int, scalar: UInt32, style: Int)] {
    var run = 0
    return scalars.enumerated().map { index, scalar in
      while run + 1 < runs.count, runs[run + 1].start <= index { run += 1 }
      return (index, scalar, run < runs.count ? runs[run].style : 0)
    }
  }

  private mutating func append(_ scalar: UInt32, _ box: Box, _ style: Int) {
    if runs.last?.style != style { runs.append(StyleRun(start: scalars.count, style: style)) }
    scalars.append(scalar)
    boxes.append(box)
  }
}
