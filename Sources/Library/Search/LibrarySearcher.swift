package import DocumentModel
import Glibc
import Store
package import Text

/// Answers searches over all documents from the index; each hit is verified on the text. Used from one thread at a time.
package final class LibrarySearcher {
  private var index: IndexStore
  private let folder: String
  private let library: String
  private var facts: (at: ContinuousClock.Instant, facts: LibraryFacts)?
  /// All documents, in the order of their rows.
  private var entries: [IndexEntry] = []
  /// Index into `entries` by a document's number.
  private var places: [Int: Int] = [:]
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
    version = now
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
      let candidates = try candidates(plan, bounds, facts, mayGoOn)
      var teller = FindingTeller(candidates: candidates.count, isInOrder: bounds.isByPath)
      for candidate in candidates {
        guard mayGoOn() else { return }
        guard teller.documentCount < bounds.mostDocuments else {
          teller.isCapped = true
          break
        }
        let reading = try read(candidate, plan, facts, bounds.mostHits, mayGoOn)
        failure = reading.failure
        if failure != nil { break }
        var hits = reading.hits
        if hits != nil {
          switch bounds.look(candidate.entry) {
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

  // MARK: candidates

  /// A document that may have what is looked for.
  private struct Candidate {
    var entry: IndexEntry
    /// Rows that may; nil: all of them.
    var rows: [Int]?
    /// Terms that stand in its front.
    var front: Set<Int>
    /// It may have it in its front or in a section's title.
    var isInFront: Bool
    var hasPhrase: Bool
    var readAt: Int64
  }

  /// Documents that may have what is looked for, those first that are likely to be meant.
  private func candidates(
    _ plan: QueryPlan, _ bounds: Bounds, _ facts: LibraryFacts, _ mayGoOn: () -> Bool
  ) throws(StoreError) -> [Candidate] {
    let filter = DocumentFilter(facts, folder: bounds.folder)
    let front = try frontMatches(plan, mayGoOn)
    let headings = try plan.match.map { match throws(StoreError) in
      Set(try rows("front", match, mayGoOn))
    }
    let phrases = try plan.phraseMatch.map { match throws(StoreError) in
      try rows("gram", match, mayGoOn)
    }
    var byDocument: [Int: [Int]] = [:]
    if let match = plan.match { byDocument = grouped(try rows("gram", match, mayGoOn)) }
    let withPhrase = phrases.map { Set(grouped($0).keys) } ?? []
    // Of many documents few have what is looked for: the others are not even gone through.
    let worthwhile =
      plan.match == nil
      ? Array(entries.indices)
      : Set(byDocument.keys).union(front.keys).compactMap { places[$0] }
    var candidates: [Candidate] = []
    for place in worthwhile {
      let entry = entries[place]
      guard filter.isInFolder(entry), bounds.paths.isEmpty || bounds.paths.contains(entry.path),
        Self.mayPass(plan.query.clause, entry, filter)
      else { continue }
      let own = front[entry.id] ?? []
      candidates.append(
        Candidate(
          entry: entry, rows: plan.match == nil || !own.isEmpty ? nil : byDocument[entry.id],
          front: own, isInFront: !own.isEmpty || headings?.contains(entry.id) == true,
          hasPhrase: withPhrase.contains(entry.id), readAt: facts.readAt[entry.path] ?? 0))
    }
    if bounds.isByPath { return candidates.sorted { $0.entry.path < $1.entry.path } }
    func rank(_ candidate: Candidate) -> (Int, Int, Int64, Int) {
      (
        !candidate.front.isEmpty ? 0 : candidate.isInFront ? 1 : 2, candidate.hasPhrase ? 0 : 1,
        -candidate.readAt, -(candidate.rows?.count ?? candidate.entry.rows.count)
      )
    }
    return candidates.map { (rank($0), $0) }.sorted { one, other in
      if one.0 != other.0 { return one.0 < other.0 }
      return one.1.entry.path < other.1.entry.path
    }.map(\.1)
  }

  /// The rows of a table of grams that have what is needed, ascending.
  private func rows(
    _ table: String, _ match: String, _ mayGoOn: () -> Bool
  ) throws(StoreError) -> [Int] {
    var rows: [Int] = []
    try index.connection.statement("SELECT rowid FROM \(table) WHERE \(table) MATCH ?1").each([
      .text(match)
    ]) { row in
      rows.append(row.integer(0))
      return !rows.count.isMultiple(of: 4_096) || mayGoOn()
    }
    return rows
  }

  /// Rows by the documents they belong to.
  func grouped(_ rows: [Int]) -> [Int: [Int]] {
    var grouped: [Int: [Int]] = [:]
    var place = 0
    var own: [Int] = []
    for row in rows {
      while place < entries.count, entries[place].rows.upperBound <= row {
        if !own.isEmpty { grouped[entries[place].id] = own }
        own = []
        place += 1
      }
      guard place < entries.count else { break }
      if entries[place].rows.contains(row) { own.append(row) }
    }
    if place < entries.count, !own.isEmpty { grouped[entries[place].id] = own }
    return grouped
  }

  /// The terms that stand in the fronts of documents, by the documents.
  private func frontMatches(
    _ plan: QueryPlan, _ mayGoOn: () -> Bool
  ) throws(StoreError) -> [Int: Set<Int>] {
    var found: [Int: Set<Int>] = [:]
    for (term, match) in plan.frontTerms {
      let ids = try match.map { match throws(StoreError) in try rows("front", match, mayGoOn) }
      for id in ids ?? entries.map(\.id) {
        guard let place = places[id] else { continue }
        let entry = entries[place]
        if plan.isInFront(term, of: entry) { found[id, default: []].insert(term) }
      }
    }
    return found
  }

  /// Whether a document can have what is looked for, whatever stands in its text.
  private static func mayPass(
    _ clause: LibraryQuery.Clause, _ entry: IndexEntry, _ filter: DocumentFilter
  ) -> Bool {
    switch clause {
    case .term, .not(.term): true
    case .filter(let wish): filter.passes(entry, wish)
    case .all(let parts): parts.allSatisfy { mayPass($0, entry, filter) }
    case .any(let parts): parts.contains { mayPass($0, entry, filter) }
    case .not(.filter(let wish)): !filter.passes(entry, wish)
    case .not: true
    }
  }

  // MARK: evaluation

  /// Looks through a document; its hits, where it has what is wanted, and why the pattern was given up, where it was.
  private func read(
    _ candidate: Candidate, _ plan: QueryPlan, _ facts: LibraryFacts, _ most: Int,
    _ mayGoOn: () -> Bool
  ) throws(StoreError) -> (hits: DocumentHits?, rank: DocumentReading.Rank, failure: PatternError?)
  {
    let entry = candidate.entry
    var reading = DocumentReading(
      entry, front: candidate.front, plan, DocumentFilter(facts, folder: ""), most: most)
    if !plan.query.terms.isEmpty, !entry.rows.isEmpty {
      try each(candidate.rows, of: entry) { number, label, passages in
        reading.take(passages, page: number, label: label)
        return mayGoOn() && reading.failure == nil && !reading.isRefused
      }
    }
    if let failure = reading.failure { return (nil, .words, failure) }
    let sections = reading.count > 0 ? try index.documents.sections(of: entry.id) : []
    let hits = reading.result(sections, tags: facts.tags[entry.path] ?? [])
    return (hits, reading.rank, nil)
  }

  /// Gives rows of a document to a reader, until it wants no more.
  private func each(
    _ rows: [Int]?, of entry: IndexEntry,
    _ body: (Int, String, UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    func lend(_ row: Statement) -> Bool {
      row.withBytes(2) { body(row.integer(0), row.text(1), $0) }
    }
    guard let rows, rows.count * 3 < entry.rows.count * 2 else {
      let wanted = rows.map(Set.init)
      return try index.connection.statement(
        "SELECT number, label, passages, id FROM page WHERE id BETWEEN ?1 AND ?2"
      ).each([.integer(Int64(entry.rows.lowerBound)), .integer(Int64(entry.rows.upperBound - 1))]) {
        wanted?.contains($0.integer(3)) == false || lend($0)
      }
    }
    let statement = try index.connection.statement(
      "SELECT number, label, passages FROM page WHERE id = ?1")
    for row in rows {
      var goesOn = true
      try statement.each([.integer(Int64(row))]) {
        goesOn = lend($0)
        return goesOn
      }
      guard goesOn else { return }
    }
  }

  /// The hits of a document that has been read just now and is not in the index; nil where there are none.
  package func hits(
    in document: IndexedDocument, _ query: LibraryQuery, most: Int = .max
  ) throws(Failure) -> DocumentHits? {
    let plan = try plan(of: query)
    let facts = currentFacts()
    let (entry, filter) = (IndexEntry(document), DocumentFilter(facts, folder: ""))
    guard Self.mayPass(query.clause, entry, filter) else { return nil }
    let front = plan.frontTerms.map(\.index).filter { plan.isInFront($0, of: entry) }
    var reading = DocumentReading(entry, front: Set(front), plan, filter, most: most)
    for page in document.pages {
      page.passages.withUnsafeBytes { reading.take($0, page: page.number, label: page.label) }
      if let failure = reading.failure { throw .pattern(failure) }
    }
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
