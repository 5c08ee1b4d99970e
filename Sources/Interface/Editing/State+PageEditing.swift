import Widgets
import Canvas
import DocumentModel
import Messages

/// Selecting pages in the thumbnails, and editing them.
extension State {
  // MARK: choosing

  /// Selects or deselects the page and goes to the next.
  mutating func toggleTile(_ count: Int) {
    guard let document = pictures.overview.flatMap({ documents[$0.document] }) else { return }
    for _ in 0..<max(1, min(count, document.pageCount)) {
      guard let page = pictures.overview?.cursor else { return }
      if pictures.overview?.marked.remove(page) == nil { pictures.overview?.marked.insert(page) }
      guard page + 1 < document.pageCount else { return }
      go(inGridTo: page + 1)
    }
  }

  /// Begins a range, or chooses what lies in it.
  mutating func toggleTileRange() {
    guard let grid = pictures.overview else { return }
    if grid.rangeStart == nil {
      self.pictures.overview?.rangeStart = grid.cursor
      say("Selecting from here: h j k l extend, V again keeps the range")
    } else {
      self.pictures.overview?.marked = grid.markedWithRange
      self.pictures.overview?.rangeStart = nil
    }
  }

  mutating func chooseAllTiles(inverted: Bool) {
    guard let grid = pictures.overview, let document = documents[grid.document] else { return }
    let all = Set(0..<document.pageCount)
    self.pictures.overview?.marked = inverted ? all.subtracting(grid.markedWithRange) : all
    self.pictures.overview?.rangeStart = nil
  }

  /// Returns the selected pages in order; without a selection `count` pages from the cursor on.
  func tilesMeant(_ count: Int?) -> [Int] {
    guard let grid = pictures.overview, let document = documents[grid.document] else { return [] }
    let marked = grid.markedWithRange.filter { $0 < document.pageCount }.sorted()
    if !marked.isEmpty { return marked }
    let end = min(document.pageCount, grid.cursor + max(1, min(count ?? 1, document.pageCount)))
    return Array(grid.cursor..<max(grid.cursor, end))
  }

  // MARK: cutting, copying, pasting

  mutating func cutTiles(_ count: Int?) -> [Effect] {
    guard let document else { return [] }
    let pages = tilesMeant(count)
    guard pages.count < document.pageCount else {
      say("A document needs at least one page; delete the file itself in the browser")
      return []
    }
    pictures.clearTiles()
    return request(EditRequest(.cut(pages)), for: document.id)
  }

  mutating func copyTiles(_ count: Int?) -> [Effect] {
    guard let document else { return [] }
    guard !document.edits.isBusy else {
      say("The last edit is still being written; copy afterwards")
      return []
    }
    let pages = tilesMeant(count)
    guard !pages.isEmpty else { return [] }
    pictures.clearTiles()
    editing.hold(pages.count, of: document.title)
    say(
      "\(pages.count == 1 ? "1 page" : "\(pages.count) pages") copied: p pastes, here or in another document"
    )
    return [.edit(.hold(document.id, generation: document.generation, pages: pages))]
  }

  mutating func putTiles(isBefore: Bool) -> [Effect] {
    guard let document, let grid = pictures.overview else { return [] }
    guard editing.pagesAtHand != nil || document.edits.isCutting else {
      say("Nothing was cut or copied: d cuts pages, y copies them")
      return []
    }
    pictures.clearTiles()
    return request(EditRequest(.put(beside: grid.cursor, isBefore: isBefore)), for: document.id)
  }

  /// Rotates pages clockwise by quarters and keeps the selection.
  mutating func turnTiles(_ quarters: Int) -> [Effect] {
    guard let document else { return [] }
    let pages = tilesMeant(nil)
    let degrees = ((quarters % 4 + 4) % 4) * 90
    guard degrees != 0, !pages.isEmpty else { return [] }
    return request(EditRequest(.turn(pages, by: degrees)), for: document.id)
  }

  /// Asks for the new file that the pages go into.
  mutating func askWhereToExtract(_ count: Int?) -> [Effect] {
    guard let document else { return [] }
    let pages = tilesMeant(count)
    guard let first = pages.first, let last = pages.last else { return [] }
    let names =
      first == last
      ? "p. \(document.pageName(first))"
      : "p. \(document.pageName(first))-\(document.pageName(last))"
    prompt = Prompt(
      "\(pages.count == 1 ? "The page" : "\(pages.count) pages") into the new file",
      text: Self.newPath(beside: document.path, adding: names)
    ) { $0.extract(pages, of: document.id, document.generation, to: $1.trimmed) }
    return []
  }

  /// A path in the same folder for a new file that comes from one.
  static func newPath(beside path: String, adding words: String) -> String {
    let name = PathParts.name(of: path)
    let stem = name.lowercased().hasSuffix(".pdf") ? String(name.dropLast(4)) : name
    // By scalars: a combining mark after a slash forms one character with it.
    let clean = String(
      String.UnicodeScalarView(words.unicodeScalars.map { $0 == "/" ? "-" : $0 }))
    return PathParts.joined(PathParts.folder(of: path), "\(stem) \(clean).pdf")
  }

