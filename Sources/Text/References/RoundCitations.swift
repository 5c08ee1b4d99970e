/// Counts numbers in parentheses to find out whether they cite the works of a numbered list.
struct RoundCitations {
  /// Fewer different numbers are no style of citation.
  static let least = 3

  private struct Work: Hashable {
    var page: Int
    var label: [UInt32]
  }

  private var works: Set<Work> = []
  private var (known, unknown) = (0, 0)
  private var hasList = false

  mutating func add(
    _ label: [UInt32], of section: Bibliography.Section, _ mention: ReferenceFinder.Found
  ) {
    guard section.labels[label] != nil else {
      unknown += 1
      return
    }
    known += 1
    works.insert(Work(page: section.page, label: label))
    // Only of several in one pair of parentheses is the mention without them.
    hasList = hasList || mention.pieces.first?.text.first != "("
  }

  /// Whether the numbers are citations: lists are among them, they name at least half of the works, and few name none.
  func areCitations(of entries: Int) -> Bool {
    hasList && works.count >= Self.least && works.count * 2 >= entries && known >= 4 * unknown
  }
}
