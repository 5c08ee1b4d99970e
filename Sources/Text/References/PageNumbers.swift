import DocumentModel

/// The pages that labels and printed numbers mean.
package struct PageNumbers: Sendable {
  let count: Int
  /// Whether the document has labels of its own, which are more than its pages counted from 1.
  private let hasLabels: Bool
  private let labels: [String: Int]
  /// How many pages bear a number in a running head that is so far from their own, counted from 1.
  private var offsets: [Int: Int] = [:]
  /// The most frequent of them, the least if several are.
  private var best = (offset: 0, count: 0)
  private var numberedPages = 0
  private var lastPage = -1

  private static let leastPages = 3
  private static let mostOffsets = 4_096

  package init(_ labels: [String]) {
    count = labels.count
    hasLabels = labels.enumerated().contains { !$1.isEmpty && $1 != String($0 + 1) }
    var numbers: [String: Int] = [:]
    for (page, label) in labels.enumerated() {
      let name = label.isEmpty ? String(page + 1) : label.lowercased()
      if numbers[name] == nil { numbers[name] = page }
    }
    self.labels = numbers
  }

  /// Takes note of the numbers in a page's running head.
  package mutating func observe(_ head: Flow.Paragraph) {
    let words = head.scalars.split { !Script.isLetter($0) && !Script.isDigit($0) }
    let numbers = Set(
      words.filter { $0.count <= 4 }.compactMap { PartNumber(scalars: Array($0)).value })
    guard !numbers.isEmpty else { return }
    if head.page != lastPage { numberedPages += 1 }
    lastPage = head.page
    for number in numbers where offsets.count < Self.mostOffsets {
      let offset = head.page + 1 - number
      offsets[offset, default: 0] += 1
      let count = offsets[offset, default: 0]
      if (count, -abs(offset)) > (best.count, -abs(best.offset)) { best = (offset, count) }
    }
  }

  /// How far the printed numbers are behind the pages counted from 1; nil unless most running heads agree.
  var offset: Int? {
    best.count >= Self.leastPages && best.count * 2 >= numberedPages ? best.offset : nil
  }

  /// Returns the index of the page that a label or number means; nil if there is none.
  func page(_ label: String) -> Int? {
    guard !hasLabels, let number = Int(label) else { return labels[label.lowercased()] }
    let page = number - 1 + (offset ?? 0)
    return (0..<count).contains(page) ? page : nil
  }

  /// Returns the index that a number of a table of contents means where no label says more.
  package func likelyPage(_ label: String) -> Int? {
    page(label) ?? Int(label).map { $0 - 1 }
  }
}
