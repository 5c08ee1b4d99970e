/// A block of text as its author set it: formats that know their blocks give them with the characters.
package struct AuthoredBlock: Sendable, Hashable {
  package enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    /// A line of plain text, with its blanks.
    case line = 1
    case paragraph = 2
    case heading = 3
    case listItem = 4
    /// A line of code.
    case code = 5
    /// A row of a table; a line end stands between two cells.
    case tableHead = 6
    case tableRow = 7
    case footnote = 8
    /// Signs that part what stands above from what stands below.
    case rule = 9
  }

  package enum Alignment: UInt8, Sendable, Hashable, CaseIterable {
    case left = 1
    case center = 2
    case right = 3
  }

  package var kind: Kind
  /// Of a heading from 1, of an item its depth from 0.
  package var level: Int
  /// Indices into the page's scalars.
  package var range: Range<Int>
  /// So many scalars at its beginning are a marker (bullet, number, box): its other lines hang behind them.
  package var marker: Int
  /// Cells that all of it is set in, bars of quotations not counted.
  package var indent: Int
  /// Quotations it stands in.
  package var quotes: Int
  /// An empty line stands above it.
  package var isApart: Bool
  /// Where it begins in its source: lines from `PageInfo.line` on; -1 for what goes on with a line begun before.
  package var line: Int
  /// Of the columns, in the rows of a table.
  package var alignments: [Alignment]

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

/// What is known of a document that has no pages of its own; what the program calls its pages are portions of it.
package struct FlowingText: Sendable, Hashable {
  package enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    case plainText = 1
    case markdown = 2

    /// What a file of this name is, if it is a text at all.
    package init(ofFileNamed name: String) {
      let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
      self = Self.endings.contains(ending ?? "") ? .markdown : .plainText
    }

    private static let endings: Set<String> = ["md", "markdown", "mdown", "mkd", "mkdn"]
  }

  /// Why a document is shown as plain text though it is something else.
  package enum Shortfall: UInt8, Sendable, Hashable, CaseIterable {
    case tooLarge = 1
    case tooDeep = 2
  }

  package var kind: Kind
  /// The encoding its characters were read in, as iconv calls it; `UTF-8` for ASCII.
  package var encoding: String
  /// The encoding is a guess.
  package var isGuess: Bool
  /// Cells of its widest lines, or lines of code, as far as was looked; 0 where it has none.
  package var measure: Int
  package var shortfall: Shortfall?
  /// Of the file.
  package var byteCount: Int

  package init(
    kind: Kind, encoding: String = "UTF-8", isGuess: Bool = false, measure: Int = 0,
    shortfall: Shortfall? = nil, byteCount: Int = 0
  ) {
    self.kind = kind
    self.encoding = encoding
    self.isGuess = isGuess
    self.measure = measure
    self.shortfall = shortfall
    self.byteCount = byteCount
  }
}
