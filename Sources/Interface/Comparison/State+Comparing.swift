import Canvas
import DocumentModel
import Messages
import Text
import Widgets

extension State {
  /// Begins to compare the document on the screen with an older version at a path.
  mutating func compare(with typed: String) -> [Effect] {
    guard let document else { return [] }
    guard !typed.isEmpty else {
      say("Name the older version: :diff FILE", isError: true)
      return []
    }
    return [.compareTyped(document.id, typed: typed)]
  }

  /// Opens the version that was named, unless it is open.
  mutating func versionTyped(_ id: DocumentID, _ path: String) -> [Effect] {
    guard let document = documents[id], document.phase == .open else { return [] }
    if let known = self.documents.document(at: path) {
      guard known.id != id else {
        say("\(document.fileName) is the document itself; name its older version", isError: true)
        return []
      }
      comparison = ShownComparison(new: id, old: known.id, replacing: comparison)
      return []
    }
    let old = documents.add(path: path, start: .remembered)
    comparison = ShownComparison(new: id, old: old.id, replacing: comparison)
    say("Comparing with \(old.fileName) …")
    return opening(old)
  }

  /// Asks for the comparison when both versions are open, and again when one of them has changed.
  mutating func comparisonRequests() -> [Effect] {
    guard let shown = comparison else { return [] }
    guard let new = documents[shown.new], let old = documents[shown.old] else {
      returnToPrevious()
      return [.stopComparing]
    }
    switch old.phase {
    case .opening: return []
    case .locked:
      return endComparison(
        "\(old.fileName) needs a password: open it with :open, then compare again", closing: old.id)
    case .failed(let sentence): return endComparison(sentence, closing: old.id)
    case .open: break
    }
    let request = ComparisonRequest(
      new: new.id, new.textGeneration, old: old.id, old.textGeneration)
    guard new.phase == .open, shown.request?.isOfTexts(request) != true,
      new.generation == new.textGeneration || shown.request == nil
    else { return [] }
    let current = ComparisonRequest(new: new.id, new.generation, old: old.id, old.generation)
    comparison?.request = current
    comparison?.progress = 0
    return [.compare(current)]
  }

  /// Ends a comparison that failed; the one before it is shown again.
  private mutating func returnToPrevious() {
    comparison = comparison?.previous
    guard panel?.source == .changes else { return }
    if comparison == nil { closePanel() } else { fillPanel() }
  }

  private mutating func endComparison(_ sentence: String, closing id: DocumentID) -> [Effect] {
    returnToPrevious()
    say(sentence, isError: true)
    return panes.contains { $0.document == id } ? [] : drop(id)
  }

  mutating func compared(_ request: ComparisonRequest, _ news: ComparisonNews) -> [Effect] {
    guard let shown = comparison, shown.request == request else { return [] }
    switch news {
    case .progress(let percent): comparison?.progress = percent
    case .failed(let sentence):
      let names = [shown.new, shown.old].compactMap { documents[$0]?.fileName }
      returnToPrevious()
      say("\(names.joined(separator: " and ")): \(sentence)", isError: true)
    case .outdated: comparison?.request = nil
    case .done(let found):
      comparison?.take(found)
      comparison?.current = nil
      if panel?.source == .changes { fillPanel() }
      say(Self.summary(of: found))
    }
    return []
  }

  private static func summary(of found: VersionChanges) -> String {
    guard !found.changes.isEmpty else { return "No words changed" }
    let count = Wording.count(found.changes.count, "change") + (found.isCapped ? ", and more" : "")
    return "\(count)   ] c and [ c move, :changes lists, :diff-views shows both"
  }

  /// Removes the marks of changes; the older version stays open.
  mutating func endDiff() -> [Effect] {
    guard comparison != nil else {
      say("No comparison: :diff FILE compares with an older version")
      return []
    }
    comparison = nil
    if panel?.source == .changes { closePanel() }
    return [.stopComparing]
  }

  // MARK: moving

  /// Goes so many changes on (or, negative, back).
  mutating func moveChange(_ steps: Int) -> [Effect] {
    guard let shown = comparison, let id = pane?.document, [shown.new, shown.old].contains(id)
    else {
      say("No comparison: :diff FILE compares with an older version")
      return []
    }
    guard shown.found != nil else {
      say("Comparing: \(shown.progress) % read")
      return []
    }
    var places: [Int] = []
    for index in shown.changes.indices {
      // Paragraphs that were deleted together are one gap.
      guard let place = shown.place(of: index, in: id),
        places.last.map({ shown.place(of: $0, in: id) != place }) ?? true
      else { continue }
      places.append(index)
    }
    guard !places.isEmpty else {
      say("No words changed")
      return []
    }
    let start = changeStart(places, in: id)
    let target = start + steps
    if !places.indices.contains(target) {
      say(steps > 0 ? "No more changes" : "No previous change")
      return []
    }
    pushHistory()
    show(change: places[target])
    return []
  }

