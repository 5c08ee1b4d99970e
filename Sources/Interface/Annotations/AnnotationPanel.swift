import Canvas
import DocumentModel
import Messages
import Widgets

/// Rows the list shows; more are counted only.
private let mostRows = 4_000
/// The least number of annotations listed for each document.
private let leastShare = 100
/// Pages whose words are read at once for the list.
private let quotedAhead = 4

extension PanelSource {
  package static let annotations = PanelSource(
    title: "Annotations", fullTitle: { annotationTitle($0) }, rows: { annotationRows($0, $1) },
    emptyText: { !$1 || $0.annotating.list.isLibrary ? noAnnotations($0) : nil },
    hints: { annotationKeys($0, before: $1, in: $2) }, lastHints: { helpKeys($0) },
    typingHints: {
      $0.panel?.isFiltering == true && $0.panel?.rows.isEmpty == false ? ["Down: rows"] : []
    },
    key: { state, key in
      if let effects = takeAnnotationKey(&state, key) { return effects }
      // Filtered rows can be edited: arrow keys leave the filter.
      if [.down, .up].contains(key.code) { state.panel?.isFiltering = false }
      return nil
    }, ownKeys: .annotations, opensBeside: true, mostWidthBeside: 72, mostWidthFloating: 110,
    namesPages: true)

  /// Toggles the list of the document's annotations, or of all documents' if none is open.
  static func toggleAnnotations(_ state: inout State, isLibrary: Bool = false) -> [Effect] {
    if state.panel?.source == .annotations, state.annotating.list.isLibrary == isLibrary {
      state.closePanel(goingBack: true)
      return []
    }
    state.annotating.list.isLibrary = isLibrary
    if state.panel?.source != .annotations { state.toggle(.annotations) }
    return afterScope(&state)
  }

  static func afterScope(_ state: inout State) -> [Effect] {
    state.panel?.selected = 0
    state.panel?.top = 0
    state.annotating.list.color = nil
    state.annotating.list.kind = nil
    state.annotating.list.author = nil
    state.annotating.list.state = nil
    state.annotating.list.tag = nil
    state.fillPanel()
    state.selectCurrentRow()
    selectAtPlace(&state)
    return state.searchAnnotations()
  }

  /// Selects the annotation at the reading position if none is current.
  fileprivate static func selectAtPlace(_ state: inout State) {
    guard !state.annotating.list.isLibrary, state.currentAnnotation == nil,
      let list = state.document?.annotations
    else { return }
    let all = list.inOrder
    guard let next = state.firstAhead(of: all).map({ all[$0] }) ?? all.last,
      let row = state.panel?.rows.firstIndex(where: { $0.action == .annotation(next.id) })
    else { return }
    state.panel?.select(row)
    state.revealSelected()
  }

  static func annotationRows(_ state: State, _ filter: String) -> [Panel.Row] {
    state.annotating.list.isLibrary ? libraryRows(state) : documentRows(state, filter)
  }

  /// Whether an annotation passes the colour, type and author filters.
  fileprivate static func isListed(
    _ state: State, _ annotation: Annotation, in list: AnnotationList
  ) -> Bool {
    state.annotating.list.shows(
      kinds: [annotation.kind] + list.members(of: annotation.id).map(\.kind),
      color: state.preferences.colorWords(list.color(of: annotation), withMeaning: false),
      authors: [annotation.author] + list.thread(of: annotation.id).map(\.reply.author),
      states: Self.stateNames(of: annotation, in: list), tags: annotation.tags ?? [])
  }

