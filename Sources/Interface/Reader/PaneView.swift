import Canvas
import DocumentModel
import Messages
import Text

/// Paints a view of a document's text.
enum PaneView {
  /// Paints one pane: its document's lines from the top on, or why there are none.
  static func paintPane(_ state: State, _ index: Int, into surface: inout Surface) {
    guard let document = state.documents[state.panes[index].document] else { return }
    if SheetView.paintOpeningPicture(state, index, into: &surface) { return }
    let rect = state.textRect(of: index)
    switch document.phase {
    case .opening:
      if document.isSlow {
        paintNote("opening \(document.fileName) …", rect, state.themes.current.dim, &surface)
      }
    case .locked:
      let rest = document.isGlance ? ": Enter asks for its password" : "."
      paintNote(
        "\(document.fileName) is encrypted" + rest, rect, state.themes.current.dim, &surface)
    case .failed(let sentence):
      paintNote(sentence, rect, state.themes.current.text, &surface)
    case .open:
      SheetView.paintSheets(state, index, into: &surface)
      if state.showsPictures(index) { return }
      paintLines(
        state, of: FlowPictures.flow(state, of: index, document),
        margin: signColumn(state, of: index),
        into: &surface)
    }
  }

  private static func paintNote(
    _ text: String, _ rect: Rect, _ style: Style, _ surface: inout Surface
  ) {
    let top = rect.y + rect.height / 3
    for (index, line) in text.wrapped(to: rect.width).enumerated() {
      surface.put(line, x: rect.x, y: top + index, style: style, limit: rect.width)
    }
  }

  /// Paints lines with their marks; signs for annotations are in the column `margin`.
  static func paintLines(
    _ state: State, of flow: FlowView, margin: Int? = nil, into surface: inout Surface
  ) {
    let (document, rect) = (flow.document, flow.rect)
    var (page, line) = (flow.page, flow.line)
    var y = rect.y
    while y < rect.maxY, page < document.pageCount {
      guard let layout = flow.layout(page), let content = document.pages[page] else {
        let isSlow = document.slowPages.contains(page)
        let words =
          document.failures[page]
          ?? (isSlow ? "reading page \(document.pageName(page)) …" : "…")
        surface.put(words, x: rect.x, y: y, style: state.themes.current.dim, limit: rect.width)
        y += 1
        page += 1
        line = 0
        continue
      }
      let links = document.links[page]
      let lit = LitLine(
        PaneView.lit(state, in: document.id, on: page),
        lights: state.lights(of: document, on: page),
        current: document.annotations.current)
      let signs = margin == nil ? nil : marginSigns(state, of: document, on: page)
      while line < layout.lines.count, y < rect.maxY {
        if let slice = layout.lines[line].picture {
          leave(state, slice, y: y, in: rect, document.pictureTroubles[page], &surface)
        }
        paint(
          state,
          layout.lines[line], of: content, links: links, lit: lit,
          Rect(x: rect.x, y: y, width: rect.width, height: 1),
          column: layout.lines[line].shift(by: flow.column, in: rect.width), into: &surface)
        if let signs, let margin {
          paint(state, signs, of: layout.lines[line], x: margin, y: y, &surface)
        }
        line += 1
        y += 1
      }
      page += 1
      line = 0
    }
  }

  /// Leaves the cells of an image's row to the image, or says why there is none.
  private static func leave(
    _ state: State,
    _ slice: PictureSlice, y: Int, in rect: Rect, _ trouble: PictureTrouble?,
    _ surface: inout Surface
  ) {
    guard trouble == nil else {
      if slice.row == 0 {
        surface.put(
          "[Figure; p shows the page]", x: rect.x, y: y, style: state.themes.current.dim,
          limit: rect.width)
      }
      return
    }
    let cells = Rect(x: rect.x + slice.inset, y: y, width: slice.columns, height: 1)
    surface.leave(cells, style: state.themes.current.text)
  }

