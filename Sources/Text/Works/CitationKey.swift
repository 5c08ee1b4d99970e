package import DocumentModel

/// A pattern for citation keys, such as `{author}{year}`.
package struct CitationKey: Sendable, Hashable {
  /// The pattern that is used unless the settings have another.
  package static let usual = CitationKey(pattern: "{author}{year}")

  private let pattern: String

  /// Returns nil if the pattern has a name in braces that is not in `names`, or no name.
  package init?(checked pattern: String) {
    let parts = Self.parts(of: pattern)
    let names = parts.filter(\.isName)
    guard !names.isEmpty, names.allSatisfy({ Self.values[$0.text.lowercased()] != nil }),
      pattern.count <= 200,
      parts.allSatisfy({ $0.isName || $0.text.allSatisfy(Self.isAllowed) })
    else { return nil }
    self.pattern = pattern
  }

  private init(pattern: String) { self.pattern = pattern }

  /// The names a pattern may have; with a capital, as in `{Author}`, the value begins with one.
  package static let names = ["author", "authors", "year", "title", "venue"]

  /// Returns the key that an entry beside the document has, else one of ASCII letters, digits and the pattern's signs; `fallback` is used for a work without
  /// any of the pattern's values.
  package func key(of record: BibliographicRecord, fallback: String = "document") -> String {
    let known = record[.key]
    if !known.isEmpty { return known }
    var key = ""
    var isKnown = false
    for part in Self.parts(of: pattern) {
      guard part.isName else {
        key += part.text
        continue
      }
      let value = Self.values[part.text.lowercased()]?(record) ?? ""
      isKnown = isKnown || !value.isEmpty
      let isCapital = part.text.first?.isUppercase == true
      key += isCapital ? value.prefix(1).uppercased() + value.dropFirst() : value
    }
    if isKnown { return key }
    let name = Self.ascii(fallback)
    return name.isEmpty ? "document" : name
  }

  private typealias Value = @Sendable (BibliographicRecord) -> String

  private static let values: [String: Value] = [
    "author": { $0.authors.first.map { ascii($0.surname) } ?? titleWord($0) },
    "authors": { $0.authors.prefix(3).map { ascii($0.surname) }.joined() },
    "year": { ascii($0[.year]) },
    "title": { titleWord($0) },
    "venue": {
      $0[.venue].split(separator: " ").compactMap { $0.first }.filter(\.isUppercase)
        .map { ascii(String($0)) }.joined()
    },
  ]

  /// The first word of the title that means something.
  private static func titleWord(_ record: BibliographicRecord) -> String {
    let words = record[.title].split { !$0.isLetter && !$0.isNumber }.map { ascii(String($0)) }
    return words.first { $0.count > 1 && !fillers.contains($0) } ?? words.first ?? ""
  }

  private static let fillers: Set<String> = [
    "the", "an", "on", "of", "in", "for", "to", "and", "with", "from", "towards", "toward",
    "der", "die", "das", "ein", "eine", "le", "la", "les", "un", "une", "el", "los",
  ]

  private static func ascii(_ text: String) -> String {
    let folding = Folding(ignoresCase: true, ignoresAccents: true)
    return String(
      String.UnicodeScalarView(
        folding.text(text).unicodeScalars.filter { $0.isASCII && Character($0).isWord }))
  }

  private static func isAllowed(_ sign: Character) -> Bool {
    sign.isASCII && (sign.isWord || "-_:.+/".contains(sign))
  }

  private static func parts(of pattern: String) -> [(text: String, isName: Bool)] {
    var parts: [(text: String, isName: Bool)] = []
    var rest = pattern[...]
    while let open = rest.firstIndex(of: "{"),
      let close = rest[open...].firstIndex(of: "}")
    {
      if open > rest.startIndex { parts.append((String(rest[..<open]), false)) }
      parts.append((String(rest[rest.index(after: open)..<close]), true))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append((String(rest), false)) }
    return parts
  }
}

extension Character {
  fileprivate var isWord: Bool { isLetter || isNumber }
}