  /// Returns the index from which changes are counted: that of the current change if it is visible, else that of the last change before the window.
  private func changeStart(_ places: [Int], in id: DocumentID) -> Int {
    guard let shown = comparison else { return 0 }
    let seen = visibleGlyphs(of: panes.focus)
    if let current = shown.current, let index = places.firstIndex(of: current),
      let place = shown.place(of: current, in: id),
      seen.contains(where: { $0.page == place.page && $0.origin == place.offset })
    {
      return index
    }
    let inSight = Set(seen.map { Place(page: $0.page, offset: $0.origin) })
    // Characters are numbered in the order of painting, which may differ from that of reading.
    let page = seen.first?.page ?? 0
    let start = seen.lazy.filter { $0.page == page }.map(\.origin).min() ?? 0
    func next(_ isNext: (Place) -> Bool) -> Int? {
      places.firstIndex { shown.place(of: $0, in: id).map(isNext) ?? false }
    }
    let found =
      next { inSight.contains(Place(page: $0.page, offset: $0.offset)) }
      ?? next { ($0.page, $0.offset) >= (page, start) }
    return (found ?? places.count) - 1
  }

  /// Shows a change in every view of either version, and says what it is.
  mutating func show(change index: Int) {
    guard let shown = comparison, let change = shown.changes[safe: index] else { return }
    comparison?.current = index
    for view in panes.indices {
      guard let place = shown.place(of: index, in: panes[view].document) else { continue }
      let isInSight = visibleGlyphs(of: view).contains {
        $0.page == place.page && $0.origin == place.offset
      }
      if !isInSight || panes[view].pending != nil {
        land(view, page: place.page, .glyph(place.offset))
      }
    }
    keepStep()
    let count = "\(index + 1) of \(shown.changes.count) "
    say((count + Self.words(of: change)).truncated(to: max(8, size.width - 2)))
  }

  /// Returns a change as a line: deleted words after a minus, inserted ones after a plus.
  static func words(of change: DocumentChange) -> String {
    switch change.kind {
    case .inserted: "+ \(change.inserted)"
    case .deleted: "− \(change.deleted)"
    case .replaced:
      "− \(change.deleted.count > 60 ? change.deleted.prefix(59) + "…" : change.deleted[...]) + \(change.inserted)"
    case .moved: "moved: \(change.inserted)"
    }
  }

  /// The status line's text about changes in the current document.
  var comparisonStatus: String? {
    guard let shown = comparison, let id = pane?.document, [shown.new, shown.old].contains(id)
    else {
      return nil
    }
    guard let found = shown.found else { return "comparing \(shown.progress) %" }
    let count = Wording.count(found.changes.count, "change")
    return shown.current.map { "\($0 + 1) of \(count)" } ?? count
  }
}

extension ComparisonRequest {
  /// Whether the texts that were compared are the same as those of another request.
  fileprivate func isOfTexts(_ other: ComparisonRequest) -> Bool {
    new == other.new && old == other.old && newGeneration >= other.newGeneration
      && oldGeneration >= other.oldGeneration
  }
}

/// Two views, one of each version, that move together.
extension State {
  /// Shows the other version beside the one that has the focus.
  mutating func showVersions() -> [Effect] {
    guard let shown = comparison, let id = pane?.document, [shown.new, shown.old].contains(id),
      shown.found != nil, let place = place(of: panes.focus)
    else {
      say("No comparison: :diff FILE compares with an older version")
      return []
    }
    let other = id == shown.new ? shown.old : shown.new
    guard !panes.contains(where: { $0.document == other }) else {
      say("Both versions are on the screen")
      return []
    }
    let views = panes.count
    split(.beside)
    guard panes.count > views else { return [] }
    let display = panes[panes.focus].display
    let effects = show(other)
    panes[panes.focus].display = display
    if let counterpart = shown.counterpart(of: place, in: id) {
      land(panes.focus, page: counterpart.page, .offset(counterpart.offset))
    }
    if let current = shown.current { show(change: current) }
    panes.focus = panes.firstIndex { $0.document == id } ?? panes.focus
    keepStep()
    return effects
  }

  /// The views of both versions, if each is on the screen.
  private var stepViews: (new: Int, old: Int)? {
    guard let shown = comparison, shown.found != nil, !browser.isShown, !isFinding,
      let new = panes.firstIndex(where: { $0.document == shown.new }),
      let old = panes.firstIndex(where: { $0.document == shown.old })
    else { return nil }
    return (new, old)
  }

  /// The places at the top of both views.
  var stepPlaces: PlacePair? {
    guard let views = stepViews, let new = place(of: views.new), let old = place(of: views.old)
    else { return nil }
    return PlacePair(new: new, old: old)
  }

  /// Takes the current places of both views as corresponding.
  mutating func keepStep() {
    let places = stepPlaces
    comparison?.stepped = places
  }

  /// Moves the view of the other version to the words at the top of the focused view, if those have changed.
  mutating func stepViewsTogether() {
    guard let views = stepViews, let places = stepPlaces,
      [views.new, views.old].contains(panes.focus),
      let stepped = comparison?.stepped
    else {
      keepStep()
      return
    }
    let isNew = panes.focus == views.new
    let (own, before) = isNew ? (places.new, stepped.new) : (places.old, stepped.old)
    guard own != before else { return }
    let id = panes[panes.focus].document
    let target = comparison?.counterpart(of: own, in: id)
    if let target, target != comparison?.counterpart(of: before, in: id) {
      land(isNew ? views.old : views.new, page: target.page, .offset(target.offset))
    }
    keepStep()
  }
}
