/// The annotated words and the text around them, used to find them again in another version of the document.
///
/// Blanks and line ends are normalised to one blank each; hyphens at line ends are removed.
package struct TextAnchor: Sendable, Hashable, Codable {
  /// Empty for an annotation at a point between words.
  package var quote: String
  /// Up to some dozens of characters before and after the quote, also across page boundaries.
  package var before: String
  package var after: String
  /// For an annotation at a point: the offset from the top left of the first glyph of `after` to the top left of its box, in points.
  package var offset: Point?
  /// Its position in reading order, in the version of the document the anchor was made from; nil if not determined.
  package var reading: ReadingPlace?

  package init(quote: String, before: String, after: String, offset: Point? = nil) {
    self.quote = quote
    self.before = before
    self.after = after
    self.offset = offset
  }
}

/// The position of something on a page in reading order.
package struct ReadingPlace: Sendable, Hashable, Codable {
  /// The rank in the page's reading order; smaller ranks are read first.
  package var turn: Int
  /// The title of its section; empty if there is none or it is not known.
  package var section: String
  /// The page label; nil if it equals the page number or is not known.
  package var label: String?

  package init(turn: Int, section: String, label: String? = nil) {
    self.turn = turn
    self.section = section
    self.label = label
  }
}
