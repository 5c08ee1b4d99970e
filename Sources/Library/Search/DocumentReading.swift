import DocumentModel
import Text

/// Searches one document page by page and verifies the candidates from the index.
struct DocumentReading {
  /// The rank of a document, the best first: `within`, a term begins within a longer word; `scattered`, all terms occur in it, but on no page together.
  enum Rank: Int, Comparable {
    case title, heading, phrase, words, within, scattered

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  /// A hit to report.
  private struct Kept {
    var hit: SearchHit
    var rank: Rank
    var kind: FlatText.PassageKind
    /// Whether it is in an annotation without a place.
    var isDetached: Bool
    /// The page its passage begins on and the passage's number there: several hits of one passage add little.
    var passage: (page: Int, number: Int)

    /// The match with the text around it.
    var line: String { hit.before + hit.text + hit.after }
  }

  private let entry: IndexEntry
  /// The terms that match its title, author, subject, keywords or file name.
  private let front: TermSet
  /// The terms found anywhere in it.
  private var present: TermSet
  /// Whether a page has all wanted terms: from then on only such pages count.
  private(set) var isTogether = false
  private let plan: QueryPlan
  private let filter: DocumentFilter
  /// The maximum number of hits reported.
  private let most: Int
  /// The notes that replace those in the index.
  private let notes: JournalNotes.Notes?
  /// The pages whose notes have been searched.
  private var noted: Set<Int> = []
  private var kept: [Kept] = []
  /// The rank of the worst kept hit.
  private var worst = Rank.scattered
  private var pages: [Int] = []
  /// The packed labels of the pages read, empty in documents without labels.
  private var labels: [Int: String] = [:]
  private(set) var count = 0
  private(set) var rank = Rank.scattered
  /// Whether it contains a term that a `NOT` excludes.
  private(set) var isRefused = false
  /// Why matching was aborted.
  private(set) var failure: PatternError?

  init(
    _ entry: IndexEntry, front: Set<Int>, _ plan: QueryPlan, _ filter: DocumentFilter, most: Int,
    notes: JournalNotes.Notes?
  ) {
    self.notes = notes
    self.entry = entry
    self.front = TermSet(front)
    present = self.front
    self.plan = plan
    self.filter = filter
    self.most = most
  }

  /// Searches a page's passages.
  mutating func take(_ packed: UnsafeRawBufferPointer, page: Int, label: String) {
    labels[page] = label
    look(through: text(of: packed, page: page), page)
  }

  /// Searches a page for terms under `NOT` only.
  mutating func check(_ packed: UnsafeRawBufferPointer, page: Int) {
    let flat = text(of: packed, page: page)
    do throws(PatternError) {
      try note(terms(on: flat, among: plan.underNot))
    } catch {
      failure = error
    }
  }

  private mutating func text(of packed: UnsafeRawBufferPointer, page: Int) -> FlatText {
    var flat = FlatText()
    flat.add(packed: packed, page: page)
    if let notes = notes?.byPage {
      flat.replaceNotes(with: notes[page] ?? [], page: page)
      noted.insert(page)
    }
    return flat
  }

  /// Searches the notes on pages without other candidates.
  mutating func takeOtherNotes() {
    for (page, notes) in (notes?.byPage ?? [:]).sorted(by: { $0.key < $1.key })
    where failure == nil && !isRefused && !noted.contains(page) {
      var flat = FlatText()
      flat.replaceNotes(with: notes, page: page)
      look(through: flat, page)
    }
    // Notes without a place are on none of the requested pages.
    if let lost = notes?.detached, !lost.isEmpty, plan.query.pages == nil, failure == nil,
      !isRefused
    {
      var flat = FlatText()
      flat.replaceNotes(with: lost, page: 0)
      look(through: flat, 0, isDetached: true)
    }
  }

  private mutating func look(through flat: FlatText, _ page: Int, isDetached: Bool = false) {
    do throws(PatternError) {
      if plan.isOfOneTerm {
        isTogether = true
        try take(flat, page, isDetached, hasAll: true)
        if count > 0 { present.insert(0) }
        return
      }
      let found = try terms(on: flat, among: plan.allTerms)
      guard !found.isEmpty else { return }
      try note(found)
      let hasAll =
        plan.hasPlaces && holds(plan.query.clause, found.union(front), isWhole: false)
      // A page that owes a term to the title is no reason to leave out the pages with that term.
      if hasAll, !isTogether, holds(plan.query.clause, found, isWhole: false) {
        forgetScattered()
      }
      if hasAll || !isTogether { try take(flat, page, isDetached, hasAll: hasAll) }
    } catch {
      failure = error
    }
  }

