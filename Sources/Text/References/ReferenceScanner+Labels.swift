import DocumentModel

/// Citations of works by their numbers or keys.
extension ReferenceScanner {
  /// Reads `[12]`, `［3–7, 9］`, `[ABC+19, p. 3]`, `[W3C-XML]`.
  mutating func scanBrackets(closedBy close: UInt32) {
    let start = at
    var end = start + 1
    while end < text.count, end - start < Self.longestBrackets, text[end] != close,
      text[end] != 0x5B
    {
      end += 1
    }
    at = start + 1
    guard end < text.count, text[end] == close, end > start + 1 else { return }
    if scanKeys(start, end) { return }
    var isIntroduced = false
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
        // `[2, pp. 15–17; 3, p. 4]`
        guard let next = text[last..<end].firstIndex(of: 0x3B) else { break }
        index = next + 1
        continue
      }
      // `[d + 1, y]` is an interval.
      if label == [0x2B] { return }
      if !hasDigit {
        guard label.count == 1 || Self.openings.contains(label) else { return scanKey(start, end) }
        isIntroduced = isIntroduced || label.count > 1
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
    guard isIntroduced || areOfWorks(labels.map(\.label), start, end) else { return }
    let pair = isIntroduced ? nil : pairBeside(start, end)
    // `[4, 6], [5, 5]` are outcomes.
    if let pair, pair.first == pair.last { return }
    let isDoubted = pair != nil
    if isDoubted, followsInterval(start) { return }
    let isInChain =
      found.last.map { $0.range.upperBound == start && $0.doubt == .joined } == true
      || opensChain(start, end)
    for (label, range) in labels {
      found.append(
        ReferenceMention(
          target: .entry(label), range: labels.count == 1 ? start..<end + 1 : range,
          doubt: isDoubted ? .interval : isInChain ? .joined : nil))
    }
    at = end + 1
  }

  /// Reads `[I-D.ietf-tls-esni]`, `[ISO 9001; W3C-XML]`: keys with signs that other labels have not; returns whether they are some.
  private mutating func scanKeys(_ start: Int, _ end: Int) -> Bool {
    var keys: [ReferenceMention] = []
    var (isOther, first) = (false, start + 1)
    while first < end {
      let last = text[first..<end].firstIndex { $0 == 0x2C || $0 == 0x3B } ?? end
      while first < last, Script.isBlank(text[first]) { first += 1 }
      let key = text[first..<last]
      guard (2...Self.longestKey).contains(key.count), Script.isUpperCase(key[first]),
        key.allSatisfy({ Script.isLetter($0) || Script.isDigit($0) || Self.inKeys.contains($0) }),
        key.prefix(2).allSatisfy({ !Script.isLowerCase($0) }) || key.contains(where: Script.isDigit)
      else { return false }
      if Self.isRange(key) { return false }
      // `[ISO 9001]`, but not `[October 17]`
      let words = key.split(separator: 0x20)
      guard words.count == 1 || words.count == 2 && words[0].allSatisfy(Script.isUpperCase) else {
        return false
      }
      isOther = isOther || key.contains(where: Self.inKeys.contains)
      let label = words.joined().map(EntryLabel.plain)
      var mention = ReferenceMention(target: .entry(label), range: first..<last)
      // `[UNIX 1984]` may be an author and a year, too.
      if words.count == 2, let name = words.first, let year = words.last,
        Year.end(at: year.startIndex, in: text) == year.endIndex
      {
        mention.work = ReferenceMention.WorkNames(
          names: [folding.fold(Array(name)).scalars], starts: [name.startIndex], year: Array(year),
          hasOthers: false)
      }
      keys.append(mention)
      first = last + 1
    }
    guard isOther else { return false }
    if keys.count == 1 { keys[0].range = start..<end + 1 }
    found += keys
    at = end + 1
    return true
  }

  /// Whether a key is two numbers with the same letters before them: `S1-S4`.
  private static func isRange(_ key: ArraySlice<UInt32>) -> Bool {
    let ends = key.split(separator: 0x2D, omittingEmptySubsequences: false)
    let letters = ends.map { $0.prefix(while: Script.isLetter) }
    return ends.count == 2 && !letters[0].isEmpty && letters[0].elementsEqual(letters[1])
      && ends.allSatisfy { end in
        let digits = end.drop(while: Script.isLetter)
        return !digits.isEmpty && digits.allSatisfy(Script.isDigit)
      }
  }

