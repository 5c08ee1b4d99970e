import Canvas
package import DocumentModel
import Messages
import Widgets

/// A grid of a document's pages as small images, with a cursor.
package struct PageOverview: Sendable, Hashable {
  package var document: DocumentID
  /// The page under the cursor.
  package var cursor: Int
  /// The first visible row.
  package var top = 0
  /// The selected pages, and the start of the range being selected.
  package var marked: Set<Int> = []
  package var rangeStart: Int?

  /// The selected pages including the range being selected.
  package var markedWithRange: Set<Int> {
    guard let rangeStart else { return marked }
    return marked.union(min(rangeStart, cursor)...max(rangeStart, cursor))
  }
}

/// The widths of a page in cells from which `+` and `-` choose.
let gridWidths = [8, 12, 16, 20, 26, 34, 46, 60]

extension PictureView {
  mutating func giveUpInGrid() -> [Effect] {
    if !giveUpTiles() { overview = nil }
    return []
  }
}

extension PageOverview {
  /// Returns the tile of a page in cells of the screen.
  fileprivate static func gridFrame(_ state: State, of page: Int, _ tiles: TileGrid) -> Rect {
    var frame = tiles.frame(of: page)
    frame.x += state.readingArea.x
    frame.y += state.readingArea.y
    return frame
  }

  static func takeInGrid(_ state: inout State, _ mouse: Mouse) -> [Effect] {
    switch mouse.action {
    case .wheelDown, .wheelUp:
      state.moveInGrid(columns: 0, rows: mouse.action == .wheelDown ? 1 : -1)
    case .press(button: 1):
      state.notices.dismiss()
      guard
        let page = state.tiles?.index(
          x: mouse.x - state.readingArea.x, y: mouse.y - state.readingArea.y)
      else {
        return []
      }
      if state.pictures.overview?.cursor == page {
        state.chooseInGrid()
      } else {
        state.go(inGridTo: page)
      }
    default: break
    }
    return []
  }

  static func paintGrid(_ state: State, into surface: inout Surface) {
    guard let grid = state.pictures.overview, let tiles = state.tiles,
      let document = state.documents[grid.document]
    else {
      return
    }
    surface.fill(state.readingArea, SheetView.backdrop(state))
    ScreenView.paintPanelEdge(state, into: &surface)
    let marked = grid.markedWithRange
    for page in tiles.visible {
      let frame = gridFrame(state, of: page, tiles)
      let isCurrent = page == grid.cursor
      let isMarked = marked.contains(page)
      if isCurrent || isMarked {
        // Clips the frame to the window, so that its lower edge is visible.
        let seen = Rect(
          x: frame.x, y: frame.y, width: frame.width - 1,
          height: min(frame.height - 1, state.readingArea.maxY - frame.y))
        surface.putEdge(
          seen,
          style: on(
            SheetView.backdrop(state),
            isCurrent ? state.themes.current.accent : state.themes.current.dim))
      }
      let place = gridPlace(state, of: page, frame, document)
      if let seen = place.common(with: state.readingArea) {
        surface.leave(seen, style: state.themes.current.text)
      }
      let name = (isMarked ? "✓ " : "") + document.pageName(page)
      let label = name.truncated(to: frame.width - 2)
      let y = frame.maxY - 2
      guard y < state.readingArea.maxY else { continue }
      surface.put(
        label, x: frame.x + (frame.width - CellWidth.of(label)) / 2, y: y,
        style: on(
          SheetView.backdrop(state),
          isCurrent || isMarked ? state.themes.current.accent : state.themes.current.dim
        ))
    }
  }

  /// Returns a style with the background of another.
  static func on(_ ground: Style, _ style: Style) -> Style {
    Style(
      foreground: style.foreground, background: ground.background, attributes: style.attributes)
  }

  /// Returns the cells a page fills in its tile, preserving its aspect ratio.
  fileprivate static func gridPlace(
    _ state: State, of page: Int, _ frame: Rect, _ document: Document
  ) -> Rect {
    let room = Size(width: frame.width - 3, height: frame.height - 3)
    let size = state.pageSize(document, page)
    let cells = ThumbnailFit(columns: room.width, rows: room.height, cell: state.pictures.cellSize)
      .cells(size.width, size.height)
    return Rect(
      x: frame.x + 1 + (room.width - cells.columns) / 2, y: frame.y + 1 + room.height - cells.rows,
      width: cells.columns, height: cells.rows)
  }

  /// Returns the image requests for the visible pages and for those of the adjacent rows.
  static func gridRequests(_ state: State) -> (visible: [ImageRequest], ahead: [ImageRequest]) {
    guard let grid = state.pictures.overview, let tiles = state.tiles,
      let terms = state.pictures.terms,
      let document = state.documents[grid.document]
    else { return ([], []) }
    func request(_ page: Int) -> ImageRequest? {
      guard document.pictureTroubles[page] == nil else { return nil }
      let place = gridPlace(state, of: page, gridFrame(state, of: page, tiles), document)
      guard let seen = place.common(with: state.readingArea) else { return nil }
      let drawing = PageDrawing(
        page: page, width: place.width * terms.drawn.width,
        height: place.height * terms.drawn.height, profile: state.profile(of: state.panes.focus))
      var request = ImageRequest(
        slot: 1_000_000 + page,
        .page(document.id, generation: document.generation, drawing), in: seen,
        part: PixelRect(
          x: 0, y: 0, width: drawing.width, height: seen.height * terms.drawn.height))
      request.isOnLight = state.isLight(drawing.profile)
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

  /// Returns the status line's text about the page under the cursor.
  static func status(_ state: State) -> (left: String, right: String)? {
    guard state.isGridShown, let grid = state.pictures.overview, let document = state.document
    else { return nil }
    var left = "Pages of " + document.title
    // A heading in the upper quarter of the page counts as the page's section.
    let end = (document.infos[safe: grid.cursor]?.size.height ?? 0) / 4
    if let section = document.section(page: grid.cursor, y: end) {
      left = left.truncated(to: max(20, state.size.width / 3)) + "  ›  " + section.item.title
    }
    if let words = state.editing.editStatus(document) { left = words }
    let chosen = grid.markedWithRange.count
    let name = document.pageName(grid.cursor)
    let number = "\(grid.cursor + 1)/\(document.pageCount)"
    let place = name == String(grid.cursor + 1) ? "p. \(number)" : "p. \(name) (\(number))"
    let keys =
      (state.keyInput.count.map(String.init) ?? "")
      + state.keyInput.pending.map(KeyNotation.text).joined()
    let right = [keys, chosen > 0 ? "\(chosen) chosen" : "", place].filter { !$0.isEmpty }
    return (left, right.joined(separator: "   "))
  }
}
