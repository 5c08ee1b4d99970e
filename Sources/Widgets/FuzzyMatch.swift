/// Finds candidates by a few of their letters in order, as fuzzy finders do.
package struct FuzzyMatch: Sendable {
  private let wanted: [Unicode.Scalar]
  private let isCaseSensitive: Bool

  /// Upper case in the query must match exactly; its blanks do not count.
  package init(_ query: String) {
    isCaseSensitive = query.contains(where: \.isUppercase)
    let scalars = query.unicodeScalars.filter { $0 != " " }
    wanted = isCaseSensitive ? scalars.map(\.self) : scalars.map(Self.lower)
  }

  /// How well a candidate matches, higher is better; nil where a letter is missing.
  package func score(_ candidate: String) -> Int? {
    guard mayMatch(candidate) else { return nil }
    let letters = Array(candidate.unicodeScalars)
    let folded = isCaseSensitive ? letters : letters.map(Self.lower)
    // Where the beginnings of words lead astray, the letters as they come.
    return score(letters, folded, prefersWords: true)
      ?? score(letters, folded, prefersWords: false)
  }

  private func score(
    _ letters: [Unicode.Scalar], _ folded: [Unicode.Scalar], prefersWords: Bool
  ) -> Int? {
    var score = 0
    var index = 0
    var last: Int?
    for letter in wanted {
      let next =
        prefersWords
        ? place(of: letter, from: index, in: folded, letters, last)
        : folded[index...].firstIndex(of: letter)
      guard let next else { return nil }
      if let last, next == last + 1 { score += 12 }
      if Self.startsWord(next, in: letters) { score += 10 }
      score -= min(4, next - index)
      last = next
      index = next + 1
    }
    return score - letters.count / 16
  }

  /// Whether the letters are there in order at all: most candidates end here.
  private func mayMatch(_ candidate: String) -> Bool {
    var rest = wanted[...]
    for scalar in candidate.unicodeScalars {
      guard let next = rest.first else { return true }
      if scalar == next || (!isCaseSensitive && Self.lower(scalar) == next) {
        rest = rest.dropFirst()
      }
    }
    return rest.isEmpty
  }

  /// The adjoining place if it matches, else the next word's beginning, else the next place at all.
  private func place(
    of letter: Unicode.Scalar, from index: Int, in folded: [Unicode.Scalar],
    _ letters: [Unicode.Scalar], _ last: Int?
  ) -> Int? {
    if last != nil, index < folded.count, folded[index] == letter { return index }
    var first: Int?
    for place in index..<max(index, folded.count) where folded[place] == letter {
      if Self.startsWord(place, in: letters) { return place }
      if first == nil { first = place }
    }
    return first
  }

  private static func lower(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.value < 0x80 {
      return ("A"..."Z").contains(scalar) ? Unicode.Scalar(scalar.value + 0x20) ?? scalar : scalar
    }
    return scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
  }

  private static func startsWord(_ index: Int, in letters: [Unicode.Scalar]) -> Bool {
    guard index > 0 else { return true }
    let before = letters[index - 1]
    return !isWord(before) || (isLower(before) && isUpper(letters[index]))
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value < 0x80 else { return scalar.properties.isAlphabetic }
    return isLower(scalar) || isUpper(scalar) || ("0"..."9").contains(scalar)
  }

  private static func isLower(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x80 ? ("a"..."z").contains(scalar) : scalar.properties.isLowercase
  }

  private static func isUpper(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x80 ? ("A"..."Z").contains(scalar) : scalar.properties.isUppercase
  }
}
