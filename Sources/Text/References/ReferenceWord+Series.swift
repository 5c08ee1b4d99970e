import DocumentModel

/// Figures and tables that are counted apart from those of the text: `Extended Data Fig. 3`, `Supplementary Table 2`.
extension ReferenceWord {
  enum Series: UInt8, Sendable {
    case extended = 32
    case supplement = 64

    /// The sort of a part without the supplement's mark; nil if it has none.
    static func withoutSupplement(_ sort: UInt8) -> UInt8? {
      sort & supplement.rawValue != 0 ? sort & ~supplement.rawValue : nil
    }
  }

  /// Returns the word for a part of a series; `Supplementary Figure S3` is `Figure S3`.
  func of(_ series: Series?, _ number: PartNumber) -> ReferenceWord {
    guard let series, kind == .figure || kind == .table,
      series == .extended || number.scalars.first != 0x53
    else { return self }
    var word = self
    word.sort |= series.rawValue
    return word
  }

  /// Returns the series whose words begin at an index, and the index after them; nil if no other word follows.
  static func series(at start: Int, in text: [UInt32]) -> (kind: Series, end: Int)? {
    guard start < text.count, text[start] == 0x45 || text[start] == 0x53 else { return nil }
    let words = text[start...].prefix(longestSeries)
    for (name, kind) in seriesWords where words.map(Script.lower).starts(with: name) {
      let end = start + name.count
      let next = text[end...].firstIndex { !Script.isBlank($0) }
      return next.map { $0 > end ? (kind, $0) : nil } ?? nil
    }
    return nil
  }

  /// Returns the series whose words end before an index.
  static func series(before index: Int, in text: [UInt32]) -> Series? {
    guard index > 0, Script.isBlank(text[index - 1]) else { return nil }
    let words = text[..<(index - 1)].suffix(longestSeries).map(Script.lower)
    return seriesWords.first {
      words.count >= $0.name.count && words.suffix($0.name.count).elementsEqual($0.name)
    }?.kind
  }

  private static let longestSeries = 13

  private static let seriesWords: [(name: [UInt32], kind: Series)] = [
    ("extended data", Series.extended), ("supplementary", .supplement),
    ("supplemental", .supplement),
  ].map { ($0.0.unicodeScalars.map(\.value), $0.1) }
}
