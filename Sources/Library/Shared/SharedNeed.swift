import Text

extension GramNeed {
  /// The requirement as the functions of a shared library take it; nil if it requires nothing.
  var json: String? {
    switch simplified() {
    case .nothing: nil
    case .grams(let grams):
      "{\"grams\":[" + grams.map { String($0.number) }.joined(separator: ",") + "]}"
    case .all(let needs): Self.joined("all", needs)
    case .either(let needs): Self.joined("any", needs)
    }
  }

  private static func joined(_ word: String, _ needs: [GramNeed]) -> String? {
    joined(word, needs.compactMap(\.json))
  }

  /// The server takes at most 256 parts at each depth.
  private static let mostParts = 256

  private static func joined(_ word: String, _ parts: [String]) -> String? {
    guard parts.count > mostParts else {
      return parts.isEmpty ? nil : "{\"\(word)\":[" + parts.joined(separator: ",") + "]}"
    }
    return joined(
      word,
      stride(from: 0, to: parts.count, by: mostParts).compactMap {
        joined(word, Array(parts[$0..<min(parts.count, $0 + mostParts)]))
      })
  }
}
