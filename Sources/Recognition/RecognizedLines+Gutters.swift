extension RecognizedLines {
  /// Splits lines that Tesseract has read across the gutter between two columns.
  mutating func splitAtGutters() {
    let all = lines
    lines = all.flatMap { line in
      guard !line.isVertical, let place = line.gutter(among: all) else { return [line] }
      var (left, right) = (line, line)
      left.words.removeSubrange(place...)
      right.words.removeSubrange(..<place)
      return [left, right]
    }
  }
}

extension RecognizedLine {
  fileprivate var start: Double { words.first?.first?.start ?? 0 }
  fileprivate var end: Double { words.last?.last?.end ?? 0 }

  /// Returns the index of the first word after a gutter: a gap where lines above and below end on one side and begin on the other.
  fileprivate func gutter(among lines: [RecognizedLine]) -> Int? {
    words.indices.dropFirst().first { index in
      guard let left = words[index - 1].last, let right = words[index].first,
        right.start - left.end > Self.leastGap * size
      else { return false }
      let x = (left.end + right.start) / 2
      let near = lines.filter {
        !$0.isVertical && abs($0.baseline(at: x) - baseline(at: x)) < Self.reach * size
      }
      return near.count { $0.isLeft(of: x) } >= Self.leastLines
        && near.count { $0.isRight(of: x) } >= Self.leastLines
        && near.count { $0.covers(x) } <= near.count / 10
    }
  }

  /// Whether it has letters on the left of a place only, or leaves a gap there.
  private func isLeft(of x: Double) -> Bool { start < x && !covers(x) }
  private func isRight(of x: Double) -> Bool { end > x && !covers(x) }

  private func covers(_ x: Double) -> Bool {
    guard start < x, x < end else { return false }
    return !zip(words, words.dropFirst()).contains { word, next in
      guard let left = word.last?.end, let right = next.first?.start else { return false }
      return left <= x && x <= right && right - left > Self.leastGap * size
    }
  }

  /// In units of the size of the letters.
  private static let leastGap = 0.45
  private static let reach = 20.0
  private static let leastLines = 4
}
