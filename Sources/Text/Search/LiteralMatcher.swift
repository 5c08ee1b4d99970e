/// Finds a literal text by the query's rules for case, accents and words; a blank matches any run of blanks.
package struct LiteralMatcher: PatternMatcher {
  private let needle: [UInt32]
  /// The pattern if it is ASCII only; in lower case if case is ignored.
  private let bytes: [UInt8]?
  private let isWholeWord: Bool
  private let hasLooseHyphens: Bool
  /// The number of scalars of the shortest match.
  private let shortest: Int
  private let folding: Folding
  /// The byte each ASCII byte is compared as.
  private let table: [UInt8]
  private let probe: LetterProbe?

  package init(_ query: SearchQuery) {
    // The case rule depends on the query's text only, so it is evaluated once, not for each passage.
    folding = query.folding
    isWholeWord = query.isWholeWord
    table = folding.ignoresCase ? Self.lower : Self.same
    var needle: [UInt32] = []
    let text = LevelSigns.spread(query.text.unicodeScalars.map(\.value))
    for scalar in folding.fold(text).scalars {
      let isBlank = Script.isBlank(scalar)
      if !isBlank || needle.last != 0x20 { needle.append(isBlank ? 0x20 : scalar) }
    }
    hasLooseHyphens = query.hasLooseHyphens
    if hasLooseHyphens { needle = Self.markingLooseHyphens(in: needle) }
    needle = LevelSigns.marked(needle)
    self.needle = needle
    shortest = needle.count { $0 != Self.looseHyphen && $0 != LevelSigns.optional }
    bytes = needle.allSatisfy { $0 < 0x80 } ? needle.map(UInt8.init) : nil
    probe = LetterProbe(needle, hasLooseHyphens: hasLooseHyphens)
  }

  /// The distance in the pattern of hyphens that its letters pass over: a gram passes over one at most.
  private static let apart = 8

  /// Represents a hyphen between letters, a blank or nothing in the pattern; no folded text contains it.
  private static let looseHyphen: UInt32 = 0x1F

  /// Hyphens at the ends, beside blanks and in rows stay literal.
  private static func markingLooseHyphens(in needle: [UInt32]) -> [UInt32] {
    var marked = needle
    for index in needle.indices.dropFirst().dropLast()
    where Script.isHyphen(needle[index]) && WordShape.isWord(needle[index - 1])
      && WordShape.isWord(needle[index + 1])
    {
      marked[index] = looseHyphen
    }
    return marked
  }

  package var reach: Int { needle.count + 8 }

  package func isAbsent(from text: UnsafeBufferPointer<UInt8>) -> Bool {
    probe?.isAbsent(from: text) == true
  }

  package func matches(in scalars: [UInt32]) throws(PatternError) -> [Range<Int>] {
    let folded = folding.fold(scalars)
    guard !needle.isEmpty, folded.scalars.count >= shortest else { return [] }
    var found: [Range<Int>] = []
    folded.scalars.withUnsafeBufferPointer { text in
      var at = 0
      while at + shortest <= text.count {
        guard isSame(text[at], needle[0]), let end = end(of: text, from: at) else {
          at += 1
          continue
        }
        let range = Int(folded.sources[at])..<behindMarks(Int(folded.sources[end - 1]) + 1, scalars)
        if isWhole(range, { scalars[$0] }, scalars.count) {
          found.append(range)
          at = end
        } else {
          at += 1
        }
      }
    }
    return found
  }

  package func matches(inASCII text: UnsafeBufferPointer<UInt8>) -> [Range<Int>]? {
    guard let bytes, let first = bytes.first else { return [] }
    var found: [Range<Int>] = []
    var at = 0
    let last = text.count - shortest
    while at <= last {
      guard table[Int(text[at])] == first else {
        at += 1
        continue
      }
      if let end = end(ofASCII: text, from: at, bytes, table),
        isWhole(at..<end, { UInt32(text[$0]) }, text.count)
      {
        found.append(at..<end)
        at = end
      } else {
        at += 1
      }
    }
    return found
  }

  /// Returns the end of a match that begins at an index; nil if there is none.
  private func end(
    ofASCII text: UnsafeBufferPointer<UInt8>, from start: Int, _ bytes: [UInt8], _ table: [UInt8]
  ) -> Int? {
    var at = start
    var passed = -Self.apart
    for (index, wanted) in bytes.enumerated() {
      if wanted == UInt8(LevelSigns.optional) {
        while at < text.count, LevelSigns.contains(UInt32(text[at])) { at += 1 }
        continue
      }
      if hasLooseHyphens, wanted == UInt8(Self.looseHyphen) || wanted == 0x20 {
        let start = at
        if at < text.count, text[at] == 0x2D {
          at += 1
        } else {
          while at < text.count, table[Int(text[at])] == 0x20 { at += 1 }
        }
        guard at > start || wanted != 0x20 else { return nil }
        continue
      }
      if hasLooseHyphens, at > start, at + 1 < text.count, text[at] == 0x2D,
        index - passed >= Self.apart, Script.isLetter(UInt32(text[at - 1])),
        Script.isLetter(UInt32(wanted))
      {
        at += 1
        passed = index
      }
      guard at < text.count, table[Int(text[at])] == wanted else { return nil }
      at += 1
      if wanted == 0x20 { while at < text.count, table[Int(text[at])] == 0x20 { at += 1 } }
    }
    return at
  }

  /// Returns the end of a match including combining marks on its last letter.
  private func behindMarks(_ end: Int, _ scalars: [UInt32]) -> Int {
    var end = end
    while end < scalars.count, (0x300...0x36F).contains(scalars[end]) { end += 1 }
    return end
  }

  private static let same = (0..<256).map { (byte: Int) -> UInt8 in
    byte == 0x09 || byte == 0x0A ? 0x20 : UInt8(byte)
  }
  private static let lower = same.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }

  /// Any kind of blank and a line end match a blank; other scalars match themselves.
  private func isSame(_ scalar: UInt32, _ wanted: UInt32) -> Bool {
    scalar == wanted || (wanted == 0x20 && Self.isBlank(scalar))
  }

  private static func isBlank(_ scalar: UInt32) -> Bool {
    Script.isBlank(scalar) || scalar == 0x0A
  }

  /// Returns the end of a match that begins at an index; nil if there is none.
  private func end(of text: UnsafeBufferPointer<UInt32>, from start: Int) -> Int? {
    var at = start
    var passed = -Self.apart
    for (index, wanted) in needle.enumerated() {
      if wanted == LevelSigns.optional {
        while at < text.count, LevelSigns.contains(text[at]) { at += 1 }
        continue
      }
      if hasLooseHyphens, wanted == Self.looseHyphen || wanted == 0x20 {
        let start = at
        if at < text.count, Script.isHyphen(text[at]) {
          at += 1
        } else {
          while at < text.count, Self.isBlank(text[at]) { at += 1 }
        }
        guard at > start || wanted != 0x20 else { return nil }
        continue
      }
      if hasLooseHyphens, at > start, at + 1 < text.count, Script.isHyphen(text[at]),
        index - passed >= Self.apart, Script.isLetter(text[at - 1]), Script.isLetter(wanted)
      {
        at += 1
        passed = index
      }
      guard at < text.count, isSame(text[at], wanted) else { return nil }
      at += 1
      if wanted == 0x20 { while at < text.count, Self.isBlank(text[at]) { at += 1 } }
    }
    return at
  }

  /// Whether a match is a whole word, if that is required. Ideographs are words of their own.
  private func isWhole(_ range: Range<Int>, _ scalar: (Int) -> UInt32, _ count: Int) -> Bool {
    guard isWholeWord else { return true }
    func parts(_ left: Int, _ right: Int) -> Bool {
      guard left >= 0, right < count else { return true }
      let (a, b) = (scalar(left), scalar(right))
      return !WordShape.isWord(a) || !WordShape.isWord(b) || Script.isIdeographic(a)
        || Script.isIdeographic(b)
    }
    return parts(range.lowerBound - 1, range.lowerBound)
      && parts(range.upperBound - 1, range.upperBound)
  }
}

