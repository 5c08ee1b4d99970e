/// Finds the section a place stands in: the last entry of an outline that begins at it or before it.
package struct SectionIndex: Sendable {
  private struct Entry {
    var page: Int
    /// Points from the top.
    var y: Double
    var number: Int
  }

  private let entries: [Entry]

  /// Takes where each entry of an outline leads, in its order; those without a place begin nothing.
  package init(_ places: [Destination?] = []) {
    // Outlines need not be in the order of the pages; of several at one place the last, the innermost, counts.
    entries = places.enumerated().compactMap { number, place in
      place.map { Entry(page: $0.page, y: $0.y ?? 0, number: number) }
    }.sorted { ($0.page, $0.y, $0.number) < ($1.page, $1.y, $1.number) }
  }

  /// The number of the entry that a place stands in; nil before the first.
  package func entry(page: Int, y: Double) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      let entry = entries[middle]
      if (entry.page, entry.y) <= (page, y) { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? entries[low - 1].number : nil
  }
}
