import Canvas
package import DocumentModel
import Messages
import Text

/// The most pages of a copy.
private let mostPages = 300

extension State {
  /// Copies the selection as clean text; loads its missing pages first.
  mutating func copySelection(cites: Bool) -> [Effect] {
    if selection?.unit == .nothing, let figure = figureAtCaret {
      selection = nil
      return copy(figure)
    }
    guard let document, let selection, let range = selectedRange else {
      say("Nothing is selected: press v, then h j k l w b e ( ) { } to select")
      return []
    }
    let pages = range.lowerBound.page...range.upperBound.page
    guard pages.count <= mostPages else {
      say(
        "The selection has \(pages.count) pages; at most \(mostPages) can be copied at once",
        isError: true)
      return []
    }
    let pending = PendingCopy(
      selection: selection, range: range, cites: cites,
      pages: document.pages.filter { pages.contains($0.key) })
    let missing = pages.filter { document.pages[$0] == nil }
    guard missing.isEmpty else {
      awaited.copy = pending
      say("Reading \(missing.count) \(missing.count == 1 ? "page" : "pages") to copy …")
      for page in missing {
        if let index = documents.index(of: document.id) { documents[index].failures[page] = nil }
      }
      return documents.loadContent(of: document.id, pages: missing, isVisible: false)
    }
    return finish(pending, document)
  }

  /// The selected text of the loaded pages; empty if nothing is selected.
  var selectedText: String {
    guard let document, let range = selectedRange else { return "" }
    return text(of: range, in: document.pages)
  }

  private mutating func finish(_ copy: PendingCopy, _ document: Document) -> [Effect] {
    awaited.copy = nil
    let text = text(of: copy.range, in: copy.pages)
    selection = nil
    let count = text.split(whereSeparator: \.isWhitespace).count
    say(
      "Copied \(count) \(count == 1 ? "word" : "words")"
        + (copy.cites ? " with their source" : ""))
    return [.copy(copy.cites ? cited(text, copy.range, document) : text)]
  }

  /// Takes a page a copy may be waiting for; copies if it was the last.
  mutating func collect(_ page: Int, of id: DocumentID) -> [Effect] {
    guard var copy = awaited.copy else { return [] }
    guard copy.selection.document == id else { return [] }
    guard selection == copy.selection, let document = documents[id]
    else {
      // The selection has changed meanwhile.
      awaited.copy = nil
      return []
    }
    let wanted = copy.range.lowerBound.page...copy.range.upperBound.page
    if wanted.contains(page) { copy.pages[page] = document.pages[page] }
    awaited.copy = copy
    return wanted.allSatisfy { copy.pages[$0] != nil } ? finish(copy, document) : []
  }

  /// Returns the text of a range with one line per paragraph, joined across pages;
  /// code and tables keep their lines.
  func text(of range: ClosedRange<TextPosition>, in pages: [Int: PageContent]) -> String {
    var flow = Flow()
    var paragraphs: [Flow.Paragraph] = []
    for page in range.lowerBound.page...range.upperBound.page {
      guard let content = pages[page] else { continue }
      let from = page == range.lowerBound.page ? range.lowerBound.index : 0
      let to = page == range.upperBound.page ? range.upperBound.index : .max - 1
      paragraphs += flow.add(
        Self.blocks(of: content, from, through: to), page: page, isWhole: false)
    }
    paragraphs += flow.finish()
    var text = ""
    var last: TextBlock.Kind?
    for paragraph in paragraphs {
      if let last { text += Self.isTight(last, paragraph.kind) ? "\n" : "\n\n" }
      text.unicodeScalars.append(
        contentsOf: paragraph.copied.lazy.compactMap(Unicode.Scalar.init))
      last = paragraph.kind
    }
    return text
  }

  private static func blocks(
    of content: PageContent, _ from: Int, through last: Int
  ) -> [TextBlock] {
    PageFlow(content).blocks.compactMap { start, index in
      let block = content.blocks[index]
      let first = max(0, from - start)
      let end = min(block.scalars.count, last - start + 1)
      guard first < end else { return nil }
      var part = block
      part.scalars = Array(block.scalars[first..<end])
      part.origins = Array(block.origins[first..<end])
      part.hyphens = []
      part.spans = []
      part.continues = block.continues && end == block.scalars.count
      part.isContinuation = block.isContinuation && first == 0
      return part
    }
  }

  private static func isTight(_ a: TextBlock.Kind, _ b: TextBlock.Kind) -> Bool {
    switch (a, b) {
    case (.code, .code), (.tableRow, .tableRow), (.listItem, .listItem): true
    default: false
    }
  }

  /// Returns a quotation: “text”, author, title, page.
  private func cited(
    _ text: String, _ range: ClosedRange<TextPosition>, _ document: Document
  ) -> String {
    let (first, last) = (range.lowerBound.page, range.upperBound.page)
    let pages =
      !document.hasPages
      ? document.placeName(Place(page: first, offset: origin(of: range.lowerBound) ?? 0))
      : first == last
        ? "p. " + document.pageName(first)
        : "pp. " + document.pageName(first) + "–" + document.pageName(last)
    let parts = [document.summary.author, document.title, pages].filter { !$0.isEmpty }
    return "“\(text)”, " + parts.joined(separator: ", ")
  }

