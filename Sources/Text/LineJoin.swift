/// How the end of one line is joined with the start of the next.
enum LineJoin {
  case blank
  case direct
  /// Without the hyphen; `isOpen` if only a heuristic decided so.
  case withoutHyphen(isOpen: Bool)
  case withHyphen(isOpen: Bool)

  /// Typographic habits of a document.
  struct Habits {
    var words: WordSet
    /// Whether blanks between ideographs and Latin words are usual.
    var spacesMixed = false
    /// Whether blanks between ideographs and digits are usual.
    var spacesDigits = false
    /// Whether words are hyphenated with U+2010 and compounds written with U+002D, so that the character decides.
    var hyphensTell = false
  }

  /// `tail` ends with the last scalar of the line, `head` starts with the first of the next one; neither is empty.
  static func decide(tail: ArraySlice<UInt32>, head: ArraySlice<UInt32>, _ habits: Habits)
    -> LineJoin
  {
    guard let last = tail.last, let first = head.first else { return .direct }
    if Script.isHyphen(last) {
      // Addresses are broken at their own hyphens.
      return isInAddress(tail) ? .withHyphen(isOpen: false) : hyphen(tail, head, habits)
    }
    if Script.isIdeographic(last) || Script.isIdeographic(first) {
      return ideographic(last, first, habits)
    }
    let before = tail.dropLast().last
    let isGlued = before.map { !Script.isBlank($0) } ?? false
    // Dashes and slashes attached to a word, and URIs broken after punctuation.
    if isGlued, last == 0x2014 || last == 0x2F { return .direct }
    if isGlued, last == 0x2013, Script.isDigit(first) { return .direct }
    if isInsideAddress(tail, first) { return .direct }
    return .blank
  }

  private static func ideographic(_ last: UInt32, _ first: UInt32, _ habits: Habits) -> LineJoin {
    if Script.isHangul(last) || Script.isHangul(first) { return .blank }
    if Script.isIdeographic(last), Script.isIdeographic(first) { return .direct }
    let other = Script.isIdeographic(last) ? last : first
    guard Script.isWritten(other) else { return .direct }
    let isDigit = Script.isDigit(other == last ? first : last)
    return (isDigit ? habits.spacesDigits : habits.spacesMixed) ? .blank : .direct
  }

  /// Whether a line ends within an address that goes on with a scalar.
  static func isInsideAddress(_ tail: ArraySlice<UInt32>, _ first: UInt32) -> Bool {
    guard let last = tail.last, Script.isLetter(first) || Script.isDigit(first) || first == 0x2F
    else { return false }
    let signs: [UInt32] = [0x2D, 0x2F, 0x2E, 0x5F, 0x3F, 0x3D, 0x26, 0x23, 0x25, 0x3A, 0x7E]
    guard signs.contains(last) || first == 0x2F else { return false }
    return isInAddress(tail) && (last != 0x2E || !Script.isUpperCase(first))
  }

  /// Whether the last word of a line has a scheme.
  private static func isInAddress(_ tail: ArraySlice<UInt32>) -> Bool {
    let token = tail.suffix(120).split(whereSeparator: Script.isBlank).last ?? []
    return token.indices.dropLast(2).contains { at in
      token[at] == 0x3A && token[at + 1] == 0x2F && token[at + 2] == 0x2F
    }
  }

  private static func hyphen(
    _ tail: ArraySlice<UInt32>, _ head: ArraySlice<UInt32>, _ habits: Habits
  ) -> LineJoin {
    guard let first = head.first, let last = tail.last else { return .direct }
    let stem = tail.dropLast()
    let left = stem.suffix(48).suffix(while: Script.isLetter)
    let right = head.prefix(while: Script.isLetter)
    if last == 0xAD { return .withoutHyphen(isOpen: false) }
    guard !left.isEmpty else {
      // A dash between blanks stays separate; `1990-2000` and `-x` are joined.
      guard let before = stem.last else { return .blank }
      return Script.isBlank(before) || Script.isHyphen(before) ? .blank : .withHyphen(isOpen: false)
    }
    guard !right.isEmpty else {
      return Script.isDigit(first) ? .withHyphen(isOpen: false) : .blank
    }
    if habits.hyphensTell {
      return last == 0x2010 ? .withoutHyphen(isOpen: false) : .withHyphen(isOpen: false)
    }
    if isConjunction(right), right.endIndex < head.endIndex, Script.isHyphen(head[right.endIndex]) {
      // `good-` and `of-fit`: a compound broken at one of its hyphens.
      return .withHyphen(isOpen: true)
    }
    if isConjunction(right), left.count > 2, !known(left, right, habits.words) { return .blank }
    return word(left, right, stem, habits.words)
  }

