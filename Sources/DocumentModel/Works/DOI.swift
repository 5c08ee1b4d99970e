/// Digital object identifiers (ISO 26324).
package enum DOI {
  /// Returns a DOI without a label and without the address of its resolver; empty if a text is none.
  package static func bare(_ text: String) -> String {
    var rest = Substring(text.trimmed)
    for prefix in prefixes where rest.lowercased().hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count).drop { $0 == " " }
    }
    let isDOI =
      rest.hasPrefix("10.") && rest.contains("/") && rest.count < 300
      && !rest.contains(where: \.isWhitespace)
    return isDOI ? String(rest) : ""
  }

  /// In the order in which they may follow each other.
  private static let prefixes = [
    "doi:", "https://", "http://", "www.", "dx.", "doi.org/", "doi:",
  ]

  /// Whether two texts name the same DOI, whose letters have no case.
  package static func same(_ a: String, _ b: String) -> Bool {
    let (a, b) = (bare(a).lowercased(), bare(b).lowercased())
    return !a.isEmpty && a == b
  }
}