  fileprivate static func documentRows(_ state: State, _ filter: String) -> [Panel.Row] {
    guard let document = state.document else { return [] }
    let words = WordFilter(filter)
    let list = document.annotations
    func section(of annotation: Annotation) -> String {
      document.section(of: annotation)?.item.title ?? ""
    }
    let listed = list.inOrder.filter { annotation in
      guard isListed(state, annotation, in: list) else { return false }
      return words.isEmpty
        || words.matches(annotationWords(state, annotation, in: list), section(of: annotation))
    }
    // Of too many annotations, those around the current page are listed.
    let near = listed.firstIndex { $0.page >= state.pane?.page ?? 0 } ?? listed.count
    let start = max(0, min(near - mostRows / 2, listed.count - mostRows))
    let shown = listed[start...].prefix(mostRows)
    var rows: [Panel.Row] = []
    if start > 0 {
      rows.append(Panel.Row(text: "\(start) before: / finds them", isDimmed: true))
    }
    var last = ""
    for annotation in shown {
      let section = section(of: annotation)
      var own = AnnotationRows.rows(
        state,
        annotation, in: list, place: document.pageWords(annotation), section: section
      ) { .annotation($0.id) }
      own[0].isCurrent = annotation.id == list.current
      // In a narrow panel no row has room for its section.
      if AnnotationRows.isAnnotationPanelNarrow(state), section != last, !section.isEmpty {
        rows.append(Panel.Row(text: section, isHeading: true))
      }
      last = section
      rows += own
    }
    if shown.endIndex < listed.count {
      rows.append(
        Panel.Row(text: "and \(listed.count - shown.endIndex) more: / finds them", isDimmed: true))
    }
    // Offered annotations are listed below, with their places.
    let offered = Set(list.carried?.placed.map(\.id) ?? [])
    let detached = list.mainDetached.filter {
      !offered.contains($0.id) && isListed(state, $0, in: list)
        && words.matches(annotationWords(state, $0, in: list))
    }
    if !detached.isEmpty {
      if !rows.isEmpty { rows.append(Panel.Row(text: "", isHeading: true)) }
      // Short enough for a narrow panel.
      rows.append(Panel.Row(text: "Detached: m places one", isHeading: true))
      for annotation in detached {
        rows += AnnotationRows.rows(state, annotation, in: list, place: "", section: "") {
          .annotation($0.id)
        }
      }
    }
    rows += carriedRows(state) { words.matches(annotationWords(state, $0, in: list)) }
    return rows
  }

  /// Returns the searched text of an annotation: its own, the quoted words, and its replies.
  fileprivate static func annotationWords(
    _ state: State, _ annotation: Annotation, in list: AnnotationList
  ) -> String {
    let answers = list.thread(of: annotation.id).flatMap { [$0.reply.contents, $0.reply.author] }
    return
      ([
        list.quote(of: annotation) ?? "", annotation.contents, annotation.author,
        list.name(of: annotation), state.preferences.colorWords(list.color(of: annotation)),
        AnnotationStrings.tagWords(annotation),
      ] + answers).joined(separator: " ")
  }

  fileprivate static func libraryRows(_ state: State) -> [Panel.Row] {
    var rows: [Panel.Row] = []
    let titles = Dictionary(
      state.annotating.list.found.map { (DocumentTitle.telling($0.title), 1) }, uniquingKeysWith: +)
    // Each has its share, so that one with very many leaves room for the others.
    let share = max(leastShare, mostRows / max(1, state.annotating.list.found.count))
    for (number, document) in state.annotating.list.found.enumerated() {
      guard rows.count < mostRows else {
        let others = state.annotating.list.found.count - number
        rows.append(Panel.Row(text: "", isHeading: true))
        rows.append(
          Panel.Row(text: "and " + Wording.count(others, "document") + " more", isDimmed: true))
        break
      }
      let list = document.list
      // All of a large one are not put in order for the rows that are shown: page by page and down each page.
      var own: [Annotation] = []
      for page in list.pagesWithAny where own.count < share {
        own += list.main(on: page).filter { isListed(state, $0, in: list) }
      }
      own += list.mainDetached.filter { isListed(state, $0, in: list) }
      guard !own.isEmpty else { continue }
      // Open documents have the latest annotations.
      let open = state.documents.readDocuments.first {
        $0.path == document.path && $0.phase == .open
      }
      if let open { own = open.annotations.ordered(own) }
      if !rows.isEmpty { rows.append(Panel.Row(text: "", isHeading: true)) }
      let title = heading(of: document, titles)
      let count = own.count < share ? own.count : list.count { isListed(state, $0, in: list) }
      // Unlisted matches may not pass the filters.
      let (more, sign) =
        state.annotating.list.isFiltered && document.more > 0 ? (0, "+") : (document.more, "")
      rows.append(Panel.Row(text: title, detail: "\(count + more)\(sign)", isHeading: true))
      var last = ""
      for annotation in own.prefix(share) {
        let place = list.isDetached(annotation.id) ? "" : pageWords(annotation, document, open)
        let section =
          open.map { $0.section(of: annotation)?.item.title ?? "" }
          ?? document.section(of: annotation)
        if AnnotationRows.isAnnotationPanelNarrow(state), section != last, !section.isEmpty {
          rows.append(Panel.Row(text: section, depth: 1, isHeading: true))
        }
        last = section
        rows += AnnotationRows.rows(state, annotation, in: list, place: place, section: section) {
          .foundAnnotation(document.path, $0.id, page: list.isDetached($0.id) ? nil : $0.page)
        }
      }
      let left = max(0, count - share) + more
      if left > 0 { rows.append(Panel.Row(text: "and \(left)\(sign) more", isDimmed: true)) }
    }
    return rows
  }

