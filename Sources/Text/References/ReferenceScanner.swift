import DocumentModel

/// Finds the words of a paragraph that name other parts of a document, works and addresses; one pass, no backtracking beyond a window.
struct ReferenceScanner {
  let text: [UInt32]
  var at = 0
  var found: [ReferenceMention] = []
  /// Numbers in parentheses that may be those of equations.
  var bare: [ReferenceMention] = []
  let folding = Folding(ignoresCase: true, ignoresAccents: true)

  init(_ text: [UInt32]) { self.text = text }

  /// Returns the mentions in a text from `start` on, in order.
  static func mentions(in text: [UInt32], from start: Int = 0) -> [ReferenceMention] {
    var scanner = ReferenceScanner(text)
    scanner.at = start
    scanner.scan()
    return scanner.found
  }

  /// Returns the part that a text names at its very beginning, such as a caption, and the index after its number.
  static func beginning(_ text: [UInt32]) -> (word: ReferenceWord, number: PartNumber, end: Int)? {
    let scanner = ReferenceScanner(text)
    // A caption's word begins with a capital in scripts that have them.
    let series = ReferenceWord.series(at: 0, in: text)
    guard let first = text.first, !Script.isLowerCase(first),
      let (word, end) = scanner.word(at: series?.end ?? 0),
      let (number, last) = scanner.number(after: end, of: word, isFirst: true)
    else { return nil }
    return (word.of(series?.kind, number), number, last)
  }

  /// Whether the word at an index names parts.
  static func namesPart(_ text: [UInt32], at start: Int) -> Bool {
    ReferenceWord.named(by: text[start...].prefix(while: Script.isLetter)) != nil
  }

