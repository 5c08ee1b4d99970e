import Canvas
import DocumentModel
import Messages
import Text

extension BrowserView {
  /// Paints the preview of the entry under the cursor: the start of the page, then its facts.
  static func paintPreview(_ state: State, _ rect: Rect, into surface: inout Surface) {
    guard let tab = state.browser.current, let entry = tab.current else { return }
    var y = rect.y
    if entry.kind == .folder || state.browser.isArchive(entry) {
      paintFolder(state, entry, rect, into: &surface)
      return
    }
    let facts = factLines(state, tab, entry, width: rect.width)
    let page = Rect(
      x: rect.x, y: rect.y, width: rect.width,
      height: max(0, min(rect.height - facts.count - 2, rect.height * 2 / 3)))
    if let picture = state.browser.shownPreviewPicture(pictures: state.pictures) {
      let place = state.pictures.previewPlace(picture, in: rect)
      // White paper must not run into a white screen.
      surface.fill(
        Rect(x: rect.x - 1, y: rect.y, width: rect.width + 2, height: place.height),
        SheetView.backdrop(state))
      surface.leave(place, style: SheetView.backdrop(state))
      y = place.maxY + 1
    } else if page.height >= 6 {
      if !state.browser.awaitsPreviewPicture(pictures: state.pictures) {
        paintPage(state, page, into: &surface)
      }
      y = page.maxY + 1
    }
    for line in facts where y < rect.maxY {
      surface.put(line.words, x: rect.x, y: y, style: line.style, limit: rect.width)
      for (x, color) in line.dots {
        surface.put(
          "●", x: rect.x + x, y: y, style: state.themes.current.dot(color, on: line.style))
      }
      y += 1
    }
  }

  /// A line with a fact about a document.
  private struct FactLine {
    var words: String
    var style: Style
    /// The dots of tags by their cells from the line's beginning, with their colours (0xRRGGBB).
    var dots: [(x: Int, color: UInt32)] = []
  }

  /// Paints the start of the document in a frame that represents the page.
  private static func paintPage(_ state: State, _ rect: Rect, into surface: inout Surface) {
    let line = String(repeating: "─", count: rect.width - 2)
    surface.put("┌" + line + "┐", x: rect.x, y: rect.y, style: state.themes.current.dim)
    surface.put("└" + line + "┘", x: rect.x, y: rect.maxY - 1, style: state.themes.current.dim)
    for y in rect.y + 1..<rect.maxY - 1 {
      surface.put("│", x: rect.x, y: y, style: state.themes.current.dim)
      surface.put("│", x: rect.maxX - 1, y: y, style: state.themes.current.dim)
    }
    let inside = rect.inset(left: 2, top: 1, right: 2, bottom: 1)
    switch state.browser.preview.content {
    case .document(let preview):
      guard let page = preview.page else { return }
      let layout = PageLayout(
        page, mode: .reflow, width: inside.width, bidi: state.environment.bidi)
      var y = inside.y
      for line in layout.lines where y < inside.maxY && line.kind != .rule {
        let style = line.kind == .heading ? state.themes.current.heading : state.themes.current.dim
        for glyph in line.glyphs where Int(glyph.column) < inside.width {
          surface.put(scalar: glyph.scalar, x: inside.x + Int(glyph.column), y: y, style: style)
        }
        y += 1
      }
    case .sentence(let sentence):
      for (index, line) in sentence.wrapped(to: inside.width).prefix(inside.height).enumerated() {
        surface.put(line, x: inside.x, y: inside.y + index, style: state.themes.current.dim)
      }
    case .folder, nil: break
    }
  }

  private static func factLines(
    _ state: State,
    _ tab: BrowserTab, _ entry: FolderEntry, width: Int
  ) -> [FactLine] {
    var lines: [FactLine] = []
    func add(_ words: String, _ style: Style, most: Int = 2) {
      guard !words.isEmpty else { return }
      let all = words.wrapped(to: width)
      for (index, line) in all.prefix(most).enumerated() {
        let isCut = index == most - 1 && all.count > most
        lines.append(
          FactLine(words: (isCut ? line + " …" : line).truncated(to: width), style: style))
      }
    }
    var preview: DocumentPreview?
    if case .document(let known) = state.browser.preview.content { preview = known }
    let facts = tab.facts[entry.key]
    let known = tab.documents[entry.key]
    let title = preview.map { DocumentTitle.telling($0.metadata.title) } ?? known?.title ?? ""
    add(title.isEmpty ? entry.name : title, state.themes.current.heading)
    add(preview?.metadata.author ?? known?.author ?? "", state.themes.current.text)
    var parts: [String] = []
    if let pages = preview?.pageCount ?? known?.pages, pages > 0 {
      parts.append("\(pages) page\(pages == 1 ? "" : "s")")
    }
    if let facts {
      parts.append(ByteCount.text(facts.size))
      parts.append(
        CalendarDate.short(
          facts.modified + state.environment.zone,
          now: state.environment.now + state.environment.zone))
    }
    add(parts.joined(separator: " · "), state.themes.current.dim)
    // Lists of documents from everywhere do not say where each lies.
    if tab.place.folder == nil, tab.place != .trash {
      let folder = state.browser.shortened(PathParts.folder(of: tab.path(of: entry)))
      add(folder.cutInTheMiddle(to: width), state.themes.current.dim)
    }
    lines += tagLines(state, known?.tags ?? [], width: width).prefix(2)
    if let count = preview?.annotationCount, count > 0 {
      add("\(count) annotation\(count == 1 ? "" : "s")", state.themes.current.dim)
    }
    if let preview, !preview.outline.isEmpty {
      lines.append(FactLine(words: "", style: state.themes.current.dim))
      for title in preview.outline.prefix(8) {
        lines.append(FactLine(words: title.truncated(to: width), style: state.themes.current.dim))
      }
    }
    return lines
  }

  /// Tags with their dots, as many in a line as have room.
  private static func tagLines(_ state: State, _ tags: [TagLabel], width: Int) -> [FactLine] {
    var lines: [FactLine] = []
    for tag in tags {
      let words = ("● " + tag.name).truncated(to: width)
      let before = lines.last.map { CellWidth.of($0.words) + 2 } ?? width
      let isFirst = before + CellWidth.of(words) > width
      if isFirst {
        lines.append(FactLine(words: words, style: state.themes.current.dim))
      } else {
        lines[lines.count - 1].words += "  " + words
      }
      guard let color = tag.color else { continue }
      lines[lines.count - 1].dots.append((isFirst ? 0 : before, color))
    }
    return lines
  }

  private static func paintFolder(
    _ state: State, _ entry: FolderEntry, _ rect: Rect, into surface: inout Surface
  ) {
    surface.put(
      entry.name.cutInTheMiddle(to: rect.width), x: rect.x, y: rect.y,
      style: state.themes.current.heading
    )
    switch state.browser.preview.content {
    case .folder(let names, let count, let others):
      surface.put(
        Preview.words(count: count, others: others), x: rect.x, y: rect.y + 1,
        style: state.themes.current.dim,
        limit: rect.width)
      for (index, name) in names.prefix(max(0, rect.height - 4)).enumerated() {
        surface.put(
          name.cutInTheMiddle(to: rect.width), x: rect.x, y: rect.y + 3 + index,
          style: state.themes.current.dim)
      }
    case .sentence(let sentence):
      for (index, line) in sentence.wrapped(to: rect.width).prefix(6).enumerated() {
        surface.put(line, x: rect.x, y: rect.y + 2 + index, style: state.themes.current.dim)
      }
    case .document, nil: break
    }
  }
}
