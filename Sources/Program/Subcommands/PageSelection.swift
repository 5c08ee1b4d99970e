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
