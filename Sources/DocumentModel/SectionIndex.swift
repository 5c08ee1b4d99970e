/// Finds the section of a position: the last outline entry that begins at or before it.
package struct SectionIndex: Sendable {
  private struct Entry {
    var page: Int
    /// Points from the top.
    var y: Double
    var number: Int
  }

  private let entries: [Entry]
  /// The first character of each entry's heading, by its number, where known.
  private var starts: [Int: Int] = [:]

  /// Takes the destination of each outline entry, in outline order; entries without one are ignored.
  package init(_ places: [Destination?] = []) {
    // Outlines need not be in page order; of several entries at one position the last, the innermost, counts.
    entries = places.enumerated().compactMap { number, place in
      place.map { Entry(page: $0.page, y: $0.y ?? 0, number: number) }
    }.sorted { ($0.page, $0.y, $0.number) < ($1.page, $1.y, $1.number) }
  }

  package init(_ sections: [DocumentSection]) {
    self.init(sections.map { Destination(page: $0.page, y: $0.y) })
    for (number, section) in sections.enumerated() { starts[number] = section.character }
  }

  /// Returns the number of the entry that contains a character of a page; nil before the first.
  ///
  /// `starts` has the first character of each heading on the page, if not known before. Where one is missing, heights decide.
  package func entry(
    page: Int, y: Float, character: Int32, starts: [Int: Int]? = nil
  ) -> Int? {
    let (own, starts) = (entries(on: page), starts ?? self.starts)
    let openings = own.compactMap { entry in starts[entry].map { (turn: $0, entry: entry) } }
    guard openings.count == own.count, character >= 0 else {
      return entry(page: page, y: Double(y))
    }
    return entry(page: page, turn: Int(character), among: openings)
  }

  /// Returns the number of the entry that contains a position; nil before the first.
  package func entry(page: Int, y: Double) -> Int? {
    let begun = entries.prefixCount { ($0.page, $0.y) <= (page, y) }
    return begun > 0 ? entries[begun - 1].number : nil
  }

  /// Returns the numbers of the entries that lead to a page.
  package func entries(on page: Int) -> [Int] {
    let start = first(from: page)
    return entries[start...].prefix { $0.page == page }.map(\.number)
  }

  /// Returns the entry that contains a position by reading order, since in columns the order is not that of the heights.
  ///
  /// `openings`: for each entry on the page, the rank of its destination in the page's reading order.
  package func entry(page: Int, turn: Int, among openings: [(turn: Int, entry: Int)]) -> Int? {
    let before = openings.filter { $0.turn <= turn }
    if let last = before.max(by: { ($0.turn, $0.entry) < ($1.turn, $1.entry) }) {
      return last.entry
    }
    // For an earlier page, the last entry in the outline: outline order follows the reading order, heights in columns do not.
    let start = first(from: page)
    guard start > 0 else { return nil }
    let last = entries[start - 1].page
    return entries[first(from: last)..<start].map(\.number).max()
  }

  /// Returns the index into `entries` of the first entry on a page or after it.
  private func first(from page: Int) -> Int {
    entries.prefixCount { $0.page < page }
  }
}
