package import DocumentModel
import Glibc
import Store
package import Text

/// Searches all documents by the index and verifies each hit on the text. Used from one thread at a time.
package final class LibrarySearcher {
  let local: LocalCandidates
  private let sources: [any CandidateSource]
  private let library: String
  private var notes: (version: Int?, notes: JournalNotes)?
  private var facts: (at: ContinuousClock.Instant, facts: LibraryFacts)?
  private var lastPlan: QueryPlan?

  /// Opens the index in one folder and the library in another.
  package convenience init(
    folder: String = LibraryIndex.defaultFolder(),
    library: String = ReadingLibrary.defaultFolder()
  ) throws(LibraryIndex.Failure) {
    try self.init(folder: folder, library: library, others: [])
  }

  /// `others` are searched beside the index.
  init(
    folder: String, library: String, others: [any CandidateSource]
  ) throws(LibraryIndex.Failure) {
    local = try LocalCandidates(folder: folder)
    sources = [local] + others
    self.library = library + "/library.db"
  }

  /// Why a search failed.
  package enum Failure: Error, Sendable {
    case pattern(PatternError)
    case index(LibraryIndex.Failure)
  }

  /// The state of a document's file since it was indexed.
  package enum Sight: Sendable {
    case same, changed
    /// The document is not reported.
    case gone
  }

  /// The scope of a search and the limits of its results.
  package struct Bounds {
    /// Only documents in or below this folder; empty for everywhere.
    package var folder = ""
    /// Only the documents at these places, if there are any.
    package var places: Set<DocumentPlace> = []
    package var mostDocuments = 5_000
    /// The maximum number of hits reported per document.
    package var mostHits = 3
    /// Whether results are ordered by path instead of by rank.
    package var isByPath = false
    /// Checks the state of a document's file, if needed.
    package var look: (IndexEntry) -> Sight = { _ in .same }

    package init() {}

    func allows(_ place: DocumentPlace) -> Bool { places.isEmpty || places.contains(place) }
  }

  /// Returns all documents of the index in the order of their rows.
  package func documents() throws(LibraryIndex.Failure) -> [IndexEntry] {
    try local.attempt { () throws(StoreError) in try local.refresh() }
    return local.entries
  }

  /// Runs a search and reports results as they are found, the best first, until `mayGoOn` returns false.
  package func find(
    _ query: LibraryQuery, _ bounds: Bounds = Bounds(), while mayGoOn: () -> Bool = { true },
    found tell: (LibraryFindings) -> Void
  ) throws(Failure) {
    let plan = try plan(of: query)
    let request = CandidateRequest(
      plan: plan, bounds: bounds, facts: currentFacts(), notes: currentNotes(plan))
    var searches: [any CandidateSearch] = []
    do throws(LibraryIndex.Failure) {
      for source in sources { searches.append(try source.search(request, while: mayGoOn)) }
    } catch {
      throw .index(error)
    }
    try CandidateReader(request: request).run(searches, while: mayGoOn, found: tell)
  }

  /// Returns the compiled query; usually the same one is needed for many documents.
  private func plan(of query: LibraryQuery) throws(Failure) -> QueryPlan {
    if let lastPlan, lastPlan.query == query { return lastPlan }
    do throws(PatternError) {
      let plan = try QueryPlan(query)
      lastPlan = plan
      return plan
    } catch {
      throw .pattern(error)
    }
  }

  /// Returns the library's data, reloaded every few seconds, since recent reading affects the order.
  private func currentFacts() -> LibraryFacts {
    if let facts, .now - facts.at < .seconds(3) { return facts.facts }
    let read = LibraryFacts(file: library)
    facts = (.now, read)
    return read
  }

  /// Returns the journal's notes if notes are searched; reloaded when the library has changed.
  private func currentNotes(_ plan: QueryPlan) -> JournalNotes? {
    guard plan.query.terms.contains(where: { $0.scope != .text }) else { return nil }
    if let notes, let version = notes.version, notes.notes.version() == version {
      return notes.notes.isEmpty ? nil : notes.notes
    }
    let read = JournalNotes(file: library)
    notes = (read.version(), read)
    return read.isEmpty ? nil : read
  }

  /// Returns the hits of a document that was just read and is not in the index; nil if there are none.
  package func hits(
    in document: IndexedDocument, _ query: LibraryQuery, most: Int = .max
  ) throws(Failure) -> DocumentHits? {
    let plan = try plan(of: query)
    let facts = currentFacts()
    let (entry, filter) = (IndexEntry(document), DocumentFilter(facts, folder: ""))
    guard filter.mayPass(query.clause, entry) else { return nil }
    let front = plan.frontTerms.filter { plan.isInFront($0, of: entry) }
    var reading = DocumentReading(
      entry, front: Set(front), plan, filter, most: most,
      notes: currentNotes(plan)?.notes(of: entry))
    for page in document.pages {
      page.passages.withUnsafeBytes { reading.take($0, page: page.number, label: page.label) }
      if let failure = reading.failure { throw .pattern(failure) }
    }
    reading.takeOtherNotes()
    if let failure = reading.failure { throw .pattern(failure) }
    return reading.result(
      document.sections, tags: facts.tags[entry.path] ?? [],
      labels: Dictionary(document.pages.map { ($0.number, $0.label) }) { $1 })
  }

  /// Returns the hits of one document, up to a maximum.
  package func hits(
    of place: DocumentPlace, _ query: LibraryQuery, most: Int = 5_000
  ) throws(Failure) -> [LibraryHit] {
    var bounds = Bounds()
    bounds.places = [place]
    bounds.mostHits = most
    var found: [LibraryHit] = []
    try find(query, bounds) { found += $0.documents.flatMap(\.hits) }
    return found
  }
}
