import Canvas
import DocumentModel
import Messages

extension Layer {
  /// Handles the mouse in the reader: the wheel scrolls, a click selects, follows or focuses.
  static func takeInReader(_ state: inout State, _ mouse: Mouse) -> [Effect] {
    if let effects = state.takeInEnlarged(mouse) { return effects }
    switch mouse.action {
    case .wheelDown, .wheelUp:
      state.scroll(
        pane(state, at: mouse) ?? state.panes.focus, by: mouse.action == .wheelDown ? 3 : -3)
      state.anchorPanel()
      return []
    case .wheelLeft, .wheelRight:
      state.scrollSideways(
        pane(state, at: mouse) ?? state.panes.focus, mouse.action == .wheelRight ? 4 : -4)
      return []
    case .press(button: 1):
      state.notices.dismiss()
      return mouse.modifiers == .control ? editSource(&state, under: mouse) : press(&state, mouse)
    case .drag(button: 1):
      drag(&state, mouse)
      return []
    case .release(button: 1):
      defer { state.pointer.pressed = nil }
      guard let pressed = state.pointer.pressed, pressed.x == mouse.x, pressed.y == mouse.y,
        state.pointer.clicks < 2 || isOnFigure(state, mouse)
      else { return [] }
      return click(&state, mouse)
    default: return []
    }
  }

  /// Begins a click or a drag; a second press at the same place selects the word, a third the block.
  fileprivate static func press(_ state: inout State, _ mouse: Mouse) -> [Effect] {
    let reminder = state.pointer.press(mouse, most: 3)
    if state.pointer.clicks == 1 { state.selection = nil }
    if state.pointer.clicks > 1, !isOnFigure(state, mouse), let place = place(&state, at: mouse) {
      state.selection = Selection(
        in: place.document, at: place.position, unit: state.pointer.clicks == 2 ? .words : .blocks)
    }
    return reminder
  }

  /// Extends the selection from the pressed cell to the mouse; at the pane's top and bottom edges the text scrolls.
  fileprivate static func drag(_ state: inout State, _ mouse: Mouse) {
    guard let pressed = state.pointer.pressed, pressed.x != mouse.x || pressed.y != mouse.y else {
      return
    }
    if state.selection == nil {
      guard let from = place(&state, at: pressed, dragged: mouse) else { return }
      state.selection = Selection(in: from.document, at: from.position, unit: .characters)
    }
    let rect = state.paneRect(state.panes.focus)
    if mouse.y <= rect.y { state.scroll(state.panes.focus, by: -1) }
    if mouse.y >= rect.maxY - 1 { state.scroll(state.panes.focus, by: 1) }
    if let to = place(&state, at: mouse, dragged: pressed), to.document == state.selection?.document
    {
      state.selection?.caret = to.position
    }
  }

  /// Returns the character nearest to a cell in the pane under that cell, and focuses the pane; `other` is the other end of a drag.
  static func place(
    _ state: inout State,
    at mouse: Mouse, dragged other: Mouse? = nil
  ) -> (document: DocumentID, position: TextPosition)? {
    guard let index = pane(state, at: mouse) else { return nil }
    if state.panes.focus != index {
      state.panes.focus = index
      state.anchorPanel()
    }
    let seen = state.visibleGlyphs(of: index).filter { $0.scalar != 0x20 }
    // Beside and between lines the nearest line counts; during a drag, lines beyond the mouse do not.
    let dragged = seen.filter { glyph in
      guard let other else { return true }
      return mouse.y < other.y ? glyph.y >= mouse.y : mouse.y == other.y || glyph.y <= mouse.y
    }
    let row = (dragged.isEmpty ? seen : dragged)
      .min { abs($0.y - mouse.y) < abs($1.y - mouse.y) }?.y
    let line = seen.filter { $0.y == row }
    guard let nearest = line.min(by: { abs($0.x - mouse.x) < abs($1.x - mouse.x) }),
      let position = state.position(page: nearest.page, origin: nearest.origin)
    else { return nil }
    return (state.panes[index].document, position)
  }

  /// Edits the source of the words under the mouse.
  fileprivate static func editSource(_ state: inout State, under mouse: Mouse) -> [Effect] {
    guard let spot = place(&state, at: mouse), let document = state.documents[spot.document],
      let origin = state.origin(of: spot.position),
      let place = state.place(document, page: spot.position.page, origin: origin)
    else { return [] }
    return state.editSource(at: place)
  }

  fileprivate static func click(_ state: inout State, _ mouse: Mouse) -> [Effect] {
    guard let index = pane(state, at: mouse) else { return [] }
    if state.panes.focus != index {
      state.panes.focus = index
      state.anchorPanel()
    }
    if let effects = state.clickField(mouse, in: index) { return effects }
    if let figure = state.figure(at: mouse, in: index) {
      state.click(figure, in: index)
      return []
    }
    guard let link = link(state, at: mouse, in: index) else {
      return state.clickAnnotation(mouse, in: index)
    }
    // The second click goes there.
    if case .destination(let place) = link.target {
      return state.peek(at: place, link.kind, from: (mouse.x, mouse.y))
    }
    return state.follow(link.target, .follow)
  }

  /// Whether a cell of the focused pane belongs to a link.
  static func isOnLink(_ state: State, _ mouse: Mouse) -> Bool {
    link(state, at: mouse, in: state.panes.focus) != nil
  }

  fileprivate static func isOnFigure(_ state: State, _ mouse: Mouse) -> Bool {
    pane(state, at: mouse).flatMap { state.figure(at: mouse, in: $0) } != nil
  }

  fileprivate static func pane(_ state: State, at mouse: Mouse) -> Int? {
    state.panes.indices.first { state.paneRect($0).contains(x: mouse.x, y: mouse.y) }
  }

  /// Returns the link at a cell of a pane.
  fileprivate static func link(_ state: State, at mouse: Mouse, in index: Int) -> Link? {
    state.visibleGlyphs(of: index).lazy
      .filter { $0.y == mouse.y && $0.x <= mouse.x && mouse.x < $0.x + CellWidth.of($0.scalar) }
      .compactMap { $0.link }.first
  }
}
