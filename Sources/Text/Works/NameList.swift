import DocumentModel

/// The names at the beginning of a line, such as `Ada King¹, Grace Hopper² and Jean Bartik`.
struct NameList {
  /// Names, each as its words.
  private(set) var names: [[String]] = []
  /// Whether something follows them that is no name, such as an institution.
  private(set) var hasRest = false
  /// Whether it begins with a raised sign or a number, as affiliations do.
  private(set) var beginsWithMark = false
  /// Whether the last name is set off by a mark or by `and`, so that it does not go on in the next line.
  private(set) var isClosed = false
  /// Whether it has commas, marks or conjunctions.
  private(set) var hasSeparators = false
  /// Whether it ends in a comma or a conjunction.
  private(set) var isOpen = false
  /// Whether marks follow the names, so that one without a mark goes on in the next line.
  private(set) var usesMarks = false
  /// The words before the first comma, mark or conjunction.
  private(set) var firstCount = 0
  /// The words after the last.
  private(set) var lastCount = 0

  init(_ text: String) {
    var pieces: [Piece] = [Piece()]
    var word = ""
    func endWord() {
      defer { word = "" }
      guard !word.isEmpty else { return }
      if Self.conjunctions.contains(word.lowercased()) {
        pieces.append(Piece(follows: .conjunction))
      } else {
        pieces[pieces.count - 1].words.append(word)
      }
    }
    for sign in text {
      if Self.isMark(sign) {
        endWord()
        if pieces.count == 1, pieces[0].words.isEmpty { beginsWithMark = true }
        pieces.append(Piece(follows: .mark))
      } else if ",;&·•|∙".contains(sign) {
        endWord()
        pieces.append(Piece(follows: sign == "&" ? .conjunction : .comma))
      } else if sign.isWhitespace {
        endWord()
      } else {
        word.append(sign)
      }
    }
    endWord()
    read(pieces)
  }

  private struct Piece {
    enum Separator { case none, comma, conjunction, mark }
    var follows = Separator.none
    var words: [String] = []
  }

  private mutating func read(_ pieces: [Piece]) {
    hasSeparators = pieces.count > 1
    let filled = pieces.filter { !$0.words.isEmpty }
    usesMarks =
      zip(pieces, pieces.dropFirst()).count { !$0.words.isEmpty && $1.follows == .mark } > 1
    // Words without a mark may be an affiliation.
    let isFirstMarked =
      zip(pieces, pieces.dropFirst()).first { !$0.0.words.isEmpty }?.1.follows == .mark
    firstCount = filled.first?.words.count ?? 0
    lastCount = filled.last?.words.count ?? 0
    if let last = pieces.last {
      isOpen = last.words.isEmpty && (last.follows == .comma || last.follows == .conjunction)
      isClosed =
        last.words.isEmpty ? last.follows == .mark : last.follows == .conjunction && lastCount > 1
    }
    if let inverted = Self.inverted(filled) {
      names = inverted
      return
    }
    for (index, piece) in filled.enumerated() {
      let next = index + 1 < filled.count ? filled[index + 1] : nil
      let inList = usesMarks && (isFirstMarked || !names.isEmpty)
      switch Self.kind(of: piece, before: next, inList: inList) {
      case .title: continue
      case .name(let words): names.append(words)
      case .rest:
        // `Smith, John` may be one name in two parts.
        let isGiven = piece.words.count == 1 && piece.follows == .comma && names.count == 1
        if isGiven, let word = piece.words.first, Self.isNameWord(word),
          !InstitutionWords.contains(word), word != word.uppercased()
        {
          names = []
        }
        hasRest = true
        return
      }
    }
  }

  private enum Kind { case name([String]), title, rest }

  private static func kind(of piece: Piece, before next: Piece?, inList: Bool) -> Kind {
    let words = piece.words.filter { !titles.contains(bare($0)) }
    if words.isEmpty { return .title }
    if let next, piece.follows != .mark, next.follows == .comma,
      PlaceNames.areRegion(next.words)
    {
      return .rest
    }
    if let name = name(words) { return .name(name) }
    // A group may be one of several authors.
    let isGroup =
      inList && next.flatMap { name($0.words) } != nil && (2...5).contains(words.count)
      && words.allSatisfy(isNameWord)
    return isGroup ? .name(["{" + words.joined(separator: " ") + "}"]) : .rest
  }

