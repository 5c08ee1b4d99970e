import Canvas
import DocumentModel
import Text

extension State {
  /// Sets the caret into the text in sight, or begins to select from where it stands.
  mutating func select(_ unit: Selection.Unit) {
    guard let selection else {
      guard let place = placeForCaret(), let id = pane?.document else {
        say("There is no text in sight to be selected")
        return
      }
      self.selection = Selection(in: id, at: place, unit: unit == .lines ? .lines : .nothing)
      return
    }
    if selection.unit == unit {
      self.selection?.unit = .nothing
    } else {
      if selection.unit == .nothing { self.selection?.anchor = selection.caret }
      self.selection?.unit = unit
    }
  }

  /// The hit gone to if it is in sight, else the first character that is.
  private func placeForCaret() -> TextPosition? {
    let seen = visibleGlyphs(of: focus)
    if let search, search.document == pane?.document, search.isLit, let hit = search.place,
      seen.contains(where: { $0.page == hit.page && $0.origin == hit.offset }),
      let place = position(page: hit.page, origin: hit.offset)
    {
      return place
    }
    if showsPictures(focus) { return firstPlaceOnSheets() }
    return seen.lazy.filter { $0.scalar != 0x20 }.compactMap {
      self.position(page: $0.page, origin: $0.origin)
    }.first
  }

  func position(page: Int, origin: Int) -> TextPosition? {
    guard let content = document?.pages[page] else { return nil }
    return PageFlow(content).index(of: origin).map { TextPosition(page: page, index: $0) }
  }

  /// The page's character at a place; the nearest before it where that was put in.
  func origin(of place: TextPosition) -> Int? {
    guard let content = document?.pages[place.page] else { return nil }
    let origins = PageFlow(content).origins
    guard place.index < origins.count else { return nil }
    return origins[...place.index].last { $0 >= 0 }.map(Int.init)
  }

  /// Puts the caret where it waits to be put, as soon as the page is there.
  mutating func moveRequestedCaret() {
    guard let request = caretRequest, selection != nil,
      let place = position(page: request.page, origin: request.offset)
    else { return }
    caretRequest = nil
    selection?.caret = place
  }

  /// Moves the caret so many times.
  mutating func move(_ motion: Motion, _ count: Int) {
    guard let selection, let document else { return }
    var cursor = FlowCursor(document)
    var caret = selection.caret
    // What is selected by sentences and paragraphs ends with them.
    let motion = selection.unit == .nothing ? motion : motion.toEnd
    for _ in 0..<min(count, 10_000) {
      guard let next = motion.target(from: caret, &cursor) else { break }
      caret = next
    }
    place(caret)
    self.selection?.column = nil
    self.selection?.x = nil
  }

  /// Sets the caret and brings it into sight.
  mutating func place(_ caret: TextPosition) {
    let isForward = selection.map { $0.caret < caret } ?? true
    selection?.caret = caret
    guard let origin = origin(of: caret), !isInSight(caret.page, origin) else { return }
    // A step or two beyond the edge moves the window by as much; anything farther is a jump.
    let before = panes[focus]
    for _ in 0..<3 {
      scroll(focus, by: isForward ? 1 : -1)
      if isInSight(caret.page, origin) { return }
    }
    panes[focus] = before
    land(focus, page: caret.page, .glyph(origin))
  }

  private func isInSight(_ page: Int, _ origin: Int) -> Bool {
    visibleGlyphs(of: focus).contains { $0.page == page && $0.origin == origin }
  }

  /// A command that moved the window takes the caret into it: to its first character, or its last at the document's end.
  mutating func takeCaretAlong() {
    guard let selection, selection.document == pane?.document, caretRequest == nil, caretCell == nil
    else { return }
    let seen = visibleGlyphs(of: focus).filter { $0.scalar != 0x20 }
    let places =
      isEndInSight(focus) && selection.caret.page <= (seen.first?.page ?? 0)
      ? Array(seen.reversed()) : seen
    for glyph in places {
      guard let caret = position(page: glyph.page, origin: glyph.origin) else { continue }
      self.selection?.caret = caret
      return
    }
  }

  /// The caret's cell; nil while it is out of sight.
  var caretCell: (x: Int, y: Int)? {
    guard let selection, selection.document == pane?.document,
      let origin = origin(of: selection.caret)
    else { return nil }
    return visibleGlyphs(of: focus).first {
      $0.page == selection.caret.page && $0.origin == origin
    }.map { ($0.x, $0.y) }
  }

  /// Moves the caret up or down by lines as they are set, keeping its column.
  mutating func moveLines(_ step: Int) {
    guard let selection else { return }
    if showsPictures(focus) {
      for _ in 0..<min(abs(step), 1_000) where !moveOnSheet(forward: step > 0) { return }
      return
    }
    for _ in 0..<min(abs(step), 1_000) {
      guard let cell = caretCell else { return }
      let column = self.selection?.column ?? selection.column ?? cell.x
      if !moveLine(from: cell.y, column, forward: step > 0) { return }
      self.selection?.column = column
    }
  }

  private mutating func moveLine(from y: Int, _ column: Int, forward: Bool) -> Bool {
    let seen = visibleGlyphs(of: focus)
    let lines = seen.filter { forward ? $0.y > y : $0.y < y }.map(\.y)
    if let line = forward ? lines.min() : lines.max(),
      let nearest = seen.filter({ $0.y == line && $0.scalar != 0x20 })
        .min(by: { abs($0.x - column) < abs($1.x - column) }),
      let place = position(page: nearest.page, origin: nearest.origin)
    {
      selection?.caret = place
      return true
    }
    let before = (panes[focus].page, panes[focus].line)
    scroll(focus, by: forward ? 3 : -3)
    // The caret's own line moves with the window; where that does not move, or leaves it behind, there is nothing more.
    guard before != (panes[focus].page, panes[focus].line), let moved = caretCell else {
      return false
    }
    return moveLine(from: moved.y, column, forward: forward)
  }

