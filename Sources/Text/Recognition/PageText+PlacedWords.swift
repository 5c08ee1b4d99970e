package import DocumentModel

extension PageText {
  /// The recognised words with their places, for a text layer; printed ones need none.
  package var placedWords: [PlacedWord] {
    var words: [PlacedWord] = []
    var run = 0
    var start = 0
    var turn = QuarterTurn.none
    var rowStart = 0
    for end in 0...scalars.count where end == scalars.count || scalars[end] <= 0x20 {
      if end > start {
        while run + 1 < runs.count, runs[run + 1].start <= start { run += 1 }
        let style = runs[safe: run].flatMap { styles[safe: $0.style] }
        // A single letter runs as the word before it.
        if end > start + 1 { turn = self.turn(of: start..<end) }
        if let style, style.font.isEmpty, let word = word(start..<end, size: style.size, turn) {
          words.append(word)
        }
      }
      if end == scalars.count || scalars[end] == 0x0A {
        Self.level(&words[rowStart...])
        rowStart = words.count
      }
      start = end + 1
    }
    return words
  }

  /// Puts the words of a row that is a little skewed nearer to one baseline: programs take others for words of several rows.
  private static func level(_ row: inout ArraySlice<PlacedWord>) {
    guard row.count > 1, row.allSatisfy({ $0.turn == .none || $0.turn == .half }),
      let low = row.map(\.y).min(), let high = row.map(\.y).max(),
      let size = row.map(\.size).min(), high - low < mostLevelled * size
    else { return }
    let (middle, reach) = ((low + high) / 2, farthest * size)
    for index in row.indices {
      row[index].y = min(max(row[index].y, middle - reach), middle + reach)
    }
  }

  /// In units of the font size: words then still lie on their pictures.
  private static let mostLevelled: Float = 0.7
  /// Programs take words for those of one row whose baselines differ by less than half of the font size.
  private static let farthest: Float = 0.2

  private func isRightToLeft(_ range: Range<Int>) -> Bool {
    scalars[range].contains(where: Script.isRightToLeft)
  }

  private func turn(of range: Range<Int>) -> QuarterTurn {
    let (first, last) = (boxes[range.lowerBound].middle, boxes[range.upperBound - 1].middle)
    let (x, y) = (last.x - first.x, last.y - first.y)
    if abs(y) > abs(x) { return y > 0 ? .right : .left }
    return x < 0 && !isRightToLeft(range) ? .half : .none
  }

  private func word(_ range: Range<Int>, size: Float, _ turn: QuarterTurn) -> PlacedWord? {
    let box = boxes[range].dropFirst().reduce(boxes[range.lowerBound]) { $0.union($1) }
    let text = String(String.UnicodeScalarView(scalars[range].compactMap(Unicode.Scalar.init)))
    guard size > 0, !text.isEmpty else { return nil }
    // The baseline is where that of the first letter is.
    let first = boxes[range.lowerBound]
    let rise = Self.descent * size
    // Recognised letters are as wide as their ink.
    let (before, after) = (Self.bearings.before * size, Self.bearings.after * size)
    let (x, y, width): (Float, Float, Float) =
      switch turn {
      case .none: (box.x0 - before, first.y1 - rise, box.width)
      case .half: (box.x1 + before, first.y0 + rise, box.width)
      case .right: (first.x0 + rise, box.y0 - before, box.height)
      case .left: (first.x1 - rise, box.y1 + before, box.height)
      }
    guard width > 0 else { return nil }
    return PlacedWord(
      text: text, x: x, y: y, width: width + before + after, size: size, turn: turn,
      isRightToLeft: isRightToLeft(range))
  }

  /// The blanks that fonts leave beside the ink of words, in units of the font size.
  private static let bearings: (before: Float, after: Float) = (0.02, 0.03)

  /// How far the boxes of recognised letters reach below the baseline, in units of the font size.
  package static let descent: Float = 0.21
}
