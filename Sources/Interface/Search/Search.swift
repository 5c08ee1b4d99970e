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
  /// By the page and the character each begins with.
  package private(set) var hits: [SearchHit] = []
  /// Index into `hits` of the one gone to.
  package var current: Int?
  package private(set) var pagesRead = 0
  package private(set) var isDone = false
  /// There are more than are kept.
  package private(set) var isCapped = false
  /// Pages that have no text to be looked in, and such as could not be read.
  package private(set) var textless = 0
  package private(set) var unread = 0
  /// Why it cannot be looked for.
  package private(set) var failure: String?
  /// Hits are shown on the pages.
  package var isLit = true
  /// Only hits on these pages count; empty: all.
  package var pages: Set<Int> = []
  /// It goes to the last hit by itself, and not to the first from where it began.
  package var wantsLast = false
  /// It was begun for a document that a search in all of them had found: past its ends it goes on in others.
  package var leadsOn = false
  /// It goes to no hit by itself.
  package var isQuiet = false
  /// It was begun anew: what it does not find was said of the one before.
  package private(set) var wasTold = false
  /// Where the hit was that the search before it had gone to: found there again it is gone to, and nothing moves.
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

  /// The same begun anew in a document of so many pages; `place` says where what was at a place is now, nil where it went.
  package func renewed(
    _ number: Int, pageCount: Int = .max, at place: (Place) -> Place? = { $0 }
  ) -> Search {
    var search = Search(
      query, in: document, number: number, isBackward: isBackward,
      origin: place(origin) ?? Place(page: max(0, min(origin.page, pageCount - 1))))
    (search.isLit, search.wantsLast, search.leadsOn) = (isLit, wantsLast, leadsOn)
    search.pages = Set(pages.compactMap { place(Place(page: $0))?.page })
    search.wasTold = wasTold || isDone
    search.kept = self.place.flatMap(place)
    search.isQuiet = isQuiet || self.place != nil
    return search
  }

  /// Where the hit gone to begins.
  package var place: Place? { current.map(beginning) ?? kept }

  private func beginning(of hit: Int) -> Place {
    Place(page: hits[hit].page, offset: Int(hits[hit].spans[0].start))
  }

  /// Goes to the hit that was gone to, where the pages around it are read; in changed words to the one that is next to its place on its page.
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

  /// Takes in more of what was found, wherever it stands.
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
  package enum Light: Sendable, Hashable { case hit, currentHit, selection, field }

  /// Indices into the page's scalars.
  package var range: Range<Int>
  package var light: Light
}

/// A part of what a search found.
package struct SearchProgress: Sendable, Hashable {
  package var hits: [SearchHit] = []
  package var pagesRead = 0
  package var isDone = false
  /// So many were found that the rest is not looked for.
  package var isCapped = false
  package var textless = 0
  package var unread = 0
  /// A sentence: what is looked for is no pattern, or takes too long.
  package var failure: String?

  package init() {}
}

/// Where a search that is typed began, to be gone back to.
package struct SearchOrigin: Sendable, Hashable {
  package var document: DocumentID
  package var place: Place
  package var selection: Selection?
}
