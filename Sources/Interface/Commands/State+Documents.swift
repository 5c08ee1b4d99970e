import DocumentModel
import Canvas

extension State {
  /// Scrolls the focused pane sideways, as far as its widest line reaches.
  package mutating func scrollSideways(_ cells: Int) {
    guard let pane, let layout = layout(focus, page: pane.page) else { return }
    let most = max(0, layout.width - textRect(of: focus).width)
    panes[focus].column = min(most, pane.column + min(cells, most))
  }

  package mutating func cycleDocument(_ step: Int) -> [Effect] {
    guard let pane, let index = index(of: pane.document), documents.count > 1 else {
      say("Only one document is open")
      return []
    }
    let count = documents.count
    return show(documents[((index + step) % count + count) % count].id)
  }

  package mutating func closeDocument() -> [Effect] {
    guard let pane, let index = index(of: pane.document) else { return [] }
    var effects = saveReading() + [.close(pane.document)]
    documents.remove(at: index)
    guard let next = documents[safe: min(index, documents.count - 1)] else {
      isQuitting = true
      return effects + [.quit]
    }
    for view in panes.indices where panes[view].document == pane.document {
      panes[view] = Pane(document: next.id)
      restorePlace(in: view, from: next.reading)
    }
    effects.append(.setTitle(next.title))
    return effects
  }

  /// Shows the same document a second time, at the same place.
  package mutating func split(_ arrangement: Arrangement) {
    guard let pane, panes.count < 4 else {
      say("No room for another view")
      return
    }
    relayout { state in
      state.arrangement = arrangement
      state.panes.insert(pane, at: state.focus + 1)
    }
    if let place = place(of: focus) {
      land(focus + 1, page: place.page, .offset(place.offset))
    }
  }

  package mutating func closeView() -> [Effect] {
    guard panes.count > 1 else { return closeDocument() }
    let effects = saveReading()
    let kept = panes.indices.filter { $0 != focus }.map { (panes[$0], place(of: $0)) }
    panes = kept.map(\.0)
    focus = min(focus, panes.count - 1)
    for (index, entry) in kept.enumerated() {
      if let place = entry.1 { land(index, page: place.page, .offset(place.offset)) }
    }
    return effects
  }
}
