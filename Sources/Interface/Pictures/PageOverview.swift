import Canvas
import DocumentModel
import Widgets

/// All pages of a document as small pictures, one of them under the cursor.
package struct PageOverview: Sendable, Hashable {
  package var document: DocumentID
  /// The page under the cursor.
  package var cursor: Int
  /// The first row in sight.
  package var top = 0
  /// Pages that are chosen, and where a range that is being chosen begins.
  package var marked: Set<Int> = []
  package var rangeStart: Int?

  /// All that is chosen.
  package var markedWithRange: Set<Int> {
    guard let rangeStart else { return marked }
    return marked.union(min(rangeStart, cursor)...max(rangeStart, cursor))
  }
}

/// Cells across of the pages in the grid: those `+` and `-` choose from.
private let gridWidths = [8, 12, 16, 20, 26, 34, 46, 60]

extension State {
  /// Not while its document is still being opened, nor where that turns out to have no pages.
  package var isGridShown: Bool {
    guard let grid, let document, grid.document == document.id else { return false }
    return document.phase == .open && document.isPaged
  }

  /// Shows all pages, or goes back to the one that is read.
  mutating func toggleGrid() {
    guard !isGridShown, let pane, let document, document.isPaged else {
      if !isGridShown { say("A text has no pages to be shown") }
      grid = nil
      return
    }
    grid = PageOverview(document: document.id, cursor: pane.page)
    moveInGrid(columns: 0, rows: 0)
  }

  /// The cells of a page's tile.
  private func gridFrame(of page: Int, _ tiles: TileGrid) -> Rect {
    var frame = tiles.frame(of: page)
    frame.x += readingArea.x
    frame.y += readingArea.y
    return frame
  }

  /// The tiles of the grid; nil while none is shown.
  var tiles: TileGrid? {
    guard let grid, let document = document(grid.document) else { return nil }
    let cell = cellSize
    let area = readingArea
    let wide = min(gridWidths[safe: gridWidth] ?? 16, max(4, area.width - 4))
    // One for all: tiles must not change with the page one is on. A page on its side among others would make them flat.
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
    guard let grid, let tiles else { return }
    go(inGridTo: tiles.moved(grid.cursor, columns: columns, rows: rows))
  }

  mutating func go(inGridTo page: Int) {
    guard let document = grid.flatMap({ document($0.document) }) else { return }
    grid?.cursor = min(max(0, page), max(0, document.pageCount - 1))
    if let cursor = grid?.cursor, let tiles { grid?.top = tiles.showing(cursor).top }
  }

  /// Larger or smaller pages, the cursor's in sight.
  mutating func sizeGrid(by steps: Int) {
    gridWidth = min(max(0, gridWidth + steps), gridWidths.count - 1)
    if let cursor = grid?.cursor { go(inGridTo: cursor) }
  }

  /// Reads on at the page under the cursor.
  mutating func chooseInGrid() {
    guard let grid else { return }
    self.grid = nil
    jump(to: grid.cursor, .top)
  }

  mutating func takeInGrid(_ mouse: Mouse) {
    switch mouse.action {
    case .wheelDown, .wheelUp:
      moveInGrid(columns: 0, rows: mouse.action == .wheelDown ? 1 : -1)
    case .press(button: 1):
      notice = nil
      guard let page = tiles?.index(x: mouse.x - readingArea.x, y: mouse.y - readingArea.y) else {
        return
      }
      if grid?.cursor == page { chooseInGrid() } else { go(inGridTo: page) }
    default: break
    }
  }

