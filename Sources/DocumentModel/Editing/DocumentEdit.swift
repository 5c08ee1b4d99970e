/// A change of the document itself: its pages, outline or metadata.
///
/// Pages are indices from 0 at the time the edit is applied; edits are applied one after the other.
package enum DocumentEdit: Sendable, Hashable {
  /// Inserts pages of another file in that order, all if `pages` is nil; the first gets index `at`. Files are counted from 1; 0 is the document itself.
  case insert(file: Int, pages: [Int]?, at: Int)
  case remove([Int])
  /// Keeps only these pages, in that order.
  case keep([Int])
  /// Removes the pages and reinserts them in document order so that the first gets index `to`.
  case move([Int], to: Int)
  case exchange(Int, Int)
  /// Degrees clockwise, a multiple of 90.
  case rotate([Int], by: Int)
  /// Sets a metadata field; an empty text removes it.
  case describe(InfoField, String)
  case addEntry(title: String, page: Int, OutlinePlace)
  case renameEntry(OutlineName, to: String)
  /// Removes the entry with its children.
  case removeEntry(OutlineName)
  case moveEntry(OutlineName, OutlinePlace)
  /// Adds invisible words over what a page shows; not together with other edits.
  case addText(page: Int, [PlacedWord])

  /// Returns the page count after the edit; nil if the edit names a missing page or would leave none. `others`: page counts of the other files, from file 1 on.
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
    case .addEntry(_, let page, _), .addText(let page, _):
      return (0..<count).contains(page) ? count : nil
    case .describe, .renameEntry, .removeEntry, .moveEntry: return count
    }
  }

  /// Returns the pages in their order after the edit, including the ones inserted.
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
    case .rotate, .describe, .addEntry, .renameEntry, .removeEntry, .moveEntry, .addText:
      return pages
    }
  }

  /// Whether it only reorders pages.
  fileprivate var isOfOrder: Bool {
    switch self {
    case .move, .exchange: true
    default: false
    }
  }

  /// Whether it changes pages rather than outline or metadata.
  package var isOfPages: Bool {
    switch self {
    case .insert, .remove, .keep, .move, .exchange, .rotate: true
    case .describe, .addEntry, .renameEntry, .removeEntry, .moveEntry, .addText: false
    }
  }
}

extension [DocumentEdit] {
  /// Whether the edits leave every page where it is.
  package func leaveAll(_ count: Int) -> Bool {
    let pages = Array<Int>(0..<count)
    return allSatisfy(\.isOfOrder) && reduce(pages) { $1.arranged($0) } == pages
  }

  /// Returns the page count after all edits; nil if one names a missing page or would leave none.
  package func pageCount(after count: Int, others: [Int]) -> Int? {
    var left: Int? = count
    for edit in self { left = left.flatMap { edit.pageCount(after: $0, others: others) } }
    return left
  }

  /// Whether one of them removes all pages that are left by then.
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

/// A field of the information dictionary (PDF 32000-1, table 317).
package enum InfoField: String, Sendable, Hashable, CaseIterable {
  case title, author, subject, keywords, creator, producer
}

/// Identifies an outline entry.
package enum OutlineName: Sendable, Hashable {
  /// The exact title, which must be unique.
  case title(String)
  /// The index from 0 in the listing of all entries.
  case number(Int)
}

/// The position for an outline entry.
package enum OutlinePlace: Sendable, Hashable {
  /// At the end of the top level.
  case end
  /// As the last child of an entry.
  case under(OutlineName)
  case before(OutlineName)
  case after(OutlineName)
}
