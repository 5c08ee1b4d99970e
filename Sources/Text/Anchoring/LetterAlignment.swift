/// Compares runs of letters by their Levenshtein distance.
enum LetterAlignment {
  /// A range of a text and the number of letters in it that differ from a pattern.
  struct Place {
    var range: Range<Int>
    var distance: Int
  }

  /// Returns the best match of a pattern that begins at `start` ± `slack`; text before and after it costs nothing.
  static func place(
    of pattern: [UInt32], in text: [UInt32], about start: Int, slack: Int
  ) -> Place? {
    let band = slack + min(256, pattern.count / 4)
    let low = max(0, start - slack)
    let high = min(text.count, start + pattern.count + band)
    guard low < high, !pattern.isEmpty else { return nil }
    let width = high - low + 1
    let far = Int32(pattern.count + width)
    // For each end in the text: the distance so far, and the start of the match.
    var row = [Int32](repeating: far, count: width)
    var begin = [Int32](repeating: 0, count: width)
    for column in 0..<width where low + column <= start + slack {
      row[column] = 0
      begin[column] = Int32(column)
    }
    for (index, letter) in pattern.enumerated() {
      let from = max(0, start + index - band - low)
      let to = min(width - 1, start + index + 1 + band - low)
      guard from <= to else { return nil }
      var (diagonal, diagonalBegin) = (
        from > 0 ? row[from - 1] : far, from > 0 ? begin[from - 1] : 0
      )
      if from > 0 { row[from - 1] = far }
      for column in from...to {
        let (above, aboveBegin) = (row[column], begin[column])
        var (best, bestBegin) = (above + 1, aboveBegin)
        if column > 0 {
          let cost: Int32 = text[low + column - 1] == letter ? 0 : 1
          if diagonal + cost <= best { (best, bestBegin) = (diagonal + cost, diagonalBegin) }
          if row[column - 1] + 1 < best {
            (best, bestBegin) = (row[column - 1] + 1, begin[column - 1])
          }
        }
        (diagonal, diagonalBegin) = (above, aboveBegin)
        (row[column], begin[column]) = (best, bestBegin)
      }
    }
    // Of equally good matches take the one nearest to `start`: short words repeat nearby.
    func way(_ end: Int) -> Int { abs(low + Int(begin[end]) - start) }
    guard let least = row.min(), least < far,
      let end = row.indices.filter({ row[$0] == least }).min(by: { way($0) < way($1) })
    else { return nil }
    return Place(range: low + Int(begin[end])..<low + end, distance: Int(row[end]))
  }

  /// Returns how much of a pattern lies directly before an index of the text, from 0 to 1.
  static func likeness(of pattern: [UInt32], before end: Int, in text: [UInt32]) -> Double {
    likeness(pattern.reversed(), text[max(0, end - pattern.count - 12)..<end].reversed())
  }

  /// Returns how much of a pattern lies directly after an index of the text, from 0 to 1.
  static func likeness(of pattern: [UInt32], from start: Int, in text: [UInt32]) -> Double {
    likeness(pattern, Array(text[start..<min(text.count, start + pattern.count + 12)]))
  }

  /// Both begin together; the end of the text is free.
  private static func likeness(_ pattern: [UInt32], _ text: [UInt32]) -> Double {
    guard !pattern.isEmpty else { return 0 }
    if text.starts(with: pattern) { return 1 }
    var row = Array(0...text.count)
    for (index, letter) in pattern.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in text.indices {
        let above = row[column + 1]
        row[column + 1] = min(
          above + 1, row[column] + 1, diagonal + (text[column] == letter ? 0 : 1))
        diagonal = above
      }
    }
    return 1 - Double(row.min() ?? pattern.count) / Double(pattern.count)
  }
}
