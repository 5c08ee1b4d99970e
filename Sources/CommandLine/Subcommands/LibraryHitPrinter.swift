import DocumentModel
import Services
import Terminal
import Text
import Wire
import Workers

/// Hits of documents in a library as lines for a person or for a program.
struct LibraryHitPrinter {
  private let search: LibrarySearch
  private let pool: WorkerPool
  private let names: GivenPaths
  private let isColored = Emphasis.isWanted
  /// The paths of the documents with matches.
  private(set) var found: Set<String> = []
  var isFound: Bool { !found.isEmpty }

  init(_ search: LibrarySearch, _ pool: WorkerPool, names: GivenPaths) {
    self.names = names
    self.search = search
    self.pool = pool
  }

  /// Writes a document's matches; false if output has been closed.
  mutating func tell(_ document: DocumentHits) -> Bool {
    found.insert(document.path)
    // The server chooses the name of a place in a shared library.
    let name =
      document.isShared ? Output.line(document.path) : Output.name(names.shown(document.path))
    switch search.form {
    case .names: return Output.write(name + "\n")
    case .counts: return Output.write("\(name):\(min(document.count, search.most))\n")
    case .lines:
      if document.hits.isEmpty {
        let title = Output.line(document.title)
        return Output.write(title.isEmpty ? name + "\n" : "\(name): \(title)\n")
      }
      let hasSeveralWords = search.query.terms.flatMap(\.queries).count > 1
      var last: [String] = []
      for hit in document.hits.prefix(search.most) {
        // Several words of a query often match in one line.
        let shown = [place(of: hit), hit.before + hit.text + hit.after]
        if hasSeveralWords, shown == last { continue }
        last = shown
        guard tell(line(hit, name)) else { return false }
      }
    case .json:
      guard !document.hits.isEmpty else { return Output.write(json(document).text + "\n") }
      var pages = HitPages(document.place, pool, password: search.password)
      for hit in document.hits.prefix(search.most) {
        guard Output.write(json(hit, document, &pages).text + "\n") else { return false }
      }
    }
    return true
  }

  private func tell(_ line: String) -> Bool {
    isColored ? Output.write(styled: line) : Output.write(line)
  }

  private func line(_ hit: LibraryHit, _ name: String) -> String {
    let section =
      search.showsSections && !hit.section.isEmpty ? "[\(Output.line(hit.section))] " : ""
    return
      "\(name):\(place(of: hit)): \(section)\(MatchPrinter.words(hit.before, hit.text, hit.after, isColored))\n"
  }

  /// Returns the page or the line of a hit; without a place, the part of the document it is in.
  private func place(of hit: LibraryHit) -> String {
    switch hit.kind {
    case .title: return "title"
    case .fileName: return "name"
    case .detached: return "detached"
    case .heading, .text, .note, .scan:
      if hit.line > 0 { return String(hit.line) }
      let page = Output.line(PageName.shown(page: hit.page, label: hit.label))
      return hit.kind == .scan ? "\(page) (scan)" : page
    }
  }

  /// Describes a document that a query of filters found, without a hit.
  private func json(_ document: DocumentHits) -> JSON {
    .object(
      [("path", .string(document.path))] + JSON.page(nil, label: "") + [
        ("line", .null), ("section", .text("")), ("kind", .string("document")),
        ("title", .text(document.title)), ("author", .text(document.author)),
      ])
  }

  private func json(
    _ hit: LibraryHit, _ document: DocumentHits, _ pages: inout HitPages
  ) -> JSON {
    let isPlaced =
      hit.line == 0 && document.pageCount > 0 && ![.title, .fileName, .detached].contains(hit.kind)
    return .object(
      [("path", .string(document.path))]
        + JSON.place(
          page: isPlaced ? hit.page : nil,
          label: isPlaced || !hit.label.hasSuffix("%") ? hit.label : "") + [
          ("line", hit.line == 0 ? .null : .count(hit.line)),
          ("section", .text(hit.section)), ("kind", .string("\(hit.kind)")),
          ("title", .text(document.title)), ("author", .text(document.author)),
          ("text", .string(hit.text)), ("before", .string(hit.before)),
          ("after", .string(hit.after)),
          ("quads", .array(hit.spans.compactMap { pages.quad($0) })),
          ("address", hit.spans.first.flatMap { pages.address($0) } ?? .null),
        ])
  }
}

/// The pages of a document that have hits, read when places on them are needed.
private struct HitPages {
  private let place: DocumentPlace
  private let pool: WorkerPool
  private let password: [UInt8]
  private var document: CommandDocument?
  private var last: (number: Int, text: PageText)?

  init(_ place: DocumentPlace, _ pool: WorkerPool, password: [UInt8]) {
    self.place = place
    self.pool = pool
    self.password = password
  }

  private mutating func open() {
    guard document == nil, case .file(let path) = place else { return }
    document = try? CommandDocument(path.text, password: password, pool: pool)
    document?.readRecognizedPages()
  }

  /// The address of a hit; nil where the document cannot be had now.
  mutating func address(_ span: LibraryHit.Span) -> JSON? {
    open()
    return document.map {
      MatchPrinter.address(page: span.page, span.start, $0.summary.hasPages)
    }
  }

  /// The corners of a line's part of a hit; nil where the page cannot be had now.
  mutating func quad(_ span: LibraryHit.Span) -> JSON? {
    open()
    if last?.number != span.page {
      guard case .text(let text) = try? document?.ask(.text(page: span.page)) else { return nil }
      last = (span.page, text)
    }
    guard let text = last?.text else { return nil }
    return MatchPrinter.quad(page: span.page, span.start, span.end, text)
  }
}
