import Text

extension GramNeed {
  /// The requirement as an FTS5 query (“Full-text Query Syntax”); nil if it requires nothing.
  var match: String? {
    switch self {
    case .nothing: return nil
    case .grams(let grams):
      let words = grams.map { "\"\($0.word)\"" }
      return words.isEmpty ? nil : words.joined(separator: " AND ")
    case .all(let needs):
      return Self.joined(needs.compactMap(\.match), " AND ")
    case .either(let needs):
      let parts = needs.compactMap(\.match)
      return parts.count == needs.count ? Self.joined(parts, " OR ") : nil
    }
  }

  private static func joined(_ parts: [String], _ word: String) -> String? {
    parts.isEmpty
      ? nil : parts.count == 1 ? parts[0] : parts.map { "(\($0))" }.joined(separator: word)
  }
}