  /// Restricts the results to pages that have all wanted terms.
  private mutating func forgetScattered() {
    isTogether = true
    kept = []
    pages = []
    count = 0
    worst = .scattered
    rank = .scattered
  }

  /// Records that terms occur in the document.
  private mutating func note(_ found: TermSet) throws(PatternError) {
    present.formUnion(found)
    guard !plan.underNot.isEmpty else { return }
    isRefused = !holds(plan.query.clause, present.union(plan.wanted), isWhole: true)
  }

  /// Returns the terms among `wanted` that occur on a page.
  private func terms(on flat: FlatText, among wanted: TermSet) throws(PatternError) -> TermSet {
    var found = TermSet()
    for index in plan.query.terms.indices where wanted.contains(index) {
      if try occurs(index, on: flat) { found.insert(index) }
    }
    return found
  }

  private func occurs(_ index: Int, on flat: FlatText) throws(PatternError) -> Bool {
    let term = plan.query.terms[index]
    let passages = (0..<flat.count).filter { isOpen(flat.kind(of: $0), to: term.scope) }
    func has(_ matcher: any PatternMatcher, _ passage: Int) throws(PatternError) -> Bool {
      try flat.has(matcher, in: passage, pages: plan.query.pages)
    }
    guard term.extent == .page, !term.companions.isEmpty else {
      for passage in passages {
        var hasAll = true
        for matcher in plan.matchers[index] where hasAll { hasAll = try has(matcher, passage) }
        if hasAll { return true }
      }
      return false
    }
    for matcher in plan.matchers[index] {
      var isThere = false
      for passage in passages where !isThere { isThere = try has(matcher, passage) }
      if !isThere { return false }
    }
    return true
  }

  private func isOpen(_ kind: FlatText.PassageKind, to scope: LibraryQuery.Term.Scope) -> Bool {
    switch scope {
    case .anywhere: true
    case .text: kind != .note
    case .notes: kind == .note
    }
  }

  /// Returns the matcher for the hits in a passage: single terms, and groups of words that occur together here.
  private func places(
    in passage: Int, of flat: FlatText, _ pageGroups: [QueryPlan.Group]
  ) throws(PatternError) -> (any PatternMatcher)? {
    let kind = flat.kind(of: passage)
    let own = kind == .note ? plan.notes : plan.places
    guard kind != .note, !plan.groups.isEmpty else { return own }
    var all = (own.map { [$0] } ?? []) + pageGroups.map(\.places)
    for group in plan.groups where plan.query.terms[group.term].extent == .passage {
      var hasAll = true
      for matcher in plan.matchers[group.term] where hasAll {
        hasAll = try flat.has(matcher, in: passage, pages: plan.query.pages)
      }
      if hasAll { all.append(group.places) }
    }
    return all.isEmpty ? nil : all.count == 1 ? all[0] : AnyOfMatcher(all)
  }

  private mutating func take(
    _ flat: FlatText, _ page: Int, _ isDetached: Bool, hasAll: Bool
  ) throws(PatternError) {
    var pageGroups: [QueryPlan.Group] = []
    for group in plan.groups where plan.query.terms[group.term].extent == .page {
      if try occurs(group.term, on: flat) { pageGroups.append(group) }
    }
    for passage in 0..<flat.count {
      let kind = flat.kind(of: passage)
      guard let places = try places(in: passage, of: flat, pageGroups) else { continue }
      let best: Rank =
        !hasAll
        ? .scattered
        : kind == .heading ? .heading : plan.query.phrases.isEmpty ? .words : .phrase
      let isWorthwhile = kept.count < most || best < worst
      for hit in try flat.hits(in: passage, places, withContext: isWorthwhile) {
        if let wanted = plan.query.pages, !wanted.contains(hit.page + 1) { continue }
        count += 1
        // The hit may be on a later page than the one its passage begins on.
        if pages.last != hit.page, !isDetached { pages.append(hit.page) }
        guard isWorthwhile else { continue }
        var own = best
        if own == .phrase, !plan.isPhrase(hit.text) { own = .words }
        if WordShape.isWithinWord(hit.before, hit.text) { own = max(own, .within) }
        rank = min(rank, own)
        keep(
          Kept(
            hit: hit, rank: own, kind: kind, isDetached: isDetached,
            passage: (isDetached ? -1 : page, passage)))
      }
    }
  }

  /// Up to this many hits are a preview: they come from different passages, and better hits replace others.
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
    if kept.count >= most { worst = kept.map(\.rank).max() ?? .scattered }
  }

