package import DocumentModel
import Text
package import Widgets

/// A list to choose from: outline, marks, documents, commands, help, information.
package struct Panel: Sendable {
  package struct Row: Sendable, Hashable {
    package var text: String
    package var detail = ""
    /// Words that find the row in addition to the visible ones.
    package var also = ""
    package var depth = 0
    /// Names the row in the tree; empty in plain lists.
    package var path = ""
    package var hasChildren = false
    package var isOpen = false
    package var isHeading = false
    /// Whether it continues the row above, and is selected and highlighted with it.
    package var continues = false
    package var isCurrent = false
    package var isDimmed = false
    /// Whether the text is a file name: it is shortened in the middle.
    package var isFileName = false
    /// The searched characters of the text.
    package var lit: Range<Int>?
    /// 0xRRGGBB of the text's first sign; nil: as the others.
    package var color: UInt32?
    package var action = Action.none
  }

  /// Paths that complete a typed one.
  struct Listing: Sendable, Hashable {
    var typed: String?
    var paths: [String] = []
  }

  package var source: PanelSource
  package var rows: [Row] = []
  package var filter = LineEditor()
  /// Whether typed letters go to the filter.
  package var isFiltering = false
  package var selected = 0
  package var top = 0
  /// The number of rows without a filter: the popup keeps its height.
  package var fullCount = 0
  /// The reading position when the outline was opened; Escape returns there.
  package var anchor: Place?
  /// The outline entry of that place, by its path.
  package var anchorPath: String?
  /// The paths of the branches that are open, in lists that do not remember them.
  package var openPaths: Set<String> = []
  /// The list whose keys this help looks up and to which it returns; an array, since a struct cannot contain itself.
  private var covered: [Panel] = []
  var coveredList: Panel? { covered.first }
  /// The paths that complete the argument of the typed command.
  var listing = Listing()

  package init(_ source: PanelSource, over covered: Panel? = nil) {
    self.source = source
    if let covered { self.covered = [covered] }
  }

  package mutating func select(_ index: Int) {
    selected = min(max(0, index), max(0, rows.count - 1))
  }

  /// Moves the selection by so many rows, past headings.
  package mutating func move(_ step: Int) {
    var index = selected
    var left = abs(step)
    let direction = step < 0 ? -1 : 1
    while left > 0 {
      var next = index + direction
      while next >= 0, next < rows.count, rows[next].isHeading { next += direction }
      guard next >= 0, next < rows.count else { break }
      index = next
      left -= 1
    }
    selected = index
  }

  /// Returns the range of a row and its continuations.
  package func block(of index: Int) -> Range<Int> {
    guard rows.indices.contains(index) else { return index..<index }
    var (first, end) = (index, index + 1)
    while first > 0, rows[first].continues { first -= 1 }
    while end < rows.count, rows[end].continues { end += 1 }
    return first..<end
  }

  /// Returns the cells by which a row is indented, at most a third of the width.
  package static func indent(of row: Row, width: Int) -> Int { 1 + min(row.depth * 2, width / 3) }

  /// Keeps the selection in sight of a list so many rows high.
  package mutating func reveal(height: Int) {
    guard height > 0 else { return }
    let last = block(of: selected).upperBound - 1
    if last >= top + height { top = last - height + 1 }
    if selected < top { top = selected }
    top = min(max(0, top), max(0, rows.count - height))
  }

  /// Returns the rows that fuzzily match a filter, best first; all if it is empty.
  static func matching(
    _ rows: [Row], _ filter: String,
    _ words: (Row) -> String = { $0.text + " " + $0.detail + " " + $0.also }
  ) -> [Row] {
    guard !filter.isEmpty else { return rows }
    let match = FuzzyMatch(filter)
    let ranked = rows.enumerated().compactMap { index, row -> (Int, Int, Row)? in
      guard !row.isHeading,
        let score = match.score(words(row))
      else { return nil }
      return (score, index, row)
    }
    return ranked.sorted { ($1.0, $0.1) < ($0.0, $1.1) }.map(\.2)
  }

  static func matchingTexts(_ texts: [String], _ filter: String) -> [String] {
    matching(texts.map { Row(text: $0) }, filter).map(\.text)
  }
}
