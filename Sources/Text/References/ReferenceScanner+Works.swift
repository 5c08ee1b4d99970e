import DocumentModel

/// Citations of works, by their label or by authors and year.
extension ReferenceScanner {
  /// Reads `[12]`, `[3–7, 9]`, `[ABC+19, p. 3]`.
  mutating func scanBrackets() {
    let start = at
    var end = start + 1
    while end < text.count, end - start < Self.longestBrackets, text[end] != 0x5D, text[end] != 0x5B
    {
      end += 1
    }
    at = start + 1
    guard end < text.count, text[end] == 0x5D, end > start + 1 else { return }
    var labels: [(label: [UInt32], range: Range<Int>)] = []
    var index = start + 1
    while index < end {
      var last = index
      while last < end, Self.isInLabel(text[last]) { last += 1 }
      guard last > index else {
        // `[1.0, 2]`, `[1 − x]` are intervals.
        if Self.inIntervals.contains(text[index]) { return }
        // `YR[1:2]`
        let next = text[(index + 1)...].first { !Script.isBlank($0) }
        if text[index] == 0x3A, next.map(Script.isDigit) == true { return }
        guard Script.isBlank(text[index]) || Self.labelSeparators.contains(text[index]) else {
          break
        }
        index += 1
        continue
      }
      let label = text[index..<last].map(EntryLabel.plain)
      let hasDigit = label.contains(where: Script.isDigit)
      // `[12, Section 3]` ends with the first word; `[October 17]` is no citation, `[see 3]` and `[e.g., 3]` are.
      if !hasDigit, !labels.isEmpty {
        // `[1, k]` is an interval, `[1, p. 3]` a citation.
        if label.count == 1, last == end { return }
        break
      }
      // `[d + 1, y]` is an interval.
      if label == [0x2B] { return }
      if !hasDigit {
        guard label.count == 1 || Self.openings.contains(label) else { return scanKey(start, end) }
        while last < end, text[last] == 0x2E { last += 1 }
      }
      if hasDigit { labels.append((label, index..<last)) }
      index = last
    }
    guard !labels.isEmpty else { return }
    // `Smith and Doe [2011]`
    if labels.allSatisfy({ Year.end(at: $0.range.lowerBound, in: text) == $0.range.upperBound }),
      names(before: labels.first?.range.lowerBound ?? 0) != nil
    {
      return
    }
    // `YS [ 1 ]` is code set with blanks.
    if Script.isBlank(text[start + 1]), Script.isBlank(text[end - 1]) { return }
    guard areOfWorks(labels.map(\.label), start, end) else { return }
    for (number, label) in labels.enumerated() {
      let isOnly = labels.count == 1
      let range = isOnly ? start..<end + 1 : label.range
      // Brackets belong to the first and the last.
      let first = number == 0 ? start : range.lowerBound
      let last = number == labels.count - 1 && index >= end ? end + 1 : range.upperBound
      found.append(ReferenceMention(target: .entry(label.label), range: first..<last))
    }
    at = end + 1
  }

  /// Reads `[Xen]`, the key of a work without a year.
  private mutating func scanKey(_ start: Int, _ end: Int) {
    let key = text[(start + 1)..<end]
    guard key.count < 8, key.allSatisfy(Script.isLetter), key.first.map(Script.isUpperCase) == true
    else { return }
    found.append(
      ReferenceMention(target: .entry(key.map(Script.lower)), range: start..<end + 1))
    at = end + 1
  }

  private static let longestBrackets = 120
  private static let labelSeparators: Set<UInt32> = Set(",;-‐‑–—⁻".unicodeScalars.map(\.value))

  private static let openings = ReferenceWord.words(
    "see eg cf and also siehe vgl voir ver см ref refs")

