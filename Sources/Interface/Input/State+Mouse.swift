import Canvas
import DocumentModel

extension State {
  /// The wheel scrolls what is under it, a click chooses, follows or focuses.
  mutating func take(_ mouse: Mouse) -> [Effect] {
    switch mouse.action {
    case .wheelDown, .wheelUp:
      hints = nil
      wheel(mouse, by: mouse.action == .wheelDown ? 3 : -3)
      return []
    case .wheelLeft, .wheelRight:
      scrollSideways(pane(at: mouse) ?? focus, mouse.action == .wheelRight ? 4 : -4)
      return []
    case .press(button: 1):
      notice = nil
      pressed = mouse
      return []
    case .release(button: 1):
      defer { pressed = nil }
      guard let pressed, pressed.x == mouse.x, pressed.y == mouse.y else { return [] }
      return click(mouse)
    default: return []
    }
  }

  private mutating func wheel(_ mouse: Mouse, by step: Int) {
    if panel != nil, sidePanelWidth == 0 || mouse.x < sidePanelWidth {
      movePanel(step)
    } else {
      scroll(pane(at: mouse) ?? focus, by: step)
      anchorPanel()
    }
  }

  private mutating func click(_ mouse: Mouse) -> [Effect] {
    if prompt?.takesText == false { prompt = nil }
    if let panel {
      let rect = panelRect(panel)
      if let index = panelRow(at: mouse) {
        self.panel?.select(index)
        let foldMark = rect.x + panel.indent(of: panel.rows[index], width: rect.width)
        if panel.rows[index].hasChildren, mouse.x <= foldMark + 1 {
          fold(nil)
          return []
        }
        return choose()
      }
      // A click beside a popup closes it.
      if sidePanelWidth == 0, !rect.contains(x: mouse.x, y: mouse.y) {
        closePanel(goingBack: true)
        return []
      }
    }
    if peek != nil {
      peek = nil
      return []
    }
    guard let index = pane(at: mouse) else { return [] }
    if focus != index {
      focus = index
      anchorPanel()
    }
    guard let link = link(at: mouse, in: index) else { return [] }
    return follow(link.target, .follow)
  }

  private func pane(at mouse: Mouse) -> Int? {
    panes.indices.first { paneRect($0).contains(x: mouse.x, y: mouse.y) }
  }

  private func panelRow(at mouse: Mouse) -> Int? {
    guard let panel else { return nil }
    let rect = panelRect(panel)
    guard rect.contains(x: mouse.x, y: mouse.y) else { return nil }
    let row = panel.top + mouse.y - rect.y
    return panel.rows.indices.contains(row) && !panel.rows[row].isHeading ? row : nil
  }

  /// The link whose text stands in a cell of a pane.
  private func link(at mouse: Mouse, in index: Int) -> Link? {
    visibleGlyphs(of: index).lazy
      .filter { $0.y == mouse.y && $0.x <= mouse.x && mouse.x < $0.x + CellWidth.of($0.scalar) }
      .compactMap { $0.link }.first
  }
}
