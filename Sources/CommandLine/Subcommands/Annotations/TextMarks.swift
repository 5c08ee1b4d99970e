import DocumentModel
import Interface
import Platform
import Services
import Text

/// Finds the words a mark is to lie on, as the search in a document finds them: over lines, hyphens, columns and pages.
struct TextMarks {
  /// Which of several matches to use.
  enum Occurrence {
    /// From 1.
    case number(Int)
    case all
  }

  let document: CommandDocument
  let query: SearchQuery
  /// Nil: all of the document.
  let pages: PageChoice?

  /// Returns the matches, each with a part for every page; or their number if there are too few.
  func places(
    _ occurrence: Occurrence
  ) throws(CommandDocument.Failure) -> [[MarkPlace]] {
    let matcher: any PatternMatcher
    do throws(PatternError) { matcher = try query.matcher() } catch {
      throw CommandDocument.Failure(sentence: Sentences.text(error))
    }
    let count = document.summary.pageCount
    // Repeating heads and text over page ends depend on the pages around.
    let parts = PageNeighbourhood.parts(
      pages?.pages ?? Array(0..<count), of: count, reach: PageFeed.neighbours + 1)
    var found: [[MarkPlace]] = []
    var (number, inHeads) = (0, 0)
    var marked = MarkedPages()
    for part in parts {
      var search = try DocumentPlaces(document, matcher, keepsHeads: false, on: part)
      while let hit = try search.next() {
        guard pages?.contains(Int(hit.spans[0].start), on: hit.page) ?? true else { continue }
        number += 1
        switch occurrence {
        case .number(number): return [marked.pieces(hit, search.pages)]
        case .number: continue
        case .all: found.append(marked.pieces(hit, search.pages))
        }
      }
      inHeads += search.inHeads
    }
    if case .number = occurrence, number > 0 { throw none(number, inHeads) }
    guard !found.isEmpty else { throw none(0, inHeads) }
    if inHeads > 0 {
      let matches = inHeads == 1 ? "1 match" : "\(inHeads) matches"
      Output.complain("\(document.name): \(matches) in running heads left out")
    }
    return found
  }

  private func none(_ count: Int, _ inHeads: Int) -> CommandDocument.Failure {
    let place = pages.map { self.place(of: $0) } ?? document.name
    let times = count == 1 ? "once" : "\(count) times"
    return CommandDocument.Failure(
      sentence: count == 0
        ? inHeads == 0
          ? "“\(query.text)” was not found in \(place)"
          : "“\(query.text)” occurs only in running heads in \(place), which are left out"
        : "“\(query.text)” occurs only \(times) in \(place)", isNothing: true)
  }
}

extension TextMarks {
  private func place(of pages: PageChoice) -> String {
    pages.isPartial || pages.pages.count != 1
      ? "the chosen pages of \(document.name)" : document.place(of: pages.pages[0])
  }
}

/// The pages that words to be marked are on, each composed once for all that is found on it.
private struct MarkedPages {
  /// Evidence of running heads, from each page once.
  private var evidence = DocumentEvidence()
  private var observed: Set<Int> = []
  private var contents: [Int: PageContent] = [:]
  private static let mostContents = 8

  /// Returns a piece for each page that a place is on; `texts` has these pages and those around them.
  mutating func pieces(_ hit: SearchHit, _ texts: [Int: PageText]) -> [MarkPlace] {
    let new = texts.keys.filter { !observed.contains($0) }.sorted()
    for page in new {
      guard let text = texts[page] else { continue }
      evidence.observe(text, number: page, size: text.size)
      observed.insert(page)
    }
    let pages = hit.spans.map { Int($0.page) }.reduce(into: [Int]()) {
      if $0.last != $1 { $0.append($1) }
    }
    return pages.compactMap { page in
      guard let text = texts[page] else { return nil }
      let spans = hit.spans.filter { Int($0.page) == page }.map { Int($0.start)..<Int($0.end) }
      return Self.piece(spans, content(of: text, page), page)
        // Words at the start of several pages are searched unless they are known to be a running head.
        ?? Self.piece(spans, Self.composed(text, page, DocumentEvidence()), page)
    }
  }

  private mutating func content(of text: PageText, _ page: Int) -> PageContent {
    if let known = contents[page] { return known }
    if contents.count >= Self.mostContents { contents = [:] }
    let content = Self.composed(text, page, evidence)
    contents[page] = content
    return content
  }

  private static func composed(
    _ text: PageText, _ page: Int, _ evidence: DocumentEvidence
  ) -> PageContent {
    let blocks = PageComposer.compose(text, size: text.size, evidence: evidence, page: page)
    return PageContent(text: text, blocks: blocks, grid: [])
  }

  private static func piece(
    _ spans: [Range<Int>], _ content: PageContent, _ page: Int
  ) -> MarkPlace? {
    content.flowRange(of: spans).flatMap { MarkPlace($0, of: content, page: page) }
  }
}
