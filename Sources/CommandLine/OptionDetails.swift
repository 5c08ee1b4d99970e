import Canvas

/// The options of a command and the paragraphs below them, read from lines in which descriptions begin in one column.
struct OptionDetails {
  enum Part: Equatable {
    /// The option as it is typed, and its description.
    case option(String, String)
    case paragraph(String)
  }

  private(set) var parts: [Part] = []
  /// The column of the descriptions.
  private let column: Int

  init(_ lines: [String]) {
    let columns = lines.compactMap { Self.columnBehindGap($0) }
    let counts = Dictionary(columns.map { ($0, 1) }, uniquingKeysWith: +)
    column = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? .max
    var isNew = true
    for line in lines {
      let letters = Array(line)
      let isFull = column < letters.count && letters[column] != " "
      if isFull, letters[..<column].allSatisfy({ $0 == " " }), !parts.isEmpty {
        append(String(letters[column...]))
      } else if isFull, letters[column - 1] == " ",
        letters[0] == "-" || Self.columnBehindGap(line) == column
      {
        let term = letters[..<column].split(separator: " ").map { String($0) }
        parts.append(.option(term.joined(separator: " "), String(letters[column...])))
        isNew = true
      } else {
        let words = String(line.drop { $0 == " " })
        if words.isEmpty || isNew || line.hasPrefix("Exit status") {
          parts.append(.paragraph(words))
        } else {
          append(words)
        }
        isNew = words.isEmpty
      }
    }
    parts.removeAll { $0 == .paragraph("") }
  }

  /// Continues the last part.
  private mutating func append(_ words: String) {
    switch parts.removeLast() {
    case .option(let term, let text): parts.append(.option(term, text + " " + words))
    case .paragraph(let text): parts.append(.paragraph(text + " " + words))
    }
  }

  /// Returns the column of a row's text after two blanks or more.
  private static func columnBehindGap(_ line: String) -> Int? {
    guard line.first != " ", let gap = line.firstRange(of: "  ") else { return nil }
    let rest = line[gap.lowerBound...]
    return rest.firstIndex { $0 != " " }.map { line.distance(from: line.startIndex, to: $0) }
  }

  /// Returns the lines for a terminal of `width` columns.
  func lines(width: Int) -> [String] {
    var lines: [String] = []
    for (index, part) in parts.enumerated() {
      switch part {
      case .option(let term, let text):
        let isNarrow = width < column + 30
        let indent = isNarrow ? 4 : column
        var rows = Self.filled(text, width: width - indent).map {
          String(repeating: " ", count: indent) + $0
        }
        if !isNarrow, term.count < column, !rows.isEmpty {
          rows[0] = term + rows[0].dropFirst(term.count)
        } else {
          rows.insert(term, at: 0)
        }
        lines += rows
      case .paragraph(let text):
        if index > 0 { lines.append("") }
        lines += Self.filled(text, width: width)
      }
    }
    return lines
  }

  /// Divides a text at blanks into lines of at most `width` columns, if its words allow.
  static func filled(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, CellWidth.of(last) + 1 + CellWidth.of(String(word)) <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
