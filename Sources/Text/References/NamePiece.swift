import DocumentModel

/// The words between two separators in a list of names.
struct NamePiece {
  var words: [Word]
  var separator: Separator
  /// The index of the text after the separator.
  var next: Int

  struct Word {
    var range: Range<Int>
    /// A single capital, or a short word of capitals only.
    var isInitial = false
    var hasStop = false
    var isParticle = false
    var isLowerCase = false
    var isSuffix = false
    /// A name of ideographs, which stands alone.
    var isIdeographic = false
  }

  /// `end` is a year, a bracket, a quotation mark, a colon, or the full stop of a sentence.
  enum Separator { case comma, list, end }

  private static let longest = 4_000

  static func all(_ text: [UInt32], from start: Int) -> [NamePiece] {
    var pieces: [NamePiece] = []
    var words: [Word] = []
    var at = start
    let limit = min(text.count, start + longest)
    func close(_ separator: Separator) {
      // `, and` and `, &` are one separator, and the stronger one counts.
      if !words.isEmpty {
        pieces.append(NamePiece(words: words, separator: separator, next: at))
      } else if let last = pieces.indices.last {
        if separator != .comma { pieces[last].separator = separator }
        pieces[last].next = at
      }
      words = []
    }
    while at < limit {
      let scalar = text[at]
      if Script.isLetter(scalar) {
        let word = word(at, in: text)
        at = word.range.upperBound + (word.hasStop ? 1 : 0)
        let letters = text[word.range]
        if isOthers(letters), !pieces.isEmpty || !words.isEmpty {
          close(.end)
          return pieces
        }
        if !word.hasStop, ReferenceWord.isJoin(letters) || joins.contains(Array(letters)) {
          close(.list)
          continue
        }
        words.append(word)
        if word.hasStop, !word.isInitial, !word.isSuffix, !goesOn(at, in: text) {
          close(.end)
          return pieces
        }
      } else if let name = ideographs(at, in: text) {
        if isOthers(text[name]) {
          at = name.upperBound
          close(.end)
          return pieces
        }
        // A sentence has no blanks.
        guard name.count <= longestIdeographic else { break }
        at = name.upperBound
        let hasStop = at < limit && stops.contains(text[at])
        words.append(Word(range: name, isIdeographic: true))
        if hasStop {
          close(.end)
          return pieces
        }
      } else if Script.isBlank(scalar) || scalar == 0x2026 || scalar == 0x2E {
        at += 1
      } else if Script.isHyphen(scalar), words.last?.isInitial == true {
        // `J.-F.`
        at += 1
      } else if scalar == 0x2C || scalar == 0xFF0C || scalar == 0x3001 {
        at += 1
        close(.comma)
      } else if scalar == 0x3B || scalar == 0xFF1B || scalar == 0x26 || scalar == 0xB7 {
        at += 1
        close(.list)
      } else {
        close(.end)
        return pieces
      }
    }
    close(.end)
    return pieces
  }

  private static func word(_ start: Int, in text: [UInt32]) -> Word {
    var end = start
    // Accounts have digits in their names.
    while end < text.count, EntryAuthors.isInName(text, end) || Script.isDigit(text[end]) {
      end += 1
    }
    let letters = text[start..<end]
    let isCapitals = letters.allSatisfy { Script.isUpperCase($0) || Script.isHyphen($0) }
    let hasStop = end < text.count && text[end] == 0x2E
    return Word(
      range: start..<end, isInitial: isCapitals && letters.count <= 3, hasStop: hasStop,
      isParticle: particles.contains(Array(letters)),
      isLowerCase: Script.isLowerCase(letters[start]),
      isSuffix: suffixes.contains(Array(letters)))
  }

  /// Returns the range of the ideographs and kana that begin at an index; nil if there are none.
  private static func ideographs(_ start: Int, in text: [UInt32]) -> Range<Int>? {
    var end = start
    while end < text.count, (0x3041...0x9FFF).contains(text[end]) || text[end] == 0x3005 {
      end += 1
    }
    return end > start ? start..<end : nil
  }

  private static let longestIdeographic = 6
  private static let stops: Set<UInt32> = [0x2E, 0x3002, 0xFF0E]

  /// Whether a full stop ends an abbreviation, since the list goes on after it.
  private static func goesOn(_ index: Int, in text: [UInt32]) -> Bool {
    let next = text[index...].first { !Script.isBlank($0) }
    return next == 0x2C || next == 0x26 || next == 0x3B
  }

  /// Whether a word ends a list: `al`, `others`.
  private static func isOthers(_ word: ArraySlice<UInt32>) -> Bool {
    word.count <= 13 && others.contains(Array(word))
  }

  private static let others = ReferenceWord.words(
    "al others contributors colleagues collaborators Ed Eds ed eds др соавт 等 ほか 他")
  /// Small capitals; `E` and `Y` are initials.
  private static let joins = ReferenceWord.words("AND UND ET")
  private static let particles = ReferenceWord.words(
    """
    van von der den de del della di da dos do du la le ten ter zu zur af av el bin ibn vom dal lo het d’ d'
    """)
  private static let suffixes = ReferenceWord.words("Jr Sr II III IV jr sr")
}
