package import DocumentModel
import Glibc
import Store
package import Text

/// Answers searches over all documents from the index; each hit is verified on the text. Used from one thread at a time.
package final class LibrarySearcher {
  var index: IndexStore
  private let folder: String
  private let library: String
  private var notes: (version: Int?, notes: JournalNotes)?
  private var facts: (at: ContinuousClock.Instant, facts: LibraryFacts)?
  /// All documents, in the order of their rows.
  private(set) var entries: [IndexEntry] = []
  /// Index into `entries` by a document's number.
  private(set) var places: [Int: Int] = [:]
  /// The same by a document's path; nil until it is asked for.
  private var placesByPath: [String: Int]?
  private var version = -1
  private var lastPlan: QueryPlan?

  /// Opens the index in a folder, and beside it asks the library in another.
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

  /// Why a search ended without an answer.
  package enum Failure: Error, Sendable {
    case pattern(PatternError)
    case index(LibraryIndex.Failure)
  }

  /// What has become of a document's file since it was read.
  package enum Sight: Sendable {
    case same, changed
    /// It is not told of.
    case gone
  }

  /// Where is searched, and how much is told.
  package struct Bounds {
    /// Only documents in this folder or below it; empty: everywhere.
    package var folder = ""
    /// Only the documents at these paths, where some are named.
    package var paths: Set<String> = []
    package var mostDocuments = 5_000
    /// Hits of each document that are told at once.
    package var mostHits = 3
    /// By their paths, instead of the best first.
    package var isByPath = false
    /// Looks what has become of a document's file, where somebody wants to know.
    package var look: (IndexEntry) -> Sight = { _ in .same }

    package init() {}
  }

  /// What is known of documents, in the order of their rows.
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

  /// Rows that have what is needed.
  func rows(having match: String) throws(StoreError) -> [Int] {
    try rows("gram", match) { true }
  }

  /// Another program may have set a damaged index aside and begun anew: this one would go on with the old.
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
    version = now
  }

  /// Index into `entries` of the document at a path.
  func place(of path: String) -> Int? {
    let places =
      placesByPath
      ?? Dictionary(entries.enumerated().map { ($0.element.path, $0.offset) }) { first, _ in first }
    placesByPath = places
    return places[path]
  }

  /// Looks for something, and tells what it finds as it goes, the best first, until nobody wants it any more.
  package func find(
    _ query: LibraryQuery, _ bounds: Bounds = Bounds(), while mayGoOn: () -> Bool = { true },
    found tell: (LibraryFindings) -> Void
  ) throws(Failure) {
    let plan = try plan(of: query)
    var failure: PatternError?
    do throws(StoreError) {
      try reopen()
      // One sight of the index from the first question to the last, whatever is written meanwhile.
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
      // What stands together is told first, before the lists of single words are even read.
      var isWhole = bounds.isByPath || plan.isOfOnePage
      if bounds.isByPath, !plan.isOfOnePage {
        try addScattered()
        candidates.list.sort { entries[$0.place].path < entries[$1.place].path }
      }
      var teller = FindingTeller(
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
      throw .index(LibraryIndex.Failure(error))
    }
    if let failure { throw .pattern(failure) }
  }

  /// A query made ready; the same is mostly asked again, of one document after the other.
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

  /// Opened anew every few seconds: what is read next changes the order.
  private func currentFacts() -> LibraryFacts {
    if let facts, .now - facts.at < .seconds(3) { return facts.facts }
    let read = LibraryFacts(file: library)
    facts = (.now, read)
    return read
  }

  /// What the journal has, where notes are looked for; read again when the library has changed.
  private func currentNotes(_ plan: QueryPlan) -> JournalNotes? {
    guard plan.query.terms.contains(where: { $0.scope != .text }) else { return nil }
    if let notes, let version = notes.version, notes.notes.version() == version {
      return notes.notes.isEmpty ? nil : notes.notes
    }
    let read = JournalNotes(file: library)
    notes = (read.version(), read)
    return read.isEmpty ? nil : read
  }

  /// The hits of a document that has been read just now and is not in the index; nil where there are none.
  package func hits(
    in document: IndexedDocument, _ query: LibraryQuery, most: Int = .max
  ) throws(Failure) -> DocumentHits? {
    let plan = try plan(of: query)
    let facts = currentFacts()
    let (entry, filter) = (IndexEntry(document), DocumentFilter(facts, folder: ""))
    guard mayPass(query.clause, entry, filter) else { return nil }
    let front = plan.frontTerms.map(\.index).filter { plan.isInFront($0, of: entry) }
    var reading = DocumentReading(
      entry, front: Set(front), plan, filter, most: most,
      notes: currentNotes(plan)?.notes(of: entry))
    for page in document.pages {
      page.passages.withUnsafeBytes { reading.take($0, page: page.number, label: page.label) }
      if let failure = reading.failure { throw .pattern(failure) }
    }
    reading.takeOtherNotes()
    if let failure = reading.failure { throw .pattern(failure) }
    return reading.result(document.sections, tags: facts.tags[entry.path] ?? [])
  }

  /// All hits of one document, as many as may be told.
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
