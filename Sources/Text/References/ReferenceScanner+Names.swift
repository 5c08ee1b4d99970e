import DocumentModel

/// Works that are cited by the names of their authors, as the MLA does: `(Smith and Doe 12; Lee et al.)`.
extension ReferenceScanner {
  /// Records the names in parentheses that may be citations.
  mutating func addNamed(_ start: Int) {
    guard start + 2 < text.count, Script.isLetter(text[start + 1]),
      let close = text[start...].prefix(Self.longestNamed).firstIndex(of: 0x29)
    else { return }
    var first = start + 1
    while first < close {
      let last = text[first..<close].firstIndex(of: 0x3B) ?? close
      while first < last, Script.isBlank(text[first]) { first += 1 }
      let end = nameEnd(first, last)
      if isName(first..<end), !(end..<last).contains(where: { Year.end(at: $0, in: text) != nil }),
        let (names, starts, hasOthers) = names(before: end), starts[0] == first,
        names.count <= Self.mostNames
      {
        let work = ReferenceMention.WorkNames(
          names: names, starts: starts, year: [], hasOthers: hasOthers)
        found.append(
          ReferenceMention(target: .work(work), range: first..<end, doubt: .undated))
      }
      first = last + 1
    }
  }

  /// Records the names around the word at an index, as in `Smith and Doe showed` and `Lee et al. found`, if no year or label follows.
  mutating func addAlone(_ start: Int) {
    guard start > 1, Script.isBlank(text[start - 1]), Script.isLetter(text[start - 2]),
      Self.beginnings.contains(text[start])
    else { return }
    let word = text[start...].prefix(4).prefix(while: Script.isLetter)
    let isList = Self.joints.contains { word.elementsEqual($0) }
    guard isList || word.elementsEqual(Self.al) else { return }
    var first = start - 1
    if !isList {
      // `et`
      guard first > 3, text[first - 1] == 0x74, text[first - 2] == 0x65 else { return }
      first -= 3
    }
    guard Script.isBlank(text[first]), let own = surname(before: first) else { return }
    var names = [own]
    var end = word.endIndex
    if isList {
      guard end + 1 < text.count, Script.isBlank(text[end]), Script.isUpperCase(text[end + 1])
      else { return }
      let other = text[(end + 1)...].prefix { isNameLetter($0) }
      // `Meng and Van Dyk`
      guard !ReferenceWord.isParticle(other.map(Script.lower)[...]) else { return }
      names.append(other.startIndex..<other.endIndex)
      end = other.endIndex
    } else if end < text.count, text[end] == 0x2E {
      end += 1
    }
    guard !isDated(after: end),
      !found.suffix(Self.mostNames).contains(where: { $0.range.contains(own.lowerBound) })
    else { return }
    let work = ReferenceMention.WorkNames(
      names: names.map { folding.fold(Array(Self.withoutPossessive(text[$0]))).scalars },
      starts: [own.lowerBound], year: [], hasOthers: !isList)
    found.append(ReferenceMention(target: .work(work), range: own.lowerBound..<end))
  }

  /// Returns the name that ends before an index: a word with a capital and small letters.
  private func surname(before end: Int) -> Range<Int>? {
    var first = end
    while first > 0, isNameLetter(text[first - 1]) || Script.isHyphen(text[first - 1]) {
      first -= 1
    }
    guard end - first > 2, Script.isUpperCase(text[first]), Script.isLowerCase(text[end - 1]) else {
      return nil
    }
    return first..<end
  }

  /// Whether a year, or brackets with a label, follow names.
  private func isDated(after end: Int) -> Bool {
    let rest = text[end...].prefix(3).drop {
      Script.isBlank($0) || $0 == 0x2C || $0 == 0x28 || $0 == 0x2019 || $0 == 0x73
    }
    return rest.first.map { Script.isDigit($0) || $0 == 0x5B || $0 == 0x28 } ?? false
  }

  private static let joints = ["and", "und", "et", "y", "e", "и"].map {
    $0.unicodeScalars.map(\.value)
  }
  /// The first letters of these words and of `al.`, since most words have others.
  private static let beginnings = Set("aueyи".unicodeScalars.map(\.value))

  private static let longestNamed = 160
  private static let mostNames = 6

  /// Returns the end of the words before pages: of `Smith` in `Smith 12–15` and `Smith, p. 12`.
  private func nameEnd(_ first: Int, _ last: Int) -> Int {
    var end = last
    while end > first, !Script.isLetter(text[end - 1]), text[end - 1] != 0x2E { end -= 1 }
    let before = text[first..<end].dropLast()
    if text[first..<end].last == 0x2E,
      let blank = before.lastIndex(where: Script.isBlank), blank > first,
      ReferenceWord.abbreviated(text[(blank + 1)..<(end - 1)])?.kind == .page
    {
      end = blank
    }
    while end > first, Script.isBlank(text[end - 1]) || text[end - 1] == 0x2C { end -= 1 }
    return end
  }

  /// Whether words have no digits and one of them is written as a name is, with one capital.
  private func isName(_ words: Range<Int>) -> Bool {
    !text[words].contains(where: Script.isDigit)
      && text[words].split(whereSeparator: Script.isBlank).contains {
        $0.first.map(Script.isUpperCase) == true
          && $0.dropFirst().contains(where: Script.isLowerCase)
      }
  }
}
