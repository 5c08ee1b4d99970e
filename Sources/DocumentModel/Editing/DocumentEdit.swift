/// One change of a document itself: its pages, its outline, what it says of itself.
///
/// Pages are indices from 0, as they are when the edit's turn comes: edits are done one after the other.
package enum DocumentEdit: Sendable, Hashable {
  /// Pages of another file, in that order, all where none are named; the first will stand at `at`. Files are counted from 1: 0 is
  /// the document itself.
  case insert(file: Int, pages: [Int]?, at: Int)
  case remove([Int])
  /// All other pages go; these stand in that order.
  case keep([Int])
  /// Taken out in the order of the document and put back in so that the first of them stands at `to`.
  case move([Int], to: Int)
  case exchange(Int, Int)
  /// Degrees clockwise, a multiple of 90.
  case rotate([Int], by: Int)
  /// Empty: says nothing of it any more.
  case describe(InfoField, String)
  case addEntry(title: String, page: Int, OutlinePlace)
  case renameEntry(OutlineName, to: String)
  /// What is under it goes too.
  case removeEntry(OutlineName)
  case moveEntry(OutlineName, OutlinePlace)

  /// How many pages there are afterwards; nil where the edit names a page that is not there, or would leave none. `others`: pages of
  /// the other files, from file 1 on.
  package func pageCount(after count: Int, others: [Int]) -> Int? {
    func has(_ pages: [Int]) -> Bool {
      !pages.isEmpty && pages.allSatisfy { (0..<count).contains($0) }
        && Set(pages).count == pages.count
    }
    switch self {
    case .insert(let file, let pages, let place):
      guard (1...max(1, others.count)).contains(file), file <= others.count,
        (0...count).contains(place)
      else { return nil }
      let there = others[file - 1]
      guard let pages else { return count + there }
      guard !pages.isEmpty, pages.allSatisfy({ (0..<there).contains($0) }) else { return nil }
      return count + pages.count
    case .remove(let pages): return has(pages) && pages.count < count ? count - pages.count : nil
    case .keep(let pages): return has(pages) ? pages.count : nil
    case .move(let pages, let place):
      return has(pages) && (0...count - pages.count).contains(place) ? count : nil
    case .exchange(let one, let other):
      return (0..<count).contains(one) && (0..<count).contains(other) ? count : nil
    case .rotate(let pages, let degrees): return has(pages) && degrees % 90 == 0 ? count : nil
    case .addEntry(_, let page, _): return (0..<count).contains(page) ? count : nil
    case .describe, .renameEntry, .removeEntry, .moveEntry: return count
    }
  }

  /// The pages that were there before, as they stand after the edit; what an insertion brings comes with it.
  package func arranged<Page>(_ pages: [Page], bringing new: [Page] = []) -> [Page] {
    func without(_ gone: [Int]) -> [Page] {
      let gone = Set(gone)
      return pages.indices.filter { !gone.contains($0) }.map { pages[$0] }
    }
    switch self {
    case .insert(_, _, let place): return pages[..<place] + new + pages[place...]
    case .remove(let gone): return without(gone)
    case .keep(let kept): return kept.map { pages[$0] }
    case .move(let moved, let place):
      let left = without(moved)
      return left[..<place] + moved.sorted().map { pages[$0] } + left[place...]
    case .exchange(let one, let other):
      var pages = pages
      pages.swapAt(one, other)
      return pages
    case .rotate, .describe, .addEntry, .renameEntry, .removeEntry, .moveEntry: return pages
    }
  }

  /// Whether it changes the order of the pages alone.
  fileprivate var isOfOrder: Bool {
    switch self {
    case .move, .exchange: true
    default: false
    }
  }

  /// Whether it is about the pages, not about what is said of them.
  package var isOfPages: Bool {
    switch self {
    case .insert, .remove, .keep, .move, .exchange, .rotate: true
    case .describe, .addEntry, .renameEntry, .removeEntry, .moveEntry: false
    }
  }
}

extension [DocumentEdit] {
  /// Whether they only put pages where they are already.
  package func leaveAll(_ count: Int) -> Bool {
    let pages = Array<Int>(0..<count)
    return allSatisfy(\.isOfOrder) && reduce(pages) { $1.arranged($0) } == pages
  }

  /// Pages after all of them; nil where one names a page that is not there then, or would leave none.
  package func pageCount(after count: Int, others: [Int]) -> Int? {
    var left: Int? = count
    for edit in self { left = left.flatMap { edit.pageCount(after: $0, others: others) } }
    return left
  }

  /// Whether one of them takes away all the pages that are left by then.
  package func removeAll(of count: Int, others: [Int]) -> Bool {
    var left = count
    for edit in self {
      if case .remove(let pages) = edit, Set(pages) == Set(0..<left) { return true }
      guard let next = edit.pageCount(after: left, others: others) else { return false }
      left = next
    }
    return false
  }
}

/// What a document says of itself (PDF 32000-1, table 317).
package enum InfoField: String, Sendable, Hashable, CaseIterable {
  case title, author, subject, keywords, creator, producer
}

/// An entry of an outline.
package enum OutlineName: Sendable, Hashable {
  /// As it is shown, the only one with this title.
  case title(String)
  /// From 0, in the order in which all of them are listed.
  case number(Int)
}

/// Where an entry of an outline goes.
package enum OutlinePlace: Sendable, Hashable {
  /// Behind all others.
  case end
  /// The last one under another.
  case under(OutlineName)
  case before(OutlineName)
  case after(OutlineName)
}
