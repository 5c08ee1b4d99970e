import DocumentModel

/// Selected pages in order, with the pages around them that must be read, too.
struct PageNeighbourhood {
  var pages: Range<Int>
  var wanted: Set<Int>

  /// Splits a selection into ranges without common neighbours and without steps back.
  ///
  /// `reach` is the number of neighbours before and after each page.
  static func parts(_ selection: [Int], of count: Int, reach: Int) -> [PageNeighbourhood] {
    var parts: [PageNeighbourhood] = []
    var last = -1
    for page in selection {
      let around = max(0, page - reach)..<min(count, page + reach + 1)
      if page > last, let part = parts.last, around.lowerBound <= part.pages.upperBound {
        parts[parts.count - 1].pages = part.pages.lowerBound..<around.upperBound
        parts[parts.count - 1].wanted.insert(page)
      } else {
        parts.append(PageNeighbourhood(pages: around, wanted: [page]))
      }
      last = page
    }
    return parts
  }
}

/// Pages as a user writes them: `3-5,9` from 1, `7-` to the end, `label:iv-label:x` and `iv` by their labels.
enum PageSelection {
  /// Returns page indices from 0 in the order named, each once; nil where the text is no selection. Numbers beyond the last page are
  /// left out; `labels` is asked for where a part is no number.
  static func pages<Failure>(
    _ text: String, of count: Int, labels: () throws(Failure) -> [String]
  ) throws(Failure) -> [Int]? {
    var pages: [Int] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      if let numbers = numbers(part, of: count) {
        pages += numbers
      } else if let named = try named(String(part), of: count, labels) {
        pages += named
      } else {
        return nil
      }
    }
    var seen: Set<Int> = []
    return pages.filter { seen.insert($0).inserted }
  }

  /// Returns the same of a document without labels.
  static func pages(_ text: String, of count: Int) -> [Int]? { pages(text, of: count) { [] } }

  /// Returns the first page that a bare number names, from 0; nil where all parts are exact.
  static func firstNumber(_ text: String, of count: Int) -> Int? {
    text.split(separator: ",").lazy.compactMap { numbers($0, of: count)?.lowerBound }
      .first { $0 < count }
  }

  private static func numbers(_ part: Substring, of count: Int) -> Range<Int>? {
    let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard PageName.isNumber(String(ends[0])), let first = Int(ends[0]), first >= 1 else {
      return nil
    }
    var last = first
    if ends.count == 2 {
      guard ends[1].isEmpty || PageName.isNumber(String(ends[1])) else { return nil }
      last = ends[1].isEmpty ? max(first, count) : Int(ends[1]) ?? .max
    }
    guard last >= first else { return nil }
    return min(first - 1, count)..<min(last, count)
  }

  /// A page, or two with a hyphen between: labels may have hyphens too.
  private static func named<Failure>(
    _ part: String, of count: Int, _ labels: () throws(Failure) -> [String]
  ) throws(Failure) -> Range<Int>? {
    guard !part.isEmpty else { return nil }
    let known = try labels()
    func page(_ name: Substring) -> Int? {
      PageName.match(String(name), count: count) { known }?.page
    }
    if let page = page(part[...]) { return page..<page + 1 }
    for hyphen in part.indices where part[hyphen] == "-" {
      let end = part[part.index(after: hyphen)...]
      guard let first = page(part[..<hyphen]), let last = end.isEmpty ? count - 1 : page(end),
        last >= first
      else { continue }
      return first..<last + 1
    }
    return nil
  }
}
