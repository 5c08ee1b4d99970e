import Canvas
import DocumentModel
import Widgets

/// Rows the list shows; more are counted only.
private let mostRows = 4_000
/// Pages whose words are read at once for the list.
private let quotedAhead = 4

extension State {
  /// Lists the annotations of the document, or of all documents where none is open.
  mutating func toggleAnnotations(isLibrary: Bool = false) -> [Effect] {
    if panel?.kind == .annotations, annotationView.isLibrary == isLibrary {
      closePanel(goingBack: true)
      return []
    }
    annotationView.isLibrary = isLibrary
    if panel?.kind != .annotations { toggle(.annotations) }
    return afterScope()
  }

  mutating func afterScope() -> [Effect] {
    panel?.selected = 0
    panel?.top = 0
    annotationView.color = nil
    annotationView.kind = nil
    annotationView.author = nil
    fillPanel()
    selectCurrentRow()
    return searchAnnotations()
  }

  /// Asks the library for what is typed; nothing where the document's own are shown.
  mutating func searchAnnotations() -> [Effect] {
    guard panel?.kind == .annotations, annotationView.isLibrary else { return [] }
    annotationView.serial += 1
    annotationView.isWhole = false
    // As it is written in the search in all documents.
    let words = (panel?.filter.text ?? "").split(whereSeparator: \.isWhitespace)
      .map { $0.hasPrefix("note:") ? $0.dropFirst(5) : $0 }.filter { !$0.isEmpty }
    return [
      .annotations(
        .findAll(words: words.joined(separator: " "), serial: annotationView.serial))
    ]
  }

  mutating func take(_ found: [DocumentAnnotations], isEnd: Bool) {
    annotationView.take(found, isEnd: isEnd)
    refillAnnotations()
  }

  /// Puts the list together again, the same row selected.
  mutating func refillAnnotations() {
    guard let panel, panel.kind == .annotations else { return }
    let action = panel.rows[safe: panel.selected]?.action
    fillPanel()
    if let action, action != .none,
      let index = self.panel?.rows.firstIndex(where: { $0.action == action })
    {
      self.panel?.select(index)
    }
    revealSelected()
  }

  // MARK: rows

  func annotationRows(_ filter: String) -> [Panel.Row] {
    annotationView.isLibrary ? libraryRows() : documentRows(filter)
  }

  /// Whether one is wanted, by its looks and by who had a part in it.
  private func isListed(_ annotation: Annotation, in list: AnnotationList) -> Bool {
    annotationView.shows(
      kinds: [annotation.kind] + list.members(of: annotation.id).map(\.kind),
      color: colorWords(list.color(of: annotation), withMeaning: false),
      authors: [annotation.author] + list.thread(of: annotation.id).map(\.reply.author))
  }

  private func documentRows(_ filter: String) -> [Panel.Row] {
    guard let document else { return [] }
    let words = WordFilter(filter)
    let list = document.annotations
    var rows: [Panel.Row] = []
    var count = 0
    var last = ""
    for annotation in list.inOrder where isListed(annotation, in: list) {
      let section = document.section(of: annotation)?.item.title ?? ""
      guard words.isEmpty || words.matches(annotationWords(annotation, in: list), section) else {
        continue
      }
      count += 1
      guard count <= mostRows else { continue }
      var own = self.rows(
        annotation, in: list, place: document.pageName(annotation.page), section: section
      ) { .annotation($0.id) }
      own[0].isCurrent = annotation.id == list.current
      // In a narrow panel no row has room for its section.
      if isNarrowPanel, section != last, !section.isEmpty {
        rows.append(Panel.Row(text: section, isHeading: true))
      }
      last = section
      rows += own
    }
    if count > mostRows {
      rows.append(Panel.Row(text: "and \(count - mostRows) more", isDimmed: true))
    }
    let detached = list.mainDetached.filter {
      isListed($0, in: list) && words.matches(annotationWords($0, in: list))
    }
    if !detached.isEmpty {
      if !rows.isEmpty { rows.append(Panel.Row(text: "", isHeading: true)) }
      // Short enough for a narrow panel.
      rows.append(Panel.Row(text: "Detached: m places one", isHeading: true))
      for annotation in detached {
        rows += self.rows(annotation, in: list, place: "", section: "") { .annotation($0.id) }
      }
    }
    return rows
  }

  /// What is found of one: its own words, those it lies on, and those of its answers.
  private func annotationWords(_ annotation: Annotation, in list: AnnotationList) -> String {
    let answers = list.thread(of: annotation.id).flatMap { [$0.reply.contents, $0.reply.author] }
    return
      ([
        list.quote(of: annotation) ?? "", annotation.contents, annotation.author,
        list.name(of: annotation), colorWords(list.color(of: annotation)),
      ] + answers).joined(separator: " ")
  }

