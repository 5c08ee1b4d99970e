import DocumentModel
import Store
import Text

/// The rows that may have each of a query's terms, read from the index on first use; valid for one search.
final class TermRows {
  private let local: LocalCandidates
  /// By term; an inner nil means that any row may have it.
  private var lists: [Int: [Int]?] = [:]

  init(_ local: LocalCandidates) {
    self.local = local
  }

  /// Returns the rows that may have a term, ascending; nil if any may.
  func rows(
    of term: Int, _ plan: QueryPlan, _ mayGoOn: () -> Bool
  ) throws(StoreError) -> [Int]? {
    if let known = lists[term] { return known }
    let rows = try local.rows(plan.termNeeds[term], mayGoOn)
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
        rows[rows.prefixCount { $0 < entry.rows.lowerBound }...].prefix {
          $0 < entry.rows.upperBound
        })
    }
    return all.sorted()[...]
  }
}
