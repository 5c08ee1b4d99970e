package import DocumentModel

/// A piece of a page as its author wrote it: a paragraph, a heading, an item of a list, a row of a table …
package struct TextBlock: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case paragraph
    /// Level from 1.
    case heading(level: Int)
    /// An item of a list; `depth` from 0. The marker is part of the text.
    case listItem(depth: Int)
    /// One line of code, or of anything else whose blanks must be kept as they stand.
    case code
    case tableRow
    case caption
    case footnote
    /// Running header, footer or page number: not part of the flow.
    case header
    case footer
  }

  package var kind: Kind
  /// Round all of the block on its page, in points.
  package var box: Box
  /// The clean text: one logical paragraph, no line ends inside.
  package var scalars: [UInt32]
  /// For each scalar the index into the page's `PageText.scalars` it came from, or -1 where it was put in (the blank
  /// that joins two lines). As many as `scalars`, ascending within a line of the page, not over the whole block in every script.
  package var origins: [Int32]
  /// The block goes on with the first block of the flow on the next page.
  package var continues: Bool

  package init(
    kind: Kind, box: Box, scalars: [UInt32], origins: [Int32], continues: Bool = false
  ) {
    self.kind = kind
    self.box = box
    self.scalars = scalars
    self.origins = origins
    self.continues = continues
  }
}
