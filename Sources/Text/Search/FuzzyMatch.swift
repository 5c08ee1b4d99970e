/// Matches candidates by some of their letters in order, as fuzzy finders do: `muller` finds `Müller`.
package struct FuzzyMatch: Sendable {
  private let wanted: [UInt32]
  private let folding: Folding

  /// Upper case and accents in the query must match exactly; its blanks are ignored.
  package init(_ query: String) {
    let scalars = query.unicodeScalars.filter { $0 != " " }.map(\.value)
    let ignoresCase = !query.contains(where: \.isUppercase)
    folding = Folding(asTyped: scalars, ignoresCase: ignoresCase)
    wanted = folding.fold(scalars).scalars
  }

  /// Returns how well a candidate matches, higher is better; nil if a letter is missing.
  package func score(_ candidate: String) -> Int? {
    guard mayMatch(candidate) else { return nil }
    let letters = candidate.unicodeScalars.map(\.value)
    let folded = folding.fold(letters)
    let name = Name(
      letters: folded.scalars, beginsWord: Self.beginnings(of: letters, folded),
      count: letters.count)
    // If preferring the beginnings of words fails, the letters are matched in the order they occur.
    return score(name, prefersWords: true) ?? score(name, prefersWords: false)
  }

  /// Returns the indices of the candidate's matched scalars; nil if a letter is missing.
  package func places(in candidate: String) -> [Int]? {
    guard mayMatch(candidate) else { return nil }
    let letters = candidate.unicodeScalars.map(\.value)
    let folded = folding.fold(letters)
    let name = Name(
      letters: folded.scalars, beginsWord: Self.beginnings(of: letters, folded),
      count: letters.count)
    return (places(name, prefersWords: true) ?? places(name, prefersWords: false))?
      .map { Int(folded.sources[$0]) }
  }

  private func places(_ name: Name, prefersWords: Bool) -> [Int]? {
    var places: [Int] = []
    for letter in wanted {
      let index = places.last.map { $0 + 1 } ?? 0
      let next =
        prefersWords
        ? place(of: letter, from: index, in: name, places.last)
        : name.letters[index...].firstIndex(of: letter)
      guard let next else { return nil }
      places.append(next)
    }
    return places
  }

  /// A candidate's folded letters.
  private struct Name {
    var letters: [UInt32]
    /// Whether a word begins at each letter.
    var beginsWord: [Bool]
    /// The length before folding.
    var count: Int
  }

  private func score(_ name: Name, prefersWords: Bool) -> Int? {
    var score = 0
    var index = 0
    var last: Int?
    for letter in wanted {
      let next =
        prefersWords
        ? place(of: letter, from: index, in: name, last)
        : name.letters[index...].firstIndex(of: letter)
      guard let next else { return nil }
      if let last, next == last + 1 { score += 12 }
      if name.beginsWord[next] { score += 10 }
      score -= min(4, next - index)
      last = next
      index = next + 1
    }
    return score - name.count / 16
  }

  /// Whether the letters may occur in order, without folding: most candidates fail this quick test.
  private func mayMatch(_ candidate: String) -> Bool {
    var candidate = candidate
    return candidate.withUTF8 { bytes in
      var place = 0
      for byte in bytes {
        // The folding of other characters is not known here.
        if byte >= 0x80 { return true }
        guard place < wanted.count else { return true }
        let isUpper = folding.ignoresCase && byte >= 0x41 && byte <= 0x5A
        if wanted[place] == UInt32(isUpper ? byte + 0x20 : byte) { place += 1 }
      }
      return place == wanted.count
    }
  }

  /// Returns the adjoining index if it matches, else the next beginning of a word, else the next match.
  private func place(of letter: UInt32, from index: Int, in name: Name, _ last: Int?) -> Int? {
    if last != nil, index < name.letters.count, name.letters[index] == letter { return index }
    var first: Int?
    for place in index..<max(index, name.letters.count) where name.letters[place] == letter {
      if name.beginsWord[place] { return place }
      if first == nil { first = place }
    }
    return first
  }

  /// Returns where words begin: after anything but letters and digits, and at a capital after a lower-case letter.
  private static func beginnings(of letters: [UInt32], _ folded: Folding.Folded) -> [Bool] {
    var before: (source: Int32, isWord: Bool, isLower: Bool)?
    return folded.sources.map { source in
      // Of one scalar that folds to several, only the first can begin a word.
      if let before, before.source == source { return false }
      let letter = letters[Int(source)]
      defer { before = (source, isWord(letter), isLower(letter)) }
      guard let before else { return true }
      return !before.isWord || (before.isLower && isUpper(letter))
    }
  }

  private static func isWord(_ letter: UInt32) -> Bool {
    guard letter < 0x80 else { return properties(letter)?.isAlphabetic == true }
    return isLower(letter) || isUpper(letter) || (0x30...0x39).contains(letter)
  }

  private static func isLower(_ letter: UInt32) -> Bool {
    letter < 0x80 ? (0x61...0x7A).contains(letter) : properties(letter)?.isLowercase == true
  }

  private static func isUpper(_ letter: UInt32) -> Bool {
    letter < 0x80 ? (0x41...0x5A).contains(letter) : properties(letter)?.isUppercase == true
  }

  private static func properties(_ letter: UInt32) -> Unicode.Scalar.Properties? {
    Unicode.Scalar(letter)?.properties
  }
}
