import DocumentModel
import Store
import Text

/// The documents of the index that may match, the most likely first, with their rows that may match. Small in memory, since there may be many thousands.
struct FoundCandidates {
  struct Item {
    /// The index into the entries.
    var place: Int
    /// The range in `FoundCandidates.rows`; nil for all rows of the document.
    var rows: Range<Int>?
    var front: Set<Int>
    var notes: JournalNotes.Notes?
  }

  var list: [Item]
  /// Ascending.
  var rows: [Int]

  func candidate(_ item: Item, of local: LocalCandidates) -> Candidate {
    Candidate(
      entry: local.entries[item.place], rows: item.rows.map { rows[$0] }, front: item.front,
      notes: item.notes)
  }
}

extension LocalSearch {
  /// The sort key of a candidate, smaller first. Small in memory, since there may be many thousands.
  private struct RankKey {
    var index: Int
    /// Matches in the title or file name first, then phrases, then words only.
    var level: Int
    var readAt: Int64
    var rowCount: Int

    var order: (Int, Int64, Int) { (level, -readAt, -rowCount) }
  }

  /// Returns the documents that may match, the most likely first.
  func candidates(_ mayGoOn: () -> Bool) throws(StoreError) -> FoundCandidates {
    let (plan, bounds, facts) = (request.plan, request.bounds, request.facts)
    let filter = DocumentFilter(facts, folder: bounds.folder)
    let front = try frontMatches(plan, mayGoOn)
    let headings = try local.fronts(plan.need, mayGoOn).map { Set($0) }
    let matched = try local.rows(plan.need, mayGoOn)
    let spans = matched.map { local.spans(of: $0) }
    var withPhrase: Set<Int> = []
    if plan.phraseNeed != plan.need, let rows = try local.rows(plan.phraseNeed, mayGoOn) {
      withPhrase = Set(local.spans(of: rows).map(\.place))
    }
    var list: [FoundCandidates.Item] = []
    var keys: [RankKey] = []
    let noted = noted(plan, request.notes)
    for (place, rows) in worthwhile(plan, spans, front, noted) {
      let entry = local.entries[place]
      guard filter.isInFolder(entry), bounds.allows(entry.place),
        filter.mayPass(plan.query.clause, entry)
      else { continue }
      let own = front[entry.id] ?? []
      let isHeading = headings?.contains(entry.id) == true
      let hasPhrase = plan.phraseNeed == plan.need || withPhrase.contains(place)
      keys.append(
        RankKey(
          index: list.count,
          level: (!own.isEmpty ? 0 : isHeading ? 2 : 4) + (hasPhrase ? 0 : 1),
          readAt: facts.readAt.isEmpty ? 0 : facts.readAt[entry.path] ?? 0,
          rowCount: own.isEmpty ? rows?.count ?? entry.rows.count : entry.rows.count))
      list.append(
        FoundCandidates.Item(
          place: place, rows: own.isEmpty ? rows : nil, front: own, notes: noted[place]?.notes))
    }
    keys.sort { one, other in
      if !bounds.isByPath, one.order != other.order { return one.order < other.order }
      return local.entries[list[one.index].place].path
        < local.entries[list[other.index].place].path
    }
    return FoundCandidates(list: keys.map { list[$0.index] }, rows: matched ?? [])
  }

  /// Returns the documents that contain all wanted terms, though possibly on no page together.
  func scatteredCandidates(
    except known: Set<Int>, _ terms: TermRows, _ mayGoOn: () -> Bool
  ) throws(StoreError) -> [FoundCandidates.Item] {
    let (plan, bounds, facts) = (request.plan, request.bounds, request.facts)
    var present = [TermSet](repeating: TermSet(), count: local.entries.count)
    for term in plan.query.terms.indices where plan.wanted.contains(term) {
      if let rows = try terms.rows(of: term, plan, mayGoOn) {
        for span in local.spans(of: rows) { present[span.place].insert(term) }
      } else {
        for place in present.indices { present[place].insert(term) }
      }
    }
    let filter = DocumentFilter(facts, folder: bounds.folder)
    var keys: [RankKey] = []
    for (place, own) in present.enumerated() where !own.isEmpty && !known.contains(place) {
      let entry = local.entries[place]
      guard filter.isInFolder(entry), bounds.allows(entry.place),
        plan.holds(plan.query.clause, own, isWhole: false, { filter.passes(entry, $0) })
      else { continue }
      keys.append(
        RankKey(
          index: place, level: 0, readAt: facts.readAt[entry.path] ?? 0,
          rowCount: entry.rows.count))
    }
    keys.sort { one, other in
      if !bounds.isByPath, one.order != other.order { return one.order < other.order }
      return local.entries[one.index].path < local.entries[other.index].path
    }
    return keys.map {
      FoundCandidates.Item(place: $0.index, rows: 0..<0, front: [])
    }
  }

  /// Restricts the search to documents that may match, since usually few do. Rows are nil if any row may match.
  private func worthwhile(
    _ plan: QueryPlan, _ spans: [(place: Int, rows: Range<Int>)]?, _ front: [Int: Set<Int>],
    _ noted: [Int: (notes: JournalNotes.Notes, isPromising: Bool)]
  ) -> [(place: Int, rows: Range<Int>?)] {
    guard let spans else {
      // Terms under `NOT` are checked by rows of their own.
      return local.entries.indices.map {
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
      if let place = local.places[id], !inText.contains(place) { worthwhile.append((place, nil)) }
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
      guard let place = local.place(of: path),
        let notes = journal.notes(of: local.entries[place])
      else { continue }
      noted[place] = (notes, plan.mayBe(in: notes))
    }
    return noted
  }

  /// Returns for each document the terms that match its title, author, subject, keywords or file name.
  private func frontMatches(
    _ plan: QueryPlan, _ mayGoOn: () -> Bool
  ) throws(StoreError) -> [Int: Set<Int>] {
    var found: [Int: Set<Int>] = [:]
    for term in plan.frontTerms {
      let ids = try local.fronts(plan.termNeeds[term], mayGoOn)
      for id in ids ?? local.entries.map(\.id) {
        guard let place = local.places[id] else { continue }
        let entry = local.entries[place]
        if plan.isInFront(term, of: entry) { found[id, default: []].insert(term) }
      }
    }
    return found
  }
}
