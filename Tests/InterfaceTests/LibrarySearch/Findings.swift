import Canvas
import DocumentModel
import Interface
import Messages
import TestSupport
import Text

/// A state with a browser or an open book, and a library that answers when the test says so.
struct Findings {
  var state: State

  /// In the browser, in a folder of the home folder.
  init(size: Size = Size(width: 100, height: 14)) {
    let browser = BrowserBench(
      ["/home/me/Papers": ["a.pdf", "b.pdf", "notes/"], "/home/me": ["Papers/"]],
      at: "/home/me/Papers", size: size)
    state = browser.state
  }

  /// In a book.
  init(_ book: Book) {
    state = book.state
    state.browser.home = "/home/me"
  }

  @discardableResult mutating func press(_ keys: String...) -> [Effect] {
    keys.flatMap { key in
      (KeyNotation.parse(key) ?? []).flatMap { state.update(.input(.key($0))) }
    }
  }

  @discardableResult mutating func type(_ text: String) -> [Effect] {
    text.unicodeScalars.flatMap { state.update(.input(.key(Key($0)))) }
  }

  /// The results of the search with this number, and its end.
  @discardableResult mutating func answer(
    _ number: Int, _ documents: [DocumentHits] = Self.documents, isDone: Bool = true,
    _ change: (inout LibraryFindings) -> Void = { _ in }
  ) -> [Effect] {
    var findings = LibraryFindings()
    findings.documents = documents
    findings.documentCount = documents.count
    findings.hitCount = documents.reduce(0) { $0 + $1.count }
    findings.isDone = isDone
    findings.milliseconds = 21
    change(&findings)
    return state.update(.library(.found(number: number, findings)))
  }

  /// Types a query and answers it.
  mutating func find(_ query: String, _ documents: [DocumentHits] = Self.documents) {
    let numbers = Self.numbers(press("S") + type(query))
    if let first = numbers.first { answer(first, documents) }
    // A search requested meanwhile waits, and runs then.
    if let serial = state.librarySearch.finder?.serial {
      for number in Self.numbers(state.update(.reminded(.finding(serial: serial)))) {
        answer(number, documents)
      }
    }
  }

  mutating func click(x: Int, y: Int) -> [Effect] {
    [.press(button: 1), .release(button: 1)].flatMap {
      state.update(.input(.mouse(Mouse($0, x: x, y: y))))
    }
  }

  /// Opens a document that was asked for, with so many pages of 30 lines.
  mutating func open(_ path: String, pages: Int = 20) -> [Effect] {
    guard let document = state.documents.first(where: { $0.path == path }) else { return [] }
    let id = document.id
    var effects = state.update(
      .opened(id, generation: 1, .success(DocumentSummary(pageCount: pages, title: path))))
    effects += state.update(.reading(id, generation: 1, nil))
    for page in 0..<pages {
      effects += state.update(Book.content(id, page, lines: 30))
    }
    return effects
  }

  /// Hits of a search in a document, in the line from 0 of each page.
  mutating func found(_ search: Int, pages: [Int], line: Int = 0, isDone: Bool = true) -> [Effect] {
    guard let id = state.pane?.document else { return [] }
    var progress = SearchProgress()
    progress.hits = pages.map { Self.hit(page: $0, line: line) }
    progress.isDone = isDone
    return state.update(.found(id, generation: 1, search: search, progress))
  }

  static func hit(page: Int, line: Int) -> SearchHit {
    let start = Self.start(page: page, line: line)
    return SearchHit(
      spans: [.init(page: Int32(page), start: Int32(start), end: Int32(start + 4))],
      y: Float(line) * 20, before: "", text: "page", after: "")
  }

  /// The first character of a line from 0 of a page of `Book`.
  static func start(page: Int, line: Int) -> Int {
    (0..<line).reduce(0) { $0 + "page \(page + 1) line \($1 + 1)\n".count }
  }

  static func numbers(_ effects: [Effect]) -> [Int] {
    effects.compactMap {
      if case .library(.find(let number, _)) = $0 { number } else { nil }
    }
  }

  static func requests(_ effects: [Effect]) -> [LibraryRequest] {
    effects.compactMap { if case .library(.find(_, let request)) = $0 { request } else { nil } }
  }

  static let stasis = DocumentHits(
    place: DocumentPlace("/home/me/Papers/db/stasis.pdf"),
    title: "Stasis: Flexible Transactional Storage",
    author: "Sears, Brewer", year: 2006, type: "com.adobe.pdf", tags: ["to read", "thesis"],
    pageCount: 14, count: 12,
    hits: [
      LibraryHit(
        page: 2, start: start(page: 2, line: 20), label: "3", section: "2.1 Transactions",
        before: "recovery relies on a ", text: "write-ahead log",
        after: ", which must be forced to disk before the pages are"),
      LibraryHit(
        page: 6, start: start(page: 6, line: 4), label: "vii", section: "3.4 Logging",
        before: "each page update appends to the ", text: "write-ahead log",
        after: " before the page itself"),
    ])

  static let gray = DocumentHits(
    place: DocumentPlace("/home/me/Papers/os/gray.pdf"), title: "The Transaction Concept",
    author: "Gray",
    year: 1981, type: "com.adobe.pdf", tags: ["thesis"], pageCount: 24, count: 1,
    hits: [
      LibraryHit(
        page: 10, start: start(page: 10, line: 2), section: "Logging and locking",
        before: "the log is written ahead of the data, hence ", text: "write-ahead log")
    ])

  static let documents = [stasis, gray]

  var screen: [String] { state.view().rows() }
  var screenText: String { screen.joined(separator: "\n") }
  var finder: Finder? { state.librarySearch.finder }
}
