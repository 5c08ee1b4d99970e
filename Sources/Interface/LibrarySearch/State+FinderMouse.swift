import Canvas
import Messages

extension State {
  /// Handles the mouse in the library search: a click selects, a double click opens, the wheel scrolls.
  mutating func takeInFinder(_ mouse: Mouse) -> [Effect] {
    switch mouse.action {
    case .wheelDown, .wheelUp:
      librarySearch.moveFound(mouse.action == .wheelDown ? 3 : -3)
      return []
    case .press(button: 1):
      notices.dismiss()
      return pointer.press(mouse)
    case .release(button: 1): return pointer.release(mouse) ? clickInFinder(mouse) : []
    default: return []
    }
  }

  private mutating func clickInFinder(_ mouse: Mouse) -> [Effect] {
    guard let finder = librarySearch.finder else { return [] }
    if mouse.y == 0 {
      self.librarySearch.finder?.focus = .prompt
      return []
    }
    guard FinderView.foundRect(self).contains(x: mouse.x, y: mouse.y) else { return [] }
    let index = finder.found.top + mouse.y - FinderView.foundRect(self).y
    guard finder.found.lines.indices.contains(index) else { return [] }
    self.librarySearch.finder?.focus = .list
    self.librarySearch.finder?.found.select(index)
    if case .more = finder.found.lines[index] { return librarySearch.loadHits() }
    guard pointer.clicks == 2 else { return [] }
    pointer.clicks = 0
    return enterFound()
  }
}
