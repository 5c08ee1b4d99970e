import Canvas
package import DocumentModel
import Messages
import Text
import Widgets

/// The card that shows the target of a link beside the words that refer to it.
package struct Peek: Sendable, Hashable {
  package var document: DocumentID
  package var page: Int
  package var landing: Landing
  package var title: String
  /// The kind of a link that was found by its words; nil for a link of the document.
  package var kind: Reference.Kind?
  /// The cell of the words; nil if they are not on the screen.
  package var x: Int?
  package var y: Int?

  package init(
    document: DocumentID, page: Int, landing: Landing, title: String, kind: Reference.Kind? = nil,
    x: Int? = nil, y: Int? = nil
  ) {
    self.document = document
    self.page = page
    self.landing = landing
    self.title = title
    self.kind = kind
    self.x = x
    self.y = y
  }

  init(
    _ destination: Destination, in document: Document, _ kind: Reference.Kind?,
    from cell: (x: Int, y: Int)?
  ) {
    self.init(
      document: document.id, page: destination.page,
      landing: destination.y.map { .point(x: destination.x, y: $0) } ?? .top,
      title: document.placeName(document.place(of: destination)),
      kind: kind ?? (document.entry(near: destination) == nil ? nil : .cite), x: cell?.x,
      y: cell?.y)
  }

  fileprivate var cell: (x: Int, y: Int)? {
    guard let x, let y else { return nil }
    return (x, y)
  }

  /// The first slot of its images.
  static let firstSlot = 5_000_000

  /// Whether it shows one paragraph and nothing after it.
  fileprivate var isOneParagraph: Bool {
    switch kind {
    case .cite, .note, .theorem: true
    default: false
    }
  }

  /// The most rows of text, and the most columns with the frame.
  fileprivate static let (mostRows, mostColumns) = (12, 84)
  /// The number of cards whose images are drawn while their letters are shown.
  fileprivate static let mostAhead = 4
}

extension Peek {
  /// Handles a click: one in the card goes to the place, one beside it closes the card.
  static func takeInPeek(_ state: inout State, _ mouse: Mouse) -> [Effect]? {
    guard let peek = state.peek, case .press(button: 1) = mouse.action else { return nil }
    if let document = state.documents[peek.document] {
      let frame = peekView(state, peek, document).frame
      if frame.contains(x: mouse.x, y: mouse.y)
        || mouse.y == peek.y && mouse.x >= peek.x ?? 0 && Layer.isOnLink(state, mouse)
      {
        state.jump(to: peek.page, peek.landing)
      }
    }
    state.peek = nil
    return []
  }

  static func paint(_ state: State, _ peek: Peek, into surface: inout Surface) {
    guard let document = state.documents[peek.document] else { return }
    let (frame, flow, _) = peekView(state, peek, document)
    let inside = ScreenView.paintFrame(state, frame, title: peek.title, into: &surface)
    let key = state.keyInput.keymap.hintKey(for: "card-enter", in: .peek, usually: "enter")
    let keys = key.map { " \($0) goes there " } ?? ""
    if frame.width >= keys.count + 4 {
      surface.put(
        keys, x: frame.maxX - keys.count - 2, y: frame.maxY - 1, style: state.themes.current.dim)
    }
    guard let flow else {
      surface.put("…", x: inside.x + 1, y: inside.y, style: state.themes.current.dim)
      return
    }
    PaneView.paintLines(state, of: flow, into: &surface)
  }

  /// Returns the image requests for the figures in the card.
  static func requests(_ state: State) -> [ImageRequest] {
    guard let peek = state.peek, let document = state.documents[peek.document],
      document.phase == .open,
      let flow = peekView(state, peek, document).flow
    else { return [] }
    return FlowPictures.flowRequests(state, of: flow, slot: Peek.firstSlot).visible
  }