  mutating func cite(named name: String) -> [Effect] {
    if let form = CitationForm(rawValue: name) { return cite(form) }
    let forms = CitationForm.allCases.map(\.rawValue).joined(separator: ", ")
    say("“\(name.truncated(to: 20))” is no form of a citation; there are \(forms)")
    return []
  }

  mutating func cite(_ form: CitationForm) -> [Effect] {
    guard let document else { return [] }
    return [.cite(document.id, generation: document.generation, form)]
  }

  /// Copies a citation of the document.
  mutating func cited(_ text: String) -> [Effect] {
    guard !text.isEmpty else {
      say("Neither the document nor a file beside it says how to cite it")
      return []
    }
    let first = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? text
    say("Copied “\(first.truncated(to: 60))”")
    return [.copy(text)]
  }

  /// Searches for the selected text, or else for the word under the caret.
  mutating func searchSelected() -> [Effect] {
    guard let selection, let document, let origin = place(of: panes.focus) else {
      say("* searches for the word under the caret: v places one")
      return []
    }
    var range = selectedRange
    var query = SearchQuery("", caseRule: .insensitive)
    if range == nil {
      self.selection?.unit = .words
      self.selection?.anchor = selection.caret
      range = selectedRange
      query.isWholeWord = true
    }
    guard let range else { return [] }
    query.text =
      text(of: range, in: document.pages).split(whereSeparator: \.isNewline).first.map(String.init)
      ?? ""
    self.selection = nil
    guard query.text.contains(where: { !$0.isWhitespace }) else { return [] }
    pushHistory(origin)
    searching.history.add(query)
    // Searches from after the word, to find its next occurrence.
    let next = self.origin(afterEndOf: range).map { Place(page: range.upperBound.page, offset: $0) }
    return begin(query, isBackward: false, from: next ?? origin)
  }

  private func origin(afterEndOf range: ClosedRange<TextPosition>) -> Int? {
    guard let content = document?.pages[range.upperBound.page] else { return nil }
    let origins = PageFlow(content).origins
    guard range.upperBound.index < origins.count else { return nil }
    return origins[range.upperBound.index] >= 0 ? Int(origins[range.upperBound.index]) + 1 : nil
  }

  /// Returns the text of the pages the selection touches, as far as it is loaded; nil if the page of an end is not.
  func selectedTexts(_ index: Int) -> [Int: [UInt32]]? {
    let document = documents[index]
    guard let selection, selection.document == document.id else { return nil }
    var texts = awaited.selection?.document == document.id ? awaited.selection?.texts ?? [:] : [:]
    let ends = selection.unit == .nothing ? selection.caret...selection.caret : selection.bounds
    for (page, content) in document.pages
    where (ends.lowerBound.page...ends.upperBound.page).contains(page) {
      texts[page] = PageFlow(content).scalars
    }
    let isKnown = texts[ends.lowerBound.page] != nil && texts[ends.upperBound.page] != nil
    return isKnown ? texts : nil
  }

  /// Loads the selection's pages of the new generation; called after `reload`.
  mutating func keepSelection(_ index: Int, _ texts: [Int: [UInt32]]) -> [Effect] {
    guard let last = texts.keys.max(), last < documents[index].pageCount else {
      loseSelection(index)
      return []
    }
    let id = documents[index].id
    if selection?.unit == .nothing, let caret = selection?.caret { selection?.anchor = caret }
    awaited.selection = SavedSelection(
      document: id, texts: texts, awaited: Set(texts.keys), keys: awaited.selection?.keys ?? [])
    // The pages of a pending mark and of a pending copy are loaded from the new generation too.
    var pages = Set(texts.keys)
    for range in [annotating.pendingMark?.range, awaited.copy?.range].compactMap(\.self) {
      pages.formUnion(range.lowerBound.page...range.upperBound.page)
    }
    annotating.pendingMark?.pages = [:]
    awaited.copy?.pages = [:]
    return documents.loadContent(of: id, pages: pages.sorted(), isVisible: false)
  }

  /// Compares a loaded page with its text before the reload.
  mutating func compareSelection(_ page: Int, _ index: Int) {
    guard let kept = awaited.selection, kept.document == documents[index].id,
      kept.awaited.contains(page), let content = documents[index].pages[page]
    else { return }
    if PageFlow(content).scalars == kept.texts[page] {
      awaited.selection?.awaited.remove(page)
    } else {
      loseSelection(index)
    }
  }

  /// Drops the selection, since it would now cover different words.
  mutating func loseSelection(_ index: Int) {
    let what = selection?.unit == .nothing ? "the page of the caret" : "the selection"
    (selection, awaited.selection, annotating.pendingMark, awaited.copy) = (nil, nil, nil, nil)
    say("\(documents[index].fileName) changed on disk: reloaded; \(what) has other text now")
  }

  /// Drops the selection if one of its pages cannot be read.
  mutating func giveUpSelection(for page: Int, _ index: Int) {
    guard let kept = awaited.selection, kept.document == documents[index].id,
      kept.awaited.contains(page)
    else { return }
    (selection, awaited.selection, annotating.pendingMark, awaited.copy) = (nil, nil, nil, nil)
  }
}

/// A selection in a reloaded document, kept if the text of its pages is unchanged.
package struct SavedSelection: Sendable {
  package var document: DocumentID
  /// The text of the pages before the reload, in reading order.
  var texts: [Int: [UInt32]]
  /// The pages still to be compared.
  package var awaited: Set<Int>
  /// Keys pressed meanwhile; handled when the pages have been compared.
  var keys: [Key] = []
}
