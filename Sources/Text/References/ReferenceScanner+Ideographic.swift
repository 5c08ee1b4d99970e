import DocumentModel

/// Parts whose word is after their number in scripts without blanks.
extension ReferenceScanner {
  private static let chapters: Set<UInt32> = Set("章節节".unicodeScalars.map(\.value))

  /// Reads `3.3 節` at its last sign; returns the index after it. `全3章` are all three.
  mutating func sectionAfterNumber(_ start: Int) -> Int? {
    guard Script.isIdeographic(text[start]), Self.chapters.contains(text[start]),
      let (number, first) = numberBefore(start)
    else { return nil }
    add(ReferenceWord(kind: .section), number, first..<start + 1)
    return start + 1
  }

  /// Reads `2ページ` and `第2页` at their last word; returns the index after it. `2ページの` tells a length.
  mutating func pageAfterNumber(_ start: Int, _ end: Int, _ word: ReferenceWord) -> Int? {
    guard word.kind == .page, Script.isIdeographic(text[start]),
      let (number, first) = numberBefore(start),
      end == text.count || !Self.lengths.contains(text[end])
    else { return nil }
    let isOrdinal = first > 0 && text[first - 1] == 0x7B2C
    add(word, number, (isOrdinal ? first - 1 : first)..<end)
    return end
  }

  /// Returns the number that ends before an index, and where it begins; nil for one of all parts or of about so many.
  private func numberBefore(_ start: Int) -> (PartNumber, first: Int)? {
    var end = start
    while end > 0, start - end < 2, Script.isBlank(text[end - 1]) { end -= 1 }
    var first = end
    while first > 0, end - first < 9, Script.isDigit(text[first - 1]) || text[first - 1] == 0x2E {
      first -= 1
    }
    guard first < end, first == 0 || !Self.totals.contains(text[first - 1]),
      let (number, last) = PartNumber.read(text[...], at: first, takesLetters: false),
      last == end
    else { return nil }
    return (number, first)
  }

  private static let totals: Set<UInt32> = Set("全計约約各毎每共".unicodeScalars.map(\.value))
  private static let lengths: Set<UInt32> = Set("の分以目强強超弱左纸".unicodeScalars.map(\.value))

  /// Reads `第3章`; returns the index after it.
  mutating func chapterBefore(_ start: Int) -> Int? {
    guard text[start] == 0x7B2C else { return nil }
    var index = start + 1
    while index < text.count, Script.isBlank(text[index]) { index += 1 }
    guard let (number, end) = PartNumber.read(text[...], at: index, takesLetters: false) else {
      return nil
    }
    index = end
    while index < text.count, Script.isBlank(text[index]) { index += 1 }
    guard index < text.count, Self.chapters.contains(text[index]) else { return nil }
    add(ReferenceWord(kind: .section), number, start..<index + 1)
    return index + 1
  }
}
