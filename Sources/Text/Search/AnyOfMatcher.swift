/// Finds the matches of several patterns; of overlapping ones the first counts, and of those the longest.
package struct AnyOfMatcher: PatternMatcher {
  private let matchers: [any PatternMatcher]

  package init(_ matchers: [any PatternMatcher]) {
    self.matchers = matchers
  }

  package var reach: Int { matchers.map(\.reach).max() ?? 0 }

  package func isAbsent(from text: UnsafeBufferPointer<UInt8>) -> Bool {
    matchers.allSatisfy { $0.isAbsent(from: text) }
  }

  package func matches(in scalars: [UInt32]) throws(PatternError) -> [Range<Int>] {
    var all: [Range<Int>] = []
    for matcher in matchers { all += try matcher.matches(in: scalars) }
    return Self.apart(all)
  }

  package func matches(inASCII bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>]? {
    var all: [Range<Int>] = []
    for matcher in matchers {
      guard let own = matcher.matches(inASCII: bytes) else { return nil }
      all += own
    }
    return Self.apart(all)
  }

  private static func apart(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var apart: [Range<Int>] = []
    for range in ranges.sorted(by: {
      ($0.lowerBound, -$0.upperBound) < ($1.lowerBound, -$1.upperBound)
    })
    where range.lowerBound >= apart.last?.upperBound ?? 0 {
      apart.append(range)
    }
    return apart
  }
}
