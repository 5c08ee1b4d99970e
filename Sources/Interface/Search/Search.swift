package import DocumentModel
package import Text

/// What is looked for in a document, and what has been found so far.
package struct Search: Sendable {
  package var query: SearchQuery
  package var document: DocumentID
  /// Rises with each search; answers to an older one are dropped.
  package var number: Int
  package var isBackward: Bool
  /// Where the search began, and where Escape goes back to.
  package var origin: Place
  /// In the document's order.
  package private(set) var hits: [SearchHit] = []
  /// Index into `hits` of the one gone to.
  package var current: Int?
  /// How many of `hits`, at their beginning, stand before the page the search began on.
  private var before = 0
  package private(set) var pagesRead = 0
  package private(set) var isDone = false
  /// Pages that have no text to be looked in.
  package private(set) var textless = 0
  /// Why it cannot be looked for.
  package private(set) var failure: String?
  /// Hits are shown on the pages.
  package var isLit = true

  package init(
    _ query: SearchQuery, in document: DocumentID, number: Int, isBackward: Bool, origin: Place
  ) {
    self.query = query
    self.document = document
    self.number = number
    self.isBackward = isBackward
    self.origin = origin
  }

  /// Takes in more of what was found.
  package mutating func take(_ progress: SearchProgress) {
    pagesRead = progress.pagesRead
    isDone = progress.isDone
    textless = progress.textless
    failure = progress.failure
    if progress.isBefore {
      hits.insert(contentsOf: progress.hits, at: before)
      before += progress.hits.count
      if let current, current >= before - progress.hits.count {
        self.current = current + progress.hits.count
      }
    } else {
      hits += progress.hits
    }
  }

  /// The first hit at a place or behind it.
  package func hit(from place: Place) -> Int? {
    let index = lower(page: place.page, start: place.offset)
    return index < hits.count ? index : nil
  }

  /// The last hit before a place.
  package func hit(before place: Place) -> Int? {
    let index = lower(page: place.page, start: place.offset) - 1
    return index >= 0 ? index : nil
  }

  private func lower(page: Int, start: Int) -> Int {
    var (low, high) = (0, hits.count)
    while low < high {
      let middle = (low + high) / 2
      let span = hits[middle].spans[0]
      if (Int(span.page), Int(span.start)) < (page, start) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// What of a page is lit, ascending, and whether it belongs to the hit gone to.
  package func lit(on page: Int) -> [LitRange] {
    guard isLit else { return [] }
    // A hit may begin a page earlier, seldom two.
    var index = lower(page: page - 2, start: 0)
    var found: [LitRange] = []
    while index < hits.count, hits[index].page <= page {
      for span in hits[index].spans where Int(span.page) == page {
        found.append(
          LitRange(
            range: Int(span.start)..<max(Int(span.start), Int(span.end)),
            light: index == current ? .currentHit : .hit))
      }
      index += 1
    }
    return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}

/// Characters of a page that stand out.
package struct LitRange: Sendable, Hashable {
  package enum Light: Sendable, Hashable { case hit, currentHit, selection }

  /// Indices into the page's scalars.
  package var range: Range<Int>
  package var light: Light
}

/// A part of what a search found.
package struct SearchProgress: Sendable, Hashable {
  /// In the document's order; behind those told before, or where `isBefore` behind those told as such.
  package var hits: [SearchHit] = []
  /// They stand before the place the search began on.
  package var isBefore = false
  package var pagesRead = 0
  package var isDone = false
  package var textless = 0
  /// A sentence: what is looked for is no pattern, or takes too long.
  package var failure: String?

  package init() {}
}
