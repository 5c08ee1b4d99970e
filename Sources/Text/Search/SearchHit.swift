/// A match in a document's text.
package struct SearchHit: Sendable, Hashable {
  /// A range of characters of one page, as indices into its `PageText.scalars`.
  package struct Span: Sendable, Hashable {
    /// The page index from 0.
    package var page: Int32
    package var start: Int32
    package var end: Int32

    package init(page: Int32, start: Int32, end: Int32) {
      self.page = page
      self.start = start
      self.end = end
    }
  }

  /// The matched ranges, line by line, never empty.
  package var spans: [Span]
  /// The distance of its first line from the top of the page in points.
  package var y: Float
  /// The source line, from 1, on which it begins; 0 if not known.
  package var line: Int
  /// The text before, of and after the match, on one line.
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

  /// The index from 0 of the page on which it begins.
  package var page: Int { Int(spans[0].page) }
}