  /// Returns the names of `Smith, John¹ and Doe, Jane²`; nil if a list has another form.
  private static func inverted(_ pieces: [Piece]) -> [[String]]? {
    // A single pair may be a town and its country.
    guard pieces.count >= 4, pieces.count % 2 == 0,
      pieces.contains(where: { $0.words.count == 1 })
    else { return nil }
    var found: [[String]] = []
    for at in stride(from: 0, to: pieces.count, by: 2) {
      let (surname, given) = (pieces[at], pieces[at + 1])
      guard surname.follows != .comma, given.follows == .comma,
        given.words.allSatisfy(isNameWord), given.words.count <= 3,
        !PlaceNames.areRegion(given.words),
        name(given.words + surname.words) != nil
      else { return nil }
      found.append(surname.words + [","] + given.words)
    }
    return found
  }

  /// Returns the words of a person's name; nil if it is none.
  private static func name(_ words: [String]) -> [String]? {
    guard (2...7).contains(words.count) else { return nil }
    var full = 0
    for (index, word) in words.enumerated() {
      if particles.contains(word) {
        // A name does not end in a particle, and seldom begins with one.
        guard index + 1 < words.count else { return nil }
        continue
      }
      guard isNameWord(word), !InstitutionWords.contains(word) else { return nil }
      if word.count(where: \.isLetter) > 1 { full += 1 }
    }
    guard full > 0, !PlaceNames.areRegion(words) else { return nil }
    let isCapitals = words.allSatisfy { $0 == $0.uppercased() }
    return isCapitals ? words.map(capitalised) : words
  }

  private static func isNameWord(_ word: String) -> Bool {
    guard let first = word.first, first.isUppercase || "’'‘".contains(first) else { return false }
    let letters = word.count(where: \.isLetter)
    // A full stop ends initials and short forms only.
    let stops = word.count { $0 == "." }
    return letters > 0 && letters < 24
      && word.allSatisfy { $0.isLetter || ".-‐‑’'‘´`".contains($0) }
      && (stops == 0 || letters <= 4 || word.contains("-"))
      && (word.last == "." || word.last?.isLetter == true)
      && !(letters > 1 && stops == 0 && letters <= 3 && word == word.uppercased()
        && acronyms.contains(word))
  }

  /// `RASHMI` as `Rashmi`, `K.V.` as it is.
  private static func capitalised(_ word: String) -> String {
    guard word.count(where: \.isLetter) > 1, !word.contains(".") else { return word }
    var isStart = true
    return word.reduce(into: "") { result, sign in
      result += isStart ? sign.uppercased() : sign.lowercased()
      isStart = !sign.isLetter
    }
  }

  private static func bare(_ word: String) -> String {
    word.lowercased().filter { $0 != "." }
  }

  static func isMark(_ sign: Character) -> Bool {
    if sign.isNumber { return true }
    return marks.contains(sign)
      || sign.unicodeScalars.allSatisfy {
        $0.properties.generalCategory == .modifierLetter
          || $0.properties.generalCategory == .privateUse
      }
  }

  private static let marks: Set<Character> = [
    "*", "∗", "†", "‡", "§", "¶", "‖", "⋆", "★", "⁎", "✉", "#", "(", ")", "[", "]", "ᵃ", "ª", "º",
    "⟨", "⟩", "⊥", "∥", "♯", "◇", "✝", "❖", "�", "^", "{", "}", "_", "⇤", "□", "△", "○", "●", "⁺",
    "⁽", "⁾", "‹", "›", "+", "~", "∼", "=", "?",
  ]
  static let conjunctions: Set<String> = ["and", "und", "et", "with"]
  private static let particles: Set<String> = [
    "van", "von", "der", "den", "de", "del", "della", "di", "da", "dos", "do", "du", "la", "le",
    "ten", "ter", "zu", "zur", "af", "av", "al", "el", "bin", "ibn", "y", "e", "vom", "das", "d’",
    "dal", "lo", "het", "’t", "'t",
  ]
  private static let titles: Set<String> = [
    "dr", "prof", "professor", "phd", "md", "msc", "bsc", "mr", "mrs", "ms", "by", "jr", "sr",
    "authors", "author", "authors:", "author:", "by:", "msc", "mph", "rn",
  ]
  /// Short words in capitals that stand for institutions and countries.
  private static let acronyms: Set<String> = [
    "UC", "MIT", "ETH", "USA", "UK", "UN", "EU", "CA", "NY", "TU", "AI", "IBM", "HP", "AT", "ICT",
    "NEC", "SAP", "US", "ACM", "CNR", "TX", "PA", "WA", "DC", "IL", "NJ", "CMU", "KTH", "VU",
  ]
}
