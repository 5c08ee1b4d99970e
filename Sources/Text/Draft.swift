/// A block while it is being put together: which lines, and whether it may go on elsewhere.
struct Draft {
  /// Into `Lines.list`; of several leaves where it goes on over a column's end.
  var lines: [Int]
  var kind: TextBlock.Kind
  var size: Float
  var isMonospace = false
  /// The first line does not look like the start of a paragraph.
  var isOpenAtStart = false
  /// The last line is full.
  var isOpenAtEnd = false
  /// Distance of the text behind a marker, or of the lines after the first, from the column's left edge.
  var hang: Float = 0

  /// Whether it belongs to the running text, rather than standing beside it.
  var isInFlow: Bool {
    switch kind {
    case .paragraph, .listItem, .heading, .code: true
    default: false
    }
  }
}