  private static func word(
    _ left: ArraySlice<UInt32>, _ right: ArraySlice<UInt32>, _ stem: ArraySlice<UInt32>,
    _ words: WordSet
  ) -> LineJoin {
    var whole = WordSet.Hash()
    whole.add(left)
    var compound = whole
    whole.add(right)
    compound.add(0x2D)
    compound.add(right)
    let (isWhole, isCompound) = (words.contains(whole), words.contains(compound))
    if isWhole != isCompound {
      return isWhole ? .withoutHyphen(isOpen: false) : .withHyphen(isOpen: false)
    }
    if let first = right.first, let last = left.last, Script.isUpperCase(first) {
      // `INTRODUC-TION` is one word in capitals; `Navier-Stokes` is two.
      return Script.isUpperCase(last) && left.count > 1
        ? .withoutHyphen(isOpen: true) : .withHyphen(isOpen: true)
    }
    let before = stem.dropLast(left.count).last
    if let before, Script.isDigit(before) || before == 0x5F { return .withHyphen(isOpen: true) }
    let isInCompound = before.map(Script.isHyphen) ?? false
    // If both halves are words of this document and the whole is not, they are probably two words.
    var (a, b) = (WordSet.Hash(), WordSet.Hash())
    a.add(left)
    b.add(right)
    let least = isInCompound ? 2 : 3
    let isTwo =
      left.count >= least && right.count >= least && words.contains(a)
      && (words.contains(b) || Compounds.ends(with: right)) || Compounds.starts(with: left)
      || Compounds.isAdverb(left) && !Compounds.continuesAdverb(right)
    return isTwo && !isWhole ? .withHyphen(isOpen: true) : .withoutHyphen(isOpen: true)
  }

  private static func known(
    _ left: ArraySlice<UInt32>, _ right: ArraySlice<UInt32>, _ words: WordSet
  ) -> Bool {
    var whole = WordSet.Hash()
    whole.add(left)
    whole.add(right)
    return words.contains(whole)
  }

  private static func isConjunction(_ word: ArraySlice<UInt32>) -> Bool {
    word.count <= 4 && Compounds.conjunctions.contains(WordSet.Hash(word).value)
  }
}

/// Words that distinguish a compound's hyphen from hyphenation.
enum Compounds {
  /// `Haupt- und Nebensatz`, `pre- and postfix`: the hyphen before these words replaces an omitted part.
  static let conjunctions = hashes("und oder and or to bzw et ou en of och y e")

  /// Rarely the end of a simple word, often that of a compound.
  private static let ends = hashes(
    """
    aware based bound built centric dependent driven efficient encoded ended even fold free friendly
    generated independent intensive known level like made oriented only driven quality readable
    related safe scale side sized specific style threaded time tuned type wide written year
    """)
  /// Rarely the start of a simple word.
  private static let starts = hashes("self well cross quasi half so single")

  /// Whether a word is an English adverb before what it modifies (`smoothly-degrading`, `strongly-consistent`); not `analy-sis`, `apply-ing`.
  static func isAdverb(_ word: ArraySlice<UInt32>) -> Bool {
    word.count >= 7 && word.suffix(2).map(Script.lower) == [0x6C, 0x79]
  }

  static func continuesAdverb(_ word: ArraySlice<UInt32>) -> Bool {
    word.count < 4 || wordEnds.contains(WordSet.Hash(word.prefix(4)).value)
  }

  /// Continuations of words such as `catalys` and `multiply`.
  private static let wordEnds = hashes("sing zing ing ings able zers sers sis tics tica zati")

  static func ends(with word: ArraySlice<UInt32>) -> Bool {
    ends.contains(WordSet.Hash(word).value)
  }

  static func starts(with word: ArraySlice<UInt32>) -> Bool {
    starts.contains(WordSet.Hash(word).value)
  }

  private static func hashes(_ list: StaticString) -> Set<UInt64> {
    list.withUTF8Buffer { bytes in
      Set(
        bytes.split { $0 == 0x20 || $0 == 0x0A }.map { word in
          var hash = WordSet.Hash()
          for byte in word { hash.add(UInt32(byte)) }
          return hash.value
        })
    }
  }
}

extension BidirectionalCollection {
  /// Returns the longest suffix whose elements all satisfy a condition.
  func suffix(while holds: (Element) -> Bool) -> SubSequence {
    var start = endIndex
    while start > startIndex {
      let before = index(before: start)
      guard holds(self[before]) else { break }
      start = before
    }
    return self[start...]
  }
}
