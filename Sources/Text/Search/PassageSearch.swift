/// Finds matches in a passage with line-end hyphens: each hyphen is read as decided, and the other way.
package enum PassageSearch {
  /// Returns the ranges of matches in the scalars of the passage, ascending, without overlaps.
  package static func ranges(
    in scalars: [UInt32], hyphens: [LineHyphen], _ matcher: some PatternMatcher
  ) throws(PatternError) -> [Range<Int>] {
    merged(
      try matcher.matches(in: scalars), try otherwise(scalars, hyphens, matcher))
  }

  /// Returns the matches that include a hyphen read the other way.
  static func otherwise(
    _ scalars: [UInt32], _ hyphens: [LineHyphen], _ matcher: some PatternMatcher
  ) throws(PatternError) -> [Range<Int>] {
    try otherwise(scalars, hyphens, reach: matcher.reach) { window throws(PatternError) in
      try matcher.matches(in: window)
    }
  }

  /// The same in a passage of ASCII only.
  static func otherwise(
    ascii bytes: ArraySlice<UInt8>, _ hyphens: [LineHyphen], _ matcher: some PatternMatcher
  ) -> [Range<Int>] {
    bytes.withUnsafeBufferPointer { text in
      // It throws only if `matches(in:)` throws for the same pattern.
      (try? otherwise(text, hyphens, reach: matcher.reach) { window throws(PatternError) in
        window.withUnsafeBufferPointer { matcher.matches(inASCII: $0) } ?? []
      }) ?? []
    }
  }

  private static func otherwise<Text: RandomAccessCollection>(
    _ text: Text, _ hyphens: [LineHyphen], reach: Int,
    _ matches: ([Text.Element]) throws(PatternError) -> [Range<Int>]
  ) throws(PatternError) -> [Range<Int>]
  where Text.Index == Int, Text.Element: ExpressibleByIntegerLiteral & Equatable {
    var found: [Range<Int>] = []
    for hyphen in hyphens {
      let at = Int(hyphen.index)
      guard at > 0, at < text.count else { continue }
      let start = max(0, at - reach)
      let after = hyphen.end(in: text)
      let end = min(text.count, after + reach + 1)
      guard after < end else { continue }
      let sign: [Text.Element] = hyphen.isKept ? [] : [0x2D]
      let window = Array(text[start..<at]) + sign + Array(text[after..<end])
      // Before this index the window equals the passage; from it on it is shifted.
      let junction = at - start
      let shift = after - at - sign.count
      for range in try matches(window)
      where range.lowerBound < junction && range.upperBound > junction + sign.count {
        found.append(start + range.lowerBound..<start + range.upperBound + shift)
      }
    }
    return found
  }

  /// Returns the matches that go on across asides, which are left out.
  static func across(
    _ asides: ArraySlice<Range<Int32>>, in scalars: [UInt32], _ matcher: some PatternMatcher
  ) throws(PatternError) -> [Range<Int>] {
    let main = MainText(scalars, without: asides)
    return try matcher.matches(in: main.scalars).compactMap(main.range)
  }

  static func merged(_ first: [Range<Int>], _ second: [Range<Int>]) -> [Range<Int>] {
    guard !second.isEmpty else { return first }
    var result: [Range<Int>] = []
    for range in (first + second).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, range.lowerBound < last.upperBound { continue }
      result.append(range)
    }
    return result
  }
}

/// A passage without its asides.
struct MainText {
  private(set) var scalars: [UInt32] = []
  /// The places where asides were, and the scalars left out up to there.
  private var cuts: [(place: Int, count: Int)] = []

  init(_ passage: [UInt32], without asides: ArraySlice<Range<Int32>>) {
    scalars.reserveCapacity(passage.count)
    var end = 0
    for aside in asides {
      let range = Int(aside.lowerBound)..<Int(aside.upperBound)
      guard range.lowerBound >= end, range.upperBound <= passage.count else { continue }
      scalars += passage[end..<range.lowerBound]
      end = range.upperBound
      cuts.append((scalars.count, end - scalars.count))
    }
    scalars += passage[end...]
  }

  /// Returns the range of the passage that a range of this text is of; nil if no aside is within.
  func range(_ range: Range<Int>) -> Range<Int>? {
    guard let first = cuts.first(where: { $0.place > range.lowerBound }),
      first.place < range.upperBound
    else { return nil }
    return passageIndex(range.lowerBound)..<passageIndex(range.upperBound - 1) + 1
  }

  private func passageIndex(_ index: Int) -> Int {
    index + (cuts.last { $0.place <= index }?.count ?? 0)
  }
}
