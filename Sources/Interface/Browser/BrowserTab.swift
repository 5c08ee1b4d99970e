package import DocumentModel
package import Messages
package import Widgets

/// One tab of the browser: a place, its rows and the cursor.
package struct BrowserTab: Sendable {
  package enum Phase: Sendable, Hashable {
    case reading
    /// Rows are listed; more may come.
    case there
    /// The place cannot be listed; the sentence says why and what to do.
    case failed(String)
  }

  /// Identifies the tab while the program runs.
  package let id: Int
  package var place: BrowserPlace
  /// Whether the command line opened it; the next request of the command line for folders replaces it.
  package var isPassing = false
  package var phase = Phase.reading
  package var isWhole = false
  /// Whether it is being read, and whether it changed since.
  package var isReading = false
  package var isStale = false
  /// A newer listing, while it is being sorted; the old one is still shown.
  package var incoming: [FolderEntry]?
  /// Whether reading takes long enough to be reported.
  package var isSlow = false
  /// The number of readings of a place; answers to older ones are dropped.
  package var generation = 0
  /// The number of requests to sort; only the newest result counts.
  package var orderSerial = 0
  package var entries: [FolderEntry] = []
  package var facts: [FilePath: FileFacts] = [:]
  package var documents: [FilePath: DocumentFacts] = [:]
  /// Trash facts by entry.
  package var trashed: [FilePath: TrashFacts] = [:]
  /// The sizes of folders that were measured, or are being measured.
  package var folderSizes: [FilePath: FolderSize] = [:]
  /// Entries whose facts were requested.
  package var requested: Set<FilePath> = []
  /// The scope requested for all rows since they were read.
  package var scopeAsked: FactScope?
  /// Whether new facts change the order of rows; they are sorted again when more facts have arrived.
  package var isOrderDue = false
  /// Columns that have a value in some row; the others leave their width to the names.
  package var filled: Set<Column> = []
  /// Indices into `entries`, one for each row.
  package var rows: [Int32] = []
  package var cursor = 0
  package var top = 0
  /// In the gallery: its sections, and the first visible row of tiles.
  package var sections: [GallerySection] = []
  package var galleryTop = 0
  /// Whether the last row was requested while more rows are to come.
  package var staysAtEnd = false
  /// The entry to select once it is listed.
  package var request: FilePath?
  /// Keys of the rows that are chosen together.
  package var marked: Set<FilePath> = []
  /// The row where a `V` range starts, and its entry.
  package var rangeStart: Int?
  package var rangeKey: FilePath?
  package var filter = LineEditor()
  package var options: ListOptions
  /// Whether the user chose another order than the place's own; folders are sorted, collections
  /// have an order of their own.
  var isOrderRequested = false
  private var folderOrder: (sort: Column, isReversed: Bool)
  /// Visited places, newest last: those to go back to, and those to go forward to.
  package var back: [BrowserPlace] = []
  package var ahead: [BrowserPlace] = []
  /// The selected entry of each place that was left.
  package var stoodOn: [BrowserPlace: FilePath] = [:]

  package init(id: Int, place: BrowserPlace, options: ListOptions = ListOptions()) {
    self.id = id
    self.place = place
    self.options = options
    folderOrder = (options.sort, options.isReversed)
    isOrderRequested = options.sort != .name || options.isReversed
  }

  /// Goes to another place; an order chosen for recents, tags or the trash is dropped.
  mutating func enter(_ new: BrowserPlace) {
    if place.folder != nil { folderOrder = (options.sort, options.isReversed) }
    (options.sort, options.isReversed) = new.folder == nil ? (.name, false) : folderOrder
    isOrderRequested = false
    place = new
  }

  /// The columns beside the name, in order; the trash puts its own first.
  package var columns: [Column] {
    place == .trash
      ? Column.ofTrash + options.columns.filter { $0 != .modified } : options.columns
  }

  /// The entry of a row; nil past the ends.
  package func entry(_ row: Int) -> FolderEntry? {
    rows.indices.contains(row) ? entries[Int(rows[row])] : nil
  }

  package var current: FolderEntry? { entry(cursor) }

  /// Absolute path of an entry.
  package func path(of entry: FolderEntry) -> String {
    guard entry.path.isEmpty, let folder = place.folder else { return entry.path }
    return PathParts.joined(folder, entry.name)
  }

  /// The selected entries in order; the entry under the cursor if none is selected.
  package var chosen: [FolderEntry] {
    let keys = markedWithRange
    guard !keys.isEmpty else { return current.map { [$0] } ?? [] }
    let listed = rows.map { entries[Int($0)] }.filter { keys.contains($0.key) }
    guard listed.count < keys.count else { return listed }
    // Entries hidden by the filter stay selected.
    let seen = Set(listed.map(\.key))
    return listed + entries.filter { keys.contains($0.key) && !seen.contains($0.key) }
  }

  /// The selected entries, including the `V` range up to the cursor.
  package var markedWithRange: Set<FilePath> {
    guard let rangeStart else { return marked }
    let range = min(rangeStart, cursor)...max(rangeStart, cursor)
    return marked.union(range.compactMap { entry($0)?.key })
  }

  /// Whether a row is chosen, by itself or by the range under way.
  package func isMarked(_ row: Int) -> Bool {
    if let rangeStart, (min(rangeStart, cursor)...max(rangeStart, cursor)).contains(row) {
      return true
    }
    return !marked.isEmpty && entry(row).map { marked.contains($0.key) } == true
  }

  /// The number of selected entries.
  package var markedCount: Int {
    guard let rangeStart else { return marked.count }
    let range = min(rangeStart, cursor)...max(rangeStart, cursor)
    guard !marked.isEmpty else { return range.count }
    return markedWithRange.count
  }

  /// Moves the cursor to a row; the cursor then follows that entry.
  package mutating func moveCursor(to row: Int) {
    cursor = min(max(0, row), max(0, rows.count - 1))
    staysAtEnd = false
    request = current?.key
  }

  /// Scrolls so that the cursor is visible in a list of `height` rows, with some rows around it.
  package mutating func reveal(height: Int) {
    guard height > 0 else { return }
    let margin = min(3, (height - 1) / 2)
    if cursor < top + margin { top = cursor - margin }
    if cursor >= top + height - margin { top = cursor - height + 1 + margin }
    top = min(max(0, top), max(0, rows.count - height))
  }

  /// Takes new rows; the cursor stays on its entry, or near it.
  package mutating func take(rows new: [Int32]) {
    let shift = cursor - top
    rows = new
    if staysAtEnd {
      moveCursor(to: rows.count - 1)
      staysAtEnd = !isWhole
    } else if let request, let row = rows.firstIndex(where: { entries[Int($0)].key == request }) {
      // The row stays at the same height in the window.
      cursor = row
      top = max(0, row - shift)
    } else if isWhole || request == nil {
      moveCursor(to: cursor)
    }
    // A range cannot start at an entry that is gone.
    if rangeStart != nil {
      rangeStart = rangeKey.flatMap { key in
        rows.firstIndex { entries[Int($0)].key == key }
      }
    }
  }
}
