/// A block of text as its author wrote it, from formats that know their blocks, such as Markdown.
package struct AuthoredBlock: Sendable, Hashable {
  package enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    /// A line of plain text, with its blanks.
    case line = 1
    case paragraph = 2
    case heading = 3
    case listItem = 4
    /// A line of code.
    case code = 5
    /// A row of a table; cells are separated by a line end.
    case tableHead = 6
    case tableRow = 7
    case footnote = 8
    /// A horizontal rule.
    case rule = 9
    /// An image with its words; where it is on the page a region says.
    case figure = 10
    /// The caption of the figure or table before it, or after it.
    case caption = 11
    /// The running head and foot of the pages that follow: no part of the text.
    case header = 12
    case footer = 13

    package var isRunningHead: Bool { self == .header || self == .footer }
  }

  package enum Alignment: UInt8, Sendable, Hashable, CaseIterable {
    case left = 1
    case center = 2
    case right = 3
    /// The cell before it covers this column, too.
    case covered = 4
  }

  package var kind: Kind
  /// For a heading, its level from 1; for a list item, its depth from 0; for the first block of a note, 1.
  package var level: Int
  /// Indices into the page's scalars.
  package var range: Range<Int>
  /// The number of leading scalars that are a marker (bullet, number, box); further lines are indented to the text after it.
  package var marker: Int
  /// The indentation of the whole block in cells, without quotation bars.
  package var indent: Int
  /// Extra indentation of all lines after the first, in cells, besides the marker's width.
  package var hang = 0
  /// Whether it is the next line of the block before it, where the author broke the line.
  package var continues = false
  /// The nesting depth of quotations.
  package var quotes: Int
  /// Whether an empty line precedes the block.
  package var isApart: Bool
  /// The source line it begins on, relative to `PageInfo.line`; -1 if it continues a line begun before.
  package var line: Int
  /// Table rows: the alignment of each column (the first row's applies to the table). Other blocks: that of the lines, then of the last line.
  package var alignments: [Alignment]
  package var rules = LineRules()

  package init(
    _ kind: Kind, _ range: Range<Int>, level: Int = 0, marker: Int = 0, indent: Int = 0,
    quotes: Int = 0, isApart: Bool = false, line: Int = 0, alignments: [Alignment] = []
  ) {
    self.kind = kind
    self.range = range
    self.level = level
    self.marker = marker
    self.indent = indent
    self.quotes = quotes
    self.isApart = isApart
    self.line = line
    self.alignments = alignments
  }
}
