package import DocumentModel
package import Text

/// Searches a shared library and verifies each hit on the text, as `LibrarySearcher` does; used from one thread at a time.
package final class SharedSearcher {
  let source: SharedCandidates
  private let library: String
  let mayGoOn: () -> Bool

  /// Why a search failed.
  package enum Failure: Error, Sendable {
    case pattern(PatternError)
    case library(SharedLibraryError)
  }

  /// The parts that could not be searched.
  package struct Missing: Sendable, Hashable {
    package var parts = 0
    package var allParts = 0
    /// Parts whose form this version does not know.
    package var unknown = 0
    /// Why a part did not answer.
    package var reason: SharedLibraryError?

    package var isComplete: Bool { parts == 0 && unknown == 0 }
  }

  /// `name` is the one under which this machine has joined the library, `roots` the folders of its collections here; `library` has the local data.
  package init(
    _ database: SharedDatabase, name: String, roots: [String: String] = [:],
    library: String = ReadingLibrary.defaultFolder(), while mayGoOn: @escaping () -> Bool = { true }
  ) {
    source = SharedCandidates(database: database, name: name, roots: roots)
    self.library = library + "/library.db"
    self.mayGoOn = mayGoOn
  }

  /// Runs a search and reports results as they are found, the likeliest first; returns the parts that are missing.
  package func find(
    _ query: LibraryQuery, _ bounds: LibrarySearcher.Bounds = .init(),
    found tell: (LibraryFindings) -> Void
  ) throws(Failure) -> Missing {
    let plan: QueryPlan
    do throws(PatternError) { plan = try QueryPlan(query) } catch { throw .pattern(error) }
    var failure: PatternError?
    do throws(SharedLibraryError) {
      let facts = LibraryFacts(file: library)
      let search = try SharedSearch(source, plan, facts)
      var teller = ResultBatcher(candidates: 0, isInOrder: false)
      var candidates = 0
      search: while mayGoOn(), let portion = try search.next() {
        candidates += portion.count
        teller.expect(candidates)
        for candidate in portion {
          guard mayGoOn() else { break search }
          guard teller.documentCount < bounds.mostDocuments else {
            teller.isCapped = true
            break search
          }
          let reading = try read(candidate, search, facts, bounds.mostHits)
          failure = reading.failure
          if failure != nil { break search }
          if let findings = teller.add(reading.hits, rank: reading.rank) { tell(findings) }
        }
      }
      guard failure != nil else {
        tell(teller.end())
        return Missing(
          parts: search.unanswered.count, allParts: search.sliceCount, unknown: search.unknown,
          reason: search.failure)
      }
    } catch {
      throw .library(error)
    }
    throw .pattern(failure ?? .runaway)
  }

  /// Searches a document as `LibrarySearcher.read` does.
  private func read(
    _ candidate: SharedSearch.Candidate, _ search: SharedSearch, _ facts: LibraryFacts, _ most: Int
  ) throws(SharedLibraryError) -> (
    hits: DocumentHits?, rank: DocumentReading.Rank, failure: PatternError?
  ) {
    let (document, plan) = (candidate.document, search.plan)
    func newReading() -> DocumentReading {
      DocumentReading(
        document.entry, front: candidate.front, plan, DocumentFilter(facts, folder: ""),
        most: most, notes: nil)
    }
    var reading = newReading()
    func take(_ rows: [Int]?) throws(SharedLibraryError) {
      try search.pages(of: document, rows: rows) { page, label, passages in
        reading.take(passages, page: page, label: label)
        return mayGoOn() && reading.failure == nil && !reading.isRefused
      }
    }
    // A match in the title may supply a term that is missing on a page.
    var seen = candidate.front.isEmpty ? candidate.rows : nil
    if !plan.query.terms.isEmpty, !document.entry.rows.isEmpty {
      if plan.hasPlaces { try take(seen) } else { seen = [] }
      if plan.hasPlaces, seen != nil, !reading.isTogether, !reading.isRefused, !plan.isOfOnePage {
        reading = newReading()
        seen = try search.rows(of: plan.wanted, in: document)
        try take(seen)
      }
      if let seen, !plan.underNot.isEmpty, reading.failure == nil, !reading.isRefused {
        let known = Set(seen)
        let others = try search.rows(of: plan.underNot, in: document)?.filter {
          !known.contains($0)
        }
        try search.pages(of: document, rows: others) { page, _, passages in
          reading.check(passages, page: page)
          return mayGoOn() && reading.failure == nil && !reading.isRefused
        }
      }
    }
    if let failure = reading.failure { return (nil, .words, failure) }
    let sections = reading.count > 0 ? try search.sections(of: document) : []
    let labels = try search.labels(of: reading.unlabelled, in: document)
    return (
      reading.result(sections, tags: facts.tags[document.entry.path] ?? [], labels: labels),
      reading.rank, nil
    )
  }
}
