import DocumentModel

/// The page numbers of an index.
extension ReferenceFinder {
  /// Keeps the numbers of an index's entry; returns whether a paragraph is one.
  mutating func keepIndex(_ paragraph: Flow.Paragraph) -> Bool {
    let text = paragraph.scalars
    switch paragraph.kind {
    case .heading:
      if ReferenceWord.opensIndex(text) {
        isInIndex = true
        // Letters are headings, too.
      } else if text.count > 3 {
        isInIndex = false
      }
      return false
    case .paragraph, .listItem, .tableRow: break
    default: return false
    }
    guard isInIndex else { return false }
    let numbers = Self.indexedPages(in: text)
    guard !numbers.isEmpty, !isFull else { return false }
    for range in numbers {
      let number = PartNumber(scalars: Array(text[range]))
      keep(
        ReferenceMention(target: .part(.page, sort: 0, number), range: range, doubt: .index),
        of: paragraph)
    }
    return true
  }

  /// Returns the numbers after commas, and the ends of ranges: `bee, 2–4, 7n2`; none unless the paragraph ends with one.
  static func indexedPages(in text: [UInt32]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var at = 1
    while at < text.count {
      guard Script.isDigit(text[at]), !Script.isDigit(text[at - 1]) else {
        at += 1
        continue
      }
      let end = text[at...].firstIndex { !Script.isDigit($0) } ?? text.count
      let isRange = [0x2D, 0x2013].contains(text[at - 1]) && found.last?.upperBound == at - 1
      let before = text[..<at].last { !Script.isBlank($0) }
      if isRange || before == 0x2C && Script.isBlank(text[at - 1]), end - at <= 4 {
        found.append(at..<end)
      }
      at = end
    }
    // Prose may end with a number, too.
    guard let last = found.last, text.count - last.upperBound <= 4,
      text.count <= longestSubject * found.count
    else { return [] }
    return found
  }

  /// Characters of an index's entries for each of their numbers.
  private static let longestSubject = 80
}
