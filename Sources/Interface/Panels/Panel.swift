package import DocumentModel
package import Widgets

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
    case errors = "Errors"
    case hits = "Hits"
    case jump = "Go to a document"
    case tags = "Tags"
    case actions = "Actions"
    case tasks = "Tasks"
    case columns = "Columns"
    case templates = "New document"
    case openers = "Open with"
    case file = "About this file"
    case facets = "Narrow"
    case annotations = "Annotations"
    case fieldOptions = "Options"

    /// It is beside the text if the window is wide enough, and shows the targets of its rows there.
    package var standsBeside: Bool {
      self == .outline || self == .hits || self == .annotations
    }

    /// The keys that hold in it alone.
    var ownKeys: Keymap.Mode? {
      switch self {
      case .outline: .outline
      case .annotations: .annotations
      default: nil
      }
    }

    /// The maximum width beside the text in cells; quotes need more words to be recognised than headings.
    var mostWidthBeside: Int { self == .annotations ? 72 : 44 }

    /// The maximum width of the floating panel in cells.
    var mostWidthFloating: Int { self == .annotations ? 110 : 86 }

    /// Its rows say on which pages of the document something is.
    var namesPages: Bool {
      switch self {
      case .outline, .marks, .history, .hits, .annotations: true
      default: false
      }
    }

    /// Its rows come from the typed text instead of filtering a list.
    package var isTyped: Bool { self == .palette || self == .jump || self == .tags }

    /// Letters go to its filter from the beginning, and no key is any other command.
    package var filtersAtOnce: Bool { isTyped || self == .fieldOptions }
  }

  /// The effect of choosing a row.
  package enum Action: Sendable, Hashable {
    case none
    case jump(page: Int, Landing)
    case show(DocumentID)
    case run(String)
    case runWith(String, argument: String)
    /// Puts a text at the prompt of the palette, to be typed on.
    case complete(String)
    case resolve(String)
    case saveAttachment(Int)
    /// Goes to a hit of the search by its index.
    case hit(Int)
    /// Goes to a page by a label that may yet be read.
    case awaitPage(String)
    /// Reads a document, or shows a folder.
    case goTo(String, isFolder: Bool)
    /// Adds a tag to the selection, or removes it.
    case tag(String, isWorn: Bool)
    /// Adds all these tags to the selection.
    case addTags([String])
    case userAction(Int)
    case cancelTask(Int)
    case column(Column)
    case template(String)
    case opener(String)
    case annotation(AnnotationID)
    /// One in the document at a path; no page is one without a place there.
    case foundAnnotation(String, AnnotationID, page: Int?)
    /// Chooses an option of the field gone to, or none; asks for another text.
    case fieldOption(String?)
    case fieldText
    /// Puts a text into it that is none of its options.
    case fieldOwn(String)
    /// Adds a filter to the library search, or removes it.
    case narrow(String)
  }

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
    /// It continues the row above, and is selected and highlighted with it.
    package var continues = false
    package var isCurrent = false
    package var isDimmed = false
    /// The text is a file name: it is shortened in the middle.
    package var isFileName = false
    /// The searched characters of the text.
    package var lit: Range<Int>?
    /// 0xRRGGBB of the text's first sign; nil: as the others.
    package var color: UInt32?
    package var action = Action.none
  }

  package var kind: Kind
  package var rows: [Row] = []
  package var filter = LineEditor()
  /// Typed letters go to the filter.
  package var isFiltering = false
  package var selected = 0
  package var top = 0
  /// Rows there are when nothing is filtered: the popup keeps their height.
  package var fullCount = 0
  /// The reading position when the outline was opened; Escape returns there.
  package var anchor: Place?
  /// The outline entry of that place, by its path.
  package var anchorPath: String?

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

  /// Returns the range of a row and its continuations.
  package func block(of index: Int) -> Range<Int> {
    guard rows.indices.contains(index) else { return index..<index }
    var (first, end) = (index, index + 1)
    while first > 0, rows[first].continues { first -= 1 }
    while end < rows.count, rows[end].continues { end += 1 }
    return first..<end
  }

  /// Cells a row is set in; no more than a third of the width.
  package func indent(of row: Row, width: Int) -> Int { 1 + min(row.depth * 2, width / 3) }

  /// Keeps the selection in sight of a list so many rows high.
  package mutating func reveal(height: Int) {
    guard height > 0 else { return }
    let last = block(of: selected).upperBound - 1
    if last >= top + height { top = last - height + 1 }
    if selected < top { top = selected }
    top = min(max(0, top), max(0, rows.count - height))
  }
}
