import DocumentModel

/// The forms of lines and headings in lists of works.
extension Bibliography {
  /// Returns the number of a slide whose heading opens a list of works or goes on with it: `References II`.
  static func frame(_ heading: [UInt32]) -> Int? {
    guard let blank = heading.lastIndex(where: Script.isBlank),
      let number = frames.firstIndex(of: Array(heading[(blank + 1)...])),
      ReferenceWord.opensBibliography(Array(heading[..<blank]))
    else { return nil }
    return number + 1
  }

  private static let frames = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"].map {
    $0.unicodeScalars.map(\.value)
  }

  /// Whether a heading runs up the page, as that of a column in a turned table does.
  func isTurned(_ heading: Flow.Paragraph) -> Bool {
    heading.box.height > heading.box.width && !heading.scalars.contains(where: Script.isIdeographic)
  }

  /// Whether a text is a label and nothing else: `[12]`, `3`.
  static func isLabel(_ text: [UInt32]) -> Bool {
    guard text.count <= longestLabel else { return false }
    return EntryLabel.read(text + [0x20]).map { $0.end > text.count } ?? false
  }

  private static let longestLabel = 12

  /// The number of paragraphs numbered `1.`, `2.`, … in order.
  static func counted(_ lines: [Line]) -> Int {
    var count = 0
    for line in lines {
      if let label = EntryLabel.read(line.scalars)?.label,
        PartNumber(scalars: label).value == count + 1
      {
        count += 1
      }
    }
    return count
  }

  /// Whether a row is a turned one of a hanging indent, split off as a paragraph: it begins right of the column's entries.
  static func isIndented(_ line: Line, _ lefts: [Float]) -> Bool {
    lefts.contains { (3...40).contains(line.left - $0) }
  }
}
