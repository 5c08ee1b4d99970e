import Canvas
import DocumentModel

extension State {
  /// Handles the mouse: the wheel scrolls, a click selects, follows or focuses.
  mutating func take(_ mouse: Mouse) -> [Effect] {
    if isFinding { return takeInFinder(mouse) }
    if isBrowsing, browser.glance == nil { return takeInBrowser(mouse) }
    if pictures.zoomBox != nil {
      takeInZoomBox(mouse)
      return []
    }
    if annotating.tool != nil { return takeInCross(mouse) }
    if annotating.card != nil { return takeInCard(mouse) }
    if isGridShown, panel == nil {
      takeInGrid(mouse)
      return []
    }
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
      return press(mouse)
    case .drag(button: 1):
      drag(mouse)
      return []
    case .release(button: 1):
      defer { pointer.pressed = nil }
      guard let pressed = pointer.pressed, pressed.x == mouse.x, pressed.y == mouse.y,
        pointer.clicks < 2
      else { return [] }
      return click(mouse)
    default: return []
    }
  }

  /// A press begins a click or a drag; a second and a third at the same place select word and block.
  private mutating func press(_ mouse: Mouse) -> [Effect] {
    guard prompt?.takesText != true else {
      pointer.pressed = mouse
      return []
    }
    let isSame = pointer.pressedBefore.map { $0.x == mouse.x && $0.y == mouse.y } ?? false
    pointer.clicks = isSame && pointer.clicks > 0 ? pointer.clicks % 3 + 1 : 1
    pointer.serial += 1
    pointer.pressed = mouse
    pointer.pressedBefore = mouse
    if pointer.clicks == 1 { selection = nil }
    if pointer.clicks > 1, let place = place(at: mouse) {
      selection = Selection(
        in: place.document, at: place.position, unit: pointer.clicks == 2 ? .words : .blocks)
    }
    return [.remind(.clicks(serial: pointer.serial), milliseconds: 400)]
  }

  /// Selects from where the button went down; at the window's edges the text comes along.
  private mutating func drag(_ mouse: Mouse) {
    guard let pressed = pointer.pressed, pressed.x != mouse.x || pressed.y != mouse.y,
      prompt == nil,
      panelRow(at: pressed) == nil
    else { return }
    if selection == nil {
      guard let from = place(at: pressed, dragged: mouse) else { return }
      selection = Selection(in: from.document, at: from.position, unit: .characters)
    }
    let rect = paneRect(focus)
    if mouse.y <= rect.y { scroll(focus, by: -1) }
    if mouse.y >= rect.maxY - 1 { scroll(focus, by: 1) }
    if let to = place(at: mouse, dragged: pressed), to.document == selection?.document {
      selection?.caret = to.position
    }
  }

  /// The character nearest to a cell on its line, in the pane the cell is in, which takes the keys; `other`: a drag's other end.
  private mutating func place(
    at mouse: Mouse, dragged other: Mouse? = nil
  ) -> (document: DocumentID, position: TextPosition)? {
    guard let index = pane(at: mouse) else { return nil }
    if focus != index {
      focus = index
      anchorPanel()
    }
    let seen = visibleGlyphs(of: index).filter { $0.scalar != 0x20 }
    // Beside and between lines the nearest line counts, among those of the drag.
    let dragged = seen.filter { glyph in
      guard let other else { return true }
      return mouse.y < other.y ? glyph.y >= mouse.y : mouse.y == other.y || glyph.y <= mouse.y
    }
    let row = (dragged.isEmpty ? seen : dragged)
      .min { abs($0.y - mouse.y) < abs($1.y - mouse.y) }?.y
    let line = seen.filter { $0.y == row }
    guard let nearest = line.min(by: { abs($0.x - mouse.x) < abs($1.x - mouse.x) }),
      let position = position(page: nearest.page, origin: nearest.origin)
    else { return nil }
    return (panes[index].document, position)
  }

  private mutating func wheel(_ mouse: Mouse, by step: Int) {
    if panel != nil, sidePanelWidth == 0 || mouse.x < sidePanelWidth {
      movePanel(step)
    } else {
      scroll(pane(at: mouse) ?? focus, by: step)
      anchorPanel()
    }
  }

  mutating func click(_ mouse: Mouse) -> [Effect] {
    // Typed text belongs to the view it was started in.
    if prompt?.takesText == true { return [] }
    prompt = nil
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
      // A click outside a popup closes it.
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
    if let effects = clickField(mouse, in: index) { return effects }
    guard let link = link(at: mouse, in: index) else { return clickAnnotation(mouse, in: index) }
    return follow(link.target, .follow)
  }

  private func pane(at mouse: Mouse) -> Int? {
    panes.indices.first { paneRect($0).contains(x: mouse.x, y: mouse.y) }
  }

  private func panelRow(at mouse: Mouse) -> Int? {
    guard let panel else { return nil }
    let rect = panelRect(panel)
    guard rect.contains(x: mouse.x, y: mouse.y) else { return nil }
    var row = panel.top + mouse.y - rect.y
    if panel.rows[safe: row]?.continues == true { row = panel.block(of: row).lowerBound }
    return panel.rows.indices.contains(row) && !panel.rows[row].isHeading ? row : nil
  }

  /// Returns the link at a cell of a pane.
  private func link(at mouse: Mouse, in index: Int) -> Link? {
    visibleGlyphs(of: index).lazy
      .filter { $0.y == mouse.y && $0.x <= mouse.x && mouse.x < $0.x + CellWidth.of($0.scalar) }
      .compactMap { $0.link }.first
  }
}