  private func holds(
    _ clause: LibraryQuery.Clause, _ present: TermSet, isWhole: Bool
  ) -> Bool {
    plan.holds(clause, present, isWhole: isWhole) { filter.passes(entry, $0) }
  }

  /// The first match in the document's title, author, subject or keywords, else in its file name.
  private var inFront: LibraryHit {
    for text in [entry.title, entry.author, entry.about] {
      let scalars = text.unicodeScalars.map(\.value)
      guard let places = plan.places ?? plan.notes,
        let range = try? places.matches(in: scalars).first
      else { continue }
      func part(_ range: Range<Int>) -> String {
        // Subject and keywords are separated by a line end.
        String(String.UnicodeScalarView(scalars[range].compactMap(Unicode.Scalar.init)))
          .replacing("\n", with: ", ")
      }
      return LibraryHit(
        kind: .title, page: 0, before: part(0..<range.lowerBound), text: part(range),
        after: part(range.upperBound..<scalars.count))
    }
    let name = FileNameText(entry.path)
    guard let places = plan.places, let range = name.range(of: places) else {
      return LibraryHit(kind: .title, page: 0, text: entry.title)
    }
    let scalars = Array(name.name.unicodeScalars)
    func part(_ range: Range<Int>) -> String {
      String(String.UnicodeScalarView(scalars[range]))
    }
    return LibraryHit(
      kind: .fileName, page: 0, before: part(0..<range.lowerBound), text: part(range),
      after: part(range.upperBound..<scalars.count))
  }

  /// The pages of hits whose labels are not known: a passage may end on a page that was not read.
  var unlabelled: Set<Int> {
    guard labels.values.contains(where: { !$0.isEmpty }) else { return [] }
    return Set(kept.lazy.filter { !$0.isDetached }.map(\.hit.page)).subtracting(labels.keys)
  }

  /// Returns the document's hits; nil if it does not match. `others` are the labels of pages that were not read.
  mutating func result(
    _ sections: [DocumentSection], tags: [String], labels others: [Int: String] = [:]
  ) -> DocumentHits? {
    guard !isRefused, holds(plan.query.clause, present, isWhole: true) else { return nil }
    let isInFront =
      plan.query.pages == nil && holds(plan.query.clause, front, isWhole: false)
    guard count > 0 || isInFront else { return nil }
    let hasTerms = plan.query.terms.contains { !$0.isUnwanted }
    var hits: [LibraryHit] = []
    if isInFront, hasTerms {
      let front = inFront
      rank = WordShape.isWithinWord(front.before, front.text) ? min(rank, .within) : .title
      // A page that shows the title says the same, with its place.
      let words = (front.before + front.text + front.after).lowercased()
      if !kept.contains(where: { $0.kind != .note && $0.line.lowercased() == words }) {
        count += 1
        hits.append(front)
        if kept.count >= most { kept.removeLast() }
      }
    }
    let places = SectionIndex(sections)
    func order(_ kept: Kept) -> (Int, Int) { (kept.isDetached ? 1 : 0, kept.hit.page) }
    for kept in kept.sorted(by: { order($0) < order($1) }) {
      let hit = kept.hit
      let number = places.entry(page: hit.page, y: hit.y, character: hit.spans[0].start)
      let section = kept.isDetached ? "" : number.map { sections[$0].title } ?? ""
      let own = PageLabels(packed: labels[hit.page] ?? others[hit.page] ?? "")
      var found = LibraryHit(
        kind: LibraryHit.Kind(kept.kind, isDetached: kept.isDetached),
        page: hit.page, start: Int(hit.spans[0].start), line: entry.hasPages ? 0 : hit.line,
        label: kept.isDetached ? "" : own.label(at: Int(hit.spans[0].start)),
        section: section, before: hit.before, text: hit.text, after: hit.after)
      if found.label.isEmpty, found.line == 0 { found.label = entry.share(before: hit.page) }
      if kept.kind != .note {
        found.spans = hit.spans.map { span in
          LibraryHit.Span(page: Int(span.page), start: Int(span.start), end: Int(span.end))
        }
      }
      hits.append(found)
    }
    var found = DocumentHits(
      place: entry.place, title: entry.title, author: entry.author,
      year: DocumentFilter.date(of: entry).year, type: entry.type, tags: tags,
      pageCount: entry.hasPages ? entry.pageCount : 0, count: count, hits: hits,
      pages: plan.query.terms.count > 1 ? Set(pages).sorted() : [])
    found.isYearOfFile = entry.created == 0
    (found.rank, found.size) = (rank.rawValue, entry.size)
    return found
  }
}
