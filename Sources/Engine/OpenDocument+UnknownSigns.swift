import DocumentModel
import Wire

extension OpenDocument {
  /// Counts the signs without a meaning on each page from the first one on, for about a second; nil for a page that cannot be read.
  func unknownSigns(_ range: Range<Int>) -> [Int?] {
    let end = ContinuousClock.now + .seconds(1)
    var counts: [Int?] = []
    for page in range.clamped(to: 0..<summary.pageCount).prefix(Limit.pagesAtOnce) {
      counts.append(
        mayShowUnknownSigns(page: page) ? (try? text(page: page))?.unknownSignCount : 0)
      if .now > end { break }
    }
    return counts
  }
}

extension PageText {
  /// The number of U+FFFD, and of `⟨?⟩`, as which PDFs' pages show it.
  fileprivate var unknownSignCount: Int {
    scalars.indices.count { index in
      scalars[index] == 0xFFFD
        || scalars[index] == 0x27E8 && scalars[index...].starts(with: [0x27E8, 0x3F, 0x27E9])
    }
  }
}
