import DocumentModel
import Text

/// Lines of a page's layout, for a caret on the page's image.
extension State {
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
