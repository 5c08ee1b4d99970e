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

  /// Whether a text begins with a number and, without a blank, a capital letter: `10MATLAB. Version 3`, whose number is as wide as the space for it.
  static func adjoins(_ number: Int, _ text: [UInt32]) -> Bool {
    let digits = PartNumber(number).scalars
    return text.starts(with: digits)
      && text.dropFirst(digits.count).first.map(Script.isUpperCase) == true
  }

  /// Puts labels that are a column of their own before the lines beside them.
  mutating func joinLabels() {
    struct Place: Hashable {
      var page: Int
      var y: Int
    }
    let isLabel = lines.map { Self.isLabel($0.scalars) }
    guard isLabel.contains(true) else { return }
    let isLabelled = lines.map { EntryLabel.read($0.scalars) != nil }
    var beside: [Place: [Int]] = [:]
    for (index, line) in lines.enumerated() where !isLabel[index] {
      let y = Int(line.row.middle.y.rounded())
      for near in y - Self.labelReach...y + Self.labelReach where !isLabelled[index] {
        let place = Place(page: line.place.page, y: near)
        if (beside[place]?.count ?? 0) < Self.mostBeside {
          beside[place, default: []].append(index)
        }
      }
    }
    var joined: Set<Int> = []
    for (index, label) in lines.enumerated() where isLabel[index] {
      let y = Int(label.row.middle.y.rounded())
      // Those of other columns are farther.
      let own = beside[Place(page: label.place.page, y: y)]?.filter {
        lines[$0].left > label.left
      }.min { lines[$0].left < lines[$1].left }
      guard let own else { continue }
      lines[own].scalars = label.scalars + [0x20] + lines[own].scalars
      joined.insert(index)
    }
    lines = lines.indices.filter { !joined.contains($0) }.map { lines[$0] }
  }

  /// How far a label's middle may be from that of its line, in points.
  private static let labelReach = 4
  /// The most lines at one height that are looked at.
  private static let mostBeside = 8
}
