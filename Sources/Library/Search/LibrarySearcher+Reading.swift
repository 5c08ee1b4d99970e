import DocumentModel
import Store
import Text

extension LibrarySearcher {
  /// Searches a document. Returns its hits if it matches, and the reason if matching was aborted.
  ///
  /// `rows` are its rows that may have all terms together; nil for any. If none has, the rows of each term are read.
  func read(
    _ entry: IndexEntry, _ rows: ArraySlice<Int>?, _ front: Set<Int>, _ plan: QueryPlan,
    _ facts: LibraryFacts, _ most: Int, _ notes: JournalNotes.Notes?, _ terms: TermRows,
    _ mayGoOn: () -> Bool
  ) throws(StoreError) -> (hits: DocumentHits?, rank: DocumentReading.Rank, failure: PatternError?)
  {
    func newReading() -> DocumentReading {
      DocumentReading(
        entry, front: front, plan, DocumentFilter(facts, folder: ""), most: most, notes: notes)
    }
    var reading = newReading()
    func take(_ rows: ArraySlice<Int>?) throws(StoreError) {
      try each(rows, of: entry) { number, label, passages in
        reading.take(passages, page: number, label: label)
        return mayGoOn() && reading.failure == nil && !reading.isRefused
      }
    }
    if !plan.query.terms.isEmpty, !entry.rows.isEmpty {
      var seen = rows
      if plan.hasPlaces { try take(rows) } else { seen = [] }
      if plan.hasPlaces, rows != nil, !reading.isTogether, !reading.isRefused, !plan.isOfOnePage,
        mayGoOn()
      {
        reading = newReading()
        seen = try terms.rows(of: plan.wanted, in: entry, plan, mayGoOn)
        try take(seen)
      }
      if let seen, !plan.underNot.isEmpty, reading.failure == nil, !reading.isRefused, mayGoOn() {
        let known = Set(seen)
        let others =
          try terms.rows(of: plan.underNot, in: entry, plan, mayGoOn)
          ?? ArraySlice(entry.rows)
        try each(others.filter { !known.contains($0) }[...], of: entry) { number, _, passages in
          reading.check(passages, page: number)
          return mayGoOn() && reading.failure == nil && !reading.isRefused
        }
      }
    }
    if !plan.query.terms.isEmpty, mayGoOn() { reading.takeOtherNotes() }
    if let failure = reading.failure { return (nil, .words, failure) }
    let sections = reading.count > 0 ? try index.documents.sections(of: entry.id) : []
    let hits = reading.result(
      sections, tags: facts.tags[entry.path] ?? [],
      labels: try labels(of: reading.unlabelled, in: entry))
    return (hits, reading.rank, nil)
  }

  private func labels(
    of pages: Set<Int>, in entry: IndexEntry
  ) throws(StoreError) -> [Int: String] {
    guard !pages.isEmpty else { return [:] }
    var labels: [Int: String] = [:]
    try index.connection.statement("SELECT number, label FROM page WHERE id BETWEEN ?1 AND ?2")
      .each([.integer(Int64(entry.rows.lowerBound)), .integer(Int64(entry.rows.upperBound - 1))]) {
        if pages.contains($0.integer(0)) { labels[$0.integer(0)] = $0.text(1) }
        return true
      }
    return labels
  }

  /// Passes rows of a document to a body until it returns false.
  private func each(
    _ rows: ArraySlice<Int>?, of entry: IndexEntry,
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
}
