import Canvas
import DocumentModel
import Widgets

/// The columns of a hit's line, in cells.
struct FoundColumns {
  var place: Rect
  var section: Rect?
  var text: Rect

  /// The window width from which the section is shown.
  private static let sectionFrom = 64

  init(_ list: FoundList, size: Size) {
    place = Rect(x: 3, y: 0, width: max(4, list.placeWidth), height: 1)
    var x = place.maxX + 2
    section = nil
    if list.sectionWidth > 0, size.width >= Self.sectionFrom {
      let width = min(30, size.width / 4, list.sectionWidth)
      section = Rect(x: x, y: 0, width: width, height: 1)
      x += width + 2
    }
    text = Rect(x: x, y: 0, width: max(1, size.width - x - 1), height: 1)
  }
}

extension FinderView {
  /// The list's place on the screen.
  static func foundRect(_ state: State) -> Rect {
    Rect(
      x: 0, y: 2, width: state.size.width, height: state.librarySearch.foundHeight(size: state.size)
    )
  }

  static func paintFound(_ state: State, _ list: FoundList, into surface: inout Surface) {
    let rect = foundRect(state)
    var list = list
    list.reveal(height: rect.height)
    let columns = FoundColumns(list, size: state.size)
    for row in 0..<rect.height {
      guard let line = list.lines[safe: list.top + row] else { break }
      let document = list.documents[line.document]
      let isCursor = list.top + row == list.cursor && list.isStop(list.cursor)
      let hasFocus = isCursor && state.librarySearch.finder?.focus == .list
      let y = rect.y + row
      let area = Rect(x: 0, y: y, width: rect.width, height: 1)
      if hasFocus { surface.fill(area, state.themes.current.selected) }
      let mark =
        hasFocus
        ? Style(
          foreground: state.themes.current.accent.foreground,
          background: state.themes.current.selected.background)
        : state.themes.current.dim
      if isCursor { surface.put("▌", x: 1, y: y, style: mark) }
      let ground = hasFocus ? state.themes.current.selected : state.themes.current.text
      switch line {
      case .document:
        let collection = list.collection(of: document.place)
        paint(
          state,
          document, in: collection, ground: hasFocus ? ground : nil, y: y, into: &surface)
      case .hit(_, let index):
        paint(state, document.hits[index], columns, ground: ground, hasFocus, y: y, into: &surface)
      case .more:
        paintMore(
          document, list, style: hasFocus ? ground : state.themes.current.dim, y: y, into: &surface)
      }
    }
    let calm = Style(
      foreground: state.themes.current.error.foreground,
      background: state.themes.current.text.background)
    for (row, sentence) in state.librarySearch.foundFoot(size: state.size).enumerated() {
      surface.put(
        sentence.truncated(to: max(1, state.size.width - 2)), x: 1, y: rect.maxY + row, style: calm)
    }
  }

  /// Paints a document's line: title, author, year, file name and folder, or its place in a shared library, and at the right the number of hits, and the
  /// collection that has a file of this machine, too.
  private static func paint(
    _ state: State,
    _ document: DocumentHits, in collection: String?, ground: Style?, y: Int,
    into surface: inout Surface
  ) {
    var right = document.count > 0 ? Wording.count(document.count, "hit") : ""
    if document.isStale {
      let words = state.size.width >= 60 ? "changed since indexing" : "changed"
      right = right.isEmpty ? words : words + " · " + right
    }
    if let collection, state.size.width >= 60 {
      let words = "also " + CleanText.line(collection).truncated(to: 24)
      right = right.isEmpty ? words : words + " · " + right
    }
    let rightWidth = CellWidth.of(right)
    let quiet = ground ?? state.themes.current.dim
    surface.put(right, x: max(1, state.size.width - rightWidth - 1), y: y, style: quiet)
    let start = ground == nil ? 1 : 3
    let room = max(4, state.size.width - rightWidth - start - 4)
    let name =
      document.isShared ? CleanText.line(document.path) : PathParts.name(of: document.path)
    let hasTitle = !document.title.isEmpty
    // The file name takes at most a third of the line, but is always shown, since a title alone does not identify the file.
    let nameWidth =
      hasTitle && document.title != name ? min(CellWidth.of(name), max(12, room / 3)) + 3 : 0
    let title =
      hasTitle
      ? document.title.truncated(to: max(4, room - nameWidth)) : name.cutInTheMiddle(to: room)
    var x = start
    x += surface.put(title, x: x, y: y, style: ground ?? state.themes.current.heading, limit: room)
    let year = document.yearText
    let about = [document.author, year].filter { !$0.isEmpty }.joined(separator: ", ")
    let free = room - (x - start) - nameWidth
    if !about.isEmpty, state.size.width >= 50, free >= 12 {
      x += surface.put((" · " + about).truncated(to: free), x: x, y: y, style: quiet)
    }
    if nameWidth > 0 {
      x += surface.put(
        "   " + name.cutInTheMiddle(to: max(1, min(nameWidth - 3, room - (x - start) - 3))), x: x,
        y: y, style: quiet)
    }
    let folder = "   " + state.browser.shortened(PathParts.folder(of: document.path))
    // The place of a shared document has its folder.
    if !document.isShared, state.size.width >= 90, CellWidth.of(folder) <= room - (x - start) {
      surface.put(folder, x: x, y: y, style: quiet)
    }
  }

  private static func paint(
    _ state: State,
    _ hit: LibraryHit, _ columns: FoundColumns, ground: Style, _ hasFocus: Bool, y: Int,
    into surface: inout Surface
  ) {
    let quiet = hasFocus ? ground : state.themes.current.dim
    surface.put(
      hit.placeWords.truncated(to: columns.place.width), x: columns.place.x, y: y, style: quiet)
    if let section = columns.section {
      surface.put(
        hit.sectionWords.truncated(to: section.width), x: section.x, y: y, style: quiet)
    }
    let isHead = [.title, .fileName, .heading].contains(hit.kind)
    let plain = hasFocus || !isHead ? ground : state.themes.current.heading
    let lit = Style(
      foreground: state.themes.current.accent.foreground, background: ground.background,
      attributes: state.themes.current.accent.attributes.union(ground.attributes))
    let parts = hit.snippet(in: columns.text.width)
    let start = parts.before.unicodeScalars.count
    let found = start..<start + parts.text.unicodeScalars.count
    surface.put(
      parts.before + parts.text + parts.after, x: columns.text.x, y: y,
      limit: columns.text.maxX - columns.text.x
    ) { found.contains($0) ? lit : plain }
  }
}

private func paintMore(
  _ document: DocumentHits, _ list: FoundList, style: Style, y: Int, into surface: inout Surface
) {
  let isAwaited = list.awaited.contains(document.place)
  let count = Wording.number(document.count - document.hits.count)
  surface.put(isAwaited ? "⋮ reading …" : "⋮ \(count) more", x: 3, y: y, style: style)
}