  private static func paint(
    _ state: State,
    _ line: TextLine, of content: PageContent, links: LinkIndex?, lit: LitLine, _ row: Rect,
    column: Int, into surface: inout Surface
  ) {
    let (x, y, width) = (row.x, row.y, row.width)
    if line.kind == .listing {
      let ground = Rect(x: x + line.inset, y: y, width: width - line.inset, height: 1)
      surface.fill(ground, listingStyle(state))
    }
    // Only authored text has small capitals, in a few styles.
    let capitals =
      content.text.blocks != nil && content.text.styles.contains(where: \.isSmallCaps)
    var light = lit
    var isCutLeft = false
    var isCutRight = false
    for (index, glyph) in line.glyphs.enumerated() {
      let cell = Int(glyph.column) - column
      guard cell >= 0, cell < width else {
        isCutLeft = isCutLeft || (cell < 0 && glyph.scalar != 0x20)
        isCutRight = isCutRight || (cell >= width && glyph.scalar != 0x20)
        continue
      }
      surface.put(
        scalar: capitals ? content.shown(glyph.scalar, at: glyph.origin) : glyph.scalar,
        x: x + cell, y: y,
        style: light.style(
          for: glyph, before: glyph.origin < 0 ? line.origin(after: index) : -1,
          over: style(state, of: glyph, in: line, content, links), state.themes.current),
        limit: width - cell)
      if light.look?.lines.contains(.through) == true {
        // ncurses has no attribute for it: a combining stroke lies on the character before.
        surface.put(
          scalar: 0x0336, x: x + cell + CellWidth.of(glyph.scalar), y: y,
          style: state.themes.current.text
        )
      }
    }
    // The line continues beyond the window: l and h scroll there.
    if isCutLeft { surface.put("‹", x: x - 1, y: y, style: state.themes.current.dim) }
    if isCutRight { surface.put("›", x: x + width, y: y, style: state.themes.current.dim) }
  }

  private static func style(
    _ state: State,
    of glyph: TextLine.Glyph, in line: TextLine, _ content: PageContent, _ links: LinkIndex?
  ) -> Style {
    switch line.kind {
    case .rule, .placeholder, .furniture, .picture: return state.themes.current.dim
    case .heading: return state.themes.current.heading
    case .body, .code, .listing: break
    }
    // Bars of quotations are ours.
    if glyph.origin < 0, glyph.scalar == AuthoredSetter.bar { return state.themes.current.dim }
    var style = line.kind == .listing ? listingStyle(state) : state.themes.current.text
    if let links, glyph.origin >= 0, Int(glyph.origin) < content.text.boxes.count,
      links.link(at: content.text.boxes[Int(glyph.origin)].middle) != nil
    {
      style = state.themes.current.link
    }
    guard let set = content.style(at: glyph.origin) else { return style }
    // A literal would be made by generic code for each character.
    var attributes = Attributes(rawValue: 0)
    if set.isBold { attributes.insert(.bold) }
    if set.isItalic { attributes.insert(.italic) }
    if set.isUncertain, state.preferences.dimsUncertainWords { attributes.insert(.dim) }
    if content.text.blocks != nil {
      if set.isUnderlined { attributes.insert(.underline) }
      if set.isStruck { attributes.insert(.dim) }
      if set.isMarked { style = state.themes.current.marked(style) }
      if set.isMonospace, line.kind != .listing {
        style = Style(
          foreground: style == state.themes.current.link
            ? style.foreground : state.themes.current.code.foreground,
          background: state.themes.current.code.background)
      }
    }
    return attributes.isEmpty ? style : style.adding(attributes)
  }

  /// Code blocks have their own background, or an indent where there are no colours.
  private static func listingStyle(_ state: State) -> Style {
    state.themes.current.code.background == state.themes.current.text.background
      ? state.themes.current.text : state.themes.current.code
  }
}
