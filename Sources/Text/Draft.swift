/// A block under construction: its lines, and whether it may continue elsewhere.
struct Draft {
  /// Indices into `Lines.list`; of several leaves if it continues across a column's end.
  var lines: [Int]
  var kind: TextBlock.Kind
  var size: Float
  var isMonospace = false
  /// Whether the first line does not look like the start of a paragraph.
  var isOpenAtStart = false
  /// Whether the last line is full.
  var isOpenAtEnd = false
  /// The distance of the text after a marker, or of the lines after the first, from the column's left edge.
  var hang: Float = 0
  /// For each line of a table row, the column of its cell; empty if the lines hold several cells.
  var columns: [Int] = []

  /// Whether it is part of the running text.
  var isInFlow: Bool {
    switch kind {
    case .paragraph, .listItem, .heading, .code: true
    default: false
    }
  }
}
