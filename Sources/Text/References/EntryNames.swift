import DocumentModel

/// The authors' names at the beginning of an entry, in one of the forms that styles of citation have.
struct EntryNames {
  /// The words of each name, the surname first where the style inverts names.
  private(set) var people: [Person] = []
  /// The index of the text after them.
  private(set) var end: Int
  /// Whether a comma separates them from the title, as in `J. Smith, A title, J. Comput. 3 (2019)`.
  private(set) var endsInComma = false
  /// Whether the first name is a surname and initials without a comma: `Smith JK`.
  private(set) var areAbbreviated = false

  struct Person {
    var surname: Range<Int>
    /// Given names, initials or a suffix after a comma; nil if there are none.
    var given: Range<Int>?
  }

  private let text: [UInt32]

  /// `start` is the index of the text after the entry's label. No names are found where none has one of the forms.
  init(_ text: [UInt32], from start: Int) {
    self.text = text
    end = start
    let pieces = NamePiece.all(text, from: start)
    guard let first = pieces.first else { return }
    if Self.isInverted(pieces) {
      readInverted(pieces)
    } else if isPaired(pieces) {
      readPairs(pieces)
    } else if Self.abbreviated(first) != nil {
      readAbbreviated(pieces)
      areAbbreviated = true
    } else if Self.isName(first) {
      readNames(pieces, areAbbreviated: first.words[0].isInitial)
    }
    // `B. Liskov et al., Replication`
    let next = text[end...].prefix(3).drop { $0 == 0x2E || Script.isBlank($0) }
    if !people.isEmpty, next.first == 0x2C {
      (end, endsInComma) = (next.startIndex + 1, true)
    }
    // A title of ideographs begins without a capital.
    if next.first.map(Script.isIdeographic) == true,
      [0x2C, 0xFF0C].contains(text[..<end].last { !Script.isBlank($0) })
    {
      endsInComma = true
    }
  }

  // MARK: Forms

  /// Whether a piece has a surname only.
  private static func isSurname(_ piece: NamePiece) -> Bool {
    piece.words.count <= 4
      && piece.words.allSatisfy { !$0.isInitial || $0.range.count > 1 && !$0.hasStop }
      && piece.words.allSatisfy { !$0.isLowerCase || $0.isParticle }
  }

  private static func beginsWithInitial(_ piece: NamePiece) -> Bool {
    piece.words[0].isInitial
  }

  /// `Smith, J., & Meier, K.`; a suffix or a group may come first.
  private static func isInverted(_ pieces: [NamePiece]) -> Bool {
    guard pieces.count > 1, pieces[0].separator == .comma, isSurname(pieces[0]) else {
      return false
    }
    return beginsWithInitial(pieces[1])
      || pieces[1].words[0].isSuffix && pieces.count > 2 && beginsWithInitial(pieces[2])
      || lastPair(in: pieces[1...].prefix(2)) != nil
  }

  /// Returns the index of the last surname that its initials follow; nil if there is none.
  private static func lastPair(in pieces: ArraySlice<NamePiece>) -> Int? {
    pieces.indices.dropLast().last { index in
      let (surname, given) = (pieces[index], pieces[index + 1])
      return surname.separator == .comma && isSurname(surname)
        && given.words.allSatisfy { $0.isInitial || $0.isParticle } && beginsWithInitial(given)
    }
  }

  /// `Smith, John` and `Smith, John; Meier, Karl`, where each name has one comma.
  private func isPaired(_ pieces: [NamePiece]) -> Bool {
    guard pieces.count > 1, pieces[0].separator == .comma, Self.isSurname(pieces[0]),
      Self.isGiven(pieces[1])
    else { return false }
    if pieces[1].separator == .comma {
      return pieces.count % 2 == 0 && pieces.allSatisfy { $0.words.count == 1 } || isMixed(pieces)
    }
    // `John Smith, Karl Meier and` are two names.
    let next = text[pieces[1].next...].first { !Script.isBlank($0) }
    return [pieces[0], pieces[1]].contains { $0.words.count { !$0.isParticle } == 1 }
      && !pieces[0].words[0].isIdeographic && next != 0x2013 && next != 0x2014
  }

  /// Whether only the first of several names is inverted: `Smith, John, Karl Meier, and Anna Doe`.
  private func isMixed(_ pieces: [NamePiece]) -> Bool {
    pieces.count > 2 && pieces[1].separator == .comma
      // `John Smith, Karl Meier, and Anna Doe` are names in their natural order.
      && pieces[..<2].contains { $0.words.count { !$0.isParticle } == 1 }
      && pieces[2...].allSatisfy { $0.words.count > 1 && Self.isName($0) }
      && (pieces[pieces.count - 2].separator == .list || endsInYear(pieces))
  }

  private static func isGiven(_ piece: NamePiece) -> Bool {
    piece.words.count <= 3 && !piece.words[0].isLowerCase
      && piece.words.allSatisfy { !$0.isLowerCase || $0.isParticle }
  }

  /// Returns the number of words of `Smith JK`; nil if a piece has another form. `isListed` tells whether names before it have this form.
  private static func abbreviated(_ piece: NamePiece, isListed: Bool = false) -> Int? {
    guard let first = piece.words.dropFirst().firstIndex(where: \.isInitial), first <= 4,
      piece.words[..<first].allSatisfy({ !$0.hasStop && (!$0.isLowerCase || $0.isParticle) })
    else { return nil }
    let at = piece.words[first...].prefix(while: \.isInitial).endIndex - 1
    let rest = piece.words[(at + 1)...]
    // `Nelder JA. A method` ends here; `John A. Nelder` is a name in its natural order.
    let isWhole = rest.isEmpty || rest.contains { $0.isLowerCase && !$0.isParticle }
    return isWhole || isListed && piece.words[at].hasStop ? at + 1 : nil
  }

