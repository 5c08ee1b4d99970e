import DocumentModel

/// Finds the numbers of lines in the margin, as in copies for review and in listings.
enum LineNumbers {
  /// Returns the indices of the fragments that number lines: small numbers set alone and aligned, beside text that starts at one edge, which grow by the same step.
  static func indices(_ fragments: [Fragment], _ segments: [Segment], _ scalars: [UInt32]) -> Set<
    Int32
  > {
    let columns = Dictionary(grouping: candidates(fragments, segments, scalars)) {
      Int($0.x1 / 3)
    }
    var found: Set<Int32> = []
    // Neighbouring columns too: numbers that align at their right end differ by a fraction.
    for key in columns.keys {
      let column = ((columns[key] ?? []) + (columns[key + 1] ?? [])).sorted { $0.y < $1.y }
      guard column.count >= 3, grows(column.map(\.number)) else { continue }
      let edge = column.map(\.x1).max() ?? 0
      let beside = column.filter { hasText(beside: $0, after: edge, segments) }
      if beside.count * 10 >= column.count * 9 { found.formUnion(column.map(\.index)) }
    }
    return found
  }

  private struct Candidate {
    var index: Int32
    var number: Int
    var x1: Float
    var y: Float
    var size: Float
  }

  private static func candidates(
    _ fragments: [Fragment], _ segments: [Segment], _ scalars: [UInt32]
  ) -> [Candidate] {
    segments.compactMap { segment in
      guard segment.end - segment.first == 1, segment.cells <= 4 else { return nil }
      let fragment = fragments[Int(segment.first)]
      let text = scalars[Int(fragment.start)..<Int(fragment.end)]
      guard text.allSatisfy(Script.isDigit) else { return nil }
      return Candidate(
        index: segment.first, number: text.reduce(0) { $0 * 10 + Int($1 & 0xF) }, x1: fragment.x1,
        y: fragment.middle, size: fragment.size)
    }
  }

  /// Whether numbers grow by one step, of which some may be missing.
  private static func grows(_ numbers: [Int]) -> Bool {
    let steps = zip(numbers, numbers.dropFirst()).map { $1 - $0 }
    guard let step = steps.min(), step > 0, step <= 10 else { return false }
    return steps.allSatisfy { $0 % step == 0 }
      && steps.count(where: { $0 == step }) * 2 >= steps.count
  }

  /// Whether larger text begins on a number's line within a few letters.
  private static func hasText(
    beside number: Candidate, after edge: Float, _ segments: [Segment]
  ) -> Bool {
    segments.contains { segment in
      segment.x0 > edge && segment.x0 - number.x1 < 5 * segment.size
        && number.size < 0.88 * segment.size && segment.cells > 2
        && segment.y0 < number.y && number.y < segment.y1
    }
  }
}
