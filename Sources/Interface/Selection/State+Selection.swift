import Canvas
import DocumentModel
import Text

extension State {
  /// Places the caret in the visible text, or starts or ends a selection at the caret.
  mutating func select(_ unit: Selection.Unit) {
    guard let selection else {
      guard let place = placeForCaret(), let id = pane?.document else {
        say("No text on screen to select")
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

  /// Returns the current hit if it is visible, else the first visible character.
  private func placeForCaret() -> TextPosition? {
    let seen = visibleGlyphs(of: panes.focus)
    if let search, search.document == pane?.document, search.isLit, let hit = search.place,
      seen.contains(where: { $0.page == hit.page && $0.origin == hit.offset }),
      let place = position(page: hit.page, origin: hit.offset)
    {
      return place
    }
    if showsPictures(panes.focus) { return firstPlaceOnSheets() }
    return seen.lazy.filter { $0.scalar != 0x20 }.compactMap {
      self.position(page: $0.page, origin: $0.origin)
    }.first
  }

  func position(page: Int, origin: Int) -> TextPosition? {
    guard let content = document?.pages[page] else { return nil }
    return PageFlow(content).index(of: origin).map { TextPosition(page: page, index: $0) }
  }

  /// Returns the page's character at a position; for an inserted character, the nearest one before it.
  func origin(of place: TextPosition) -> Int? {
    guard let content = document?.pages[place.page] else { return nil }
    let origins = PageFlow(content).origins
    guard place.index < origins.count else { return nil }
    return origins[...place.index].last { $0 >= 0 }.map(Int.init)
  }

  /// Places the caret at the position requested earlier, once its page is loaded.
  mutating func moveRequestedCaret() {
    guard let request = awaited.caret, selection != nil,
      let place = position(page: request.page, origin: request.offset)
    else { return }
    awaited.caret = nil
    selection?.caret = place
  }

  mutating func move(_ motion: Motion, _ count: Int) {
    guard let selection, let document else { return }
    var cursor = FlowCursor(document)
    var caret = selection.caret
    // A selection by sentences or paragraphs ends with the unit.
    let motion = selection.unit == .nothing ? motion : motion.toEnd
    for _ in 0..<min(count, 10_000) {
      guard let next = motion.target(from: caret, &cursor) else { break }
      caret = next
    }
    place(caret)
    self.selection?.column = nil
    self.selection?.x = nil
  }

  /// Places the caret and scrolls to it.
  mutating func place(_ caret: TextPosition) {
    let isForward = selection.map { $0.caret < caret } ?? true
    selection?.caret = caret
    guard let origin = origin(of: caret) else { return }
    revealSideways(page: caret.page, origin)
    guard !isInSight(caret.page, origin) else { return }
    // Up to three lines beyond the edge the window scrolls; anything farther is a jump.
    let before = panes[panes.focus]
    for _ in 0..<3 {
      scroll(panes.focus, by: isForward ? 1 : -1)
      if isInSight(caret.page, origin) { return }
    }
    panes[panes.focus] = before
    land(panes.focus, page: caret.page, .glyph(origin))
  }

  func isInSight(_ page: Int, _ origin: Int) -> Bool {
    visibleGlyphs(of: panes.focus).contains { $0.page == page && $0.origin == origin }
  }

  /// After a command that moved the window, moves the caret into it: to the first visible character, or the last one at the document's end.
  mutating func takeCaretAlong() {
    guard let selection, selection.document == pane?.document, awaited.caret == nil,
      caretCell == nil
    else { return }
    let seen = visibleGlyphs(of: panes.focus).filter { $0.scalar != 0x20 }
    let places =
      isEndInSight(panes.focus) && selection.caret.page <= (seen.first?.page ?? 0)
      ? Array(seen.reversed()) : seen
    for glyph in places {
      guard let caret = position(page: glyph.page, origin: glyph.origin) else { continue }
      self.selection?.caret = caret
      return
    }
  }

  /// The caret's cell; nil while it is not visible.
  var caretCell: (x: Int, y: Int)? {
    guard let selection, selection.document == pane?.document,
      let origin = origin(of: selection.caret)
    else { return nil }
    return visibleGlyphs(of: panes.focus).first {
      $0.page == selection.caret.page && $0.origin == origin
    }.map { ($0.x, $0.y) }
  }

  /// Moves the caret up or down by lines of the layout, keeping its column.
  mutating func moveLines(_ step: Int) {
    guard let selection else { return }
    if showsPictures(panes.focus) {
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
    let seen = visibleGlyphs(of: panes.focus)
    let lines = seen.filter { forward ? $0.y > y : $0.y < y }.map(\.y)
    if let line = forward ? lines.min() : lines.max(),
      let nearest = seen.filter({ $0.y == line && $0.scalar != 0x20 })
        .min(by: { abs($0.x - column) < abs($1.x - column) }),
      let place = position(page: nearest.page, origin: nearest.origin)
    {
      selection?.caret = place
      return true
    }
    let before = (panes[panes.focus].page, panes[panes.focus].line)
    scroll(panes.focus, by: forward ? 3 : -3)
    // Ends where the window cannot scroll any further, or the caret's line has left it.
    guard before != (panes[panes.focus].page, panes[panes.focus].line), let moved = caretCell else {
      return false
    }
    return moveLine(from: moved.y, column, forward: forward)
  }

  /// Moves the caret to the beginning or the end of its line.
  mutating func moveInLine(toEnd: Bool) {
    if showsPictures(panes.focus), let caret = selection?.caret, let line = sheetLine(at: caret) {
      place(toEnd ? line.upperBound : line.lowerBound)
      selection?.x = nil
      return
    }
    guard let cell = caretCell else { return }
    let line = visibleGlyphs(of: panes.focus).filter { $0.y == cell.y && $0.scalar != 0x20 }
    guard let glyph = toEnd ? line.last : line.first,
      let place = position(page: glyph.page, origin: glyph.origin)
    else { return }
    selection?.caret = place
    selection?.column = nil
  }

  /// Exchanges the caret and the anchor.
  mutating func exchangeEnds() {
    guard let selection else { return }
    self.selection?.anchor = selection.caret
    place(selection.anchor)
  }

  /// The selected range, both ends included; nil if nothing is selected.
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

  /// Extends a range to whole lines of the pane's layout.
  private func lines(of bounds: ClosedRange<TextPosition>) -> ClosedRange<TextPosition> {
    if showsPictures(panes.focus) {
      let first = sheetLine(at: bounds.lowerBound)?.lowerBound ?? bounds.lowerBound
      let last = sheetLine(at: bounds.upperBound)?.upperBound ?? bounds.upperBound
      return min(first, bounds.lowerBound)...max(last, bounds.upperBound)
    }
    func edge(_ place: TextPosition, _ pick: ([TextPosition]) -> TextPosition?) -> TextPosition {
      guard let origin = origin(of: place), let layout = layout(panes.focus, page: place.page),
        let number = layout.line(of: origin), let content = document?.pages[place.page]
      else { return place }
      let flow = PageFlow(content)
      // In layout mode, the same row may contain a line of the neighbouring column.
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

  /// Returns the characters in the line of a position, in reading order, without other columns.
  func sheetLine(at place: TextPosition) -> ClosedRange<TextPosition>? {
    guard let content = document?.pages[place.page] else { return nil }
    let origins = PageFlow(content).origins
    let boxes = content.text.boxes
    guard origins.indices.contains(place.index) else { return nil }
    func box(_ index: Int) -> Box? {
      let origin = Int(origins[index])
      guard origin >= 0, let box = boxes[safe: origin], !box.isEmpty else { return nil }
      return box
    }
    // An inserted character belongs to the line of the nearest page character before it.
    let at = (0...place.index).last { box($0) != nil } ?? place.index
    guard var last = box(at) else { return place...place }
    var (first, end) = (at, at)
    func isBeside(_ other: Box) -> Bool {
      let overlap = min(last.y1, other.y1) - max(last.y0, other.y0)
      return overlap > min(last.height, other.height) * 0.4
    }
    for index in stride(from: at - 1, through: 0, by: -1) {
      guard let other = box(index) else { continue }
      guard isBeside(other), other.x0 <= last.x1 else { break }
      (first, last) = (index, other)
    }
    last = box(at) ?? last
    for index in at + 1..<max(at + 1, origins.count) {
      guard let other = box(index) else { continue }
      guard isBeside(other), other.x1 >= last.x0 else { break }
      (end, last) = (index, other)
    }
    return TextPosition(page: place.page, index: first)...TextPosition(page: place.page, index: end)
  }

  /// Moves the caret to the next or previous line, near the column `x` in points; returns whether there is such a line.
  mutating func moveOnSheet(forward: Bool) -> Bool {
    guard let selection, let document, let line = sheetLine(at: selection.caret) else {
      return false
    }
    var cursor = FlowCursor(document)
    var next = forward ? cursor.next(line.upperBound) : cursor.previous(line.lowerBound)
    // Skips inserted characters, which have no place on the page.
    while let place = next, !hasBox(place, &cursor) {
      next = forward ? cursor.next(place) : cursor.previous(place)
    }
    guard let place = next, let target = sheetLine(at: place) else { return false }
    let x = self.selection?.x ?? caretBox(selection.caret).map { Double($0.x0) } ?? 0
    let indices = target.lowerBound.index...target.upperBound.index
    let nearest = indices.compactMap { index -> (TextPosition, Double)? in
      let place = TextPosition(page: target.lowerBound.page, index: index)
      return caretBox(place).map { (place, abs(Double($0.x0) - x)) }
    }.min { $0.1 < $1.1 }
    guard let nearest else { return false }
    self.place(nearest.0)
    self.selection?.x = x
    return true
  }

  /// Returns whether a position is a character on the page, with a box.
  private func hasBox(_ place: TextPosition, _ cursor: inout FlowCursor) -> Bool {
    guard let origin = cursor.flow(place.page)?.origins[safe: place.index], origin >= 0,
      let box = document?.pages[place.page]?.text.boxes[safe: Int(origin)]
    else { return false }
    return !box.isEmpty
  }

  private func caretBox(_ place: TextPosition) -> Box? {
    guard let origin = origin(of: place), let text = document?.pages[place.page]?.text,
      let box = text.boxes[safe: origin], !box.isEmpty
    else { return nil }
    return box
  }

  /// Returns the first visible position in reading order.
  func firstPlaceOnSheets() -> TextPosition? {
    let seen = visibleGlyphs(of: panes.focus).filter { $0.scalar != 0x20 }
    guard let page = seen.first?.page, let content = document?.pages[page] else { return nil }
    let origins = Set(seen.filter { $0.page == page }.map(\.origin))
    return PageFlow(content).origins.firstIndex { origins.contains(Int($0)) }
      .map { TextPosition(page: page, index: $0) }
  }
}

private func widened(
  _ bounds: ClosedRange<TextPosition>, in document: Document, from back: Motion, to end: Motion
) -> ClosedRange<TextPosition> {
  var cursor = FlowCursor(document)
  // Starting one character inside, both motions stay within the word.
  let start = cursor.next(bounds.lowerBound) ?? bounds.lowerBound
  let first = back.target(from: start, &cursor)
  // Before the text's first character there is none; a word of one letter ends with it.
  let isAlone = Motion.endsWord(bounds.upperBound, &cursor)
  let last =
    cursor.previous(bounds.upperBound).flatMap { end.target(from: $0, &cursor) }
    ?? (isAlone ? nil : end.target(from: bounds.upperBound, &cursor))
  return min(
    first ?? bounds.lowerBound, bounds.lowerBound)...max(
      last ?? bounds.upperBound, bounds.upperBound)
}
