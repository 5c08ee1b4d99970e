import DocumentModel
import Messages

extension Browser {
  /// Returns why the outline cannot be edited; nil if it can.
  func reasonNotToEditOutline(_ document: Document?) -> String? {
    if let reason = reasonNotToEdit(document) { return reason }
    guard let document, document.outline != nil else { return "The outline is still being read" }
    return nil
  }
}

/// Adds, renames, moves and removes outline entries, in the panel or at the reading position.
enum OutlineEditing {
  /// A direction in which an entry is moved.
  enum OutlineMove: Sendable {
    case up, down
    /// `deeper` moves the entry under the previous one, `higher` moves it after its parent.
    case deeper, higher
  }

  /// The entry to edit and its number: the selected entry in the panel, else the one at the reading position.
  fileprivate static func entryMeant(_ state: State) -> (number: Int, entry: OutlineEntry)? {
    guard let document = state.document, !document.isOutlineGenerated else { return nil }
    var path = state.section(of: state.panes.focus)?.path
    if let panel = state.panel, panel.source == .outline {
      path = panel.rows[safe: panel.selected]?.path
    }
    guard let path, let number = document.outlineEntries.firstIndex(where: { $0.path == path })
    else { return nil }
    return (number, document.outlineEntries[number])
  }

  /// Asks for the title of a new entry that points to the reading position; it comes after the current entry.
  static func askForEntry(_ state: inout State) -> [Effect] {
    guard let document = state.document, let pane = state.pane else { return [] }
    let page = state.panel?.source == .outline ? state.panel?.anchor?.page ?? pane.page : pane.page
    let meant = entryMeant(state)
    let place = meant.map { "after “\($0.entry.item.title.truncated(to: 30))”" } ?? "at the end"
    state.prompt = Prompt("New entry for p. \(document.pageName(page)), \(place)") {
      addEntry(&$0, $1.trimmed, page: page, after: meant?.number, in: document.id)
    }
    return []
  }

  static func askForEntryTitle(_ state: inout State) -> [Effect] {
    guard let document = state.document, let (number, entry) = entryMeant(state) else {
      return noEntry(&state)
    }
    state.prompt = Prompt("New title", text: entry.item.title) {
      renameEntry(&$0, number, to: $1.trimmed, in: document.id)
    }
    return []
  }

  static func addEntry(
    _ state: inout State, _ title: String, page: Int, after number: Int?, in id: DocumentID
  )
    -> [Effect]
  {
    guard !title.isEmpty else { return [] }
    return editOutline(
      &state,
      .addEntry(title: title, page: page, number.map { .after(.number($0)) } ?? .end), in: id)
  }

  static func renameEntry(_ state: inout State, _ number: Int, to title: String, in id: DocumentID)
    -> [Effect]
  {
    guard !title.isEmpty else { return [] }
    return editOutline(&state, .renameEntry(.number(number), to: title), in: id)
  }

  static func removeEntry(_ state: inout State) -> [Effect] {
    guard let document = state.document, let (number, entry) = entryMeant(state) else {
      return noEntry(&state)
    }
    let below = OutlineEntry.flattened(entry.item.children).count
    let effects = editOutline(&state, .removeEntry(.number(number)), in: document.id)
    let more = below == 0 ? "" : " and \(below) under it"
    if !effects.isEmpty || document.edits.isBusy {
      state.say("Removed “\(entry.item.title.truncated(to: 40))”\(more) from the outline: U undoes")
    }
    return effects
  }

  static func moveEntry(_ state: inout State, _ move: OutlineMove) -> [Effect] {
    guard let document = state.document, let outline = document.outline,
      let (number, entry) = entryMeant(state),
      let path = outline.path(ofEntry: number), let last = path.last
    else { return noEntry(&state) }
    let level = Array(path.dropLast())
    func named(_ path: [Int]) -> OutlineName? {
      let name = path.map(String.init).joined(separator: ".")
      let number = document.outlineEntries.firstIndex { $0.path == name }
      return number.map(OutlineName.number)
    }
    let place: OutlinePlace?
    switch move {
    case .up: place = named(level + [last - 1]).map(OutlinePlace.before)
    case .down: place = named(level + [last + 1]).map(OutlinePlace.after)
    case .deeper: place = named(level + [last - 1]).map(OutlinePlace.under)
    case .higher: place = named(level).map(OutlinePlace.after)
    }
    guard let place else {
      state.say("“\(entry.item.title.truncated(to: 40))” cannot move further")
      return []
    }
    return editOutline(&state, .moveEntry(.number(number), place), in: document.id)
  }

