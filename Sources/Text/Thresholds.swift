/// Every measure the room decides by, in units of the font size where nothing else is said.
enum Thresholds {
  /// A blank at least this wide between two fragments of a line separates words where poppler said nothing.
  static let wordGap: Float = 0.15
  /// Less white than this between glyphs of two sizes is none, whatever poppler says.
  static let sizeChangeGap: Float = 0.07
  /// A note's mark this near to a word hangs on it.
  static let markGap: Float = 0.3
  /// The same between two glyphs read from the right, in units of a glyph's height.
  static let turnedGap: Float = 0.09
  /// The same between two ideographs: justification spreads them.
  static let ideographGap: Float = 0.45
  /// A wider gap inside a poppler line ends a segment: a gutter may run through it.
  static let segmentGap: Float = 0.7
  /// A strip of white narrower than this is no gutter.
  static let gutter: Float = 0.75
  /// Lines that must stand on both sides of a gutter.
  static let gutterLines = 3
  /// Share of the smaller height by which two segments overlap when they stand on one line.
  static let sameLine: Float = 0.5
  /// Sizes that differ by more than this factor belong to different paragraphs.
  static let sizeStep: Float = 1.07
  /// A first line moved in by at least this much is an indent.
  static let indent: Float = 0.6
  /// Wider than this, the distance of lines is rather that of paragraphs.
  static let wideLeading: Float = 1.9
  /// Line distance, as a multiple of the usual one, that ends a paragraph.
  static let paragraphGap: Float = 1.22
  /// The same where the line before is full and the next one goes on in lower case.
  static let brokenSentenceGap: Float = 1.6
  /// A justified line that ends this much before the edge is the last of its paragraph.
  static let shortLine: Float = 0.6
  /// Share of a column's lines that reach its right edge when it is justified.
  static let justifiedShare: Float = 0.5
  /// Larger than the body by this factor: a heading.
  static let headingSize: Float = 1.09
  /// Larger by this factor: lines that stand together are one title, and closer than this together, in their size.
  static let titleSize: Float = 1.4
  static let titleLeading: Float = 1.5
  /// The same for titles in bold.
  static let boldTitleSize: Float = 1.15
  /// Smaller than the body by this factor, at the foot of a column: a footnote.
  static let footnoteSize: Float = 0.93
  /// Share of the page's height, at the top and at the foot, in which running heads stand.
  static let headZone: Float = 0.2
  /// Larger than the body by more than this factor: no running head, unless most pages have it.
  static let headSize: Float = 1.15
  /// Slope of rows, as a tangent, from which a page is set straight, and up to which it can be.
  static let leastSkew: Float = 0.006
  static let mostSkew: Float = 0.2
}
