import Store
import Text

/// The rows that may have each of a query's terms, read from the index on first use; valid for one search.
final class TermRows {
  private let searcher: LibrarySearcher
  /// By term; an inner nil means that any row may have it.
  private var lists: [Int: [Int]?] = [:]

  init(_ searcher: LibrarySearcher) {
    self.searcher = searcher
  }

  /// Returns the rows that may have a term, ascending; nil if any may.
  func rows(
    of term: Int, _ plan: QueryPlan, _ mayGoOn: () -> Bool
  ) throws(StoreError) -> [Int]? {
    if let known = lists[term] { return known }
    let rows = try searcher.rows("gram", plan.termNeeds[term], mayGoOn)
    lists[term] = .some(rows)
    return rows
  }

  /// Returns the rows of one document that may have any of some terms, ascending; nil if any may.
  func rows(
    of terms: TermSet, in entry: IndexEntry, _ plan: QueryPlan, _ mayGoOn: () -> Bool
  ) throws(StoreError) -> ArraySlice<Int>? {
    var all: Set<Int> = []
    for term in plan.query.terms.indices where terms.contains(term) {
      guard let rows = try rows(of: term, plan, mayGoOn) else { return nil }
      all.formUnion(
        rows[
          Self.place(
            of: entry.rows.lowerBound, in: rows)..<Self.place(
              of: entry.rows.upperBound, in: rows)])
    }
    return all.sorted()[...]
  }

  /// Returns the index of the first row that is not less than another.
  private static func place(of row: Int, in rows: [Int]) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle] < row { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
