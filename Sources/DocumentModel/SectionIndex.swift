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

  /// Numbers of the entries that lead to a page.
  package func entries(on page: Int) -> [Int] {
    let start = first(from: page)
    return entries[start...].prefix { $0.page == page }.map(\.number)
  }

  /// The entry that a place stands in, by what is read when: columns are read one after the other, whatever their heights.
  ///
  /// `openings`: for each entry on the page the turn of what it leads to among what is read there.
  package func entry(page: Int, turn: Int, among openings: [(turn: Int, entry: Int)]) -> Int? {
    let before = openings.filter { $0.turn <= turn }
    if let last = before.max(by: { ($0.turn, $0.entry) < ($1.turn, $1.entry) }) {
      return last.entry
    }
    // Of an earlier page the last in the outline: that is in the order of reading, as heights in columns are not.
    let start = first(from: page)
    guard start > 0 else { return nil }
    let last = entries[start - 1].page
    return entries[first(from: last)..<start].map(\.number).max()
  }

  /// The place in `entries` of the first on a page or behind it.
  private func first(from page: Int) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].page < page { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
