/// Where the pages of a document stand after edits, and where they stood before.
package struct PageRearrangement: Sendable, Hashable {
  /// For each page that is there afterwards the one before that it was; nil for one that is new.
  package let sources: [Int?]
  /// For each page that was there before where it stands afterwards; nil for one that went.
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

  /// What edits do that are done one after the other; nil where they cannot be done. `others`: pages of the other files, from file 1 on.
  package init?(_ edits: [DocumentEdit], of count: Int, others: [Int] = []) {
    var sources: [Int?] = Array(0..<count)
    for edit in edits {
      guard let after = edit.pageCount(after: sources.count, others: others) else { return nil }
      let brought = if case .insert = edit { after - sources.count } else { 0 }
      sources = edit.arranged(sources, bringing: Array(repeating: nil, count: brought))
    }
    self.init(sources: sources, from: count)
  }

  /// Nothing is moved; pages at the end may have come or gone.
  package init(of count: Int, now: Int) {
    self.init(sources: (0..<now).map { $0 < count ? $0 : nil }, from: count)
  }

  package var isIdentity: Bool {
    places.count == sources.count && places == Array(0..<places.count)
  }

  /// Where a page stands afterwards; nil where it went.
  package func place(of page: Int) -> Int? { places.indices.contains(page) ? places[page] : nil }

  /// Where a page stands afterwards, or the next one that stayed where it went, or the last one before.
  package func nearest(to page: Int) -> Int {
    let behind = places.indices.contains(page) ? places[page...].lazy.compactMap(\.self).first : nil
    if let behind { return behind }
    let before = places.prefix(max(0, page)).reversed().lazy.compactMap(\.self).first
    return before.map { min($0 + 1, sources.count - 1) } ?? 0
  }

  /// Pages that were not there before.
  package var new: [Int] { sources.indices.filter { sources[$0] == nil } }

  /// The way back.
  package var inverse: PageRearrangement {
    PageRearrangement(sources: places, from: sources.count)
  }

  /// First this, then another.
  package func then(_ next: PageRearrangement) -> PageRearrangement {
    PageRearrangement(
      sources: next.sources.map { source in
        source.flatMap { sources.indices.contains($0) ? sources[$0] : nil }
      }, from: places.count)
  }
}