  /// Whether numbers in brackets are citations: none is repeated, unlike values, and they follow no word for an interval, no index and no variable.
  private func areOfWorks(_ labels: [[UInt32]], _ start: Int, _ closing: Int) -> Bool {
    let numbers = labels.compactMap { PartNumber(scalars: $0).value }
    guard numbers.count == labels.count else { return true }
    guard Set(numbers).count == numbers.count else { return false }
    // `[1,4] and [3,6]` are intervals.
    if numbers.count == 2, isPair(start, closing) { return false }
    // `[1,2,4,5,6,3,7]`, `[10,12,5]` and `[3, 1, 4, 2, 5]` are sequences; lists of works have blanks or are sorted.
    let isOrder = numbers.count > 4 && numbers.max() == numbers.count
    let isSequence = isOrder || numbers.count > 2 && !text[start..<closing].contains(0x20)
    guard !isSequence || numbers == numbers.sorted() else { return false }
    // `f[2,5] = 2`, `p[2] − i`
    let rest = text[(closing + 1)...].drop(while: Script.isBlank)
    if rest.first.map(Self.operators.contains) == true { return false }
    guard start > 0 else { return true }
    let last = text[start - 1]
    // `[9][10]` goes on, `m[2][3]` has indices, `[0][1][2][3]` is a list of values; `f([1])` has a value.
    if joinedBrackets(from: closing + 1) > Self.mostJoined { return false }
    if last == 0x5D { return found.last?.range.upperBound == start }
    let isAside = last == 0x28 && start > 1 && Script.isBlank(text[start - 2])
    if isAside { return true }
    if last == 0x28 || last == 0x3D { return false }
    var end = start
    while end > 0, Script.isBlank(text[end - 1]) { end -= 1 }
    var first = end
    while first > 0, Script.isLetter(text[first - 1]) { first -= 1 }
    // `Dask ( [54])`
    if end < start, end > 1, text[end - 1] == 0x28, Script.isBlank(text[end - 2]) { return true }
    // `param[2][3]`
    if end == start, end > first, closing + 1 < text.count, text[closing + 1] == 0x5B {
      return false
    }
    // `F[6]`, `YS[1]`, `a_x[1]`: an index stands directly behind a name.
    if end == start, end > first,
      end - first < 2 || end - first == 2 && text[first..<end].allSatisfy(Script.isUpperCase)
        || first > 0 && text[first - 1] == 0x5F
    {
      return false
    }
    // `values [8]` is a citation, and so is `is [23, 15]`, since intervals ascend.
    guard numbers.count > 1 && numbers[0] < numbers[1] || end == first else { return true }
    return end == first
      ? ![0x3D, 0x2208, 0x28].contains(end > 0 ? text[end - 1] : 0x20)
      : !Self.intervals.contains(text[first..<end].map(Script.lower))
  }

  /// Returns the number of brackets with digits that follow each other from an index on.
  private func joinedBrackets(from start: Int) -> Int {
    var (at, count) = (start, 0)
    while at < text.count, text[at] == 0x5B, count <= Self.mostJoined {
      let digits = text[(at + 1)...].prefix(4).prefix(while: Script.isDigit)
      guard !digits.isEmpty, digits.endIndex < text.count, text[digits.endIndex] == 0x5D else {
        break
      }
      (at, count) = (digits.endIndex + 1, count + 1)
    }
    return count
  }

  /// Brackets that follow the first of several works, one after the other.
  private static let mostJoined = 2

  /// Whether other brackets with two numbers are joined to these by a word.
  private func isPair(_ start: Int, _ closing: Int) -> Bool {
    func isJoined(_ words: ArraySlice<UInt32>) -> Bool {
      let word = words.filter { !Script.isBlank($0) }
      return word == [0x2C] || !word.isEmpty && ReferenceWord.isJoin(word[...])
    }
    if let open = text[(closing + 1)...].prefix(8).firstIndex(of: 0x5B),
      isJoined(text[(closing + 1)..<open]), let close = text[open...].prefix(9).firstIndex(of: 0x5D)
    {
      return text[open..<close].contains(0x2C)
    }
    if let close = text[..<start].suffix(8).lastIndex(of: 0x5D),
      isJoined(text[(close + 1)..<start]), let open = text[..<close].suffix(8).lastIndex(of: 0x5B)
    {
      return text[open..<close].contains(0x2C)
    }
    return false
  }

  private static let intervals = ReferenceWord.words(
    "range ranges interval intervals array arrays list lists vector values numbers outcomes sequence points are is becomes"
  )

  private static let operators: Set<UInt32> = Set("=−+×*<>≤≥".unicodeScalars.map(\.value))

  private static let inIntervals: Set<UInt32> = Set(".−=/×·±".unicodeScalars.map(\.value))

  private static func isInLabel(_ scalar: UInt32) -> Bool {
    Script.isLetter(scalar) && !Script.isIdeographic(scalar) || Script.isDigit(scalar)
      || scalar == 0x2B
      || scalar == 0x2A || EntryLabel.plain(scalar) != scalar
  }

