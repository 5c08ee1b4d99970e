package import DocumentModel

extension TextBlock {
  /// Returns the most frequent direction from one character to the next on the displayed page; `unknown` if there are no two characters
  /// to compare.
  package func direction(on page: PageText) -> Direction {
    var steps: [Direction: Int] = [:]
    var last: Int?
    for (scalar, origin) in zip(scalars, origins) {
      let index = Int(origin)
      guard !Script.isBlank(scalar), page.boxes.indices.contains(index),
        !page.boxes[index].isEmpty
      else {
        last = nil
        continue
      }
      defer { last = index }
      // The letters of a ligature are one glyph.
      guard let last, last != index else { continue }
      let step = Direction(from: page.boxes[last], to: page.boxes[index])
      steps[step == .back && Script.isRightToLeft(scalar) ? .across : step, default: 0] += 1
    }
    steps[.unknown] = nil
    return steps.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key ?? .unknown
  }
}