  /// Returns the image requests for the cards that the letters on the screen may open.
  static func requestsAhead(_ state: State) -> [ImageRequest] {
    guard FlowPictures.figureSpace(state, rows: state.size.height) != nil else { return [] }
    return peeksAhead(state).flatMap { peek in
      guard let document = state.documents[peek.document], document.phase == .open,
        let flow = peekView(state, peek, document).flow
      else { return [ImageRequest]() }
      return FlowPictures.flowRequests(state, of: flow, slot: Peek.firstSlot).visible
    }
  }

  /// The cards with more than a paragraph that the letters on the screen may open, from top to bottom.
  static func peeksAhead(_ state: State) -> [Peek] {
    guard let hints = state.hints, hints.purpose == .link(.peek), let document = state.document
    else { return [] }
    var seen: Set<Destination> = []
    let all = hints.items.compactMap { item -> Peek? in
      guard case .link(let link) = item.aim, case .destination(let place) = link.target,
        seen.insert(place).inserted
      else { return nil }
      let peek = Peek(place, in: document, link.kind, from: (item.x, item.y))
      return peek.isOneParagraph ? nil : peek
    }
    return Array(all.prefix(Peek.mostAhead))
  }

  static func keepBeside(_ state: inout State, _ peek: Peek) {
    let count = state.panes.count
    let isWide = state.paneRect(state.panes.focus).width >= 2 * Self.leastBeside
    state.split(isWide ? .beside : .stacked)
    if state.panes.count > count {
      state.land(state.panes.focus + 1, page: peek.page, peek.landing)
    }
  }

  /// Columns that a view beside another should have.
  private static var leastBeside: Int { 60 }

