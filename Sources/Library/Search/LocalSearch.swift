import DocumentModel
import Store
import Text

/// A search of this machine's index, in one read transaction, so that concurrent writes do not affect it.
final class LocalSearch: CandidateSearch {
  let local: LocalCandidates
  let request: CandidateRequest
  private let terms: TermRows
  private let connection: Connection
  /// The candidates found so far, and the number of those given out.
  private var found: FoundCandidates?
  private var given = 0
  private var isScatteredNext: Bool

  /// The most candidates given out at a time.
  private static let portion = 64

  init(_ local: LocalCandidates, _ request: CandidateRequest) throws(StoreError) {
    self.local = local
    self.request = request
    connection = local.index.connection
    terms = TermRows(local)
    isScatteredNext = !request.plan.isOfOnePage
    try connection.execute("BEGIN")
  }

  deinit { try? connection.execute("COMMIT") }

  let isComplete = true

  func next(
    waits: Bool, while mayGoOn: () -> Bool
  ) throws(LibraryIndex.Failure) -> CandidatePortion {
    try local.attempt { () throws(StoreError) in
      var found = if let known = self.found { known } else { try candidates(mayGoOn) }
      // The list is moved out, so that changing it does not copy it.
      self.found = nil
      // Documents with all terms on a page come first, before the lists of single words are read.
      if isScatteredNext, given == found.list.count || request.bounds.isByPath, mayGoOn() {
        isScatteredNext = false
        let known = Set(found.list.map(\.place))
        found.list += try scatteredCandidates(except: known, terms, mayGoOn)
        if request.bounds.isByPath {
          found.list.sort { local.entries[$0.place].path < local.entries[$1.place].path }
        }
      }
      let end = min(given + Self.portion, found.list.count)
      let list = found.list[given..<end].map { found.candidate($0, of: local) }
      let remaining = found.list.count - end
      given = end
      self.found = found
      return CandidatePortion(
        list: list, remaining: remaining, isLast: remaining == 0 && !isScatteredNext)
    }
  }

  func rows(
    of terms: TermSet, in entry: IndexEntry, while mayGoOn: () -> Bool
  ) throws(LibraryIndex.Failure) -> ArraySlice<Int>? {
    try local.attempt { () throws(StoreError) in
      try self.terms.rows(of: terms, in: entry, request.plan, mayGoOn)
    }
  }

  func sections(of entry: IndexEntry) throws(LibraryIndex.Failure) -> [DocumentSection] {
    try local.attempt { () throws(StoreError) in
      try local.index.documents.sections(of: entry.id)
    }
  }

  func labels(
    of pages: Set<Int>, in entry: IndexEntry
  ) throws(LibraryIndex.Failure) -> [Int: String] {
    try local.attempt { () throws(StoreError) in
      var labels: [Int: String] = [:]
      try connection.statement("SELECT number, label FROM page WHERE id BETWEEN ?1 AND ?2")
        .each([
          .integer(Int64(entry.rows.lowerBound)), .integer(Int64(entry.rows.upperBound - 1)),
        ]) {
          if pages.contains($0.integer(0)) { labels[$0.integer(0)] = $0.text(1) }
          return true
        }
      return labels
    }
  }

  func pages(
    of entry: IndexEntry, rows: ArraySlice<Int>?,
    _ body: (Int, String, UnsafeRawBufferPointer) -> Bool
  ) throws(LibraryIndex.Failure) {
    try local.attempt { () throws(StoreError) in try each(rows, of: entry, body) }
  }

  private func each(
    _ rows: ArraySlice<Int>?, of entry: IndexEntry,
    _ body: (Int, String, UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    func lend(_ row: Statement) -> Bool {
      row.withBytes(2) { body(row.integer(0), row.text(1), $0) }
    }
    guard let rows, rows.count * 3 < entry.rows.count * 2 else {
      let wanted = rows.map(Set.init)
      return try connection.statement(
        "SELECT number, label, passages, id FROM page WHERE id BETWEEN ?1 AND ?2"
      ).each([.integer(Int64(entry.rows.lowerBound)), .integer(Int64(entry.rows.upperBound - 1))]) {
        wanted?.contains($0.integer(3)) == false || lend($0)
      }
    }
    let statement = try connection.statement(
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
