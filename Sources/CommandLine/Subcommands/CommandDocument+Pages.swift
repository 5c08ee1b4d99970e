import DocumentModel
import Interface
import Services
import Wire

/// Pages as all commands take and print them: people read labels, programs numbers and labels.
extension CommandDocument {
  /// Returns the labels of a page; empty if it has none.
  func labels(ofPage page: Int) -> PageLabels {
    if let known = knownLabels[page] { return known }
    guard case .pages(let infos) = try? ask(.pages(page..<page + 1)) else { return PageLabels() }
    let labels = infos.first?.labels ?? PageLabels()
    knownLabels[page] = labels
    return labels
  }

  func pageLabel(_ page: Int) -> String { labels(ofPage: page).first }

  /// Returns the label of the page with a character, in a book that of the printed page; empty if there is none.
  func pageLabel(_ page: Int, at character: Int) -> String {
    labels(ofPage: page).label(at: character)
  }

  /// Returns the name of a page for a line of output; in a book with printed pages, text outside of them gets its share of the book.
  func pageName(_ page: Int, at character: Int) -> String {
    let label = pageLabel(page, at: character)
    if label.isEmpty, (try? hasPrintedPages()) == true {
      return summary.percent(portion: page)
    }
    return Output.line(PageName.shown(page: page, label: label))
  }

  /// Returns the words for the place of an annotation, as lists have them.
  func placeWords(_ annotation: Annotation) -> String {
    var text: PageText?
    if !summary.hasPages, case .text(let read) = try? ask(.text(page: annotation.page)) {
      text = read
    }
    return Output.line(
      summary.placeWords(
        page: annotation.page, labels(ofPage: annotation.page), x: annotation.start.x,
        y: annotation.start.y, in: text))
  }

  func pageName(_ page: Int) -> String { pageName(page, at: 0) }

  /// Whether it is a book with pages of a printed edition.
  func hasPrintedPages() throws(Failure) -> Bool {
    guard !summary.hasPages, summary.flow?.kind == .formatted else { return false }
    if let known = knowsPrintedPages { return known }
    let infos = try pages()
    for (page, info) in infos.enumerated() { knownLabels[page] = info.labels }
    let found = infos.contains { !$0.labels.isEmpty }
    knowsPrintedPages = found
    return found
  }

  /// A page as messages name it, by its number in the file.
  func place(of page: Int) -> String { "page \(page + 1) of \(name)" }

  /// Returns the requested page, else that of the document's address, else the first; reports how a number was interpreted if labels
  /// differ.
  func page(_ name: String?) throws(Failure) -> Int {
    try checkPages()
    guard let name else { return try addressedPage() ?? 0 }
    let match = try PageName.match(name, count: summary.pageCount) {
      () throws(Failure) in try labels()
    }
    guard let match else {
      let isList = name.contains { "-,".contains($0) }
      if isList, PageSelection.firstNumber(name, of: summary.pageCount) != nil {
        throw Failure(sentence: "“\(name)” names several pages; this takes one")
      }
      throw Failure(
        sentence: PageStrings.missing(name, of: summary.pageCount, in: self.name))
    }
    try note(match, named: name)
    return match.page
  }

  /// Returns what output is limited to by `--pages`, else by the document's address; nil for all.
  func pageChoice(_ parsed: Arguments) throws(Failure) -> PageChoice? {
    if !summary.hasPages, case .named(let name) = start {
      guard case .destination(.some) = try ask(.destination(name: name)) else {
        throw Failure(sentence: "\(self.name) has no place “\(name)”")
      }
    }
    guard try hasPrintedPages() else { return try selectedPages(parsed).map { PageChoice($0) } }
    var selection = parsed.options["pages"] ?? parsed.options["page"]
    if selection == nil, case .page(let name) = start { selection = name }
    guard let selection else { return nil }
    let labels = try pages().map(\.labels)
    let printed = PrintedStart.all(labels)
    let chosen = try PageSelection.pages(selection, of: 0, in: name) {
      () throws(Failure) in printed.map(\.label)
    }
    return PageChoice(chosen, of: printed, labels)
  }

  /// Returns the pages that output is limited to: those of `--pages`, else that of the document's address; nil for all.
  func selectedPages(_ parsed: Arguments) throws(Failure) -> [Int]? {
    guard let text = parsed.options["pages"] ?? parsed.options["page"] else {
      return try addressedPage().map { [$0] }
    }
    try checkPages()
    let pages = try PageSelection.pages(text, of: summary.pageCount, in: name, isCut: true) {
      () throws(Failure) in try labels()
    }
    try noteNumbers(text)
    return pages
  }

  private func checkPages() throws(Failure) {
    guard summary.hasPages else { throw Failure(sentence: "\(name) is text and has no pages") }
  }

  /// Reports which page was taken where its number and its label differ. In a long document only its own label is read.
  private func note(_ match: PageName.Match, named text: String) throws(Failure) {
    // A number of the file, or a page without a label, cannot be taken for another.
    guard !text.hasPrefix("#"), match.kind != .number || !pageLabel(match.page).isEmpty else {
      return
    }
    var labels = [String](repeating: "", count: match.page) + [pageLabel(match.page)]
    if summary.pageCount <= Self.mostLabelled { labels = try self.labels() }
    if let note = PageStrings.note(match, named: text, labels: labels) {
      Output.complain("\(name): \(note)")
    }
  }

  /// Reading the labels of more pages takes longer than reading a page.
  private static var mostLabelled: Int { 300 }

  /// Reports how the numbers of a selection were taken, by the first of them.
  func noteNumbers(_ selection: String) throws(Failure) {
    guard let page = PageSelection.firstNumber(selection, of: summary.pageCount) else { return }
    try note(PageName.Match(page: page, kind: .number), named: String(page + 1))
  }

  /// Returns the pages' labels, empty where a page is called by its number.
  func labels() throws(Failure) -> [String] { try pages().map(\.label) }

  /// Returns the page in the document's address; nil if there is none.
  func addressedPage() throws(Failure) -> Int? {
    guard summary.hasPages else { return nil }
    switch start {
    case .remembered: return nil
    case .page(let name): return try page(name)
    case .place(let page, _): return try self.page(String(page + 1))
    case .named(let name):
      guard case .destination(let found?) = try ask(.destination(name: name)) else {
        throw Failure(sentence: "\(self.name) has no place “\(name)”")
      }
      return found.page
    }
  }
}
