import Canvas
import DocumentModel
import Messages

extension State {
  /// Handles the mouse in the reader: the wheel scrolls, a click selects, follows or focuses.
  mutating func takeInReader(_ mouse: Mouse) -> [Effect] {
    if let effects = takeInEnlarged(mouse) { return effects }
    switch mouse.action {
    case .wheelDown, .wheelUp:
      scroll(pane(at: mouse) ?? panes.focus, by: mouse.action == .wheelDown ? 3 : -3)
      anchorPanel()
      return []
    case .wheelLeft, .wheelRight:
      scrollSideways(pane(at: mouse) ?? panes.focus, mouse.action == .wheelRight ? 4 : -4)
      return []
    case .press(button: 1):
      notices.dismiss()
      return mouse.modifiers == .control ? editSource(under: mouse) : press(mouse)
    case .drag(button: 1):
      drag(mouse)
      return []
    case .release(button: 1):
      defer { pointer.pressed = nil }
      guard let pressed = pointer.pressed, pressed.x == mouse.x, pressed.y == mouse.y,
        pointer.clicks < 2 || isOnFigure(mouse)
      else { return [] }
      return click(mouse)
    default: return []
    }
  }

  /// Begins a click or a drag; a second press at the same place selects the word, a third the block.
  private mutating func press(_ mouse: Mouse) -> [Effect] {
    let reminder = pointer.press(mouse, most: 3)
    if pointer.clicks == 1 { selection = nil }
    if pointer.clicks > 1, !isOnFigure(mouse), let place = place(at: mouse) {
      selection = Selection(
        in: place.document, at: place.position, unit: pointer.clicks == 2 ? .words : .blocks)
    }
    return reminder
  }

  /// Extends the selection from the pressed cell to the mouse; at the pane's top and bottom edges the text scrolls.
  private mutating func drag(_ mouse: Mouse) {
    guard let pressed = pointer.pressed, pressed.x != mouse.x || pressed.y != mouse.y else {
      return
    }
    if selection == nil {
      guard let from = place(at: pressed, dragged: mouse) else { return }
      selection = Selection(in: from.document, at: from.position, unit: .characters)
    }
    let rect = paneRect(panes.focus)
    if mouse.y <= rect.y { scroll(panes.focus, by: -1) }
    if mouse.y >= rect.maxY - 1 { scroll(panes.focus, by: 1) }
    if let to = place(at: mouse, dragged: pressed), to.document == selection?.document {
      selection?.caret = to.position
    }
  }

  /// Returns the character nearest to a cell in the pane under that cell, and focuses the pane; `other` is the other end of a drag.
  private mutating func place(
    at mouse: Mouse, dragged other: Mouse? = nil
  ) -> (document: DocumentID, position: TextPosition)? {
    guard let index = pane(at: mouse) else { return nil }
    if panes.focus != index {
      panes.focus = index
      anchorPanel()
    }
    let seen = visibleGlyphs(of: index).filter { $0.scalar != 0x20 }
    // Beside and between lines the nearest line counts; during a drag, lines beyond the mouse do not.
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

  /// Edits the source of the words under the mouse.
  private mutating func editSource(under mouse: Mouse) -> [Effect] {
    guard let spot = place(at: mouse), let document = documents[spot.document],
      let origin = origin(of: spot.position),
      let place = place(document, page: spot.position.page, origin: origin)
    else { return [] }
    return editSource(at: place)
  }

  private mutating func click(_ mouse: Mouse) -> [Effect] {
    guard let index = pane(at: mouse) else { return [] }
    if panes.focus != index {
      panes.focus = index
      anchorPanel()
    }
    if let effects = clickField(mouse, in: index) { return effects }
    if let figure = figure(at: mouse, in: index) {
      click(figure, in: index)
      return []
    }
    guard let link = link(at: mouse, in: index) else { return clickAnnotation(mouse, in: index) }
    // The second click goes there.
    if case .destination(let place) = link.target {
      return peek(at: place, link.kind, from: (mouse.x, mouse.y))
    }
    return follow(link.target, .follow)
  }

  /// Whether a cell of the focused pane belongs to a link.
  func isOnLink(_ mouse: Mouse) -> Bool { link(at: mouse, in: panes.focus) != nil }

  private func isOnFigure(_ mouse: Mouse) -> Bool {
    pane(at: mouse).flatMap { figure(at: mouse, in: $0) } != nil
  }

  private func pane(at mouse: Mouse) -> Int? {
    panes.indices.first { paneRect($0).contains(x: mouse.x, y: mouse.y) }
  }

  /// Returns the link at a cell of a pane.
  private func link(at mouse: Mouse, in index: Int) -> Link? {
    visibleGlyphs(of: index).lazy
      .filter { $0.y == mouse.y && $0.x <= mouse.x && mouse.x < $0.x + CellWidth.of($0.scalar) }
      .compactMap { $0.link }.first
  }
}
