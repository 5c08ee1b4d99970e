import DocumentModel

/// Numbers in parentheses, and citations of works by authors and year.
extension ReferenceScanner {
  /// Reads `(5)`, which may be an equation.
  mutating func scanParentheses() {
    let start = at
    at += 1
    if scanNote(start) { return }
    addRound(start)
    addNamed(start)
    addTitled(start)
    // `(6.13)(6.14)`
    let follows = start > 0 && text[start - 1] == 0x29 && bare.last?.range.upperBound == start
    guard start > 1,
      follows
        || Script.isBlank(text[start - 1])
          && (Script.isLetter(text[start - 2]) || text[start - 2] == 0x2C),
      let (number, end) = PartNumber.read(text[...], at: start + 1, takesLetters: false),
      end < text.count, text[end] == 0x29, number.scalars.count <= 5,
      number.scalars.contains(where: Script.isDigit), Year.end(at: start + 1, in: text) == nil,
      follows || !Self.numbered.contains(wordBefore(start))
    else { return }
    // `tables, (2) figures, (3) data`
    let rest = text[(end + 1)...].drop(while: Script.isBlank)
    let isItem = !follows && text[start - 2] == 0x2C && rest.first.map(Script.isLowerCase) == true
    guard !isItem || ReferenceWord.isJoin(rest.prefix(while: Script.isLetter)) else { return }
    bare.append(
      ReferenceMention(
        target: .part(.equation, sort: 0, number), range: start..<end + 1))
    at = end + 1
  }

  /// Words for what is numbered in sentences: `step (4)`.
  static let numbered = ReferenceWord.words(
    "step steps point points item items case cases part parts stage phase question questions rule option reason goal task "
      + "schritt schritte punkt fall fälle teil étape cas paso caso passo шаг пункт")

  /// Reads the names before a year.
  mutating func scanWork(yearEnd: Int, year name: [UInt32]? = nil) {
    let start = at
    at = yearEnd
    var year = name ?? Array(text[start..<yearEnd])
    if let (names, starts, hasOthers) = names(before: start) {
      add(names, starts, year, hasOthers, starts[0]..<closed(yearEnd, from: starts[0]))
    } else if let last = found.last, last.doubt == nil, case .work(let work) = last.target,
      start - last.range.upperBound <= 6, isJoint(last.range.upperBound..<start),
      !isCitedItself(yearEnd)
    {
      add(work.names, [], year, work.hasOthers, start..<yearEnd)
    } else {
      return
    }
    // `2019a,b`
    while let last = year.last, name == nil, !Script.isDigit(last), let next = nextLetter(at) {
      guard case .work(let work)? = found.last?.target else { return }
      year[year.count - 1] = text[next]
      add(work.names, [], year, work.hasOthers, next..<next + 1)
      at = next + 1
    }
  }

  private mutating func add(
    _ names: [[UInt32]], _ starts: [Int], _ year: [UInt32], _ hasOthers: Bool, _ range: Range<Int>
  ) {
    let work = ReferenceMention.WorkNames(
      names: names, starts: starts, year: year, hasOthers: hasOthers)
    found.append(ReferenceMention(target: .work(work), range: range))
  }

  /// Includes the parenthesis that closes one within the words from `start` on.
  private func closed(_ end: Int, from start: Int) -> Int {
    let isClosed = end < text.count && text[end] == 0x29 && text[start..<end].contains(0x28)
    return isClosed ? end + 1 : end
  }

  private func nextLetter(_ end: Int) -> Int? {
    var index = end
    while index < text.count, index - end < 3, Script.isBlank(text[index]) || text[index] == 0x2C {
      index += 1
    }
    guard index > end, index < text.count, (0x61...0x6B).contains(text[index]),
      index + 1 == text.count || !Script.isLetter(text[index + 1])
    else { return nil }
    return index
  }

  /// Whether only a comma, a semicolon or a short word is between two years of the same authors.
  private func isJoint(_ range: Range<Int>) -> Bool {
    text[range].allSatisfy { Script.isBlank($0) || [0x2C, 0x26, 0x3B].contains($0) }
      || ReferenceWord.isJoin(
        text[range].drop(while: Script.isBlank).prefix { Script.isLetter($0) })
        && text[range].contains(where: Script.isLetter)
  }