  /// Reads `(5)`, which may be an equation.
  mutating func scanParentheses() {
    let start = at
    at += 1
    guard start > 1, Script.isBlank(text[start - 1]),
      Script.isLetter(text[start - 2]) || text[start - 2] == 0x2C,
      let (number, end) = PartNumber.read(text[...], at: start + 1, takesLetters: false),
      end < text.count, text[end] == 0x29, number.scalars.count <= 5,
      number.scalars.contains(where: Script.isDigit), Year.end(at: start + 1, in: text) == nil,
      !Self.numbered.contains(wordBefore(start))
    else { return }
    // `tables, (2) figures, (3) data`
    let rest = text[(end + 1)...].drop(while: Script.isBlank)
    let isItem = text[start - 2] == 0x2C && rest.first.map(Script.isLowerCase) == true
    guard !isItem || ReferenceWord.isJoin(rest.prefix(while: Script.isLetter)) else { return }
    bare.append(
      ReferenceMention(
        target: .part(.equation, sort: 0, number), range: start..<end + 1))
    at = end + 1
  }

  /// Words for what is numbered in sentences: `step (4)`.
  private static let numbered = ReferenceWord.words(
    "step steps point points item items case cases part parts stage phase question questions rule option reason goal task "
      + "schritt schritte punkt fall fälle teil étape cas paso caso passo шаг пункт")

  /// Reads the names before a year.
  mutating func scanWork(yearEnd: Int) {
    let start = at
    at = yearEnd
    var year = Array(text[start..<yearEnd])
    if let (names, starts, hasOthers) = names(before: start) {
      add(names, starts, year, hasOthers, starts[0]..<closed(yearEnd))
    } else if let last = found.last, case .work(let work) = last.target,
      start - last.range.upperBound <= 6, isJoint(last.range.upperBound..<start),
      !isCitedItself(yearEnd)
    {
      add(work.names, [], year, work.hasOthers, start..<closed(yearEnd))
    } else {
      return
    }
    // `2019a,b`
    while let last = year.last, !Script.isDigit(last), let next = nextLetter(at) {
      guard case .work(let work)? = found.last?.target else { return }
      year[year.count - 1] = text[next]
      add(work.names, [], year, work.hasOthers, next..<closed(next + 1))
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

  /// Includes a closing parenthesis.
  private func closed(_ end: Int) -> Int { end < text.count && text[end] == 0x29 ? end + 1 : end }

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

  /// Whether only a comma or a short word stands between two years of the same authors.
  private func isJoint(_ range: Range<Int>) -> Bool {
    text[range].allSatisfy { Script.isBlank($0) || $0 == 0x2C || $0 == 0x26 }
      || ReferenceWord.isJoin(
        text[range].drop(while: Script.isBlank).prefix { Script.isLetter($0) })
        && text[range].contains(where: Script.isLetter)
  }

  /// Whether a citation in brackets of its own follows a year: `2020 (Harris, 2020), 2021 (Harris, 2021)`.
  private func isCitedItself(_ yearEnd: Int) -> Bool {
    let rest = text[yearEnd...].drop(while: Script.isBlank)
    return rest.first == 0x28 && rest.dropFirst().first.map(Script.isUpperCase) == true
  }

  private func names(before year: Int) -> (names: [[UInt32]], starts: [Int], hasOthers: Bool)? {
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
      if Script.isBlank(scalar) || Self.inNames.contains(scalar) {
        index -= 1
        continue
      }
      guard isNameLetter(scalar) else { break }
      var first = index - 1
      while first > least, isNameLetter(text[first - 1]) || Script.isHyphen(text[first - 1]) {
        first -= 1
      }
      let word = text[first..<index]
      if ReferenceWord.isBetweenNames(word) {
        if word.elementsEqual(Self.al) { hasOthers = true }
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

  private func hasSemicolon(before index: Int) -> Bool {
    index > 1 && Script.isBlank(text[index - 1]) && text[index - 2] == 0x3B
  }

  private static let al: [UInt32] = [0x61, 0x6C]
  private static let longestNames = 200
  private static let inNames: Set<UInt32> = Set(",&.'’".unicodeScalars.map(\.value))

  private func isNameLetter(_ scalar: UInt32) -> Bool {
    Script.isLetter(scalar) && !Script.isIdeographic(scalar) || (0x300...0x36F).contains(scalar)
      || scalar == 0x2019 || scalar == 0x27
  }

  /// `Smith's` is `Smith`.
  private static func withoutPossessive(_ word: ArraySlice<UInt32>) -> ArraySlice<UInt32> {
    var word = word
    if word.count > 2, word.last == 0x73, [0x27, 0x2019].contains(word[word.endIndex - 2]) {
      word = word.dropLast(2)
    }
    while let last = word.last, last == 0x27 || last == 0x2019 { word = word.dropLast() }
    return word
  }
}
