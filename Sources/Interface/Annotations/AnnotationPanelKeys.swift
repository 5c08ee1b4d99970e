import Canvas
import DocumentModel
import Messages
import Widgets

extension PanelSource {
  /// Handles a key of the list; nil for keys of any panel.
  static func takeAnnotationKey(_ state: inout State, _ key: Key) -> [Effect]? {
    guard let panel = state.panel, panel.source == .annotations, state.keyInput.pending.isEmpty
    else { return nil }
    // Letters are typed.
    if panel.isFiltering, key.code != .tab { return nil }
    guard case .command(let name) = state.keyInput.keymap.ownLookup([key], in: .annotations) else {
      return nil
    }
    return state.run(name)
  }

  /// Filters by one colour, each time the next, and by none after the last.
  static func listByColor(_ state: inout State) {
    let colors = Self.values(
      allListed(state).map { state.preferences.colorWords($1.color(of: $0), withMeaning: false) }
        .filter { !$0.isEmpty })
    state.annotating.list.color = AnnotationView.next(
      after: state.annotating.list.color, in: colors)
    refillFromTop(&state)
  }

  static func listByKind(_ state: inout State) {
    let kinds = Self.values(
      allListed(state).flatMap { one, list in [one.kind] + list.members(of: one.id).map(\.kind) })
    state.annotating.list.kind = AnnotationView.next(after: state.annotating.list.kind, in: kinds)
    refillFromTop(&state)
  }

  static func listByAuthor(_ state: inout State) {
    let authors = Self.values(
      allListed(state).flatMap { one, list in
        [one.author] + list.thread(of: one.id).map(\.reply.author)
      })
    state.annotating.list.author = AnnotationView.next(
      after: state.annotating.list.author, in: authors)
    refillFromTop(&state)
  }

  static func refillFromTop(_ state: inout State) {
    state.panel?.selected = 0
    state.panel?.top = 0
    state.fillPanel()
  }

  /// Returns all primary annotations, each with its list.
  static func allListed(_ state: State) -> [(Annotation, AnnotationList)] {
    let lists =
      state.annotating.list.isLibrary
      ? state.annotating.list.found.map(\.list) : (state.document?.annotations).map { [$0] } ?? []
    return lists.flatMap { list in (list.inOrder + list.mainDetached).map { ($0, list) } }
  }

  /// Each once, the most frequent first.
  static func values<Value: Hashable>(_ values: [Value]) -> [Value] {
    var counts: [Value: (count: Int, first: Int)] = [:]
    for (index, value) in values.enumerated() {
      counts[value, default: (0, index)].count += 1
    }
    return counts.sorted { ($1.value.count, $0.value.first) < ($0.value.count, $1.value.first) }
      .map(\.key)
  }

  static func toggleAnnotationScope(_ state: inout State) -> [Effect] {
    guard state.annotating.list.isLibrary else {
      state.annotating.list.isLibrary = true
      return afterScope(&state)
    }
    guard state.document?.phase == .open else {
      state.say("No document is open")
      return []
    }
    state.annotating.list.isLibrary = false
    return afterScope(&state)
  }
}
