/// Maps page indices before edits to indices after them, and back.
package struct PageRearrangement: Sendable, Hashable {
  /// For each page after the edits, its index before; nil for a new page.
  package let sources: [Int?]
  /// For each page before the edits, its index after; nil for a removed page.
  package let places: [Int?]

  package init(sources: [Int?], from count: Int) {
    self.sources = sources
    var places: [Int?] = Array(repeating: nil, count: count)
    for (place, source) in sources.enumerated() {
      if let source, places.indices.contains(source), places[source] == nil {
        places[source] = place
      }
    }
    self.places = places
  }

  /// Applies edits one after the other; nil if one cannot be applied. `others`: page counts of the other files, from file 1 on.
  package init?(_ edits: [DocumentEdit], of count: Int, others: [Int] = []) {
    var sources: [Int?] = Array(0..<count)
    for edit in edits {
      guard let after = edit.pageCount(after: sources.count, others: others) else { return nil }
      let brought = if case .insert = edit { after - sources.count } else { 0 }
      sources = edit.arranged(sources, bringing: Array(repeating: nil, count: brought))
    }
    self.init(sources: sources, from: count)
  }

  /// Moves nothing; pages may have been added or removed at the end.
  package init(of count: Int, now: Int) {
    self.init(sources: (0..<now).map { $0 < count ? $0 : nil }, from: count)
  }

  package var isIdentity: Bool {
    places.count == sources.count && places == Array(0..<places.count)
  }

  /// Returns the index of a page after the edits; nil if it was removed.
  package func place(of page: Int) -> Int? { places.indices.contains(page) ? places[page] : nil }

  /// Returns the index of a page after the edits; for a removed page that of the next page that remains, else of the last one before.
  package func nearest(to page: Int) -> Int {
    let next = places.indices.contains(page) ? places[page...].lazy.compactMap(\.self).first : nil
    if let next { return next }
    let before = places.prefix(max(0, page)).reversed().lazy.compactMap(\.self).first
    return before.map { min($0 + 1, sources.count - 1) } ?? 0
  }

  /// Indices of the pages that were added.
  package var new: [Int] { sources.indices.filter { sources[$0] == nil } }

  /// The mapping in the other direction.
  package var inverse: PageRearrangement {
    PageRearrangement(sources: places, from: sources.count)
  }

  /// Returns the combination: first this one, then another.
  package func then(_ next: PageRearrangement) -> PageRearrangement {
    PageRearrangement(
      sources: next.sources.map { source in
        source.flatMap { sources.indices.contains($0) ? sources[$0] : nil }
      }, from: places.count)
  }
}