  private static let longestKey = 30
  private static let inKeys: Set<UInt32> = Set(" -.:_/".unicodeScalars.map(\.value))

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
    // `[1,2,4,5,6,3,7]`, `[10,12,5]` and `[3, 1, 4, 2, 5]` are sequences; lists of works have blanks or are sorted.
    let isOrder = numbers.count > 4 && numbers.max() == numbers.count
    let isSequence = isOrder || numbers.count > 2 && !text[start..<closing].contains(0x20)
    guard !isSequence || numbers == numbers.sorted() else { return false }
    // `f[2,5] = 2`, `p[2] − i`
    let rest = text[(closing + 1)...].drop { $0 != 0x09 && Script.isBlank($0) }
    if rest.first.map(Self.operators.contains) == true { return false }
    guard start > 0 else { return true }
    let last = text[start - 1]
    // `[9][10]` goes on; `f([1])` has a value.
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
    // `F[6]`, `YS[1]`, `a_x[1]`: an index is directly after a name.
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

  /// Whether brackets may be the first of an index's, `m[2][3]`, or of a list of values, `[0][1][2][3]`.
  private func opensChain(_ start: Int, _ closing: Int) -> Bool {
    let following = joinedBrackets(from: closing + 1)
    return following > Self.mostJoined
      || following > 0 && start > 0 && Script.isLetter(text[start - 1])
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

  /// The most brackets that may follow the first in `works [1][2][3]`; a list of values has more.
  private static let mostJoined = 2

  /// Returns the two numbers in the brackets that are joined to others with two, as intervals are: `[1,4] and [3,6]`; nil if none are.
  private func pairBeside(_ start: Int, _ closing: Int) -> (first: [UInt32], last: [UInt32])? {
    guard two(start + 1..<closing) != nil else { return nil }
    func isJoined(_ words: ArraySlice<UInt32>) -> Bool {
      let word = words.filter { !Script.isBlank($0) }
      return word == [0x2C] || !word.isEmpty && ReferenceWord.isJoin(word[...])
    }
    if let open = text[(closing + 1)...].prefix(8).firstIndex(of: 0x5B),
      isJoined(text[(closing + 1)..<open]), let close = text[open...].prefix(9).firstIndex(of: 0x5D)
    {
      return two(open + 1..<close)
    }
    if let close = text[..<start].suffix(8).lastIndex(of: 0x5D),
      isJoined(text[(close + 1)..<start]), let open = text[..<close].suffix(8).lastIndex(of: 0x5B)
    {
      return two(open + 1..<close)
    }
    return nil
  }

  /// Whether the brackets just before an index are an interval: `are [4,6], [7,8]`.
  private func followsInterval(_ start: Int) -> Bool {
    guard let close = text[..<start].suffix(8).lastIndex(of: 0x5D) else { return false }
    return found.last.map { close - $0.range.upperBound > 1 } ?? true
  }

  /// Returns the digits of two numbers with a comma between them; nil for other words.
  private func two(_ range: Range<Int>) -> (first: [UInt32], last: [UInt32])? {
    let parts = text[range].split(separator: 0x2C, omittingEmptySubsequences: false).map {
      $0.filter { !Script.isBlank($0) }
    }
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Script.isDigit) })
    else { return nil }
    return (parts[0], parts[1])
  }

  private static let intervals = ReferenceWord.words(
    "range ranges interval intervals array arrays list lists vector values numbers outcomes sequence points are is becomes"
  )

  private static let operators: Set<UInt32> = Set("=−+×*<>≤≥".unicodeScalars.map(\.value))

  private static let inIntervals: Set<UInt32> = Set(".−=/×·±".unicodeScalars.map(\.value))

  static func isInLabel(_ scalar: UInt32) -> Bool {
    Script.isLetter(scalar) && !Script.isIdeographic(scalar) || Script.isDigit(scalar)
      || scalar == 0x2B
      || scalar == 0x2A || EntryLabel.plain(scalar) != scalar
  }
}