  static func copy(_ state: inout State, _ peek: Peek) -> [Effect] {
    guard let document = state.documents[peek.document],
      let block = peekView(state, peek, document).block
    else { return [] }
    let scalars = block.scalars.map { Script.isBlank($0) ? 0x20 : $0 }
    state.say("Copied")
    return [.copy(String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init))))]
  }

  static func openAddress(_ state: inout State, in peek: Peek) -> [Effect] {
    guard let document = state.documents[peek.document],
      let block = peekView(state, peek, document).block
    else { return [] }
    let links = document.links[peek.page]?.links ?? document.inferred[peek.page] ?? []
    let link = links.first { link in
      if case .uri = link.target { block.box.contains(link.box.middle) } else { false }
    }
    let entry = document.references?.entries.first {
      $0.place.page == peek.page && $0.place.landing == peek.landing
    }
    if let entry {
      state.peek = nil
      var work = ListedWork(entry)
      if case .uri(let address)? = link?.target, work.address == nil { work.address = address }
      return [.findWork(work)]
    }
    guard let link else {
      state.say("No address here")
      return []
    }
    state.peek = nil
    return state.follow(link.target, .follow)
  }

  /// Returns the card's frame, the text in it and the block it begins with; neither text nor block until its page is read.
  ///
  /// A figure, table or formula is shown from its start, with an image or, without images, from its caption.
  fileprivate static func peekView(_ state: State, _ peek: Peek, _ document: Document) -> (
    frame: Rect, flow: FlowView?, block: TextBlock?
  ) {
    let width = min(state.size.width - 4, Peek.mostColumns)
    guard let content = document.pages[peek.page] else {
      return (cardFrame(state, at: peek.cell, columns: width, rows: Peek.mostRows), nil, nil)
    }
    // The frame and a caption of three lines need space, too.
    let figures = FlowPictures.figureSpace(state, rows: state.size.height * 2 / 3 - 5)
    let layout = PageLayout(
      content, mode: .reflow, width: width - 4, bidi: state.environment.bidi, figures: figures)
    var line = 0
    var figureRows = 0
    if case .point(let x, let y) = peek.landing {
      let all = DocumentFigure.all(in: content.blocks, page: peek.page)
      let figure =
        peek.isOneParagraph ? nil : DocumentFigure.at(y: y, x: x, among: all, in: content.text)
      line =
        figure.flatMap { layout.line(of: $0) } ?? layout.line(atY: y, x: x, in: content.text)
      if figure != nil, figures == nil { line = layout.captionLine(from: line, of: all) }
      figureRows = figure.map { layout.rows(of: $0, among: all, from: line, in: content) } ?? 0
    }
    let first = layout.lines[safe: line]?.glyphs.first { $0.origin >= 0 }?.origin
    let block = content.blocks.firstIndex { first.map($0.origins.contains) ?? false }
      .map { Self.whole($0, of: content.blocks) }
    var (columns, rows) = (width, Peek.mostRows)
    let note = content.text.blocks.flatMap { blocks in
      first.flatMap { Self.note(at: Int($0), in: blocks, of: content.text) }
    }
    if figureRows > 0 {
      rows = min(figureRows, state.size.height * 3 / 4 - 2)
    } else if peek.isOneParagraph || note != nil || peek.kind == .equation {
      let origins = note.map { Set($0.map { Int32($0) }) } ?? Set(block?.origins ?? [])
      let own = layout.lines[line...].prefix(Peek.mostRows).prefix { row in
        row.glyphs.isEmpty && note != nil
          || row.glyphs.contains { $0.origin >= 0 && origins.contains($0.origin) }
      }
      rows = max(1, own.count)
      let end = own.compactMap { $0.glyphs.last?.column }.max() ?? 0
      columns = min(width, max(Int(end) + 6, 28))
    }
    let area = cardFrame(state, at: peek.cell, columns: columns, rows: rows)
    let flow = FlowView(
      document: document, pane: state.panes.focus, page: peek.page, line: line,
      rect: area.inset(left: 2, top: 1, right: 2, bottom: 1)
    ) { $0 == peek.page ? layout : nil }
    return (area, flow, block)
  }

  /// Returns a block; a row of a table is joined with the rows below it whose first cell is empty.
  fileprivate static func whole(_ index: Int, of blocks: [TextBlock]) -> TextBlock {
    var block = blocks[index]
    guard block.kind == .tableRow else { return block }
    for next in blocks[(index + 1)...] {
      guard next.kind == .tableRow, next.scalars.first == 0x09 else { break }
      block.scalars += next.scalars
      block.origins += next.origins
      block.box = block.box.union(next.box)
    }
    return block
  }

  /// Returns the characters of the note at a place of a flowing text: a block that the format marks as a note, with its continuations, or a paragraph
  /// that begins with a note's number or mark; nil for other text.
  static func note(
    at place: Int, in blocks: [AuthoredBlock], of text: PageText
  ) -> Range<Int>? {
    guard let index = blocks.firstIndex(where: { $0.range.contains(place) }) else { return nil }
    let block = blocks[index]
    switch block.kind {
    case .footnote:
      let rest = blocks[(index + 1)...].prefix { $0.kind == .footnote && $0.level == 0 }
      return block.range.lowerBound..<(rest.last ?? block).range.upperBound
    case .paragraph, .listItem:
      let word = text.scalars[block.range].prefix { !Script.isBlank($0) }
        .compactMap(Unicode.Scalar.init).filter { !"[](){}.:".unicodeScalars.contains($0) }
      let isMark = !word.isEmpty && word.allSatisfy { "0123456789*†‡§".unicodeScalars.contains($0) }
      return isMark ? block.range : nil
    default: return nil
    }
  }

  /// Returns the frame of a card; `columns` include its edges, `rows` do not. It is below the words at a cell if there is room, else above them, else
  /// at the bottom.
  static func cardFrame(_ state: State, at cell: (x: Int, y: Int)?, columns: Int, rows: Int) -> Rect
  {
    let height = min(state.size.height - 4, rows + 2)
    let foot = state.size.height - 2 - height
    guard let (x, y) = cell else {
      return Rect(x: (state.size.width - columns) / 2, y: foot, width: columns, height: height)
    }
    let top = y + 1 <= foot ? y + 1 : y - height >= 0 ? y - height : foot
    return Rect(
      x: max(1, min(x - 2, state.size.width - columns - 1)), y: top, width: columns, height: height)
  }
}
