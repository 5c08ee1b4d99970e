/// A person's name in the parts that bibliographies sort by.
package struct PersonName: Sendable, Hashable {
  /// The family name with its particles, such as `van der Burg`.
  package var surname: String
  /// Given names or initials; empty if there are none.
  package var given: String

  package init(surname: String, given: String = "") {
    self.surname = surname
    self.given = given
  }

  /// Reads `Given Surname` or `Surname, Given`.
  package init(_ text: String) {
    let parts = text.split(separator: ",", maxSplits: 1).map { String($0).trimmed }
    if parts.count == 2, !Self.isSuffix(parts[1]) {
      self.init(surname: parts[0], given: parts[1])
      return
    }
    let words = text.split { $0.isWhitespace || $0 == "," }.map(String.init)
    let start = Self.surnameStart(words)
    if start == 1, words.count == 2, Self.isInitial(words[1]), !Self.isInitial(words[0]) {
      // `Smith J.` is inverted.
      self.init(surname: words[0], given: words[1])
      return
    }
    self.init(
      surname: words[start...].joined(separator: " "),
      given: words[..<start].joined(separator: " "))
  }

  /// Reads a list such as `John Smith, Jane Doe and X. Y` or `Smith, J.; Doe, J.`.
  package static func list(_ text: String) -> [PersonName] {
    let joined = joins.reduce(text) { $0.replacing($1, with: ";") }
    let parts = joined.split(separator: ";").map { String($0).trimmed }.filter { !$0.isEmpty }
    // Commas separate names where every part between them has two words or more.
    return parts.flatMap { part -> [String] in
      let pieces = part.split(separator: ",").map { String($0).trimmed }
      let areNames = pieces.allSatisfy { $0.contains(" ") } || pieces.count > 2
      return areNames && pieces.count > 1 ? pieces : [part]
    }.filter { !$0.isEmpty && !isSuffix($0) }.prefix(mostNames).map { PersonName($0) }
  }

  /// As in `Ashlee N. Ford Versypt`.
  package var plain: String { given.isEmpty ? surname : given + " " + surname }

  /// As in `Ford Versypt, Ashlee N.`.
  package var inverted: String { given.isEmpty ? surname : surname + ", " + given }

  /// The maximum number of names in a list of authors.
  package static let mostNames = 5_000

  private static let joins = [" and ", " & ", " und ", " et "]
  private static let suffixes: Set<String> = ["jr", "sr", "ii", "iii", "iv"]
  /// Particles that may begin with a capital.
  private static let particles: Set<String> = [
    "de", "del", "della", "der", "den", "di", "dos", "du", "el", "la", "le", "ten", "ter", "van",
    "von", "vander", "vanden",
  ]
  /// Words that join two surnames.
  private static let conjunctions: Set<String> = ["y", "e", "i"]

  private static func isSuffix(_ word: String) -> Bool {
    suffixes.contains(word.lowercased().filter { $0 != "." })
  }

  private static func isInitial(_ word: String) -> Bool {
    word.filter { $0 != "." }.count == 1 && word.first?.isUppercase == true
  }

  /// Returns the index of the first word of the surname.
  private static func surnameStart(_ words: [String]) -> Int {
    guard words.count > 1 else { return 0 }
    var start = words.count - 1
    if isSuffix(words[start]), start > 1 { start -= 1 }
    if let particle = words.indices.dropFirst().first(where: {
      $0 <= start && words[$0].first?.isLowercase == true
    }) {
      return conjunctions.contains(words[particle]) && particle > 1 ? particle - 1 : particle
    }
    while start > 1, particles.contains(words[start - 1].lowercased()) { start -= 1 }
    return start
  }
}
