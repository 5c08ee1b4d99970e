import Text

extension FlatText {
  /// Whether a passage has a match, on one of the given pages (from 1) if there are any.
  func has(
    _ matcher: some PatternMatcher, in passage: Int, pages: ClosedRange<Int>?
  ) throws(PatternError) -> Bool {
    let hits = try hits(in: passage, matcher, withContext: false)
    guard let pages else { return !hits.isEmpty }
    return hits.contains { pages.contains($0.page + 1) }
  }
}
