import Canvas
import DocumentModel
import Messages
import Text
import Widgets

extension State {
  /// Opens the search prompt; the document's text is read in the meantime.
  mutating func askSearch(isBackward: Bool) -> [Effect] {
    guard let document, document.phase == .open, let place = place(of: panes.focus) else {
      return []
    }
    var asked = Prompt(isBackward ? "\\" : "/") { state, _ in state.acceptSearch(isBackward) }
    asked.isBackwardSearch = isBackward
    asked.key = { $0.takeInSearch($1) }
    asked.changed = { state, _ in state.searchTyped() }
    prompt = asked
    searching.previous = search
    searching.origin = SearchOrigin(document: document.id, place: place, selection: selection)
    searching.history.begin()
    return [
      .prepareSearch(
        document.id, generation: document.generation, pageCount: document.pageCount,
        page: panes[panes.focus].page,
        known: document.pages.filter { abs($0.key - panes[panes.focus].page) <= 8 }.mapValues(
          \.text))
    ]
  }

  /// Handles a key of the search prompt; nil for keys of any prompt.
  private mutating func takeInSearch(_ key: Key) -> [Effect]? {
    guard let prompt, let isBackward = prompt.isBackwardSearch else { return nil }
    if key.code == .escape || key == Key("c", .control) { return giveUpSearch() }
    if key.code == .backspace, prompt.line.isEmpty { return giveUpSearch() }
    if key.code == .enter { return acceptSearch(isBackward) }
    if let toggle = SearchSwitch.all.first(where: { key == Key($0.key, .alt) }) {
      searching.options = toggle.turned(searching.options)
      return searchTyped()
    }
    if let step = key.historyStep { return recall(step) }
    switch (key.code, key.modifiers) {
    case (.character("g"), .control): return moveHit(1)
    case (.character("t"), .control): return moveHit(-1)
    default: return nil
    }
  }

  /// The query in the prompt with the current options.
  private var typedQuery: SearchQuery {
    var query = searching.options
    query.text = prompt?.line.text ?? ""
    return query
  }

  /// Searches for the text in the prompt.
  mutating func searchTyped() -> [Effect] {
    guard let prompt, let isBackward = prompt.isBackwardSearch, let origin = searching.origin,
      origin.document == document?.id
    else { return [] }
    guard !prompt.line.isEmpty else {
      search = nil
      goBack(to: origin)
      return []
    }
    return begin(typedQuery, isBackward: isBackward, from: origin.place)
  }

  private mutating func goBack(to origin: SearchOrigin) {
    guard origin.document == pane?.document else { return }
    land(panes.focus, page: origin.place.page, .offset(origin.place.offset))
    selection = origin.selection
    awaited.caret = nil
  }

  /// Starts a search from a place.
  mutating func begin(
    _ query: SearchQuery, isBackward: Bool, from origin: Place
  ) -> [Effect] {
    guard let document else { return [] }
    return begin(
      Search(query, in: document.id, number: searching.next, isBackward: isBackward, origin: origin)
    )
  }

  private mutating func begin(_ search: Search) -> [Effect] {
    guard let document = documents[search.document] else { return [] }
    self.search = search
    searching.next = search.number + 1
    if panel?.source == .hits { fillPanel() }
    return [
      .search(
        document.id, generation: document.generation, pageCount: document.pageCount,
        search: search.number, search.query, page: (search.kept ?? search.origin).page)
    ]
  }

  /// Searches for a text as if it had been typed at the prompt.
  mutating func find(_ text: String, isBackward: Bool) -> [Effect] {
    guard text.utf8.count <= Self.longestSearch else {
      say("The text to find is too long: at most \(Self.longestSearch) bytes", isError: true)
      return []
    }
    let effects = askSearch(isBackward: isBackward)
    prompt?.line = LineEditor(text)
    return effects + searchTyped() + acceptSearch(isBackward)
  }

  /// Bytes of a text to find that another program gives; nobody types more.
  private static let longestSearch = 4_000

