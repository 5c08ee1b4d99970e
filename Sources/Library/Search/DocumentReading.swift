import DocumentModel
import Text

/// Looks through one document for what a query wants, page by page: what the index has promised is verified here.
struct DocumentReading {
  /// How well a document answers; the least comes first.
  enum Rank: Int, Comparable {
    case title, heading, phrase, words

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  private let entry: IndexEntry
  private let front: Set<Int>
  private let plan: QueryPlan
  private let filter: DocumentFilter
  /// Hits that are told.
  private let most: Int
  private var kept: [(page: Int, hit: SearchHit, isHeading: Bool, isNote: Bool, label: String)] = []
  private var headings = 0
  private var pages: [Int] = []
  private(set) var count = 0
  private(set) var rank = Rank.words
  /// Only what must not stand in it was named, and it does.
  private(set) var isRefused = false
  /// Why the pattern was given up.
  private(set) var failure: PatternError?

  init(
    _ entry: IndexEntry, front: Set<Int>, _ plan: QueryPlan, _ filter: DocumentFilter, most: Int
  ) {
    self.entry = entry
    self.front = front
    self.plan = plan
    self.filter = filter
    self.most = most
  }

  /// Looks through a page's passages.
  mutating func take(_ packed: UnsafeRawBufferPointer, page: Int, label: String) {
    var flat = FlatText()
    flat.add(packed: packed, page: page)
    do throws(PatternError) {
      var isWanted = plan.query.terms.count == 1 && plan.places != nil
      if !isWanted { isWanted = try holds(plan.query.clause, flat) }
      if plan.places == nil, !isWanted { isRefused = true }
      if isWanted { try take(flat, page, label) }
    } catch {
      failure = error
    }
  }

  private mutating func take(
    _ flat: FlatText, _ page: Int, _ label: String
  ) throws(PatternError) {
    guard let places = plan.places else { return }
    let before = count
    var isKept = false
    for passage in 0..<flat.count {
      let kind = flat.kind(of: passage)
      guard takes(kind) else { continue }
      let needsContext = kept.count < most || (kind == .heading && headings < most)
      for hit in try flat.hits(in: passage, places, withContext: needsContext) {
        if let wanted = plan.query.pages, !wanted.contains(hit.page + 1) { continue }
        count += 1
        guard needsContext else { continue }
        if kind == .heading {
          headings += 1
          rank = min(rank, .heading)
        }
        keep(hit, kind, hit.page == page ? label : "")
        isKept = true
      }
    }
    guard count > before else { return }
    pages.append(page)
    if isKept, rank > .phrase, !plan.query.phrases.isEmpty, plan.hasPhrase(flat) { rank = .phrase }
  }

  /// Whether hits in such a passage count.
  private func takes(_ kind: FlatText.PassageKind) -> Bool {
    plan.query.terms.contains { term in
      guard !term.isUnwanted else { return false }
      return switch term.scope {
      case .anywhere: true
      case .text: kind != .note
      case .notes: kind == .note
      }
    }
  }

  /// Headings take the places of what else was kept.
  private mutating func keep(
    _ hit: SearchHit, _ kind: FlatText.PassageKind, _ label: String
  ) {
    if kept.count >= most {
      guard let other = kept.lastIndex(where: { !$0.isHeading }) else { return }
      kept.remove(at: other)
    }
    kept.append((hit.page, hit, kind == .heading, kind == .note, label))
  }

  /// Whether a page has what is wanted.
  private func holds(
    _ clause: LibraryQuery.Clause, _ flat: FlatText
  ) throws(PatternError) -> Bool {
    switch clause {
    case .term(let index):
      if front.contains(index) { return true }
      let scope = plan.query.terms[index].scope
      for passage in 0..<flat.count {
        if scope == .notes, flat.kind(of: passage) != .note { continue }
        if scope == .text, flat.kind(of: passage) == .note { continue }
        if try flat.has(plan.matchers[index], in: passage) { return true }
      }
      return false
    case .filter(let wish): return filter.passes(entry, wish)
    case .all(let parts):
      for part in parts { if try !holds(part, flat) { return false } }
      return true
    case .any(let parts):
      for part in parts { if try holds(part, flat) { return true } }
      return false
    case .not(let inner): return try !holds(inner, flat)
    }
  }

  /// Whether what stands in the document's front is all that is wanted.
  private func holdsInFront(_ clause: LibraryQuery.Clause) -> Bool {
    switch clause {
    case .term(let index): front.contains(index)
    case .filter(let wish): filter.passes(entry, wish)
    case .all(let parts): parts.allSatisfy { holdsInFront($0) }
    case .any(let parts): parts.contains { holdsInFront($0) }
    case .not(let inner): !holdsInFront(inner)
    }
  }

  /// What was found; nil where it is nothing.
  mutating func result(_ sections: [DocumentSection], tags: [String]) -> DocumentHits? {
    guard !isRefused else { return nil }
    let isInFront = plan.query.pages == nil && holdsInFront(plan.query.clause)
    guard count > 0 || isInFront else { return nil }
    let hasTerms = plan.query.terms.contains { !$0.isUnwanted }
    var hits: [LibraryHit] = []
    if isInFront, hasTerms {
      rank = .title
      count += 1
      hits.append(LibraryHit(kind: .title, page: 0, text: entry.title))
      if kept.count >= most { kept.removeLast() }
    }
    let places = SectionIndex(sections.map { Destination(page: $0.page, y: $0.y) })
    for (page, hit, isHeading, isNote, label) in kept.sorted(by: { $0.page < $1.page }) {
      let section = places.entry(page: page, y: Double(hit.y)).map { sections[$0].title } ?? ""
      var found =
        LibraryHit(
          kind: isNote ? .note : isHeading ? .heading : .text, page: page,
          start: Int(hit.spans[0].start), line: entry.isPaged ? 0 : hit.line, label: label,
          section: section, before: hit.before, text: hit.text, after: hit.after)
      if !isNote {
        found.spans = hit.spans.map { span in
          LibraryHit.Span(page: Int(span.page), start: Int(span.start), end: Int(span.end))
        }
      }
      hits.append(found)
    }
    return DocumentHits(
      path: entry.path, title: entry.title, author: entry.author,
      year: DocumentFilter.date(of: entry).year, type: entry.type, tags: tags,
      pageCount: entry.isPaged ? entry.pageCount : 0, count: count, hits: hits,
      pages: plan.query.terms.count > 1 ? pages : [])
  }
}

extension FlatText {
  /// Whether something stands in a passage.
  func has(_ matcher: some PatternMatcher, in passage: Int) throws(PatternError) -> Bool {
    try !hits(in: passage, matcher, withContext: false).isEmpty
  }
}
