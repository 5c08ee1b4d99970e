/// One match in a document's text.
package struct SearchHit: Sendable, Hashable {
  /// Characters of one page, as indices into its `PageText.scalars`.
  package struct Span: Sendable, Hashable {
    /// Page index from 0.
    package var page: Int32
    package var start: Int32
    package var end: Int32

    package init(page: Int32, start: Int32, end: Int32) {
      self.page = page
      self.start = start
      self.end = end
    }
  }

  /// What is matched, line by line, never empty.
  package var spans: [Span]
  /// How far from the top of its page the first line of it begins, in points.
  package var y: Float
  /// Number from 1 of the source's line it begins on, where that is known; else 0.
  package var line: Int
  /// The text before, of and after it, on one line.
  package var before: String
  package var text: String
  package var after: String

  package init(
    spans: [Span], y: Float, line: Int = 0, before: String, text: String, after: String
  ) {
    self.spans = spans
    self.y = y
    self.line = line
    self.before = before
    self.text = text
    self.after = after
  }

  /// Page index from 0 of its beginning.
  package var page: Int { Int(spans[0].page) }
}