  private mutating func acceptSearch(_ isBackward: Bool) -> [Effect] {
    let isEmpty = prompt?.line.isEmpty != false
    let query = isEmpty ? searching.history.entries.last : typedQuery
    prompt = nil
    guard let query, let origin = searching.origin, origin.document == document?.id else {
      return giveUpSearch()
    }
    var effects: [Effect] = []
    if isEmpty || search?.query != query {
      effects += begin(query, isBackward: isBackward, from: origin.place)
    }
    searching.history.add(query)
    pushHistory(origin.place)
    sayFound()
    return effects + [.saveSearch(query)] + saveReading()
  }

  private mutating func giveUpSearch() -> [Effect] {
    prompt = nil
    if let origin = searching.origin { goBack(to: origin) }
    let typed = search?.number
    search = searching.previous
    guard let document else { return [] }
    if let before = search, !before.isDone, typed != before.number {
      // The query typed at the prompt has ended the previous search: it is re-run without scrolling.
      return begin(before.renewed(searching.next))
    }
    return search?.isDone == false ? [] : [.stopSearch(document.id)]
  }

  /// Re-runs the search after a reload. Keeps the current hit and the scroll position.
  mutating func renewSearch(_ index: Int, _ arrival: PageRearrangement?) -> [Effect] {
    let (id, last) = (documents[index].id, documents[index].pageCount - 1)
    func place(_ place: Place) -> Place? {
      guard let arrival else { return place.page <= last ? place : nil }
      return arrival.place(of: place.page).map { Place(page: $0, offset: place.offset) }
    }
    if searching.previous?.document == id {
      searching.previous = searching.previous?.renewed(0, pageCount: last + 1, at: place)
    }
    if searching.origin?.document == id, let origin = searching.origin {
      searching.origin?.place =
        place(origin.place) ?? Place(page: max(0, min(origin.place.page, last)))
      searching.origin?.selection = nil
    }
    guard let search, search.document == id else { return [] }
    return begin(search.renewed(searching.next, pageCount: last + 1, at: place))
  }

  private mutating func recall(_ step: Int) -> [Effect] {
    guard let query = searching.history.recall(step) else {
      prompt?.line = LineEditor()
      return searchTyped()
    }
    searching.options = query
    prompt?.line = LineEditor(query.text)
    return searchTyped()
  }

  /// Takes search results and selects the first hit after the search's origin.
  mutating func take(_ progress: SearchProgress) -> [Effect] {
    guard search != nil else { return [] }
    let wasDone = search?.isDone == true
    search?.take(progress)
    if search?.current == nil, let search, !search.isQuiet, pane?.document == search.document {
      let waits = search.isBackward || search.wantsLast
      var first = waits ? nil : search.hit(from: search.origin)
      if search.isDone {
        // Wraps around if no hit is left in this direction.
        first =
          search.wantsLast
          ? search.hits.indices.last
          : search.isBackward
            ? search.hit(before: search.origin) ?? search.hits.indices.last
            : first ?? search.hits.indices.first
      }
      if let first { show(hit: first) }
    }
    let effects = makeAwaitedSteps()
    if panel?.source == .hits { fillPanel() }
    // The words of a title found by a library search need not occur in the text.
    let isReported =
      search?.isQuiet == true && search?.leadsOn == true || search?.wasReported == true
    if search?.isDone == true, !wasDone, prompt == nil, !isReported || search?.failure != nil {
      sayFound()
    }
    return effects
  }

  /// Makes the steps that were asked for before their hits were found, as soon as these are known.
  private mutating func makeAwaitedSteps() -> [Effect] {
    guard let search, search.awaitedSteps != 0, search.document == pane?.document else { return [] }
    let steps = search.awaitedSteps
    let isKnown = search.current != nil && search.hits.indices.contains(startOfMove(steps) + steps)
    guard isKnown || search.isDone else { return [] }
    self.search?.awaitedSteps = 0
    notices.dismiss()
    return moveHit(steps)
  }

  /// Remembers steps to hits that are not found yet.
  private mutating func wait(for steps: Int, _ sentence: String) -> [Effect] {
    search?.awaitedSteps += steps
    say(sentence)
    return []
  }