/// The signs that write what is raised or lowered: `10^7` and `x_{1}` in a pattern also match `10⁷` and `x₁`.
enum LevelSigns {
  /// Represents any of these signs or none in a pattern; no folded text contains it.
  static let optional: UInt32 = 0x1E

  @inline(__always)
  static func contains(_ scalar: UInt32) -> Bool {
    scalar == 0x5E || scalar == 0x5F || scalar == 0x7B || scalar == 0x7D
  }

  /// Puts the optional sign before raised and lowered characters, which folding makes plain.
  static func spread(_ text: [UInt32]) -> [UInt32] {
    var spread: [UInt32] = []
    for scalar in text {
      if isCharacter(scalar), spread.last.map({ !isCharacter($0) }) ?? false {
        spread.append(optional)
      }
      spread.append(scalar)
    }
    return spread
  }

  /// Whether a character is raised or lowered by itself.
  private static func isCharacter(_ scalar: UInt32) -> Bool {
    scalar == 0xB2 || scalar == 0xB3 || scalar == 0xB9 || (0x2070...0x209C).contains(scalar)
      || (0x1D2C...0x1D6A).contains(scalar)
  }

  /// Makes the signs of a folded pattern optional where they write a level: before digits, signs and single letters, and their braces.
  static func marked(_ needle: [UInt32]) -> [UInt32] {
    var marked: [UInt32] = []
    var isOpen = false
    for (index, scalar) in needle.enumerated() {
      if scalar == 0x5E || scalar == 0x5F, index > 0, isLevel(needle[(index + 1)...]) {
        isOpen = index + 1 < needle.count && needle[index + 1] == 0x7B
        marked.append(optional)
      } else if isOpen, scalar == 0x7B || scalar == 0x7D {
        if marked.last != optional { marked.append(optional) }
        isOpen = scalar == 0x7B
      } else {
        marked.append(scalar)
      }
    }
    return marked
  }

  private static func isLevel(_ rest: ArraySlice<UInt32>) -> Bool {
    guard let first = rest.first else { return false }
    if Script.isDigit(first) || first == 0x7B || first == 0x2B || Script.isHyphen(first)
      || first == 0x2212
    {
      return true
    }
    return Script.isLetter(first) && !(rest.dropFirst().first.map(WordShape.isWord) ?? false)
  }
}

/// Defines which scalars belong to a word.
package enum WordShape {
  /// Whether a text begins within a word that the text before it ends with; ideographs are words of their own.
  package static func isWithinWord(_ before: String, _ text: String) -> Bool {
    guard let left = before.unicodeScalars.last?.value, let right = text.unicodeScalars.first?.value
    else { return false }
    return [left, right].allSatisfy { isWord($0) && !Script.isIdeographic($0) }
  }

  package static func isWord(_ scalar: UInt32) -> Bool {
    if scalar < 0x80 { return Script.isLetter(scalar) || Script.isDigit(scalar) || scalar == 0x5F }
    return Unicode.Scalar(scalar)?.properties.isAlphabetic == true
      || Script.isDigit(scalar) || (0x300...0x36F).contains(scalar)
  }
}
