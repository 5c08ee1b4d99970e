import Store
import Text

/// The documents that may match a query, the most likely first, with their rows that may match.
struct SearchCandidates {
  struct Candidate {
    /// The index into the searcher's entries.
    var place: Int
    /// The range in `SearchCandidates.rows`; nil for all rows of the document.
    var rows: Range<Int>?
    /// The terms that match its title, author, subject, keywords or file name.
    var front: Set<Int>
    /// The notes that replace those in the index.
    var notes: JournalNotes.Notes?
  }

  var list: [Candidate]
  /// Ascending.
  var rows: [Int]
}

extension LibrarySearcher {
  /// The sort key of a candidate, smaller first. Small in memory, since there may be many thousands.
  private struct Standing {
    var index: Int
    /// Matches in the title or file name first, then phrases, then words only.
    var level: Int
    var readAt: Int64
    var rowCount: Int

    var order: (Int, Int64, Int) { (level, -readAt, -rowCount) }
  }

  /// Returns the documents that may match, the most likely first.
  func candidates(
    _ plan: QueryPlan, _ bounds: Bounds, _ facts: LibraryFacts, _ journal: JournalNotes?,
    _ mayGoOn: () -> Bool
  ) throws(StoreError) -> SearchCandidates {
    let filter = DocumentFilter(facts, folder: bounds.folder)
    let front = try frontMatches(plan, mayGoOn)
    let headings = try rows("front", plan.need, mayGoOn).map { Set($0) }
    let matched = try rows("gram", plan.need, mayGoOn)
    let spans = matched.map { self.spans(of: $0) }
    var withPhrase: Set<Int> = []
    if plan.phraseNeed != plan.need, let rows = try rows("gram", plan.phraseNeed, mayGoOn) {
      withPhrase = Set(self.spans(of: rows).map(\.place))
    }
    var list: [SearchCandidates.Candidate] = []
    var standings: [Standing] = []
    let noted = noted(plan, journal)
    for (place, rows) in worthwhile(plan, spans, front, noted) {
      let entry = entries[place]
      guard filter.isInFolder(entry), bounds.paths.isEmpty || bounds.paths.contains(entry.path),
        filter.mayPass(plan.query.clause, entry)
      else { continue }
      let own = front[entry.id] ?? []
      let isHeading = headings?.contains(entry.id) == true
      let hasPhrase = plan.phraseNeed == plan.need || withPhrase.contains(place)
      standings.append(
        Standing(
          index: list.count,
          level: (!own.isEmpty ? 0 : isHeading ? 2 : 4) + (hasPhrase ? 0 : 1),
          readAt: facts.readAt.isEmpty ? 0 : facts.readAt[entry.path] ?? 0,
          rowCount: own.isEmpty ? rows?.count ?? entry.rows.count : entry.rows.count))
      list.append(
        SearchCandidates.Candidate(
          place: place, rows: own.isEmpty ? rows : nil, front: own, notes: noted[place]?.notes))
    }
    standings.sort { one, other in
      if !bounds.isByPath, one.order != other.order { return one.order < other.order }
      return entries[list[one.index].place].path < entries[list[other.index].place].path
    }
    return SearchCandidates(list: standings.map { list[$0.index] }, rows: matched ?? [])
  }

  /// Returns the documents that contain all wanted terms, though possibly on no page together.
  func scatteredCandidates(
    _ plan: QueryPlan, _ bounds: Bounds, _ facts: LibraryFacts, except known: Set<Int>,
    _ terms: TermRows, _ mayGoOn: () -> Bool
  ) throws(StoreError) -> [SearchCandidates.Candidate] {
    guard !plan.isOfOnePage else { return [] }
    var present = [TermSet](repeating: TermSet(), count: entries.count)
    for term in plan.query.terms.indices where plan.wanted.contains(term) {
      if let rows = try terms.rows(of: term, plan, mayGoOn) {
        for span in spans(of: rows) { present[span.place].insert(term) }
      } else {
        for place in present.indices { present[place].insert(term) }
      }
    }
    let filter = DocumentFilter(facts, folder: bounds.folder)
    var standings: [Standing] = []
    for (place, own) in present.enumerated() where !own.isEmpty && !known.contains(place) {
      let entry = entries[place]
      guard filter.isInFolder(entry), bounds.paths.isEmpty || bounds.paths.contains(entry.path),
        plan.holds(plan.query.clause, own, isWhole: false, { filter.passes(entry, $0) })
      else { continue }
      standings.append(
        Standing(
          index: place, level: 0, readAt: facts.readAt[entry.path] ?? 0,
          rowCount: entry.rows.count))
    }
    standings.sort { one, other in
      if !bounds.isByPath, one.order != other.order { return one.order < other.order }
      return entries[one.index].path < entries[other.index].path
    }
    return standings.map {
      SearchCandidates.Candidate(place: $0.index, rows: 0..<0, front: [])
    }
  }

