import DocumentModel

/// Dates as books and office documents have them (ISO 8601).
enum BookDate {
  /// Seconds since 1970 of `2011-05-03`, `2011-05` or `2011`; a time of day is left out. Nil for all other texts.
  static func seconds(_ text: String) -> Int64? {
    let parts =
      text.split { !$0.isASCII || !$0.isNumber }.prefix(3).map { Int64($0) ?? 0 } + [1, 1]
    guard (1_000...9_999).contains(parts[0]), (1...12).contains(parts[1]), parts.count > 2,
      (1...31).contains(parts[2])
    else { return nil }
    return CivilTime(year: parts[0], month: parts[1], day: parts[2]).seconds
  }
}
