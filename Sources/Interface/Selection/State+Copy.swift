import Canvas
import DocumentModel
import Text

/// Pages that are read for one copy.
private let mostPages = 300

extension State {
  /// Copies what is selected as clean text; pages of it that are not there are read first.
  mutating func copySelection(cites: Bool) -> [Effect] {
    guard let document, let range = selectedRange else {
      say("Nothing is selected: v begins, then h j k l w b e ( ) { } move")
      return []
    }
    let pages = range.lowerBound.page...range.upperBound.page
    guard pages.count <= mostPages else {
      say(
        "That is \(pages.count) pages; no more than \(mostPages) are copied at once", isError: true)
      return []
    }
    let missing = pages.filter { document.pages[$0] == nil }
    guard missing.isEmpty else {
      pendingCopy = cites
      say("Reading \(missing.count) pages to copy them …")
      return loadContent(of: document.id, pages: missing, isVisible: true)
    }
    pendingCopy = nil
    let text = text(of: range, in: document)
    let copied = cites ? cited(text, range, document) : text
    selection = nil
    let count = text.split(whereSeparator: \.isWhitespace).count
    say(
      "Copied \(count) \(count == 1 ? "word" : "words")" + (cites ? " with where they stand" : ""))
    return [.copy(copied)]
  }

  /// Copies what waited for its pages, once they are there.
  mutating func copyPending() -> [Effect] {
    guard let cites = pendingCopy, let range = selectedRange, let document else { return [] }
    let pages = range.lowerBound.page...range.upperBound.page
    guard pages.allSatisfy({ document.pages[$0] != nil }) else { return [] }
    return copySelection(cites: cites)
  }

  /// The selected text: one line a paragraph, over page ends too; code and tables keep their lines.
  func text(of range: ClosedRange<TextPosition>, in document: Document) -> String {
    var flow = Flow()
    var paragraphs: [Flow.Paragraph] = []
    for page in range.lowerBound.page...range.upperBound.page {
      guard let content = document.pages[page] else { continue }
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
        contentsOf: paragraph.scalars.lazy.compactMap(Unicode.Scalar.init))
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

  /// “Quote”, author, title, page.
  private func cited(
    _ text: String, _ range: ClosedRange<TextPosition>, _ document: Document
  ) -> String {
    let (first, last) = (range.lowerBound.page, range.upperBound.page)
    let pages =
      first == last
      ? "p. " + document.pageName(first)
      : "pp. " + document.pageName(first) + "–" + document.pageName(last)
    let parts = [document.summary.author, document.title, pages].filter { !$0.isEmpty }
    return "“\(text)”, " + parts.joined(separator: ", ")
  }

  /// Looks for the word under the caret, or for what is selected.
  mutating func searchSelected() -> [Effect] {
    guard let selection, let document, let origin = place(of: focus) else {
      say("* looks for the word under the caret: v sets one")
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
      text(of: range, in: document).split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    self.selection = nil
    guard query.text.contains(where: { !$0.isWhitespace }) else { return [] }
    pushHistory(origin)
    searchHistory.removeAll { $0 == query }
    searchHistory.append(query)
    // The next one, not the word itself.
    let next = self.origin(afterEndOf: range).map { Place(page: range.upperBound.page, offset: $0) }
    return begin(query, isBackward: false, from: next ?? origin) + [.saveSearch(query)]
  }

  private func origin(afterEndOf range: ClosedRange<TextPosition>) -> Int? {
    guard let content = document?.pages[range.upperBound.page] else { return nil }
    let origins = PageFlow(content).origins
    guard range.upperBound.index < origins.count else { return nil }
    return origins[range.upperBound.index] >= 0 ? Int(origins[range.upperBound.index]) + 1 : nil
  }
}
