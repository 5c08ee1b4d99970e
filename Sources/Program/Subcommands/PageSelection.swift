/// Pages that are wanted, in order, with those around them that have to be looked at too.
struct PageNeighbourhood {
  var pages: Range<Int>
  var wanted: Set<Int>

  /// Parts a selection into stretches that have no pages around them in common, or go back.
  ///
  /// `reach`: how many pages before and behind each wanted one are looked at.
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

/// Pages as a user writes them: `3-5,9`, from 1, `7-` to the end.
enum PageSelection {
  /// Page indices from 0 in the order named, each once; nil where the text is no selection.
  static func pages(_ text: String, of count: Int) -> [Int]? {
    var pages: [Int] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      guard let first = Int(ends[0]), first >= 1 else { return nil }
      var last = first
      if ends.count == 2 {
        guard ends[1].isEmpty || Int(ends[1]) != nil else { return nil }
        last = Int(ends[1]) ?? count
      }
      guard last >= first else { return nil }
      if first <= count { pages += (first - 1)..<min(last, count) }
    }
    var seen: Set<Int> = []
    return pages.filter { seen.insert($0).inserted }
  }
}
