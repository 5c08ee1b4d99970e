package import DocumentModel
import Glibc
import Store
package import Text

/// Searches all documents by the index and verifies each hit on the text. Used from one thread at a time.
package final class LibrarySearcher {
  var index: IndexStore
  private let folder: String
  private let library: String
  private var notes: (version: Int?, notes: JournalNotes)?
  private var facts: (at: ContinuousClock.Instant, facts: LibraryFacts)?
  /// All documents, in the order of their rows.
  private(set) var entries: [IndexEntry] = []
  /// Indices into `entries` by document id.
  private(set) var places: [Int: Int] = [:]
  /// The same by path; nil until needed.
  private var placesByPath: [String: Int]?
  /// Whether all rows have their bridges.
  private(set) var hasBridges = false
  private var version = -1
  private var lastPlan: QueryPlan?

  /// Opens the index in one folder and the library in another.
  package init(
    folder: String = LibraryIndex.defaultFolder(),
    library: String = ReadingLibrary.defaultFolder()
  ) throws(LibraryIndex.Failure) {
    FolderMaking.make(folder)
    self.folder = folder
    self.library = library + "/library.db"
    do throws(StoreError) {
      index = try IndexStore(folder: folder)
    } catch {
      throw LibraryIndex.Failure(error)
    }
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
    /// Only the documents at these paths, if there are any.
    package var paths: Set<String> = []
    package var mostDocuments = 5_000
    /// The maximum number of hits reported per document.
    package var mostHits = 3
    /// Whether results are ordered by path instead of by rank.
    package var isByPath = false
    /// Checks the state of a document's file, if needed.
    package var look: (IndexEntry) -> Sight = { _ in .same }

    package init() {}
  }

  /// Returns all documents in the order of their rows.
  package func documents() throws(LibraryIndex.Failure) -> [IndexEntry] {
    do throws(StoreError) {
      try look()
    } catch {
      throw LibraryIndex.Failure(error)
    }
    return entries
  }

  func known() throws(StoreError) -> [IndexEntry] {
    try look()
    return entries
  }

  func pageCount() throws(StoreError) -> Int {
    try index.connection.statement("SELECT count(*) FROM page").run { $0.integer(0) }.first ?? 0
  }

  /// Another process may have replaced a damaged index; this connection would still use the old file.
  private func reopen() throws(StoreError) {
    guard !index.isWhereItWas else { return }
    index = try IndexStore(folder: folder)
    version = -1
  }

  private func look() throws(StoreError) {
    let now = try index.connection.dataVersion()
    guard now != version else { return }
    entries = try index.documents.entries().sorted {
      ($0.rows.lowerBound, $0.id) < ($1.rows.lowerBound, $1.id)
    }
    places = Dictionary(entries.enumerated().map { ($0.element.id, $0.offset) }) { $1 }
    placesByPath = nil
    hasBridges = try index.documents.hasBridges()
    version = now
  }

  /// Returns the index into `entries` of the document at a path.
  func place(of path: String) -> Int? {
    let places =
      placesByPath
      ?? Dictionary(entries.enumerated().map { ($0.element.path, $0.offset) }) { first, _ in first }
    placesByPath = places
    return places[path]
  }

  /// Runs a search and reports results as they are found, the best first, until `mayGoOn` returns false.
  package func find(
    _ query: LibraryQuery, _ bounds: Bounds = Bounds(), while mayGoOn: () -> Bool = { true },
    found tell: (LibraryFindings) -> Void
  ) throws(Failure) {
    let plan = try plan(of: query)
    var failure: PatternError?
    do throws(StoreError) {
      try reopen()
      // One read transaction, so that concurrent writes do not affect the search.
      try index.connection.execute("BEGIN")
      defer { try? index.connection.execute("COMMIT") }
      try look()
      let facts = currentFacts()
      let notes = currentNotes(plan)
      let terms = TermRows(self)
      var candidates = try candidates(plan, bounds, facts, notes, mayGoOn)
      func addScattered() throws(StoreError) {
        candidates.list += try scatteredCandidates(
          plan, bounds, facts, except: Set(candidates.list.map(\.place)), terms, mayGoOn)
      }
      // Documents with all terms on a page are reported first, before the lists of single words are read.
      var isWhole = bounds.isByPath || plan.isOfOnePage
      if bounds.isByPath, !plan.isOfOnePage {
        try addScattered()
        candidates.list.sort { entries[$0.place].path < entries[$1.place].path }
      }
      var teller = ResultBatcher(
        candidates: candidates.list.count, isInOrder: bounds.isByPath)
      var next = 0
      while true {
        if next == candidates.list.count, !isWhole, mayGoOn() {
          isWhole = true
          try addScattered()
          teller.expect(candidates.list.count)
        }
        guard next < candidates.list.count else { break }
        let candidate = candidates.list[next]
        next += 1
        guard mayGoOn() else { return }
        guard teller.documentCount < bounds.mostDocuments else {
          teller.isCapped = true
          break
        }
        let entry = entries[candidate.place]
        let rows = candidate.rows.map { candidates.rows[$0] }
        let reading = try read(
          entry, rows, candidate.front, plan, facts, bounds.mostHits, candidate.notes, terms,
          mayGoOn)
        failure = reading.failure
        if failure != nil { break }
        var hits = reading.hits
        if hits != nil {
          switch bounds.look(entry) {
          case .same: break
          case .changed: hits?.isStale = true
          case .gone: hits = nil
          }
        }
        if let told = teller.add(hits, rank: reading.rank) { tell(told) }
      }
      if failure == nil, mayGoOn() { tell(teller.end()) }
    } catch {
      if error.isDamage { LibraryIndex.markDamaged(folder) }
      throw .index(LibraryIndex.Failure(error))
    }
    if let failure { throw .pattern(failure) }
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
    of path: String, _ query: LibraryQuery, most: Int = 5_000
  ) throws(Failure) -> [LibraryHit] {
    var bounds = Bounds()
    bounds.paths = [path]
    bounds.mostHits = most
    var found: [LibraryHit] = []
    try find(query, bounds) { found += $0.documents.flatMap(\.hits) }
    return found
  }
}
