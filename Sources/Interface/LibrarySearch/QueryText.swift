import DocumentModel
import Text

/// A query as typed, split at blanks outside quotes; `LibraryQuery` interprets it.
package struct QueryText: Sendable, Hashable {
  package struct Part: Sendable, Hashable {
    /// The text as typed.
    package var text: String
    /// The filter's name, such as `author`; empty for words and phrases.
    package var filter = ""
    /// The text without the filter's name and without quotes.
    package var value: String
  }

  package let text: String
  package let parts: [Part]

  package init(_ text: String) {
    self.text = text
    var words: [String] = [""]
    var isQuoted = false
    for character in text {
      if QuerySigns.quotes.contains(character) { isQuoted = !isQuoted || character == "„" }
      if character.isWhitespace, !isQuoted {
        words.append("")
      } else {
        words[words.count - 1].append(character)
      }
    }
    parts = words.filter { !$0.isEmpty }.map(Self.part)
  }

  private static func part(_ word: String) -> Part {
    func bare(_ text: some Sequence<Character>) -> String {
      String(text.filter { !QuerySigns.quotes.contains($0) })
    }
    let name = word.prefix { $0 != ":" }
    let filter = (name.hasPrefix("-") ? name.dropFirst() : name).lowercased()
    guard QuerySigns.filters.contains(filter), name.count < word.count else {
      return Part(text: word, value: bare(word))
    }
    return Part(text: word, filter: filter, value: bare(word.dropFirst(name.count + 1)))
  }

  /// Whether the query is long enough to search: two letters, one ideograph or syllable, or a filter.
  package var isEnough: Bool {
    if parts.contains(where: { !$0.filter.isEmpty && !$0.value.isEmpty }) { return true }
    let words = parts.filter { $0.filter.isEmpty && !Self.isOperator($0.text) }
    return Self.isEnough(words.map(\.value).joined())
  }

  private static func isOperator(_ text: String) -> Bool {
    [QuerySigns.and, QuerySigns.or, QuerySigns.not].contains { $0.contains(text) }
  }

  /// Whether a text is long enough to search as a single pattern.
  package static func isEnough(_ pattern: String) -> Bool {
    let signs = pattern.unicodeScalars.filter { !$0.properties.isWhitespace }
    return signs.count >= 2 || signs.contains { $0.properties.isIdeographic || isSyllable($0) }
  }

  /// Returns whether a scalar is kana or Hangul, of which one can be a word.
  private static func isSyllable(_ scalar: Unicode.Scalar) -> Bool {
    (0x3041...0x30FF).contains(scalar.value) || (0xAC00...0xD7A3).contains(scalar.value)
  }

  // MARK: narrowing

  /// Returns a filter as it is typed, quoted if necessary; quotes in the value are removed, since they cannot be escaped.
  package static func filter(_ name: String, _ value: String) -> String {
    let value = value.filter { !QuerySigns.quotes.contains($0) }
    let isPlain = !value.isEmpty && !value.contains { $0.isWhitespace || $0 == "(" || $0 == ")" }
    return name + ":" + (isPlain ? value : "\"" + value + "\"")
  }

  package func contains(_ filter: String) -> Bool { parts.contains { $0.text == filter } }

  /// Returns the query with a filter added, or removed if it contains the filter.
  package func toggling(_ filter: String) -> String {
    guard contains(filter) else { return (closed + " " + filter).trimmed }
    return parts.map(\.text).filter { $0 != filter }.joined(separator: " ")
  }

  /// The query in a form to which more words can be appended to narrow it: alternatives are put in parentheses.
  package var closed: String {
    guard hasOpenAlternatives else { return text.trimmed }
    let pages = parts.filter { $0.filter == "page" }.map(\.text)
    let others = parts.filter { $0.filter != "page" }.map(\.text)
    return (["(" + others.joined(separator: " ") + ")"] + pages).joined(separator: " ")
  }

  /// Whether there is an `OR` outside parentheses.
  private var hasOpenAlternatives: Bool {
    var depth = 0
    for part in parts {
      if depth <= 0, QuerySigns.or.contains(part.text) { return true }
      guard !part.text.contains(where: { QuerySigns.quotes.contains($0) }) else { continue }
      depth += part.text.count { $0 == "(" } - part.text.count { $0 == ")" }
    }
    return false
  }
}
