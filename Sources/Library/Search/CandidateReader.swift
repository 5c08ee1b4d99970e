import DocumentModel
import Text

/// Reads the candidates of searches and verifies each hit on the text.
struct CandidateReader {
  let request: CandidateRequest

  /// Reports results as they are found, the best first, until `mayGoOn` returns false.
  func run(
    _ searches: [any CandidateSearch], while mayGoOn: () -> Bool,
    found tell: (LibraryFindings) -> Void
  ) throws(LibrarySearcher.Failure) {
    let bounds = request.bounds
    var failure: PatternError?
    do throws(LibraryIndex.Failure) {
      var queue = CandidateQueue(searches, isByPath: bounds.isByPath)
      var teller = ResultBatcher(isInOrder: bounds.isByPath)
      while failure == nil, let (candidate, search) = try queue.next(while: mayGoOn) {
        guard mayGoOn() else { return }
        guard teller.documentCount < bounds.mostDocuments else {
          teller.isCapped = true
          break
        }
        teller.expect(queue.expected)
        let reading = try read(candidate, in: search, mayGoOn)
        failure = reading.failure
        var hits = reading.hits
        if hits != nil {
          switch bounds.look(candidate.entry) {
          case .same: break
          case .changed: hits?.isStale = true
          case .gone: hits = nil
          }
        }
        if failure == nil, let batch = teller.add(hits, rank: reading.rank) { tell(batch) }
      }
      teller.isComplete = queue.isComplete
      if failure == nil, mayGoOn() { tell(teller.end()) }
    } catch {
      throw .index(error)
    }
    if let failure { throw .pattern(failure) }
  }

  /// Searches a candidate. Returns its hits if it matches, and the reason if matching was aborted.
  ///
  /// If none of its rows has all terms together, the rows of each term are read.
  private func read(
    _ candidate: Candidate, in search: any CandidateSearch, _ mayGoOn: () -> Bool
  ) throws(LibraryIndex.Failure)
    -> (hits: DocumentHits?, rank: DocumentReading.Rank, failure: PatternError?)
  {
    let (entry, plan, facts) = (candidate.entry, request.plan, request.facts)
    func newReading() -> DocumentReading {
      DocumentReading(
        entry, front: candidate.front, plan, DocumentFilter(facts, folder: ""),
        most: request.bounds.mostHits, notes: candidate.notes)
    }
    var reading = newReading()
    func take(_ rows: ArraySlice<Int>?) throws(LibraryIndex.Failure) {
      try search.pages(of: entry, rows: rows) { number, label, passages in
        reading.take(passages, page: number, label: label)
        return mayGoOn() && reading.failure == nil && !reading.isRefused
      }
    }
    if !plan.query.terms.isEmpty, !entry.rows.isEmpty {
      var seen = candidate.rows
      if plan.hasPlaces { try take(seen) } else { seen = [] }
      if plan.hasPlaces, seen != nil, !reading.isTogether, !reading.isRefused, !plan.isOfOnePage,
        mayGoOn()
      {
        reading = newReading()
        seen = try search.rows(of: plan.wanted, in: entry, while: mayGoOn)
        try take(seen)
      }
      if let seen, !plan.underNot.isEmpty, reading.failure == nil, !reading.isRefused, mayGoOn() {
        let known = Set(seen)
        let others =
          try search.rows(of: plan.underNot, in: entry, while: mayGoOn) ?? ArraySlice(entry.rows)
        try search.pages(of: entry, rows: others.filter { !known.contains($0) }[...]) {
          number, _, passages in
          reading.check(passages, page: number)
          return mayGoOn() && reading.failure == nil && !reading.isRefused
        }
      }
    }
    if !plan.query.terms.isEmpty, mayGoOn() { reading.takeOtherNotes() }
    if let failure = reading.failure { return (nil, .words, failure) }
    let sections = reading.count > 0 ? try search.sections(of: entry) : []
    let pages = reading.unlabelled
    let hits = reading.result(
      sections, tags: facts.tags(of: entry),
      labels: pages.isEmpty ? [:] : try search.labels(of: pages, in: entry))
    return (hits, reading.rank, nil)
  }
}