  /// Reports a failed search, or one without hits.
  private mutating func sayFound() {
    guard let search else { return }
    if let failure = search.failure {
      say(failure, isError: true)
    } else if search.isDone, search.hits.isEmpty {
      let pages = search.textless
      var rest = pages > 0 ? "; \(pages) \(pages == 1 ? "page has" : "pages have") no text" : ""
      if search.unread > 0 { rest += "; \(search.unread) could not be read" }
      say("“\(search.query.text)” was not found\(rest)")
    }
  }

  /// Selects a hit and scrolls to it unless it is visible.
  mutating func show(hit index: Int) {
    guard search?.document == pane?.document, let hit = search?.hits[safe: index] else { return }
    search?.current = index
    search?.isLit = true
    let first = hit.spans[0]
    let isInSight = visibleGlyphs(of: panes.focus).contains {
      $0.page == hit.page && $0.origin >= Int(first.start) && $0.origin < Int(first.end)
    }
    if !isInSight || panes[panes.focus].pending != nil {
      land(panes.focus, page: hit.page, .glyph(Int(first.start)))
    }
    revealSideways(page: hit.page, Int(first.start))
    if selection?.document == pane?.document {
      awaited.caret = Place(page: hit.page, offset: Int(first.start))
      moveRequestedCaret()
    }
  }

  /// Moves by `step` hits, wrapping around at the document's ends.
  mutating func moveHit(_ step: Int) -> [Effect] {
    guard let search, search.document == pane?.document else {
      say("No search yet: press /")
      return []
    }
    guard !search.hits.isEmpty else {
      if let effects = moveToNextFound(step) { return effects }
      guard search.isDone else { return wait(for: step, "Still searching …") }
      sayFound()
      return []
    }
    let count = search.hits.count
    let from = startOfMove(step)
    let target = from + step
    if target < 0 || target >= count {
      guard search.isDone else { return wait(for: step, "Still searching for more …") }
      if let effects = moveToNextFound(step) { return effects }
      say(step > 0 ? "Search wrapped to the top" : "Search wrapped to the bottom")
    }
    show(hit: (target % count + count) % count)
    return []
  }

  /// The index from which steps are counted: the current hit if it is visible, else one derived from the first visible character.
  private func startOfMove(_ step: Int) -> Int {
    guard let search else { return 0 }
    let seen = visibleGlyphs(of: panes.focus)
    if let current = search.current, let hit = search.hits[safe: current] {
      let start = Int(hit.spans[0].start)
      let isAhead =
        panes[panes.focus].page == hit.page && panes[panes.focus].pending == .glyph(start)
      if isAhead || seen.contains(where: { $0.page == hit.page && $0.origin == start }) {
        return current
      }
    }
    let top = seen.first.map { Place(page: $0.page, offset: $0.origin) } ?? Place(page: 0)
    return step > 0
      ? (search.hit(from: top) ?? search.hits.count) - 1
      : (search.hit(before: top) ?? -1) + 1
  }

  /// Handles `n` and `N`: moves in the direction of the search or against it.
  mutating func repeatSearch(_ count: Int, isReversed: Bool) -> [Effect] {
    let isElsewhere = search == nil || search?.document != pane?.document
    if isElsewhere, isReadingFound, librarySearch.finder?.pattern == nil,
      let effects = moveToNextFound(isReversed ? -1 : 1)
    {
      return effects
    }
    if isElsewhere, let last = searching.history.entries.last,
      let origin = place(of: panes.focus)
    {
      pushHistory()
      return begin(last, isBackward: isReversed, from: origin)
    }
    let isBackward = (search?.isBackward == true) != isReversed
    let (origin, reader) = (place(of: panes.focus), pane?.document)
    let effects = moveHit(isBackward ? -count : count)
    // Selecting a visible hit moves nothing, so it adds no entry to the history.
    if let origin, pane?.document == reader,
      panes[panes.focus].pending != nil || place(of: panes.focus) != origin
    {
      pushHistory(origin)
    }
    return effects
  }
}
