/// Divides running text into sentences.
package enum SentenceBreaks {
  /// Characters of a sentence; a longer one is divided at a blank.
  private static let longest = 600

  /// Returns the ranges of the sentences, without the blanks between them.
  package static func ranges(of scalars: [UInt32]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    func end(at end: Int) {
      let first = scalars[start..<end].firstIndex { !Script.isBlank($0) }
      let last = scalars[start..<end].lastIndex { !Script.isBlank($0) }
      if let first, let last { ranges.append(first..<last + 1) }
      start = end
    }
    for index in scalars.indices {
      let isEnd = isEnd(index, of: scalars) && !isNumber(scalars[start..<index])
      if isEnd || isTooLong(start..<index + 1, scalars[index]) {
        end(at: index + 1)
      }
    }
    end(at: scalars.count)
    return ranges
  }

  /// Returns whether a sentence ends with a character, including the quotes and brackets after its stop.
  private static func isEnd(_ index: Int, of scalars: [UInt32]) -> Bool {
    if fullStops.contains(scalars[index]) {
      return index + 1 == scalars.count || !closing.contains(scalars[index + 1])
    }
    guard index + 1 < scalars.count, Script.isBlank(scalars[index + 1]) else { return false }
    var stop = index
    while stop > 0, closing.contains(scalars[stop]) { stop -= 1 }
    if stop < index, fullStops.contains(scalars[stop]) { return true }
    guard stops.contains(scalars[stop]) else { return false }
    guard let next = scalars[(index + 1)...].first(where: { !Script.isBlank($0) }) else {
      return true
    }
    // “he asked? she said”
    if Script.isLowerCase(next) { return false }
    return scalars[stop] != 0x2E || stop < index
      || !isAbbreviated(scalars[..<stop], beforeNumber: Script.isDigit(next))
  }

  /// Whether a text before a stop is the number of a heading or an item: `1`, `2.3`, `(a)`.
  private static func isNumber(_ text: ArraySlice<UInt32>) -> Bool {
    let signs = text.filter { !Script.isBlank($0) }
    return signs.count <= 6 && signs.count(where: Script.isLetter) <= 1
      && signs.contains { Script.isDigit($0) || Script.isLetter($0) }
  }

  private static func isTooLong(_ range: Range<Int>, _ last: UInt32) -> Bool {
    range.count > longest && Script.isBlank(last)
  }

  /// Whether a full stop after the text belongs to its last word.
  private static func isAbbreviated(
    _ text: ArraySlice<UInt32>, beforeNumber: Bool
  ) -> Bool {
    let word = text.suffix(12).reversed().prefix {
      !Script.isBlank($0) && !opening.contains($0)
    }.reversed()
    let letters = word.filter { Script.isLetter($0) }
    // An initial, as in “D. E. Knuth”, but not a number or “(see A).”.
    if word.count == 1, let letter = letters.first { return !Script.isLowerCase(letter) }
    let name = String(String.UnicodeScalarView(word.compactMap(Unicode.Scalar.init)))
    return abbreviations.contains(name.lowercased())
      || beforeNumber && numbered.contains(name.lowercased())
  }

  private static let stops: Set<UInt32> = [0x2E, 0x21, 0x3F, 0x2026, 0x203D]
  /// Ideographic full stops, which no blank follows, and those of Devanagari and Arabic.
  private static let fullStops: Set<UInt32> = [0x3002, 0xFF01, 0xFF1F, 0x0964, 0x06D4, 0x061F]
  private static let closing: Set<UInt32> = [
    0x22, 0x27, 0x29, 0x5D, 0x7D, 0xBB, 0x201D, 0x2019, 0x203A, 0x300D, 0x300F, 0xFF09,
  ]
  private static let opening: Set<UInt32> = [0x22, 0x27, 0x28, 0x5B, 0xAB, 0x201C, 0x2018, 0x201E]

  /// The same before numbers only.
  private static let numbered: Set<String> = ["no", "nos", "nr"]

  /// Words, in lower case and without the last stop, after which a sentence goes on.
  private static let abbreviations: Set<String> = [
    "abb", "al", "approx", "art", "aufl", "bd", "bzw", "ca", "cf", "ch", "chap", "co", "d.h", "dr",
    "e.g", "ed", "eds", "env", "eq", "eqs", "evtl", "fig", "figs", "ggf", "hrsg", "i.e", "inc",
    "jr", "kap", "ltd", "mr", "mrs", "ms", "op", "p", "p.ex", "par", "pp", "prof", "ref", "refs",
    "resp", "s", "sec", "sect", "sog", "sr", "st", "tab", "u.a", "vgl", "viz", "vol", "vols", "vs",
    "z.b", "éd",
  ]
}