  /// To the beginning or the end of the line the caret stands in.
  mutating func moveInLine(toEnd: Bool) {
    if showsPictures(focus), let caret = selection?.caret, let line = sheetLine(at: caret) {
      place(toEnd ? line.upperBound : line.lowerBound)
      selection?.x = nil
      return
    }
    guard let cell = caretCell else { return }
    let line = visibleGlyphs(of: focus).filter { $0.y == cell.y && $0.scalar != 0x20 }
    guard let glyph = toEnd ? line.last : line.first,
      let place = position(page: glyph.page, origin: glyph.origin)
    else { return }
    selection?.caret = place
    selection?.column = nil
  }

  /// The caret and the other end change places.
  mutating func exchangeEnds() {
    guard let selection else { return }
    self.selection?.anchor = selection.caret
    place(selection.anchor)
  }

  /// What is selected, both ends within; nil where nothing is.
  var selectedRange: ClosedRange<TextPosition>? {
    guard let selection, let document, document.id == selection.document else { return nil }
    let bounds = selection.bounds
    switch selection.unit {
    case .nothing: return nil
    case .characters: return bounds
    case .words: return widened(bounds, in: document, from: .wordBack, to: .wordEnd)
    case .blocks: return blocks(of: bounds, in: document)
    case .lines: return lines(of: bounds)
    }
  }

  private func widened(
    _ bounds: ClosedRange<TextPosition>, in document: Document, from back: Motion, to end: Motion
  ) -> ClosedRange<TextPosition> {
    var cursor = FlowCursor(document)
    // From behind its first and before its last character both motions stay in the word.
    let first = cursor.next(bounds.lowerBound).flatMap { back.target(from: $0, &cursor) }
    let last = cursor.previous(bounds.upperBound).flatMap { end.target(from: $0, &cursor) }
    return min(
      first ?? bounds.lowerBound, bounds.lowerBound)...max(
        last ?? bounds.upperBound, bounds.upperBound)
  }

  private func blocks(
    of bounds: ClosedRange<TextPosition>, in document: Document
  ) -> ClosedRange<TextPosition> {
    var (first, last) = (bounds.lowerBound, bounds.upperBound)
    if let content = document.pages[first.page] {
      let flow = PageFlow(content)
      if let block = flow.block(at: first.index) { first.index = flow.blocks[block].start }
    }
    if let content = document.pages[last.page] {
      let flow = PageFlow(content)
      if let block = flow.block(at: last.index) {
        let end = flow.blocks[safe: block + 1].map { $0.start - 2 } ?? flow.scalars.count - 1
        last.index = max(last.index, end)
      }
    }
    return first...last
  }

  /// Whole lines as the pane sets them.
  private func lines(of bounds: ClosedRange<TextPosition>) -> ClosedRange<TextPosition> {
    if showsPictures(focus) {
      let first = sheetLine(at: bounds.lowerBound)?.lowerBound ?? bounds.lowerBound
      let last = sheetLine(at: bounds.upperBound)?.upperBound ?? bounds.upperBound
      return min(first, bounds.lowerBound)...max(last, bounds.upperBound)
    }
    func edge(_ place: TextPosition, _ pick: ([TextPosition]) -> TextPosition?) -> TextPosition {
      guard let origin = origin(of: place), let layout = layout(focus, page: place.page),
        let number = layout.line(of: origin), let content = document?.pages[place.page]
      else { return place }
      let flow = PageFlow(content)
      // In layout mode the line of the neighbour column stands in the same row.
      let block = flow.block(at: place.index)
      let places = layout.lines[number].glyphs.compactMap { glyph -> Int? in
        guard glyph.origin >= 0, let index = flow.index(of: Int(glyph.origin)),
          flow.block(at: index) == block
        else { return nil }
        return index
      }
      return pick(places.map { TextPosition(page: place.page, index: $0) }) ?? place
    }
    let first = edge(bounds.lowerBound) { $0.min() }
    let last = edge(bounds.upperBound) { $0.max() }
    return min(first, bounds.lowerBound)...max(last, bounds.upperBound)
  }

  /// What of a page is selected, ascending.
  func selected(in document: DocumentID, on page: Int) -> [LitRange] {
    guard let range = selectedRange, selection?.document == document,
      range.lowerBound.page <= page, page <= range.upperBound.page,
      let content = self.document(document)?.pages[page]
    else { return [] }
    let origins = PageFlow(content).origins
    let from = range.lowerBound.page == page ? range.lowerBound.index : 0
    let to = range.upperBound.page == page ? range.upperBound.index : origins.count - 1
    guard from <= to, from < origins.count else { return [] }
    let own = origins[from...min(to, origins.count - 1)].filter { $0 >= 0 }.sorted()
    var found: [LitRange] = []
    for origin in own.map(Int.init) {
      if let last = found.last, last.range.upperBound >= origin {
        found[found.count - 1].range =
          last.range.lowerBound..<max(last.range.upperBound, origin + 1)
      } else {
        found.append(LitRange(range: origin..<origin + 1, light: .selection))
      }
    }
    return found
  }
}
