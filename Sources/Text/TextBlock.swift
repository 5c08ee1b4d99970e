package import DocumentModel

/// A hyphen at a line end inside a block.
package struct LineHyphen: Sendable, Hashable {
  /// The index in the block's `scalars` of the hyphen or, if it was removed, of the scalar after it.
  package var index: Int32
  /// The index of the hyphen in the page's scalars.
  package var origin: Int32
  /// Whether the hyphen is part of the clean text (`well-known`) or was removed (`sys-tem`).
  package var isKept: Bool
  /// Whether only a heuristic decided, so that a search tries the other reading too.
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
    /// The bullet before a list item, with the blank after it.
    case bullet
    /// The number or letter before a list item, with the blank after it.
    case number
    /// Raised digits or signs that refer to a note.
    case noteMark
    /// The same in a text of markup.
    case noteCall
    /// The reading of ideographs, in parentheses (ruby).
    case reading
  }

  package var kind: Kind
  package var range: Range<Int>

  package init(kind: Kind, range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}

/// The figure, table or formula that a block belongs to.
package struct BlockRegion: Sendable, Hashable {
  package var region: PageRegion
  /// Its caption as text; empty if it has none.
  package var caption: String

  package init(_ region: PageRegion, caption: String = "") {
    self.region = region
    self.caption = caption
  }
}

/// A part of a page as its author wrote it: a paragraph, a heading, a list item, a table row …
package struct TextBlock: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case paragraph
    /// Level from 1.
    case heading(level: Int)
    /// A list item; `depth` from 0. The marker is part of the text.
    case listItem(depth: Int)
    /// A line of code, or of other text whose blanks are significant.
    case code
    /// A table row; cells are separated by an inserted tab.
    case tableRow
    case caption
    case footnote
    /// A figure with the words in it, shown as a picture.
    case figure
    /// A displayed formula with its signs from left to right, shown as a picture.
    case formula
    /// A running header, footer or page number: not part of the flow.
    case header
    case footer
  }

  package var kind: Kind
  /// The box of the block on its page, in points.
  package var box: Box
  /// The clean text: one logical paragraph without line ends.
  package var scalars: [UInt32]
  /// For each scalar, its index in the page's `PageText.scalars`, or -1 if it was inserted (the blank that joins two lines). As many as `scalars`; ascending
  /// within a line of the page, though not over the whole block in every script. The letters of a ligature share the index of its glyph.
  package var origins: [Int32]
  /// Whether the block continues with the first block of the flow on the next page.
  package var continues: Bool
  /// Whether the block continues an open block of the previous page.
  package var isContinuation: Bool
  /// Ascending by `index`.
  package var hyphens: [LineHyphen]
  /// Ascending, without overlaps.
  package var spans: [BlockSpan]
  /// The figure, table or formula it is part of.
  package var region: BlockRegion?

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
