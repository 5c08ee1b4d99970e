/// The words an annotation lies on and those around it, by which it is found again in another version of the document.
///
/// Blanks and line ends are one blank each, hyphens of line ends are left out.
package struct TextAnchor: Sendable, Hashable, Codable {
  /// Empty for an annotation at a place between words.
  package var quote: String
  /// Up to some dozens of characters before and behind it, over page ends too.
  package var before: String
  package var after: String
  /// Of an annotation at a place: how far its box is from the first glyph of `after`, top left to top left, in points.
  package var offset: Point?
  /// When and where it is read, in the version of the document it was made from; nil where nobody asked.
  package var reading: ReadingPlace?

  package init(quote: String, before: String, after: String, offset: Point? = nil) {
    self.quote = quote
    self.before = before
    self.after = after
    self.offset = offset
  }
}

/// When something on a page is read.
package struct ReadingPlace: Sendable, Hashable, Codable {
  /// Its turn among what is read on the page: what has a smaller one is read before.
  package var turn: Int
  /// The title of the section it stands in; empty where there is none, or none is known.
  package var section: String
  /// What the document calls its page; nil where that is its number, or is not known.
  package var label: String?

  package init(turn: Int, section: String, label: String? = nil) {
    self.turn = turn
    self.section = section
    self.label = label
  }
}