  /// Restricts the search to documents that may match, since usually few do. Rows are nil if any row may match.
  private func worthwhile(
    _ plan: QueryPlan, _ spans: [(place: Int, rows: Range<Int>)]?, _ front: [Int: Set<Int>],
    _ noted: [Int: (notes: JournalNotes.Notes, isPromising: Bool)]
  ) -> [(place: Int, rows: Range<Int>?)] {
    guard let spans else {
      // Terms under `NOT` are checked by rows of their own.
      return entries.indices.map {
        ($0, plan.hasPlaces || noted[$0]?.isPromising == true ? nil : 0..<0)
      }
    }
    // A note missing in the index may supply a term that is missing on a page.
    var worthwhile: [(place: Int, rows: Range<Int>?)] = spans.map {
      ($0.place, noted[$0.place]?.isPromising == true ? nil : $0.rows)
    }
    guard !front.isEmpty || !noted.isEmpty else { return worthwhile }
    var inText = Set(spans.map(\.place))
    for (place, own) in noted where own.isPromising && inText.insert(place).inserted {
      worthwhile.append((place, nil))
    }
    for id in front.keys {
      if let place = places[id], !inText.contains(place) { worthwhile.append((place, nil)) }
    }
    return worthwhile
  }

  /// Returns the documents whose notes differ from those in the index, and whether these notes may match.
  private func noted(
    _ plan: QueryPlan, _ journal: JournalNotes?
  ) -> [Int: (notes: JournalNotes.Notes, isPromising: Bool)] {
    guard let journal else { return [:] }
    var noted: [Int: (notes: JournalNotes.Notes, isPromising: Bool)] = [:]
    for path in journal.paths {
      guard let place = place(of: path), let notes = journal.notes(of: entries[place]) else {
        continue
      }
      noted[place] = (notes, plan.mayBe(in: notes))
    }
    return noted
  }

  /// Returns the rows of a gram table that have the grams, ascending; nil if any row may.
  func rows(
    _ table: String, _ need: GramNeed, _ mayGoOn: () -> Bool
  ) throws(StoreError) -> [Int]? {
    guard let match = need.match(bridges: hasBridges) else { return nil }
    var rows: [Int] = []
    try index.connection.statement("SELECT rowid FROM \(table) WHERE \(table) MATCH ?1").each([
      .text(match)
    ]) { row in
      rows.append(row.integer(0))
      return !rows.count.isMultiple(of: 4_096) || mayGoOn()
    }
    return rows
  }

  /// Returns the documents of ascending rows, each with the range of its rows' indices.
  func spans(of rows: [Int]) -> [(place: Int, rows: Range<Int>)] {
    var spans: [(place: Int, rows: Range<Int>)] = []
    var place = 0
    var at = 0
    while at < rows.count {
      while place < entries.count, entries[place].rows.upperBound <= rows[at] { place += 1 }
      guard place < entries.count else { break }
      let own = entries[place].rows
      // The row of a document that is being added or was removed.
      guard own.contains(rows[at]) else {
        at += 1
        continue
      }
      let start = at
      while at < rows.count, rows[at] < own.upperBound { at += 1 }
      spans.append((place, start..<at))
    }
    return spans
  }

  /// Returns for each document the terms that match its title, author, subject, keywords or file name.
  private func frontMatches(
    _ plan: QueryPlan, _ mayGoOn: () -> Bool
  ) throws(StoreError) -> [Int: Set<Int>] {
    var found: [Int: Set<Int>] = [:]
    for term in plan.frontTerms {
      let ids = try rows("front", plan.termNeeds[term], mayGoOn)
      for id in ids ?? entries.map(\.id) {
        guard let place = places[id] else { continue }
        let entry = entries[place]
        if plan.isInFront(term, of: entry) { found[id, default: []].insert(term) }
      }
    }
    return found
  }
}
