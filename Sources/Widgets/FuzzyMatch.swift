/// Finds candidates by a few of their letters in order, as fuzzy finders do.
package enum FuzzyMatch {
  package struct Match: Sendable, Hashable {
    /// Higher is better.
    package var score: Int
    /// Indices of the matched characters.
    package var positions: [Int]
  }

  /// Matches the query's letters in order; upper case in the query must match exactly; nil where a letter is missing.
  package static func score(query: String, candidate: String) -> Match? {
    let isCaseSensitive = query.contains(where: \.isUppercase)
    let wanted = Array(query.filter { $0 != " " })
    let letters = Array(candidate)
    func same(_ a: Character, _ b: Character) -> Bool {
      a == b || (!isCaseSensitive && a.lowercased() == b.lowercased())
    }
    var positions: [Int] = []
    var score = 0
    var index = 0
    for letter in wanted {
      guard let next = best(from: index, in: letters, where: { same($0, letter) }, positions.last)
      else { return nil }
      if let last = positions.last, next == last + 1 { score += 12 }
      if startsWord(next, in: letters) { score += 10 }
      score -= min(4, next - index)
      positions.append(next)
      index = next + 1
    }
    return Match(score: score - letters.count / 16, positions: positions)
  }

  /// The adjoining place if it matches, else the next word's beginning, else the next place at all.
  private static func best(
    from index: Int, in letters: [Character], where matches: (Character) -> Bool, _ last: Int?
  ) -> Int? {
    if last != nil, index < letters.count, matches(letters[index]) { return index }
    var first: Int?
    for place in index..<max(index, letters.count) where matches(letters[place]) {
      if startsWord(place, in: letters) { return place }
      if first == nil { first = place }
    }
    return first
  }

  private static func startsWord(_ index: Int, in letters: [Character]) -> Bool {
    guard index > 0 else { return true }
    let before = letters[index - 1]
    return !before.isLetter && !before.isNumber
      || (before.isLowercase && letters[index].isUppercase)
  }
}