  func paintGrid(into surface: inout Surface) {
    guard let grid, let tiles, let document = document(grid.document) else { return }
    surface.fill(readingArea, ground)
    paintPanelEdge(into: &surface)
    let marked = grid.markedWithRange
    for page in tiles.visible {
      let frame = gridFrame(of: page, tiles)
      let isCurrent = page == grid.cursor
      let isMarked = marked.contains(page)
      if isCurrent || isMarked {
        // Where it reaches beyond the window its lower edge is in sight all the same.
        let seen = Rect(
          x: frame.x, y: frame.y, width: frame.width - 1,
          height: min(frame.height - 1, readingArea.maxY - frame.y))
        surface.putEdge(seen, style: on(ground, isCurrent ? theme.accent : theme.dim))
      }
      let place = gridPlace(of: page, frame, document)
      if let seen = place.common(with: readingArea) { surface.leave(seen, style: theme.text) }
      let name = (isMarked ? "✓ " : "") + document.pageName(page)
      let label = truncated(name, to: frame.width - 2)
      let y = frame.maxY - 2
      guard y < readingArea.maxY else { continue }
      surface.put(
        label, x: frame.x + (frame.width - CellWidth.of(label)) / 2, y: y,
        style: on(ground, isCurrent || isMarked ? theme.accent : theme.dim))
    }
  }

  /// A style on another one's background.
  func on(_ ground: Style, _ style: Style) -> Style {
    Style(
      foreground: style.foreground, background: ground.background, attributes: style.attributes)
  }

  /// The cells a page fills in its tile, its ratio kept.
  private func gridPlace(of page: Int, _ frame: Rect, _ document: Document) -> Rect {
    let room = Size(width: frame.width - 3, height: frame.height - 3)
    let size = pageSize(document, page)
    let cells = ThumbnailFit(columns: room.width, rows: room.height, cell: cellSize)
      .cells(size.width, size.height)
    return Rect(
      x: frame.x + 1 + (room.width - cells.columns) / 2, y: frame.y + 1 + room.height - cells.rows,
      width: cells.columns, height: cells.rows)
  }

  /// The small pictures in sight, and those of the rows around.
  func gridRequests() -> (visible: [ImageRequest], ahead: [ImageRequest]) {
    guard let grid, let tiles, let terms = pictureTerms, let document = document(grid.document)
    else { return ([], []) }
    func request(_ page: Int) -> ImageRequest? {
      guard document.pictureTroubles[page] == nil else { return nil }
      let place = gridPlace(of: page, gridFrame(of: page, tiles), document)
      guard let seen = place.common(with: readingArea) else { return nil }
      let drawing = PageDrawing(
        page: page, width: place.width * terms.drawn.width,
        height: place.height * terms.drawn.height, profile: profile(of: focus))
      var request = ImageRequest(
        slot: 1_000_000 + page,
        .page(document.id, generation: document.generation, drawing), in: seen,
        part: PixelRect(
          x: 0, y: 0, width: drawing.width, height: seen.height * terms.drawn.height))
      request.isOnLight = isLight(drawing.profile)
      request.attempt = document.drawingAttempt
      if document.alikeSince < document.generation { request.alikeSince = document.alikeSince }
      request.origins = document.origins.compactMap { origin in
        (origin.pages[safe: page] ?? nil).map { before in
          var drawing = drawing
          drawing.page = before
          return .page(document.id, generation: origin.generation, drawing)
        }
      }
      return request
    }
    let visible = tiles.visible
    let count = tiles.columns
    let around =
      Array(visible.upperBound..<min(tiles.count, visible.upperBound + count))
      + Array(max(0, visible.lowerBound - count)..<visible.lowerBound)
    return (visible.compactMap(request), around.compactMap(request))
  }

  /// What the status line says of the page under the cursor.
  func gridStatus() -> (left: String, right: String)? {
    guard isGridShown, let grid, let document else { return nil }
    var left = "Pages of " + document.title
    // A heading in its upper part is the section one would read.
    let end = (document.infos[safe: grid.cursor]?.size.height ?? 0) / 4
    if let section = document.section(page: grid.cursor, y: end) {
      left = truncated(left, to: max(20, size.width / 3)) + "  ›  " + section.item.title
    }
    if let words = editStatus(document) { left = words }
    let chosen = grid.markedWithRange.count
    let name = document.pageName(grid.cursor)
    let number = "\(grid.cursor + 1)/\(document.pageCount)"
    let place = name == String(grid.cursor + 1) ? "p. \(number)" : "p. \(name) (\(number))"
    let keys = (count.map(String.init) ?? "") + pendingKeys.map(KeyNotation.text).joined()
    let right = [keys, chosen > 0 ? "\(chosen) chosen" : "", place].filter { !$0.isEmpty }
    return (left, right.joined(separator: "   "))
  }
}
