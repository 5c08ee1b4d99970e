/// Language tags (BCP 47), such as `en-GB`.
package enum LanguageTag {
  /// Characters of the longest tag that is kept.
  private static let most = 35

  /// Returns a tag with hyphens between its parts; empty for what has not the form of one.
  package static func checked(_ text: String) -> String {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    let isTag = parts.allSatisfy { part in
      (1...8).contains(part.utf8.count)
        && part.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
    }
    let hasLanguage = (2...3).contains(parts.first?.utf8.count ?? 0)
    return isTag && hasLanguage && text.utf8.count <= most ? parts.joined(separator: "-") : ""
  }

  /// Whether the usual script of a tag's language is written from right to left.
  package static func isRightToLeft(_ tag: String) -> Bool {
    let parts = tag.lowercased().split(separator: "-")
    if let script = parts.dropFirst().first(where: { $0.utf8.count == 4 }) {
      return scripts.contains(String(script))
    }
    return parts.first.map { languages.contains(String($0)) } ?? false
  }

  private static let scripts: Set<String> = ["arab", "hebr", "thaa", "syrc", "nkoo", "adlm"]
  private static let languages: Set<String> = [
    "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "ps", "sd", "ug", "ur", "yi",
  ]

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