  private mutating func scan() {
    while at < text.count {
      let scalar = text[at]
      if Script.isDigit(scalar), let end = Year.end(at: at, in: text) {
        scanWork(yearEnd: end)
      } else if scalar == 0x5B {
        scanBrackets(closedBy: 0x5D)
      } else if scalar == 0xFF3B || scalar == 0x3010 {
        scanBrackets(closedBy: scalar == 0x3010 ? 0x3011 : 0xFF3D)
      } else if scalar == 0x28 {
        scanParentheses()
      } else if scalar >= 0xB2, Superscripts.isRaisedDigit(scalar) {
        let (numbers, end) = RaisedNumbers.read(text, at: at)
        found += numbers
        at = end
      } else if isWordStart(at) {
        if let (name, end) = Year.undated(at: at, in: text) {
          scanWork(yearEnd: end, year: name)
        } else {
          scanWord()
        }
      } else {
        at += 1
      }
    }
    found.sort { $0.range.lowerBound < $1.range.lowerBound }
    dropCounted()
    dropOthers()
    // `(1) … (2) …` numbers the parts of a sentence.
    if !bare.isEmpty, !(holds("(1)") && holds("(2)")) { found += bare }
    found.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The letters of the word that ends before an index, without the apostrophe of a genitive.
  func wordBefore(_ index: Int) -> [UInt32] {
    var end = index
    while end > 0, Script.isBlank(text[end - 1]) { end -= 1 }
    if end > 0, text[end - 1] == 0x27 || text[end - 1] == 0x2019 { end -= 1 }
    var first = end
    while first > 0, Script.isLetter(text[first - 1]) { first -= 1 }
    return text[first..<end].map(Script.lower)
  }

  private func holds(_ words: String) -> Bool {
    let scalars = words.unicodeScalars.map(\.value)
    return text.indices.contains { text[$0] == scalars[0] && text[$0...].starts(with: scalars) }
  }

  private func isWordStart(_ index: Int) -> Bool {
    let scalar = text[index]
    if Script.isIdeographic(scalar) || scalar == 0xA7 { return true }
    return Script.isLetter(scalar)
      && (index == 0 || !Script.isLetter(text[index - 1]) && !Script.isDigit(text[index - 1]))
  }

  // MARK: numbered parts

  /// Returns the word that names parts at an index and the index after it.
  private func word(at start: Int) -> (ReferenceWord, end: Int)? {
    if Script.isIdeographic(text[start]) {
      return ReferenceWord.ideographic(at: start, in: text[...])
    }
    var end = start
    while end < text.count, end - start < 15, Script.isLetter(text[end]) || text[end] == 0xA7 {
      end += 1
    }
    let word = text[start..<end]
    if let known = ReferenceWord.named(by: word) { return (known, end) }
    guard end < text.count, text[end] == 0x2E, let short = ReferenceWord.abbreviated(word),
      short.kind != .page || isSeen(start)
    else { return nil }
    return (short, end)
  }

  /// Whether the reader is asked to see what is at an index: `see p. 3`, `see page 3 and p. 5`.
  private func isSeen(_ start: Int) -> Bool {
    var end = start
    while end > 0, Script.isBlank(text[end - 1]) || [0x2C, 0x2E].contains(text[end - 1]) {
      end -= 1
    }
    if Self.seeing.contains(wordBefore(end)) || Self.sides.contains(wordBefore(end)) { return true }
    let before = wordBefore(start)
    guard case .part(.page, _, _)? = found.last?.target, let end = found.last?.range.upperBound,
      start - end <= 8
    else { return false }
    return ReferenceWord.isJoin(before[...])
  }

  func wordEnd(_ start: Int) -> Int {
    var end = start
    while end < text.count, Script.isLetter(text[end]), !Script.isIdeographic(text[end]) {
      end += 1
    }
    return max(end, start + 1)
  }

  private mutating func scanWord() {
    let start = at
    guard let (word, end) = word(at: start) else {
      addAlone(start)
      at = chapterBefore(start) ?? sectionAfterNumber(start) ?? wordEnd(start)
      return
    }
    guard var (number, last) = number(after: end, of: word, isFirst: true),
      word.kind != .page || isPageMeant(before: start),
      word.kind != .note || isNoteMeant(start..<end, last)
    else {
      at = pageAfterNumber(start, end, word) ?? end
      return
    }
    let isPlural = ReferenceWord.isPlural(text[start..<end])
    let named = word.of(ReferenceWord.series(before: start, in: text), number)
    add(named, number, start..<last, first: isPlural ? number.firstOfRange : nil)
    while let next = nextNumber(after: last, number, of: word, isPlural: isPlural) {
      number = next.number
      add(named, number, next.start..<next.end)
      last = next.end
    }
    at = last
  }

  /// Whether a word such as `page` names a page of this document: `see page 3`, `(page 3)`.
  private func isPageMeant(before start: Int) -> Bool {
    if Script.isIdeographic(text[start]) { return true }
    if start > 0 && text[start - 1] == 0x28 || isSeen(start) { return true }
    let word = wordBefore(start)
    if Self.beforePages.contains(word) { return true }
    guard Self.articles.contains(word) else { return false }
    var end = start
    while end > 0, Script.isBlank(text[end - 1]) { end -= 1 }
    let before = wordBefore(end - word.count)
    return Self.beforePages.contains(before) || Self.seeing.contains(before)
  }

  /// Whether a note of this document is meant: `supra note 12`, `see note 1`, `Fn. 2`, `note 3 above`.
  private func isNoteMeant(_ word: Range<Int>, _ end: Int) -> Bool {
    let before = wordBefore(word.lowerBound)
    if Script.lower(text[word.lowerBound]) == 0x66 || Self.beforeNotes.contains(before) {
      return true
    }
    let next = text[end...].drop(while: Script.isBlank).prefix(while: Script.isLetter)
    return Self.sides.contains(Array(next))
  }

  private static let beforeNotes = ReferenceWord.words("supra infra see siehe wie vgl voir cf")

  private static let beforePages = ReferenceWord.words(
    "on to at from and auf en na на op su à voir ver")

  private static let seeing = ReferenceWord.words(
    "see siehe vgl voir cf ver véase veja vedi vedere zie см")

  /// `see above, p. 4`
  private static let sides = ReferenceWord.words("above below oben unten")

  private static let articles = ReferenceWord.words("the der die la a à o")

  mutating func add(
    _ word: ReferenceWord, _ number: PartNumber, _ range: Range<Int>, first: PartNumber? = nil
  ) {
    guard word.kind == .cite else {
      found.append(
        ReferenceMention(
          target: .part(word.kind, sort: word.sort, number), range: range, first: first))
      return
    }
    func cite(_ label: some Sequence<UInt32>, _ range: Range<Int>) {
      found.append(ReferenceMention(target: .entry(Array(label)), range: range, doubt: .named))
    }
    // `Ref. 3`, `Refs. 1-3`
    if number.value != nil {
      cite(number.scalars, range)
    } else if number.firstOfRange != nil, let hyphen = number.scalars.firstIndex(of: 0x2D) {
      let middle = range.upperBound - number.scalars.count + hyphen
      cite(number.scalars[..<hyphen], range.lowerBound..<middle)
      cite(number.scalars[(hyphen + 1)...], middle + 1..<range.upperBound)
    }
  }

  /// Reads the number after a word, in parentheses for an equation.
  private func number(
    after end: Int, of word: ReferenceWord, isFirst: Bool
  ) -> (number: PartNumber, end: Int)? {
    var index = end
    // A full stop belongs to an abbreviation; after a whole word it ends the sentence.
    if isFirst, index < text.count, text[index] == 0x2E {
      let start = text[..<end].lastIndex { !Script.isLetter($0) }.map { $0 + 1 } ?? 0
      guard end - start <= 5 || ReferenceWord.abbreviated(text[start..<end]) != nil else {
        return nil
      }
      index += 1
    }
    while index < text.count, index - end < 4, Script.isBlank(text[index]) { index += 1 }
    // `付録B`
    guard index < text.count,
      index > end || !isFirst || !Script.isLetter(text[index])
        || Script.isIdeographic(text[end - 1])
    else { return nil }
    if word.kind == .page, let end = romanEnd(index) {
      return (PartNumber(scalars: text[index..<end].map(Script.lower)), end)
    }
    if word.kind == .page, !Script.isDigit(text[index]) { return nil }
    let isOpen = word.kind == .equation && (text[index] == 0x28 || text[index] == 0xFF08)
    if isOpen { index += 1 }
    guard
      let (number, last) = PartNumber.read(
        text[...], at: index, takesLetters: word.takesLetters || isOpen)
    else { return nil }
    // `Tables 5, 41 %`
    let sign = text[last...].first { !Script.isBlank($0) }
    if !isOpen, sign == 0x25, !isFirst { return nil }
    guard isOpen else { return (number, last) }
    guard last < text.count, text[last] == 0x29 || text[last] == 0xFF09 else { return nil }
    return (number, last + 1)
  }

  /// Returns the end of a Roman number in small letters, as pages before the text have.
  private func romanEnd(_ start: Int) -> Int? {
    var end = start
    while end < text.count, Self.smallRoman.contains(text[end]) { end += 1 }
    return end > start && (end == text.count || !Script.isLetter(text[end])) ? end : nil
  }

  private static let smallRoman: Set<UInt32> = Set("ivxlc".unicodeScalars.map(\.value))

  /// Reads the next number of a list or range: `2 and 3`, `1–3`, `(4)–(6)`, `6c and 6d`.
  private func nextNumber(
    after end: Int, _ before: PartNumber, of word: ReferenceWord, isPlural: Bool
  ) -> (number: PartNumber, start: Int, end: Int)? {
    var index = partEnd(end)
    var signs: [UInt32] = []
    var hasJoin = false
    while index < text.count, index - end < 12 {
      let scalar = text[index]
      if Script.isBlank(scalar) {
        index += 1
      } else if Self.separators.contains(scalar) {
        signs.append(scalar)
        index += 1
      } else if Script.isLetter(scalar), !hasJoin, !(0x41...0x5A).contains(scalar) {
        let last = wordEnd(index)
        guard ReferenceWord.isJoin(text[index..<last]) else { return nil }
        hasJoin = true
        index = last
      } else {
        break
      }
    }
    // `Figure 2 and 3 weeks later`; a dash needs no plural.
    let isRange = !hasJoin && signs.contains { Script.isHyphen($0) || $0 == 0x2013 || $0 == 0x2014 }
    let isList = isRange || isPlural && (hasJoin || !signs.isEmpty)
    guard index > end, isList || hasJoin, index < text.count,
      !(0x41...0x5A).contains(text[index]) || word.takesLetters || isDigitNext(index)
        || text[index...].dropFirst().first == 0x2E && isDigitNext(index + 1)
        || PartNumber.isRoman(before.scalars[...]),
      let (number, last) = self.number(after: index, of: word, isFirst: false)
    else { return nil }
    // A single word may have two parts of one figure; `Table VII and VIII`, but not `Figure 2 and 3 weeks later`.
    if !isList, number.whole == nil || number.whole != before.whole,
      !isAlike(number, before) || !endsClause(last) && !isRomanOrDeep(number)
    {
      return nil
    }
    // `Figure 2 and 30 %`, `Tables 1, 2008`
    if let value = number.value, value > 400 { return nil }
    return (number, index, last)
  }

  /// The index after the letter of a part in parentheses: `1(a)`.
  private func partEnd(_ end: Int) -> Int {
    guard end + 2 < text.count, text[end] == 0x28, Script.isLowerCase(text[end + 1]),
      text[end + 2] == 0x29
    else { return end }
    return end + 3
  }

  /// Whether a sign that ends a clause follows an index.
  private func endsClause(_ index: Int) -> Bool {
    index < text.count && [0x2C, 0x2E, 0x3A, 0x3B, 0x29].contains(text[index])
  }

  /// Whether two numbers are both Roman or both Arabic.
  private func isAlike(_ a: PartNumber, _ b: PartNumber) -> Bool {
    PartNumber.isRoman(a.scalars[...]) == PartNumber.isRoman(b.scalars[...])
      && a.scalars.first.map(Script.isDigit) == b.scalars.first.map(Script.isDigit)
  }

  /// Whether a number cannot be an amount: `VIII`, `4.2.1`.
  private func isRomanOrDeep(_ number: PartNumber) -> Bool {
    number.scalars.count > 1 && PartNumber.isRoman(number.scalars[...])
      || number.scalars.count { $0 == 0x2E } > 1
  }

  private func isDigitNext(_ index: Int) -> Bool {
    index + 1 < text.count && Script.isDigit(text[index + 1])
  }

  static let separators: Set<UInt32> = Set(",;&-‐‑–—、・/~〜".unicodeScalars.map(\.value))
}
