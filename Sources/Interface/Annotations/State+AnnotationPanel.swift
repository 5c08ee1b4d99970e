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
    return [
      .annotations(
        .findAll(words: panel?.filter.text.trimmed ?? "", serial: annotationView.serial))
    ]
  }

  mutating func take(_ found: [DocumentAnnotations], isEnd: Bool) {
    // What an earlier question found is shown until this one has found something.
    if annotationView.isWhole || annotationView.foundSerial != annotationView.serial {
      annotationView.found = []
      annotationView.foundSerial = annotationView.serial
    }
    // A document's may come in several portions.
    if let first = found.first, annotationView.found.last?.path == first.path {
      annotationView.found[annotationView.found.count - 1].annotations += first.annotations
      annotationView.found += found.dropFirst()
    } else {
      annotationView.found += found
    }
    annotationView.isWhole = isEnd
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

  private func isListed(_ annotation: Annotation) -> Bool {
    annotationView.shows(annotation, named: colorWords(annotation.color, withMeaning: false))
  }

  private func documentRows(_ filter: String) -> [Panel.Row] {
    guard let document else { return [] }
    let words = WordFilter(filter)
    var rows: [Panel.Row] = []
    var count = 0
    var last = ""
    for annotation in document.annotations.inOrder where isListed(annotation) {
      let section = document.section(of: annotation)?.item.title ?? ""
      let quote = document.annotations.quote(of: annotation)
      guard
        words.matches(
          quote ?? "", annotation.contents, annotation.author, section,
          AnnotationWords.name(of: annotation.kind), colorWords(annotation.color))
      else { continue }
      count += 1
      guard count <= mostRows else { continue }
      var own = self.rows(
        annotation, place: document.pageName(annotation.page), section: section, quote: quote,
        action: .annotation(annotation.id),
        replies: document.annotations.thread(of: annotation.id).count)
      own[0].isCurrent = annotation.id == document.annotations.current
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
    let detached = document.annotations.mainDetached.filter {
      isListed($0)
        && words.matches($0.anchor?.quote ?? "", $0.contents, $0.author)
    }
    if !detached.isEmpty {
      if !rows.isEmpty { rows.append(Panel.Row(text: "", isHeading: true)) }
      rows.append(
        Panel.Row(text: AnnotationWords.withoutPlace + "; m places one", isHeading: true))
      for annotation in detached {
        rows += self.rows(
          annotation, place: "", section: "",
          quote: annotation.anchor.flatMap { $0.quote.isEmpty ? nil : $0.quote },
          action: .annotation(annotation.id),
          replies: document.annotations.thread(of: annotation.id).count)
      }
    }
    return rows
  }

  private func libraryRows() -> [Panel.Row] {
    var rows: [Panel.Row] = []
    for document in annotationView.found {
      let own = document.annotations.filter { isListed($0) }
      guard !own.isEmpty, rows.count < mostRows else { continue }
      if !rows.isEmpty { rows.append(Panel.Row(text: "", isHeading: true)) }
      let title = document.title.isEmpty ? PathParts.name(of: document.path) : document.title
      rows.append(Panel.Row(text: title, detail: String(own.count), isHeading: true))
      func add(_ annotation: Annotation, place: String) {
        let quote = annotation.anchor.flatMap { $0.quote.isEmpty ? nil : $0.quote }
        rows += self.rows(
          annotation, place: place, section: "", quote: quote,
          action: .foundAnnotation(document.path, annotation.id, page: annotation.page), replies: 0)
      }
      let ids = Set(own.map(\.id))
      let replies = Dictionary(grouping: own) { $0.replyTo.flatMap { ids.contains($0) ? $0 : nil } }
      for annotation in Self.inOrder(replies[nil] ?? []) {
        add(annotation, place: String(annotation.page + 1))
        // Answers to answers too, each once, in the order they were given.
        var waiting = [annotation.id]
        while let parent = waiting.popLast() {
          let own = (replies[parent] ?? []).sorted { ($0.created ?? 0) < ($1.created ?? 0) }
          for reply in own { rows.append(replyRow(reply, document.path)) }
          waiting += own.map(\.id)
        }
      }
    }
    return rows
  }

  /// Page by page and down each page: the words of documents that are not open are not known.
  private static func inOrder(_ annotations: [Annotation]) -> [Annotation] {
    annotations.enumerated().sorted { a, b in
      guard a.element.page == b.element.page else { return a.element.page < b.element.page }
      return a.element.isAbove(b.element) ?? (a.offset < b.offset)
    }.map(\.element)
  }

  /// An answer below what it answers.
  private func replyRow(_ reply: Annotation, _ path: String) -> Panel.Row {
    let words = reply.contents.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var row = Panel.Row(
      text: "↳ " + words, detail: authorWords(reply),
      action: .foundAnnotation(path, reply.id, page: reply.page))
    row.depth = 1
    row.isDimmed = reply.flags.contains(.hidden)
    return row
  }

  private var isNarrowPanel: Bool { sidePanelWidth > 0 || size.width < 60 }

  /// One row, and where there is a note another below it.
  private func rows(
    _ annotation: Annotation, place: String, section: String, quote: String?,
    action: Panel.Action, replies: Int
  ) -> [Panel.Row] {
    let isNarrow = isNarrowPanel
    let words = quote.map { "“\($0)”" } ?? AnnotationWords.name(of: annotation.kind)
    let own =
      annotation.kind == .highlight || quote == nil
      ? "" : AnnotationWords.name(of: annotation.kind) + " "
    let parts = [
      place.isEmpty ? "" : "p. " + place, isNarrow ? "" : truncated(section, to: 24), own + words,
    ]
    var row = Panel.Row(
      text: "● " + parts.filter { !$0.isEmpty }.joined(separator: "  "),
      detail: isNarrow ? dateWords(annotation) : authorWords(annotation), action: action)
    row.color = annotation.color ?? 0x80_8080
    row.isDimmed = annotation.flags.contains(.hidden)
    var note = annotation.contents.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if replies > 0 {
      note += (note.isEmpty ? "" : "  ") + (replies == 1 ? "(1 reply)" : "(\(replies) replies)")
    }
    guard !note.isEmpty else { return [row] }
    var below = Panel.Row(text: note, depth: 1)
    below.isHeading = true
    below.isDimmed = true
    return [row, below]
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
        annotation.kind.isMarkup, document.annotations.quote(of: annotation) == nil,
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
