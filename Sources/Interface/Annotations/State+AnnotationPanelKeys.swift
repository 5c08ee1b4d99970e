import Canvas
import DocumentModel
import Messages
import Widgets

/// Keys of the annotation list.
extension State {
  /// Handles a key of the list; nil for keys of any panel.
  mutating func takeAnnotationKey(_ key: Key) -> [Effect]? {
    guard let panel, panel.source == .annotations, keyInput.pending.isEmpty else { return nil }
    // Letters are typed.
    if panel.isFiltering, key.code != .tab { return nil }
    guard case .command(let name) = keyInput.keymap.ownLookup([key], in: .annotations) else {
      return nil
    }
    return run(name)
  }

  /// Filters by one colour, each time the next, and by none after the last.
  mutating func listByColor() {
    let colors = Self.values(
      allListed().map { colorWords($1.color(of: $0), withMeaning: false) }
        .filter { !$0.isEmpty })
    annotating.list.color = AnnotationView.next(after: annotating.list.color, in: colors)
    refillFromTop()
  }

  mutating func listByKind() {
    let kinds = Self.values(
      allListed().flatMap { one, list in [one.kind] + list.members(of: one.id).map(\.kind) })
    annotating.list.kind = AnnotationView.next(after: annotating.list.kind, in: kinds)
    refillFromTop()
  }

  mutating func listByAuthor() {
    let authors = Self.values(
      allListed().flatMap { one, list in
        [one.author] + list.thread(of: one.id).map(\.reply.author)
      })
    annotating.list.author = AnnotationView.next(after: annotating.list.author, in: authors)
    refillFromTop()
  }

  mutating func refillFromTop() {
    panel?.selected = 0
    panel?.top = 0
    fillPanel()
  }

  /// Returns all primary annotations, each with its list.
  func allListed() -> [(Annotation, AnnotationList)] {
    let lists =
      annotating.list.isLibrary
      ? annotating.list.found.map(\.list) : (document?.annotations).map { [$0] } ?? []
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

  mutating func toggleAnnotationScope() -> [Effect] {
    guard annotating.list.isLibrary else {
      annotating.list.isLibrary = true
      return afterScope()
    }
    guard document?.phase == .open else {
      say("No document is open")
      return []
    }
    annotating.list.isLibrary = false
    return afterScope()
  }

  /// Does something with the annotation of the row that is selected.
  mutating func perform(_ command: AnnotationCommand, onRow panel: Panel) -> [Effect] {
    guard let row = panel.rows[safe: panel.selected] else { return [] }
    switch row.action.target {
    case .annotation(let id):
      guard let document, let annotation = document.annotations[id] else { return [] }
      return perform(command, on: annotation, in: document.id)
    case .foundAnnotation(let path, let id, _): return perform(command, onFound: id, in: path)
    default: return []
    }
  }

  /// Goes to the annotation of a row.
  mutating func choose(annotation id: AnnotationID) -> [Effect] {
    guard let document, let index = documents.index(of: document.id),
      let annotation = document.annotations[id]
    else { return [] }
    if document.annotations.isDetached(document.annotations.root(of: annotation).id) {
      return perform(.read, on: annotation, in: document.id)
    }
    closePanel(goingBack: true)
    pushHistory()
    goAndRead(annotation, index)
    return []
  }

  /// Opens the document an annotation of the library is in, and goes to it; without a page it is read where the document was left.
  mutating func choose(found id: AnnotationID, in path: String, page: Int?) -> [Effect] {
    closePanel()
    let returned = returnBorrowed(path)
    let effects = returned + read([path], start: page.map { .page(String($0 + 1)) } ?? .remembered)
    guard let document = documents.document(at: path), let index = documents.index(of: document.id)
    else {
      return effects
    }
    if let annotation = document.annotations[id], pane?.document == document.id {
      goAndRead(annotation, index)
    } else {
      documents[index].annotations.awaited = id
    }
    return effects
  }
}
