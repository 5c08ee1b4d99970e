package import DocumentModel

/// One line of a page on a grid of cells.
package struct GridLine: Sendable, Hashable {
  /// Characters that stand beside each other from a column on.
  package struct Span: Sendable, Hashable {
    /// Cell from 0.
    package var column: Int
    /// Indices into the page's scalars, in the order of reading; blanks among them are single.
    package var indices: [Int32]

    package init(column: Int, indices: [Int32]) {
      self.column = column
      self.indices = indices
    }
  }

  /// Middle of the line in points from the top; of an empty line, where it would stand.
  package var y: Float
  /// From left to right without overlaps; none for an empty line.
  package var spans: [Span]

  package init(y: Float, spans: [Span]) {
    self.y = y
    self.spans = spans
  }
}

/// Layout mode: the page's characters at their places on a grid of cells, columns kept.
package enum PageGrid {
  /// Lines from top to bottom; empty ones stand for gaps, at most two in a row.
  ///
  /// `cellWidth` gives the cells a scalar takes (0, 1 or 2). Columns stay below `maxColumns` except where a
  /// line's own characters need more.
  package static func lines(
    _ text: PageText, size: PageSize, cellWidth: (UInt32) -> Int, maxColumns: Int
  ) -> [GridLine] {
    []
  }
}