  fileprivate static func noEntry(_ state: inout State) -> [Effect] {
    state.say(
      state.document?.isOutlineGenerated == true
        ? "This outline is made from headings and not in the file: a begins one of your own"
        : "No outline entry here: a in the outline adds one")
    return []
  }

  /// Shows the edited outline at once, and requests the same edit of the file.
  fileprivate static func editOutline(_ state: inout State, _ edit: DocumentEdit, in id: DocumentID)
    -> [Effect]
  {
    guard let index = state.documents.index(of: id), let outline = state.documents[index].outline,
      let edited = outline.edited(edit)
    else { return noEntry(&state) }
    let followed = Self.path(after: edit, in: outline)
    state.documents[index].outline = edited
    if state.panel?.source == .outline, state.document?.id == id {
      showEntry(&state, followed, index)
    }
    return state.request(EditRequest(.outline([edit])), for: id)
  }

  /// Returns the path of the edited entry; after a removal, the path of the entry that takes its place.
  static func path(after edit: DocumentEdit, in outline: [OutlineItem]) -> [Int]? {
    // No title contains a control character, so this one is unique.
    let sign = "\u{1}"
    func find(_ items: [OutlineItem], _ above: [Int]) -> [Int]? {
      for (index, item) in items.enumerated() {
        if item.title == sign { return above + [index] }
        if let found = find(item.children, above + [index]) { return found }
      }
      return nil
    }
    switch edit {
    case .addEntry(_, let page, let place):
      return outline.edited(.addEntry(title: sign, page: page, place)).flatMap { find($0, []) }
    case .moveEntry(let name, _):
      return outline.edited(.renameEntry(name, to: sign))?.edited(edit).flatMap { find($0, []) }
    case .renameEntry(.number(let number), _), .removeEntry(.number(let number)):
      return outline.path(ofEntry: number)
    default: return nil
    }
  }

  /// Selects an entry in the panel and unfolds the entries above it.
  fileprivate static func showEntry(_ state: inout State, _ path: [Int]?, _ index: Int) {
    guard let path else { return }
    for count in 1..<max(1, path.count) {
      let above = path.prefix(count).map(String.init).joined(separator: ".")
      state.documents[index].reading.folded.removeAll { $0 == above }
      if !state.documents[index].reading.unfolded.contains(above) {
        state.documents[index].reading.unfolded.append(above)
      }
    }
    state.fillPanel()
    let name = path.map(String.init).joined(separator: ".")
    if let row = state.panel?.rows.firstIndex(where: { $0.path == name }) {
      state.panel?.select(row)
    }
    state.revealSelected()
  }

  /// The hints for editing the selected entry; in an empty outline, only the hint for adding an entry.
  static func outlineKeys(_ state: State) -> [String] {
    guard state.browser.reasonNotToEditOutline(state.document) == nil else { return [] }
    let words = [
      ("add-entry", "adds"), ("rename-entry", "names"), ("remove-entry", "removes"),
      ("entry-down", "moves"),
    ]
    return words.prefix(state.document?.outline?.isEmpty == false ? words.count : 1).compactMap {
      name, words in
      state.keyInput.keymap.keys(for: name, in: .outline).first.map { "\($0) \(words)" }
    }
  }

  /// Adopts the outline of a new version and keeps the selection.
  static func outlineKnown(_ state: inout State, _ index: Int, _ outline: [OutlineItem]) {
    // The outline as it will be is shown already.
    guard !state.documents[index].edits.isChangingOutline else { return }
    let selected =
      state.panel?.source == .outline
      ? state.panel?.rows[safe: state.panel?.selected ?? 0]?.path : nil
    state.documents[index].outline = outline
    guard state.documents[index].id == state.document?.id else { return }
    state.anchorPanel()
    guard let selected, state.documents[index].generation > 1,
      let row = state.panel?.rows.firstIndex(where: { $0.path == selected })
    else { return }
    state.panel?.select(row)
    state.revealSelected()
  }
}
