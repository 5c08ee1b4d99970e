import DocumentModel
import Text

/// Looks through one document for what a query wants, page by page: what the index has promised is verified here.
struct DocumentReading {
  /// How well a document answers; the least comes first.
  enum Rank: Int, Comparable {
    case title, heading, phrase, words

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  /// A hit that is told.
  private struct Kept {
    var hit: SearchHit
    var rank: Rank
    var isNote: Bool
    /// Of an annotation that has no place.
    var isDetached: Bool
    var label: String
    /// The page it begins on and its number there: of one passage a few hits tell no more than one.
    var passage: (page: Int, number: Int)
  }

  private let entry: IndexEntry
  private let front: Set<Int>
  private let plan: QueryPlan
  private let filter: DocumentFilter
  /// Hits that are told.
  private let most: Int
  /// In place of those that were read with its pages.
  private let notes: JournalNotes.Notes?
  /// Pages whose notes have been looked through.
  private var noted: Set<Int> = []
  private var kept: [Kept] = []
  /// How well the worst of them answers.
  private var worst = Rank.words
  private var pages: [Int] = []
  private(set) var count = 0
  private(set) var rank = Rank.words
  /// Only what must not stand in it was named, and it does.
  private(set) var isRefused = false
  /// Why the pattern was given up.
  private(set) var failure: PatternError?

  init(
    _ entry: IndexEntry, front: Set<Int>, _ plan: QueryPlan, _ filter: DocumentFilter, most: Int,
    notes: JournalNotes.Notes?
  ) {
    self.notes = notes
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
    if let notes = notes?.byPage {
      flat.replaceNotes(with: notes[page] ?? [], page: page)
      noted.insert(page)
    }
    look(through: flat, page, label)
  }

  /// Looks through the notes on pages of which nothing else is known.
  mutating func takeOtherNotes() {
    for (page, notes) in (notes?.byPage ?? [:]).sorted(by: { $0.key < $1.key })
    where failure == nil && !isRefused && !noted.contains(page) {
      var flat = FlatText()
      flat.replaceNotes(with: notes, page: page)
      look(through: flat, page, "")
    }
    // What has no place is on none of the pages that are wanted.
    if let lost = notes?.detached, !lost.isEmpty, plan.query.pages == nil, failure == nil,
      !isRefused
    {
      var flat = FlatText()
      flat.replaceNotes(with: lost, page: 0)
      look(through: flat, 0, "", isDetached: true)
    }
  }

  private mutating func look(
    through flat: FlatText, _ page: Int, _ label: String, isDetached: Bool = false
  ) {
    do throws(PatternError) {
      var isWanted = plan.query.terms.count == 1 && plan.hasPlaces
      if !isWanted { isWanted = try holds(plan.query.clause, flat) }
      if !plan.hasPlaces, !isWanted { isRefused = true }
      if isWanted { try take(flat, page, label, isDetached) }
    } catch {
      failure = error
    }
  }

  private mutating func take(
    _ flat: FlatText, _ page: Int, _ label: String, _ isDetached: Bool
  ) throws(PatternError) {
    for passage in 0..<flat.count {
      let kind = flat.kind(of: passage)
      guard let places = kind == .note ? plan.notes : plan.places else { continue }
      let best: Rank =
        kind == .heading ? .heading : plan.query.phrases.isEmpty ? .words : .phrase
      let isWorthwhile = kept.count < most || best < worst
      for hit in try flat.hits(in: passage, places, withContext: isWorthwhile) {
        if let wanted = plan.query.pages, !wanted.contains(hit.page + 1) { continue }
        count += 1
        // It may stand on a page behind the one its passage begins on.
        if pages.last != hit.page, !isDetached { pages.append(hit.page) }
        guard isWorthwhile else { continue }
        var own = best
        if own == .phrase, !plan.isPhrase(hit.text) { own = .words }
        rank = min(rank, own)
        keep(
          Kept(
            hit: hit, rank: own, isNote: kind == .note, isDetached: isDetached,
            label: hit.page == page ? label : "", passage: (isDetached ? -1 : page, passage)))
      }
    }
  }

  /// So many are the beginning of a list: then they come from different passages, and better ones take the places of others.
  private static let beginning = 8

  private mutating func keep(_ new: Kept) {
    if most <= Self.beginning, let same = kept.lastIndex(where: { $0.passage == new.passage }) {
      if new.rank < kept[same].rank { kept[same] = new }
    } else if kept.count < most {
      kept.append(new)
    } else if let other = kept.lastIndex(where: { $0.rank == worst }), new.rank < worst {
      kept.remove(at: other)
      kept.append(new)
    }
    if kept.count >= most { worst = kept.map(\.rank).max() ?? .words }
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

  /// The first place in the document's title, author, subject or keywords.
  private var inFront: LibraryHit {
    for text in [entry.title, entry.author, entry.about] {
      let scalars = text.unicodeScalars.map(\.value)
      guard let places = plan.places ?? plan.notes,
        let range = try? places.matches(in: scalars).first
      else { continue }
      func part(_ range: Range<Int>) -> String {
        // Between subject and keywords there is a line's end.
        String(String.UnicodeScalarView(scalars[range].compactMap(Unicode.Scalar.init)))
          .replacing("\n", with: ", ")
      }
      return LibraryHit(
        kind: .title, page: 0, before: part(0..<range.lowerBound), text: part(range),
        after: part(range.upperBound..<scalars.count))
    }
    return LibraryHit(kind: .title, page: 0, text: entry.title)
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
      hits.append(inFront)
      if kept.count >= most { kept.removeLast() }
    }
    let places = SectionIndex(sections.map { Destination(page: $0.page, y: $0.y) })
    func order(_ kept: Kept) -> (Int, Int) { (kept.isDetached ? 1 : 0, kept.hit.page) }
    for kept in kept.sorted(by: { order($0) < order($1) }) {
      let hit = kept.hit
      let entryNumber =
        kept.isDetached ? nil : places.entry(page: hit.page, y: Double(hit.y))
      let section = entryNumber.map { sections[$0].title } ?? ""
      let noteKind: LibraryHit.Kind = kept.isDetached ? .detached : .note
      var found = LibraryHit(
        kind: kept.isNote ? noteKind : kept.rank == .heading ? .heading : .text, page: hit.page,
        start: Int(hit.spans[0].start), line: entry.isPaged ? 0 : hit.line, label: kept.label,
        section: section, before: hit.before, text: hit.text, after: hit.after)
      if !kept.isNote {
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
      pages: plan.query.terms.count > 1 ? Set(pages).sorted() : [])
  }
}

extension FlatText {
  /// Whether something stands in a passage.
  func has(_ matcher: some PatternMatcher, in passage: Int) throws(PatternError) -> Bool {
    try !hits(in: passage, matcher, withContext: false).isEmpty
  }
}
