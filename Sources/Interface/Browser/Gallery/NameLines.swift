import Canvas

extension GalleryView {
  /// Breaks a name into at most `most` lines of `width` cells, at blanks where possible, else after other signs between words. What does not fit is left out, at the end of
  /// a title and in the middle of a file name.
  static func lines(
    of name: String, isFileName: Bool = false, width: Int, most: Int
  ) -> [String] {
    var lines: [String] = []
    var rest = name.unicodeScalars.map { $0.properties.isWhitespace ? " " : String($0) }.joined()[
      ...]
    while !rest.isEmpty, lines.count < most {
      rest = rest.drop { $0 == " " }
      if lines.count == most - 1 || CellWidth.of(String(rest)) <= width {
        let rest = String(rest)
        lines.append(isFileName ? rest.cutInTheMiddle(to: width) : rest.truncated(to: width))
        break
      }
      let end = end(of: rest, width)
      lines.append(String(rest[..<end]))
      rest = rest[end...]
    }
    return lines
  }

  private static let joints: Set<Character> = ["_", "-", "."]

  /// Returns the end of a line: before the first word that does not fit, or within it.
  private static func end(of text: Substring, _ width: Int) -> String.Index {
    var used = 0
    var index = text.startIndex
    var (blank, joint): (String.Index?, String.Index?)
    while index < text.endIndex {
      used += CellWidth.of(String(text[index]))
      if text[index] == " " { blank = index }
      if used > width { break }
      if Self.joints.contains(text[index]) { joint = text.index(after: index) }
      index = text.index(after: index)
    }
    if let blank, blank > text.startIndex { return blank }
    if let joint { return joint }
    // Each line has at least one character, so that the loop ends.
    return max(index, text.index(after: text.startIndex))
  }
}
