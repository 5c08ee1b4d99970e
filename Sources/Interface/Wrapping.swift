import Canvas

extension String {
  /// Breaks a sentence into lines of at most `columns` cells at blanks; a longer word, such as a path, continues on the
  /// next line.
  func wrapped(to columns: Int) -> [String] {
    var lines = [""]
    for word in split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if CellWidth.of(line) + CellWidth.of(String(word)) + 1 > columns {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] += " " + word
      }
      while let rest = cutOff(&lines[lines.count - 1], at: max(columns, 2)) { lines.append(rest) }
    }
    return lines
  }

  /// Returns the text cut to so many cells, with an ellipsis where something is missing.
  func truncated(to columns: Int) -> String {
    guard CellWidth.of(self) > columns else { return self }
    var result = ""
    var used = 0
    for character in self {
      let width = CellWidth.of(String(character))
      if used + width > columns - 1 { break }
      result.append(character)
      used += width
    }
    return result + "…"
  }

  /// Returns a line as it is read from the right edge of so many columns.
  func fromTheRight(in columns: Int) -> String {
    let scalars = unicodeScalars.map(\.value)
    // Letters from the right are put in order where the line is painted.
    let isInOrder = scalars.contains(where: BidiOrder.isRightToLeftLetter)
    let order = BidiOrder(scalars, isRightToLeft: true, .none)
    let shown = order.order.compactMap { Unicode.Scalar(order.scalar(at: $0)) }
    let line = isInOrder ? self : String(String.UnicodeScalarView(shown))
    return String(repeating: " ", count: max(0, columns - CellWidth.of(line))) + line
  }
}

/// Removes and returns the part of a line that does not fit into `columns` cells.
private func cutOff(_ line: inout String, at columns: Int) -> String? {
  guard CellWidth.of(line) > columns else { return nil }
  var used = 0
  let end = line.indices.first { index in
    used += CellWidth.of(String(line[index]))
    return used > columns
  }
  // A character wider than a line stays whole.
  guard let end, end > line.startIndex else { return nil }
  defer { line = String(line[..<end]) }
  return String(line[end...])
}
