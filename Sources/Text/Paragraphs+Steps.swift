extension Paragraphs {
  /// Whether a line of an algorithm begins, the first one or the one after the last of the lines before it that have numbers.
  func startsStep(_ at: Int, in range: Range<Int>) -> Bool {
    guard let step = markers.stepNumber(lines[at]) else { return false }
    let before = lines[range.lowerBound..<at].suffix(4)
    return step == 1 || before.reversed().lazy.compactMap(markers.stepNumber).first == step - 1
  }
}
