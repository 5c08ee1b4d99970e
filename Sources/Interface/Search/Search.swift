package import DocumentModel
package import Messages
package import Text

/// A search in a document and the hits found so far.
package struct Search: Sendable {
  package var query: SearchQuery
  package var document: DocumentID
  /// Rises with each search; results of older searches are dropped.
  package var number: Int
  package var isBackward: Bool
  /// The place where the search began and to which Escape returns.
  package var origin: Place
  /// In order of their first page and character.
  package private(set) var hits: [SearchHit] = []
  /// The index of the current hit in `hits`.
  package var current: Int?
  package private(set) var pagesRead = 0
  package private(set) var isDone = false
  /// Whether there are more hits than are stored.
  package private(set) var isCapped = false
  /// The pages without text, and those that could not be read.
  package private(set) var textless = 0
  package private(set) var unread = 0
  /// The reason why the search is impossible, nil if it is possible.
  package private(set) var failure: String?
  /// Hits are highlighted on the pages.
  package var isLit = true
  /// The pages to which hits are restricted; empty for all pages.
  package var pages: Set<Int> = []
  /// Whether the search selects the last hit of the document instead of the first one after its origin.
  package var wantsLast = false
  /// Whether the document was opened from a library search: past its last hit the next document is opened.
  package var leadsOn = false
  /// Steps to further hits, back if negative, that wait until these are found.
  package var awaitedSteps = 0
  /// Whether the search does not select a hit on its own.
  package var isQuiet = false
  /// Whether the search is a re-run; its predecessor has already reported that nothing was found.
  package private(set) var wasReported = false
  /// The current hit of the search's predecessor; if it is found again it becomes current without scrolling.
  package private(set) var kept: Place?

  package init(
    _ query: SearchQuery, in document: DocumentID, number: Int, isBackward: Bool, origin: Place
  ) {
    self.query = query
    self.document = document
    self.number = number
    self.isBackward = isBackward
    self.origin = origin
  }

  /// Returns a new run of the search in a document of `pageCount` pages; `place` maps an old place to the new one, nil if it no longer exists.
  package func renewed(
    _ number: Int, pageCount: Int = .max, at place: (Place) -> Place? = { $0 }
  ) -> Search {
    var search = Search(
      query, in: document, number: number, isBackward: isBackward,
      origin: place(origin) ?? Place(page: max(0, min(origin.page, pageCount - 1))))
    (search.isLit, search.wantsLast, search.leadsOn) = (isLit, wantsLast, leadsOn)
    search.pages = Set(pages.compactMap { place(Place(page: $0))?.page })
    search.wasReported = wasReported || isDone
    search.kept = self.place.flatMap(place)
    search.isQuiet = isQuiet || self.place != nil
    return search
  }

  /// The beginning of the current hit.
  package var place: Place? { current.map(beginning) ?? kept }

  private func beginning(of hit: Int) -> Place {
    Place(page: hits[hit].page, offset: Int(hits[hit].spans[0].start))
  }

  /// Restores the current hit once its page has been searched; if the text has changed, selects the
  /// nearest hit after it on the page, else before it.
  private mutating func goBackToKept() {
    guard let place = kept, current == nil else { return }
    let next = hit(from: place)
    if let next, beginning(of: next) == place {
      (current, kept) = (next, nil)
    } else if isDone {
      current = [next, hit(before: place)].compactMap(\.self).first { hits[$0].page == place.page }
      kept = nil
    }
  }

  /// Adds results, in any order.
  package mutating func take(_ progress: SearchProgress) {
    defer { goBackToKept() }
    pagesRead = progress.pagesRead
    isDone = progress.isDone
    isCapped = progress.isCapped
    textless = progress.textless
    unread = progress.unread
    failure = failure ?? progress.failure
    let counting =
      pages.isEmpty ? progress.hits : progress.hits.filter { pages.contains($0.page) }
    guard !counting.isEmpty else { return }
    let new = counting.sorted { Self.isBefore($0, $1) }
    if let current {
      self.current = current + new.count { Self.isBefore($0, hits[current]) }
    }
    if let last = hits.last, let first = new.first, Self.isBefore(first, last) {
      hits = Self.merged(hits, new)
    } else {
      hits += new
    }
  }

  private static func isBefore(_ a: SearchHit, _ b: SearchHit) -> Bool {
    (a.spans[0].page, a.spans[0].start) < (b.spans[0].page, b.spans[0].start)
  }

  private static func merged(_ a: [SearchHit], _ b: [SearchHit]) -> [SearchHit] {
    var result: [SearchHit] = []
    result.reserveCapacity(a.count + b.count)
    var (left, right) = (a[...], b[...])
    while let first = left.first, let second = right.first {
      if isBefore(second, first) {
        result.append(second)
        right.removeFirst()
      } else {
        result.append(first)
        left.removeFirst()
      }
    }
    return result + left + right
  }

  /// Returns the first hit at or after a place.
  package func hit(from place: Place) -> Int? {
    let index = lower(page: place.page, start: place.offset)
    return index < hits.count ? index : nil
  }

  /// Returns the last hit before a place.
  package func hit(before place: Place) -> Int? {
    let index = lower(page: place.page, start: place.offset) - 1
    return index >= 0 ? index : nil
  }

  private func lower(page: Int, start: Int) -> Int {
    hits.prefixCount { (Int($0.spans[0].page), Int($0.spans[0].start)) < (page, start) }
  }

  /// Returns the highlighted ranges of a page, ascending, with the current hit marked.
  package func lit(on page: Int) -> [LitRange] {
    guard isLit else { return [] }
    // A hit can begin one page earlier, rarely two.
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

/// A highlighted range of a page's characters.
package struct LitRange: Sendable, Hashable {
  package enum Light: Sendable, Hashable {
    case hit, currentHit, selection, field, flash
    /// A difference between two versions, and its number.
    case change(Change, Int)
  }

  /// Indices into the page's scalars.
  package var range: Range<Int>
  package var light: Light
}

/// The place to which Escape returns from the search prompt.
package struct SearchOrigin: Sendable, Hashable {
  package var document: DocumentID
  package var place: Place
  package var selection: Selection?
}
