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
    let parts = needs.compactMap(\.json)
    return parts.isEmpty ? nil : "{\"\(word)\":[" + parts.joined(separator: ",") + "]}"
  }
}
