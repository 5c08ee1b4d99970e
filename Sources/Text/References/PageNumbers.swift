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
    let lengths = Self.lengths(of: labels)
    var numbers: [String: Int] = [:]
    for (page, label) in labels.enumerated() {
      let name = label.isEmpty ? String(page + 1) : label.lowercased()
      // The first part wins, since an appendix may be longer than the text; unless it is as short as a cover.
      if let known = numbers[name], lengths[page] < 2 * lengths[known] { continue }
      numbers[name] = page
    }
    self.labels = numbers
  }

  /// Returns for each page the length of the run of consecutive labels that it is in.
  private static func lengths(of labels: [String]) -> [Int] {
    let values = labels.map(value)
    var lengths = [Int](repeating: 1, count: labels.count)
    var start = 0
    for page in labels.indices {
      let next = page + 1 < labels.count ? values[page + 1] : nil
      if let value = values[page], next == value.addingReportingOverflow(1).partialValue {
        continue
      }
      for own in start...page { lengths[own] = page - start + 1 }
      start = page + 1
    }
    return lengths
  }

  /// Returns the value of an Arabic or Roman number; nil for other labels.
  private static func value(_ label: String) -> Int? {
    if let value = Int(label) { return value }
    var (sum, last) = (0, 0)
    for letter in label.lowercased().prefix(12).reversed() {
      guard let value = figures[letter] else { return nil }
      sum += value < last ? -value : value
      last = value
    }
    return last > 0 ? sum : nil
  }

  private static let figures: [Character: Int] = ["i": 1, "v": 5, "x": 10, "l": 50, "c": 100]

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

  /// Whether labels or running heads tell which page a printed number means.
  var areKnown: Bool { hasLabels || offset != nil }

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
