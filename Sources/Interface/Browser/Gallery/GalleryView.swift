import Canvas
import DocumentModel
import Messages
import Widgets

/// Paints a folder's documents as tiles.
enum GalleryView {
  /// Paints the rows of a tab as tiles, under the headings of their sections.
  static func paintGallery(
    _ state: State, _ tab: BrowserTab, _ area: Rect, into surface: inout Surface
  ) {
    surface.fill(area, SheetView.backdrop(state))
    let tiles = state.pictures.tiles(of: tab, in: area)
    for row in tiles.visible {
      guard let entry = tab.entry(row) else { continue }
      let tile = GalleryTile(
        entry: entry, path: tab.path(of: entry), frame: tiles.frame(of: row).moved(to: area),
        isCursor: row == tab.cursor, isMarked: tab.isMarked(row))
      paint(state, tile, tab, area, into: &surface)
    }
    for (section, y) in tiles.headings {
      guard let section = tab.sections[safe: section] else { continue }
      paintHeading(state, section, tab, y: area.y + y, area, into: &surface)
    }
  }

  private static func paintHeading(
    _ state: State,
    _ section: GallerySection, _ tab: BrowserTab, y: Int, _ area: Rect,
    into surface: inout Surface
  ) {
    surface.fill(Rect(x: area.x, y: y, width: area.width, height: 1), SheetView.backdrop(state))
    let count = String(section.count)
    let title = state.browser.title(of: section, tab).truncated(
      to: max(1, area.width - count.count - 6))
    surface.put(
      title, x: area.x + 2, y: y,
      style: PageOverview.on(SheetView.backdrop(state), state.themes.current.heading))
    surface.put(
      count, x: area.x + 4 + CellWidth.of(title), y: y,
      style: PageOverview.on(SheetView.backdrop(state), state.themes.current.dim))
  }

  private static func paint(
    _ state: State,
    _ tile: GalleryTile, _ tab: BrowserTab, _ area: Rect, into surface: inout Surface
  ) {
    let isTarget = state.browser.drag?.target == .folder(tile.path) && tile.entry.kind == .folder
    if tile.isCursor || isTarget {
      let style =
        isTarget || (tile.isCursor && state.browser.focus == .list)
        ? state.themes.current.accent : state.themes.current.dim
      let frame = tile.frame
      surface.putEdge(
        Rect(x: frame.x, y: frame.y, width: frame.width - 1, height: frame.height),
        style: PageOverview.on(SheetView.backdrop(state), style), in: area)
    }
    paintPicture(state, tile, area, into: &surface)
    paintName(state, tile, tab, area, into: &surface)
    paintFacts(state, tile, tab, area, into: &surface)
  }

  // MARK: picture

  /// Leaves the cells of a thumbnail to its picture, or paints a sign of the file's type.
  private static func paintPicture(
    _ state: State, _ tile: GalleryTile, _ area: Rect, into surface: inout Surface
  ) {
    let box = state.browser.pictureBox(in: tile.frame)
    if let facts = state.browser.thumbnails.tile(FilePath(tile.path))?.picture,
      state.pictures.terms.map({ $0.kind != .none }) == true
    {
      if let place = state.pictures.place(of: facts, in: box).common(with: area) {
        surface.leave(place, style: SheetView.backdrop(state))
      }
      return
    }
    if tile.entry.kind == .folder {
      paintFolder(state, box, area, into: &surface)
    } else {
      paintSheet(state, tile, box, area, into: &surface)
    }
  }

  /// A folder with its flap.
  private static func paintFolder(
    _ state: State, _ box: Rect, _ area: Rect, into surface: inout Surface
  ) {
    let width = min(box.width, max(7, box.width * 3 / 4))
    let high =
      Double(width * state.pictures.cellSize.width) * 0.7 / Double(state.pictures.cellSize.height)
    let height = min(box.height, max(4, Int(high.rounded()) + 1))
    let flap = max(1, width / 3 - 1)
    func line(_ count: Int, _ mark: String = "─") -> String {
      String(repeating: mark, count: max(0, count))
    }
    var lines = [
      "╭" + line(flap) + "╮", "│" + line(flap, " ") + "╰" + line(width - flap - 3) + "╮",
    ]
    lines += (0..<max(0, height - 3)).map { _ in "│" + line(width - 2, " ") + "│" }
    lines.append("╰" + line(width - 2) + "╯")
    put(
      lines, x: box.x + (box.width - width) / 2, y: box.maxY - lines.count, area,
      PageOverview.on(SheetView.backdrop(state), state.themes.current.link), into: &surface)
  }

  /// A sheet with the sign of its type.
  private static func paintSheet(
    _ state: State,
    _ tile: GalleryTile, _ box: Rect, _ area: Rect, into surface: inout Surface
  ) {
    let width = min(box.width, max(6, box.width * 3 / 4))
    let height = min(box.height, max(4, box.height * 3 / 4))
    let (x, y) = (box.x + (box.width - width) / 2, box.maxY - height)
    surface.putEdge(
      Rect(x: x, y: y, width: width, height: height), .square,
      style: PageOverview.on(SheetView.backdrop(state), state.themes.current.dim),
      in: area)
    let sign = sign(state, of: tile)
    func put(_ words: String, _ line: Int, _ style: Style) {
      Self.put(
        [words], x: x + (width - CellWidth.of(words)) / 2, y: y + line, area,
        PageOverview.on(SheetView.backdrop(state), style),
        into: &surface)
    }
    put(sign.glyph, height / 2, state.themes.current.text)
    if CellWidth.of(sign.word) <= width - 2, height >= 5 {
      put(sign.word, height / 2 + 1, state.themes.current.dim)
    }
  }