  mutating func extract(
    _ pages: [Int], of id: DocumentID, _ generation: Int, to path: String
  ) -> [Effect] {
    guard !path.isEmpty, let document = documents[id] else { return [] }
    guard document.generation == generation else {
      say("\(document.fileName) changed meanwhile: select the pages again", isError: true)
      return []
    }
    pictures.clearTiles()
    return request(EditRequest(.extract(pages, path: path)), for: id)
  }

  /// Inserts all pages of another file after the page under the cursor or the current one.
  mutating func insertPages(of path: String) -> [Effect] {
    guard let document, let pane, !path.isEmpty else { return [] }
    let page = isGridShown ? pictures.overview?.cursor ?? pane.page : pane.page
    return request(EditRequest(.insert(path, beside: page, isBefore: false)), for: document.id)
  }

  /// Whether the grid is shown; not while its document is being opened, nor if the document has no pages.
  package var isGridShown: Bool {
    guard let grid = pictures.overview, let document, grid.document == document.id else {
      return false
    }
    return document.phase == .open && document.hasPages
  }

  /// Shows the grid, or returns to the current page.
  mutating func toggleGrid() {
    guard !isGridShown, let pane, let document, document.hasPages else {
      if !isGridShown { say("Text has no pages to show") }
      pictures.overview = nil
      return
    }
    pictures.overview = PageOverview(document: document.id, cursor: pane.page)
    moveInGrid(columns: 0, rows: 0)
  }

  /// The tiles of the grid; nil while no grid is shown.
  var tiles: TileGrid? {
    guard let grid = pictures.overview, let document = documents[grid.document] else { return nil }
    let cell = pictures.cellSize
    let area = readingArea
    let wide = min(gridWidths[safe: pictures.overviewWidth] ?? 16, max(4, area.width - 4))
    // All tiles have the same shape, regardless of the cursor; the tallest of three pages determines it, as a
    // single landscape page would make the tiles too flat.
    var ratio = 0.0
    for page in [0, document.pageCount / 2, document.pageCount - 1] {
      let size = pageSize(document, page)
      if size.width > 0, size.height > 0 { ratio = max(ratio, size.height / size.width) }
    }
    if ratio == 0 { ratio = 1.4 }
    let high = Double(wide * cell.width) * min(max(0.2, ratio), 3) / Double(cell.height)
    let height = min(max(2, Int(high.rounded())), max(2, area.height - 3))
    return TileGrid(
      count: document.pageCount, tile: Size(width: wide + 3, height: height + 3),
      view: Size(width: area.width, height: area.height), top: grid.top
    ).showing(grid.cursor)
  }

  mutating func moveInGrid(columns: Int, rows: Int) {
    guard let grid = pictures.overview, let tiles else { return }
    go(inGridTo: tiles.moved(grid.cursor, columns: columns, rows: rows))
  }

  mutating func go(inGridTo page: Int) {
    guard let document = pictures.overview.flatMap({ documents[$0.document] }) else { return }
    pictures.overview?.cursor = min(max(0, page), max(0, document.pageCount - 1))
    if let cursor = pictures.overview?.cursor, let tiles {
      pictures.overview?.top = tiles.showing(cursor).top
    }
  }

  /// Changes the size of the pages by `steps`; keeps the cursor's page visible.
  mutating func sizeGrid(by steps: Int) {
    pictures.overviewWidth = min(max(0, pictures.overviewWidth + steps), gridWidths.count - 1)
    if let cursor = pictures.overview?.cursor { go(inGridTo: cursor) }
  }

  /// Leaves the grid at the page under the cursor.
  mutating func chooseInGrid() {
    guard let grid = pictures.overview else { return }
    self.pictures.overview = nil
    jump(to: grid.cursor, .top)
  }
}

extension EditQueue {
  /// Whether running or waiting edits will provide pages for pasting.
  var isCutting: Bool {
    requests.contains { if case .cut = $0.change { true } else { false } }
  }

  /// Whether running or waiting edits will change the outline.
  var isChangingOutline: Bool {
    requests.contains { if case .outline = $0.change { true } else { false } }
  }

  private var requests: [EditRequest] { (current.map { [$0.request] } ?? []) + waiting }
}

extension PictureView {
  /// Cancels the range or the selection; false if there is neither.
  mutating func giveUpTiles() -> Bool {
    guard let grid = overview, !grid.markedWithRange.isEmpty else { return false }
    if grid.rangeStart != nil {
      self.overview?.rangeStart = nil
    } else {
      self.overview?.marked = []
    }
    return true
  }

  fileprivate mutating func clearTiles() {
    overview?.marked = []
    overview?.rangeStart = nil
  }
}