  private func libraryRows() -> [Panel.Row] {
    var rows: [Panel.Row] = []
    for document in annotationView.found {
      guard rows.count < mostRows else { break }
      let list = document.list
      // All of a large one are not put in order for the rows that are shown: page by page and down each page.
      var own: [Annotation] = []
      for page in list.pagesWithAny where own.count < mostRows {
        own += list.main(on: page).filter { isListed($0, in: list) }
      }
      own += list.mainDetached.filter { isListed($0, in: list) }
      guard !own.isEmpty else { continue }
      if !rows.isEmpty { rows.append(Panel.Row(text: "", isHeading: true)) }
      let title = document.title.isEmpty ? PathParts.name(of: document.path) : document.title
      let count =
        own.count < mostRows ? own.count : list.count { isListed($0, in: list) }
      rows.append(Panel.Row(text: title, detail: String(count), isHeading: true))
      for annotation in own.prefix(mostRows) {
        let place = list.isDetached(annotation.id) ? "" : String(annotation.page + 1)
        rows += self.rows(annotation, in: list, place: place, section: "") {
          .foundAnnotation(document.path, $0.id, page: list.isDetached($0.id) ? nil : $0.page)
        }
      }
    }
    return rows
  }

  private var isNarrowPanel: Bool { sidePanelWidth > 0 || size.width < 60 }

  /// One row, where there is a note another below it, and one for each of its answers. Without a place it is detached.
  private func rows(
    _ annotation: Annotation, in list: AnnotationList, place: String, section: String,
    action: (Annotation) -> Panel.Action
  ) -> [Panel.Row] {
    let isNarrow = isNarrowPanel
    let (quote, name) = (list.quote(of: annotation), list.name(of: annotation))
    let what =
      quote.map { annotation.kind == .highlight ? "“\($0)”" : "\(name) “\($0)”" } ?? name
    let color = list.color(of: annotation)
    let parts = [
      place.isEmpty ? "detached" : "p. " + place, isNarrow ? "" : truncated(section, to: 24),
      // What the sign's colour says elsewhere.
      theme.hasNoColors ? colorWords(color, withMeaning: false) : "", what,
    ]
    var row = Panel.Row(
      text: "● " + parts.filter { !$0.isEmpty }.joined(separator: "  "),
      detail: isNarrow ? dateWords(annotation) : authorWords(annotation),
      action: action(annotation))
    row.color = color ?? 0x80_8080
    row.isDimmed = annotation.flags.contains(.hidden)
    var rows = [row]
    let note = annotation.contents.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if !note.isEmpty {
      var below = Panel.Row(text: note, depth: 1)
      below.isHeading = true
      below.isDimmed = true
      rows.append(below)
    }
    for (reply, depth) in list.thread(of: annotation.id) {
      let words = reply.contents.isEmpty ? reply.subject : reply.contents
      var answer = Panel.Row(
        text: "↳ " + words.split(whereSeparator: \.isWhitespace).joined(separator: " "),
        detail: isNarrow && !reply.author.isEmpty ? reply.author : authorWords(reply),
        depth: depth + 1,
        action: action(reply))
      answer.isDimmed = reply.flags.contains(.hidden)
      rows.append(answer)
    }
    return rows
  }

  /// The words of annotations whose pages have not been read, those in sight first.
  mutating func quotesForPanel() -> [Effect] {
    guard let panel, panel.kind == .annotations, !annotationView.isLibrary, let document,
      document.phase == .open
    else { return [] }
    let seen = panel.rows.dropFirst(panel.top).prefix(max(1, panelRect(panel).height))
    var pages: [Int] = []
    for row in seen {
      guard case .annotation(let id) = row.action, let annotation = document.annotations[id],
        annotation.kind.isMarkup || !document.annotations.members(of: id).isEmpty,
        document.annotations.quote(of: annotation) == nil,
        document.pages[annotation.page] == nil, !pages.contains(annotation.page),
        annotation.page < document.pageCount
      else { continue }
      pages.append(annotation.page)
      if pages.count == quotedAhead { break }
    }
    return loadContent(of: document.id, pages: pages, isVisible: false)
  }

  // MARK: what the panel says around its rows

  var annotationTitle: String {
    var parts = [annotationView.isLibrary ? "Annotations of all documents" : "Annotations"]
    if let color = annotationView.color { parts.append(color) }
    if let kind = annotationView.kind { parts.append(AnnotationWords.name(of: kind)) }
    if let author = annotationView.author { parts.append(author.isEmpty ? "nobody" : author) }
    return parts.joined(separator: " · ")
  }

  var annotationKeys: [String] {
    let scope = annotationView.isLibrary ? "Tab this document" : "Tab all"
    let isNarrow = sidePanelWidth > 0 || size.width < 70
    return (isNarrow ? ["C T W"] : ["C colour", "T type", "W who"]) + [scope]
  }

  var noAnnotations: String {
    if annotationView.isLibrary {
      let isFiltered =
        panel?.filter.text.trimmed.isEmpty == false || !annotationView.found.isEmpty
      if annotationView.isWhole, isFiltered { return "None is left by what is filtered" }
      return annotationView.isWhole ? "No annotations in any document Recto knows" : "looking …"
    }
    guard let document, document.phase == .open else { return "No document is open" }
    guard document.isPaged else { return "Annotations are for documents of pages" }
    if document.annotations.count > 0 { return "None is left by what is filtered" }
    if document.annotations.through < document.pageCount { return "reading …" }
    return "No annotations yet. Select with v, then a y highlights; a n writes a note."
  }

  /// What the status line says of how they stand; nil where there is nothing to be said.
  func annotationSign(_ document: Document) -> String? {
    let standing = document.annotations.standing
    guard !standing.isSaved || !standing.missingFields.isEmpty else { return nil }
    return standing.isSaved || standing.obstacle == nil
      ? "•" : size.width >= 60 ? "• in the library only" : "• library"
  }
}