  /// Returns the sign on a sheet without a picture: the type, the reason, or that it is loading.
  private static func sign(_ state: State, of tile: GalleryTile) -> (glyph: String, word: String) {
    if tile.entry.kind == .brokenLink { return ("!", "broken link") }
    if tile.entry.kind == .gone { return ("!", "gone") }
    let type = (state.browser.types[safe: Int(tile.entry.type)]?.glyph ?? "·", "")
    guard state.browser.hasThumbnail(tile.entry),
      state.pictures.terms.map({ $0.kind != .none }) == true
    else {
      return type
    }
    switch state.browser.thumbnails.tile(FilePath(tile.path)) {
    case .none(let lack)?: return lack.sign
    case .picture?: return type
    case nil: return (type.0, "…")
    }
  }

  private static func put(
    _ lines: [String], x: Int, y: Int, _ area: Rect, _ style: Style,
    into surface: inout Surface
  ) {
    for (index, line) in lines.enumerated() where y + index >= area.y && y + index < area.maxY {
      surface.put(line, x: x, y: y + index, style: style)
    }
  }

  // MARK: words

  private static func paintName(
    _ state: State,
    _ tile: GalleryTile, _ tab: BrowserTab, _ area: Rect, into surface: inout Surface
  ) {
    let box = state.browser.pictureBox(in: tile.frame)
    let isDocument = state.browser.types[safe: Int(tile.entry.type)]?.isDocument == true
    let isCut =
      state.browser.carried?.isCut == true
      && state.browser.carried?.paths.contains(tile.path) == true
    let isQuiet = isCut || (tile.entry.kind != .folder && !isDocument)
    let style =
      tile.isCursor && state.browser.focus == .list
      ? state.themes.current.accent : state.themes.current.text
    let room = box.width - (tile.isMarked ? 2 : 0)
    let (name, isFileName) = name(of: tile.entry, tab)
    // Several documents may have one title; the file's name tells them apart.
    let shown = GalleryView.lines(
      of: name, isFileName: isFileName, width: max(1, room), most: isFileName ? 2 : 1)
    let below =
      isFileName
      ? []
      : GalleryView.lines(of: tile.entry.name, isFileName: true, width: box.width, most: 1)
    for (index, line) in (shown + below).enumerated() {
      let y = box.maxY + index
      guard y < area.maxY else { return }
      let mark = tile.isMarked && index == 0
      let x = box.x + (box.width - CellWidth.of(line) - (mark ? 2 : 0)) / 2
      if mark {
        surface.put(
          "✓", x: x, y: y,
          style: PageOverview.on(SheetView.backdrop(state), state.themes.current.accent))
      }
      surface.put(
        line, x: x + (mark ? 2 : 0), y: y,
        style: PageOverview.on(
          SheetView.backdrop(state),
          isQuiet || index >= shown.count ? state.themes.current.dim : style))
    }
  }

  /// Paints progress, tags and star on the tile's lower edge.
  private static func paintFacts(
    _ state: State,
    _ tile: GalleryTile, _ tab: BrowserTab, _ area: Rect, into surface: inout Surface
  ) {
    let y = tile.frame.maxY - 1
    guard y < area.maxY, let document = tab.documents[tile.entry.key] else { return }
    var signs: [(String, Style)] = []
    if let progress = document.progress {
      signs.append((BrowserView.progressBar(progress), state.themes.current.dim))
    }
    for tag in document.tags {
      var dot = state.themes.current.accent
      if let color = tag.color { dot.foreground = state.themes.current.shade(color) }
      signs.append(("●", dot))
    }
    if document.isFavourite { signs.append(("★", state.themes.current.accent)) }
    let room = tile.frame.width - 3
    while signs.reduce(1, { $0 + CellWidth.of($1.0) + 1 }) > room, !signs.isEmpty {
      signs.removeLast()
    }
    guard !signs.isEmpty else { return }
    let width = signs.reduce(1) { $0 + CellWidth.of($1.0) + 1 }
    var x = tile.frame.x + 1 + (room - width) / 2
    surface.put(String(repeating: " ", count: width), x: x, y: y, style: SheetView.backdrop(state))
    for (sign, style) in signs {
      surface.put(sign, x: x + 1, y: y, style: PageOverview.on(SheetView.backdrop(state), style))
      x += CellWidth.of(sign) + 1
    }
  }
}

/// A file or folder as the gallery shows it.
private struct GalleryTile {
  var entry: FolderEntry
  /// Absolute.
  var path: String
  /// Cells of the screen.
  var frame: Rect
  var isCursor: Bool
  var isMarked: Bool
}

/// A document's title; the file name of anything else.
private func name(
  of entry: FolderEntry, _ tab: BrowserTab
) -> (words: String, isFileName: Bool) {
  let title = tab.documents[entry.key]?.title ?? ""
  guard entry.kind == .file, title.contains(where: { !$0.isWhitespace }) else {
    return (entry.name + (entry.isLink ? " →" : ""), true)
  }
  return (title, false)
}
