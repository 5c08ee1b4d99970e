/// A query as it is typed, cut at blanks that are not quoted.
package struct QueryText: Sendable, Hashable {
  package struct Part: Sendable, Hashable {
    /// As it is typed.
    package var text: String
    /// As `author`; empty for words and phrases.
    package var filter = ""
    /// Without quotes.
    package var value: String
  }

  package static let filters = [
    "author", "title", "tag", "in", "type", "after", "before", "year", "page", "note",
  ]
  package static let operators: Set<String> = ["AND", "OR", "NOT"]

  package let parts: [Part]

  package init(_ text: String) {
    var words: [String] = [""]
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if character.isWhitespace, !isQuoted {
        words.append("")
      } else {
        words[words.count - 1].append(character)
      }
    }
    parts = words.filter { !$0.isEmpty }.map(Self.part)
  }

  private static func part(_ word: String) -> Part {
    let name = word.prefix { $0 != ":" }.lowercased()
    let bare = name.hasPrefix("-") ? String(name.dropFirst()) : name
    guard filters.contains(bare), name.count < word.count else {
      return Part(text: word, value: word.filter { $0 != "\"" })
    }
    return Part(
      text: word, filter: bare, value: word.dropFirst(name.count + 1).filter { $0 != "\"" })
  }

  package var text: String { parts.map(\.text).joined(separator: " ") }

  /// There is as much as can be looked for: a few letters, one where each is a word, or a filter.
  package var isEnough: Bool {
    if parts.contains(where: { !$0.filter.isEmpty && !$0.value.isEmpty }) { return true }
    let words = parts.filter { $0.filter.isEmpty && !Self.operators.contains($0.text) }
    return Self.isEnough(words.map(\.value).joined())
  }

  /// The same of a text that is one pattern.
  package static func isEnough(_ pattern: String) -> Bool {
    let signs = pattern.unicodeScalars.filter { !$0.properties.isWhitespace }
    return signs.count >= 2 || signs.contains { $0.properties.isIdeographic || isSyllable($0) }
  }

  /// Kana and Hangul: one of them may be all of a word.
  private static func isSyllable(_ scalar: Unicode.Scalar) -> Bool {
    (0x3041...0x30FF).contains(scalar.value) || (0xAC00...0xD7A3).contains(scalar.value)
  }

  // MARK: filters

  /// A filter as it is to be typed, quoted where it must be; quotes in it cannot be said.
  package static func filter(_ name: String, _ value: String) -> String {
    let value = value.filter { $0 != "\"" }
    let isPlain = !value.isEmpty && !value.contains { $0.isWhitespace || $0 == "(" || $0 == ")" }
    return name + ":" + (isPlain ? value : "\"" + value + "\"")
  }

  package func contains(_ filter: String) -> Bool { parts.contains { $0.text == filter } }

  /// With a filter, or without it where it is there.
  package func toggling(_ filter: String) -> String {
    let others = parts.map(\.text).filter { $0 != filter }
    return (others.count < parts.count ? others : others + [filter]).joined(separator: " ")
  }
}
