/// The numeric thresholds of this module, in units of the font size unless stated otherwise.
enum Thresholds {
  /// The minimum blank between two fragments of a line that separates words if poppler reported none.
  static let wordGap: Float = 0.15
  /// Less white than this between glyphs of two sizes separates nothing, whatever poppler reports.
  static let sizeChangeGap: Float = 0.07
  /// The minimum blank between glyphs of a row that separates words, if no space glyph does.
  static let glyphGap: Float = 0.13
  /// How far a small sign is above or below the baseline to be raised or lowered.
  static let raised: Float = 0.12
  static let lowered: Float = 0.05
  /// The maximum distance of a note mark from its word.
  static let markGap: Float = 0.3
  /// The minimum blank between two right-to-left glyphs, in units of a glyph's height.
  static let turnedGap: Float = 0.09
  /// The minimum blank between two ideographs: justification spreads them.
  static let ideographGap: Float = 0.45
  /// A wider gap between words of a line that is read from both sides separates cells.
  static let cellGap: Float = 1.5
  /// A wider gap inside a poppler line ends a segment, since a gutter may pass through it.
  static let segmentGap: Float = 0.7
  /// The minimum width of a gutter.
  static let gutter: Float = 0.75
  /// The minimum number of lines on both sides of a gutter.
  static let gutterLines = 3
  /// The minimum overlap of two segments on one line, as a share of the smaller height.
  static let sameLine: Float = 0.5
  /// Sizes that differ by more than this factor belong to different paragraphs.
  static let sizeStep: Float = 1.07
  /// The minimum indent of a first line.
  static let indent: Float = 0.6
  /// A larger distance between lines is probably that of paragraphs.
  static let wideLeading: Float = 1.9
  /// The line distance that ends a paragraph, as a multiple of the usual one.
  static let paragraphGap: Float = 1.22
  /// The same if the previous line is full and the next one continues in lower case.
  static let brokenSentenceGap: Float = 1.6
  /// A justified line that ends at least this far before the edge is the last of its paragraph.
  static let shortLine: Float = 0.6
  /// The share of a column's width by which a line inside a paragraph may end before the edge.
  static let unevenEdge: Float = 0.12
  /// The share of a column's width that an entry of a table of contents fills before it goes on in the next line.
  static let brokenEntry: Float = 0.6
  /// The ends of justified lines vary by less, in units of the font size.
  static let sharpEdge: Float = 0.05
  /// A line that ends earlier than the others by more is the last of its paragraph, in units of the font size.
  static let earlyEnd: Float = 0.15
  /// The share of a column's lines that reach its right edge if it is justified.
  static let justifiedShare: Float = 0.5
  /// A heading is larger than the body by at least this factor.
  static let headingSize: Float = 1.09
  /// Lines larger than the body by this factor form one title if they are closer together than `titleLeading`, in units of their size.
  static let titleSize: Float = 1.4
  static let titleLeading: Float = 1.5
  /// The same for titles in bold.
  static let boldTitleSize: Float = 1.15
  /// A footnote, at the bottom of a column, is smaller than the body by this factor.
  static let footnoteSize: Float = 0.93
  /// The share of the page height, at the top and bottom, in which running heads occur.
  static let headZone: Float = 0.2
  /// A line larger than the body by more than this factor is no running head, unless most pages have it.
  static let headSize: Float = 1.15
  /// The range of row slopes, as tangents, for which a page is straightened.
  static let leastSkew: Float = 0.006
  static let mostSkew: Float = 0.2
}
