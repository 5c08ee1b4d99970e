package import DocumentModel

/// A hyphen that stood at a line end inside a block.
package struct LineHyphen: Sendable, Hashable {
  /// Where in the block's `scalars` the hyphen stands, or would stand (before the scalar there).
  package var index: Int32
  /// Index into the page's scalars of the hyphen itself.
  package var origin: Int32
  /// The hyphen is part of the clean text (`well-known`); otherwise it was taken out (`sys-tem`).
  package var isKept: Bool
  /// Only a rule spoke for this reading: a search tries the other one too.
  package var isOpen: Bool

  package init(index: Int32, origin: Int32, isKept: Bool, isOpen: Bool) {
    self.index = index
    self.origin = origin
    self.isKept = isKept
    self.isOpen = isOpen
  }
}

/// A part of a block that is not running text, as a range of its scalars.
package struct BlockSpan: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// Bullet in front of a list item, with the blank after it.
    case bullet
    /// Number or letter in front of a list item, with the blank after it.
    case number
    /// Raised figures or signs that point to a note.
    case noteMark
  }

  package var kind: Kind
  package var range: Range<Int>

  package init(kind: Kind, range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}

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
    /// One row of a table; a tab (put in) stands between two cells.
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
  /// that joins two lines). As many as `scalars`, ascending within a line of the page, not over the whole block in every
  /// script; the letters of a ligature share the index of its glyph.
  package var origins: [Int32]
  /// The block goes on with the first block of the flow on the next page.
  package var continues: Bool
  /// The block goes on with what the page before left open.
  package var isContinuation: Bool
  /// Ascending by `index`.
  package var hyphens: [LineHyphen]
  /// Ascending, without overlaps.
  package var spans: [BlockSpan]

  package init(
    kind: Kind, box: Box, scalars: [UInt32], origins: [Int32], continues: Bool = false,
    isContinuation: Bool = false, hyphens: [LineHyphen] = [], spans: [BlockSpan] = []
  ) {
    self.kind = kind
    self.box = box
    self.scalars = scalars
    self.origins = origins
    self.continues = continues
    self.isContinuation = isContinuation
    self.hyphens = hyphens
    self.spans = spans
  }
}