  /// Returns a document's title, with its file name if others have the same title.
  fileprivate static func heading(
    of document: AnnotationView.FoundDocument, _ titles: [String: Int]
  ) -> String {
    let name = PathParts.name(of: document.path)
    let title = DocumentTitle.telling(document.title)
    if title.isEmpty { return name }
    return titles[title] == 1 ? title : "\(title) · \(name)"
  }

  fileprivate static func pageWords(
    _ annotation: Annotation, _ found: AnnotationView.FoundDocument, _ open: Document?
  ) -> String {
    open?.pageWords(annotation) ?? "p. "
      + found.waymarks.pageName(annotation.page, at: annotation.start)
  }

  /// The words of annotations whose pages have not been read, those in sight first.
  static func quotesForPanel(_ state: inout State) -> [Effect] {
    guard let panel = state.panel, panel.source == .annotations, !state.annotating.list.isLibrary,
      let document = state.document,
      document.phase == .open
    else { return [] }
    let seen = panel.rows.dropFirst(panel.top).prefix(
      max(1, PanelView.panelRect(state, panel).height))
    var pages: [Int] = []
    for row in seen {
      guard case .annotation(let id) = row.action.target, let annotation = document.annotations[id],
        annotation.kind.marksText || !document.annotations.members(of: id).isEmpty,
        document.annotations.quote(of: annotation) == nil,
        document.pages[annotation.page] == nil, !pages.contains(annotation.page),
        annotation.page < document.pageCount
      else { continue }
      pages.append(annotation.page)
      if pages.count == quotedAhead { break }
    }
    return state.documents.loadContent(of: document.id, pages: pages, isVisible: false)
  }

  static func annotationTitle(_ state: State) -> String {
    var parts = [state.annotating.list.isLibrary ? "Annotations of all documents" : "Annotations"]
    if let color = state.annotating.list.color { parts.append(color) }
    if let kind = state.annotating.list.kind { parts.append(AnnotationStrings.name(of: kind)) }
    if let author = state.annotating.list.author {
      parts.append(author.isEmpty ? "nobody" : author)
    }
    if let state = state.annotating.list.state {
      parts.append(state == AnnotationStrings.word(.none) ? "without a state" : state)
    }
    if let tag = state.annotating.list.tag { parts.append("#" + tag) }
    return parts.joined(separator: " · ")
  }

  /// Returns hints for the list's keys, in words if all of them fit before the last, else as
  /// letters.
  static func annotationKeys(_ state: State, before last: [String], in width: Int) -> [String] {
    let filters = ["annotations-by-color", "annotations-by-kind", "annotations-by-author"]
      .map { listKey(state, of: $0) }
    let scope = listKey(state, of: "annotations-scope")
    let scopes =
      scope.isEmpty
      ? []
      : !state.annotating.list.isLibrary
        ? [scope + " all"] : state.document?.phase == .open ? [scope + " this document"] : []
    let worded = zip(filters, ["colour", "type", "author"]).filter { !$0.0.isEmpty }
      .map { $0 + " " + $1 }
    let letters = filters.filter { !$0.isEmpty }.joined(separator: " ")
    // Letters without words are less useful than the hints that words would displace.
    let ways = [worded + scopes, worded, [letters] + scopes]
    return ways.first { CellWidth.of(($0 + last).joined(separator: "  ")) <= width }
      ?? [letters] + scopes
  }

  /// Returns the first key of a command in the list; empty if there is none.
  fileprivate static func listKey(_ state: State, of command: String) -> String {
    let key = state.keyInput.keymap.keysOfCommands(in: [.annotations])[command]?.first ?? ""
    return key.prefix(1).uppercased() + key.dropFirst()
  }

  /// The hint for a list's key help.
  static func helpKeys(_ state: State) -> [String] {
    state.keyInput.keymap.keys(for: "help").first.map { [$0 + " keys"] } ?? []
  }

  static func noAnnotations(_ state: State) -> String {
    if state.annotating.list.isLibrary {
      let isFiltered =
        state.panel?.filter.text.trimmed.isEmpty == false || !state.annotating.list.found.isEmpty
      if state.annotating.list.isWhole, isFiltered { return "No annotation matches the filter" }
      return state.annotating.list.isWhole ? "No annotations in any known document" : "looking …"
    }
    guard let document = state.document, document.phase == .open else {
      return "No document is open"
    }
    guard document.summary.canAnnotate else { return "A text has no annotations" }
    if document.annotations.count > 0 { return "No annotation matches the filter" }
    if let lost = document.annotations.carried?.lost, !lost.isEmpty {
      return
        "\(Wording.count(lost.mainCount, "annotation")) without a place here: y keeps, n discards"
    }
    if document.annotations.through < document.pageCount { return "reading …" }
    return "No annotations yet. Select with v, then a y highlights and a n adds a note."
  }
}