  /// Whether a piece is a name in its natural order: `J. van der Berg`, `John A. Nelder`.
  private static func isName(_ piece: NamePiece) -> Bool {
    if piece.words.count == 1, piece.words[0].isIdeographic { return true }
    return (2...6).contains(piece.words.count) && piece.words.last?.isLowerCase == false
      && piece.words.contains { !$0.isInitial }
      && piece.words.allSatisfy { !$0.isLowerCase || $0.isParticle }
      && piece.words.dropLast().allSatisfy { !$0.hasStop || $0.isInitial || $0.range.count < 4 }
  }

  // MARK: Reading

  private mutating func readInverted(_ pieces: [NamePiece]) {
    let lastPair = Self.lastPair(in: pieces[...]) ?? 0
    var index = 0
    while index < pieces.count {
      let piece = pieces[index]
      let isSuffixed =
        index + 1 < pieces.count && pieces[index + 1].words.count == 1
        && pieces[index + 1].words[0].isSuffix
      let givenIndex = index + (isSuffixed ? 2 : 1)
      if piece.separator == .comma, Self.isSurname(piece) || !Self.beginsWithInitial(piece),
        givenIndex < pieces.count, Self.beginsWithInitial(pieces[givenIndex])
      {
        let given = pieces[givenIndex]
        let count = Self.givenCount(given.words)
        // With the suffix.
        let (start, end) = (range(piece.words[...]), range(pieces[givenIndex - 1].words[...]))
        // `team, J. development` is one name, too, but `J. Title` after an initial is the title.
        let isWhole =
          count == given.words.count || given.words[count].isLowerCase
          || count + 1 == given.words.count && endsInYear(pieces)
        people.append(
          Person(
            surname: start.lowerBound..<end.upperBound,
            given: range(isWhole ? given.words[...] : given.words[..<count])))
        guard isWhole else {
          self.end = given.words[count].range.lowerBound
          return
        }
        index = givenIndex + 1
      } else if !people.isEmpty && (Self.isName(piece) || piece.words.count == 1)
        || piece.words.count <= 4 && index < lastPair
      {
        people.append(Person(surname: range(piece.words[...])))
        index += 1
      } else {
        break
      }
      end = pieces[index - 1].next
      if pieces[index - 1].separator == .end { return }
    }
    endsInComma = index > 0 && pieces[index - 1].separator == .comma
  }

  /// Whether the year in parentheses follows all pieces, so that none has words of the title: `Mills, L. Scott and Daniel Doak (1993)`.
  private func endsInYear(_ pieces: [NamePiece]) -> Bool {
    guard let end = pieces.last?.next, end + 1 < text.count, text[end] == 0x28 else { return false }
    return Year.end(at: end + 1, in: text) != nil
  }

  /// Returns how many words are initials with their particles; `R. M. TMG` ends with the title's first word.
  private static func givenCount(_ words: [NamePiece.Word]) -> Int {
    words.indices.prefix { index in
      let word = words[index]
      let isTitle = word.range.count > 1 && index > 0 && words[index - 1].hasStop
      return word.isParticle || word.isSuffix || word.isInitial && !isTitle
    }.count
  }

  private mutating func readPairs(_ pieces: [NamePiece]) {
    let isMixed = isMixed(pieces)
    var index = 0
    while index < pieces.count {
      let piece = pieces[index]
      if piece.separator == .comma, Self.isSurname(piece), index + 1 < pieces.count,
        Self.isGiven(pieces[index + 1]), index == 0 || !isMixed
      {
        people.append(
          Person(surname: range(piece.words[...]), given: range(pieces[index + 1].words[...])))
        index += 2
      } else if !people.isEmpty, Self.isName(piece) {
        people.append(Person(surname: range(piece.words[...])))
        index += 1
      } else {
        return
      }
      end = pieces[index - 1].next
      if pieces[index - 1].separator == .end { return }
    }
  }

  private mutating func readAbbreviated(_ pieces: [NamePiece]) {
    for piece in pieces {
      guard let count = Self.abbreviated(piece, isListed: !people.isEmpty) else {
        endsInComma = true
        return
      }
      people.append(Person(surname: range(piece.words[..<count])))
      guard count == piece.words.count else {
        end = piece.words[count].range.lowerBound
        return
      }
      end = piece.next
      if piece.separator == .end { return }
    }
  }

  private mutating func readNames(_ pieces: [NamePiece], areAbbreviated: Bool) {
    for (index, piece) in pieces.enumerated() {
      if let last = people.indices.last, piece.words.count == 1, piece.words[0].isSuffix {
        people[last].given = range(piece.words[...])
      } else if Self.isName(piece),
        !areAbbreviated || piece.words.contains(where: \.isInitial)
          || index > 0 && pieces[index - 1].separator == .list
      {
        people.append(Person(surname: range(piece.words[...])))
      } else {
        // Where the first name has initials, all have that follow a comma: this is the title.
        endsInComma = index > 0 && pieces[index - 1].separator == .comma
        return
      }
      end = piece.next
      if piece.separator == .end { return }
    }
  }

  /// The range of words with the full stop of the last initial.
  private func range(_ words: ArraySlice<NamePiece.Word>) -> Range<Int> {
    guard let first = words.first, let last = words.last else { return 0..<0 }
    let hasStop = last.hasStop && (last.isInitial || last.isSuffix)
    return first.range.lowerBound..<last.range.upperBound + (hasStop ? 1 : 0)
  }
}
