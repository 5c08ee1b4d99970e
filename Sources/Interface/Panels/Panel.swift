import DocumentModel

/// A list to choose from: outline, marks, documents, commands, help, information.
package struct Panel: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    case outline = "Outline"
    case marks = "Marks"
    case documents = "Documents"
    case palette = "Commands"
    case help = "Keys"
    case information = "About this document"
    case history = "Places"
  }

  /// What choosing a row does.
  package enum Action: Sendable, Hashable {
    case none
    case jump(page: Int, Landing)
    case show(DocumentID)
    case run(String)
    case resolve(String)
  }

  package struct Row: Sendable, Hashable {
    package var text: String
    package var detail = ""
    package var depth = 0
    /// Names the row in the tree; empty in plain lists.
    package var path = ""
    package var hasChildren = false
    package var isOpen = false
    package var isHeading = false
    package var isCurrent = false
    package var action = Action.none
  }

  package var kind: Kind
  package var rows: [Row] = []
  package var filter = ""
  /// Typed letters go to the filter.
  package var isFiltering = false
  package var selected = 0
  package var top = 0

  package init(kind: Kind) {
    self.kind = kind
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

  /// Keeps the selection in sight of a list so many rows high.
  package mutating func reveal(height: Int) {
    guard height > 0 else { return }
    if selected < top { top = selected }
    if selected >= top + height { top = selected - height + 1 }
    top = min(max(0, top), max(0, rows.count - height))
  }
}
