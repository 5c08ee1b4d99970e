import Text

extension GramNeed {
  /// The requirement as an FTS5 query (“Full-text Query Syntax”), if the index has bridges or not; nil if it requires nothing.
  func match(bridges hasBridges: Bool) -> String? {
    switch self {
    case .nothing: return nil
    case .grams(let grams):
      let words = grams.filter { hasBridges || !$0.isBridge }.map { "\"\($0.word)\"" }
      return words.isEmpty ? nil : words.joined(separator: " AND ")
    case .all(let needs):
      return Self.joined(needs.compactMap { $0.match(bridges: hasBridges) }, " AND ")
    case .either(let needs):
      let parts = needs.compactMap { $0.match(bridges: hasBridges) }
      return parts.count == needs.count ? Self.joined(parts, " OR ") : nil
    }
  }

  private static func joined(_ parts: [String], _ word: String) -> String? {
    parts.isEmpty
      ? nil : parts.count == 1 ? parts[0] : parts.map { "(\($0))" }.joined(separator: word)
  }
}