  /// Whether a citation in brackets of its own follows a year: `2020 (Harris, 2020), 2021 (Harris, 2021)`.
  private func isCitedItself(_ yearEnd: Int) -> Bool {
    let rest = text[yearEnd...].drop(while: Script.isBlank)
    return rest.first == 0x28 && rest.dropFirst().first.map(Script.isUpperCase) == true
  }

  func names(before year: Int) -> (names: [[UInt32]], starts: [Int], hasOthers: Bool)? {
    var index = year
    // `Smith (2019)`, `(Smith, 2019)`, `(Smith 2019)`, `Smith [2019]`
    while index > 0, year - index < 4,
      Script.isBlank(text[index - 1]) || [0x28, 0x5B, 0x2C].contains(text[index - 1])
    {
      index -= 1
    }
    var names: [[UInt32]] = []
    var starts: [Int] = []
    var hasOthers = false
    let least = max(0, year - Self.longestNames)
    while index > least {
      let scalar = text[index - 1]
      // `(SILVA; SOUZA, 2018)`
      let isList =
        scalar == 0x3B && index > 1 && !names.isEmpty && Script.isUpperCase(text[index - 2])
      if Script.isBlank(scalar) || Self.inNames.contains(scalar) || isList {
        index -= 1
        continue
      }
      if scalar == 0x5D, names.isEmpty, let open = acronymStart(index - 1) {
        index = open
        continue
      }
      guard isNameLetter(scalar) else { break }
      var first = index - 1
      while first > least, isNameLetter(text[first - 1]) || Script.isHyphen(text[first - 1]) {
        first -= 1
      }
      let word = text[first..<index]
      // `P&C Su et al. (2020)`
      if word.count == 1, first > 0, text[first - 1] == 0x26 { break }
      if ReferenceWord.isBetweenNames(word) {
        if word.elementsEqual(Self.al) { hasOthers = true }
        if let next = starts.first, ReferenceWord.isParticle(word),
          text[index..<next].allSatisfy({ Script.isBlank($0) || $0 == 0x2018 })
        {
          starts[0] = first
        }
      } else if word.contains(where: Script.isUpperCase)
        || names.isEmpty && first > 0 && (text[first - 1] == 0x28 || hasSemicolon(before: first))
      {
        for part in NameWord.parts(of: Self.withoutPossessive(word)).reversed() {
          names.insert(folding.fold(Array(part)).scalars, at: 0)
          starts.insert(part.startIndex, at: 0)
        }
      } else if !word.elementsEqual([0x73]) {
        break
      }
      index = first
      if names.count > 16 { break }
    }
    return names.isEmpty ? nil : (names, starts, hasOthers)
  }

  /// Returns where the brackets begin that close at an index and abbreviate an institution: `World Health Organization [WHO]`.
  private func acronymStart(_ close: Int) -> Int? {
    guard let open = text[..<close].suffix(9).lastIndex(of: 0x5B), open + 2 < close,
      text[(open + 1)..<close].allSatisfy(Script.isUpperCase)
    else { return nil }
    return open
  }

  private func hasSemicolon(before index: Int) -> Bool {
    index > 1 && Script.isBlank(text[index - 1]) && text[index - 2] == 0x3B
  }

  static let al: [UInt32] = [0x61, 0x6C]
  private static let longestNames = 200
  private static let inNames: Set<UInt32> = Set(",&.'’‘".unicodeScalars.map(\.value))

  func isNameLetter(_ scalar: UInt32) -> Bool {
    Script.isLetter(scalar) && !Script.isIdeographic(scalar) || (0x300...0x36F).contains(scalar)
      || scalar == 0x2019 || scalar == 0x27
  }

  /// `Smith's` is `Smith`.
  static func withoutPossessive(_ word: ArraySlice<UInt32>) -> ArraySlice<UInt32> {
    var word = word
    if word.count > 2, word.last == 0x73, [0x27, 0x2019].contains(word[word.endIndex - 2]) {
      word = word.dropLast(2)
    }
    while let last = word.last, last == 0x27 || last == 0x2019 { word = word.dropLast() }
    return word
  }
}
