import DocumentModel

/// Finds the terms and abbreviations that paragraphs define, in order: `long form (LF)`, a glossary, `Definition 2.1 (Cover)`.
package struct DefinedTerms: Sendable {
  /// Abbreviations as they are written, terms in lower case; the first definition of each.
  private(set) var places: [String: Destination] = [:]
  private var isGlossary = false

  private static let most = 20_000
  private static let longestTerm = 60

  /// Adds a paragraph; `place` returns the place of one of its characters, `isItalic` whether it is set in italics.
  mutating func add(
    _ paragraph: Flow.Paragraph, place: (Int) -> Destination, isItalic: (Int) -> Bool
  ) {
    let text = paragraph.scalars
    if case .heading = paragraph.kind {
      isGlossary = Self.opensGlossary(text)
      return
    }
    for (name, start) in Abbreviation.all(in: text) { define(text[name], at: place(start)) }
    if isGlossary, let end = Self.glossaryTerm(text) { define(text[..<end], at: place(0)) }
    guard let (word, _, end) = ReferenceScanner.beginning(text), word.isDefinition else { return }
    for range in Self.definedWords(text, from: end, isItalic) {
      define(text[range], at: place(0))
    }
  }

  private mutating func define(_ words: ArraySlice<UInt32>, at place: Destination) {
    let name = Self.key(words)
    guard places.count < Self.most, name.count > 1, places[name] == nil else { return }
    places[name] = place
  }

  /// Returns the name by which words are found: abbreviations as they are, others in lower case with one blank between words.
  package static func key(_ words: ArraySlice<UInt32>) -> String {
    let text = String(String.UnicodeScalarView(words.compactMap(Unicode.Scalar.init)))
    if Abbreviation.isName(words) { return text }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
  }

  private static let glossaries: Set<String> = Set(
    """
    glossary|abbreviations|list of abbreviations|acronyms|list of acronyms|abbreviations and acronyms|nomenclature|list of symbols|glossar
    abkürzungen|abkürzungsverzeichnis|glossaire|abréviations|liste des abréviations|glosario|abreviaturas|siglas|glossário|glossario
    глоссарий|список сокращений|用語集|略語|术语表|缩略语
    """.split { $0 == "|" || $0 == "\n" }.map(String.init))

  private static func opensGlossary(_ heading: [UInt32]) -> Bool {
    let (_, start) = SectionTitle.number(heading)
    return heading.count <= 48 && glossaries.contains(key(heading[start...]).lowercased())
  }

  /// Returns the end of the term that a glossary's entry begins with: before a colon or a dash, else an abbreviation.
  private static func glossaryTerm(_ text: [UInt32]) -> Int? {
    for index in text.indices.prefix(longestTerm) {
      let isSpaced = index > 0 && Script.isBlank(text[index - 1])
      if text[index] == 0x3A || isSpaced && [0x2D, 0x2013, 0x2014].contains(text[index]) {
        return index > 0 ? index : nil
      }
    }
    let word = text.prefix { !Script.isBlank($0) }
    return Abbreviation.isName(word) && word.count < text.count ? word.count : nil
  }

  /// Returns the title in parentheses after the number of a definition, else the words set in italics in an upright text, or upright in italics.
  private static func definedWords(
    _ text: [UInt32], from start: Int, _ isItalic: (Int) -> Bool
  ) -> [Range<Int>] {
    let rest = text[start...].prefix(400)
    if let open = rest.firstIndex(where: { !Script.isBlank($0) && $0 != 0x2E }), text[open] == 0x28,
      let close = rest[open...].firstIndex(of: 0x29), close - open <= longestTerm
    {
      return [open + 1..<close]
    }
    let letters = rest.indices.filter { Script.isLetter(text[$0]) }
    let isUpright = letters.count { isItalic($0) } * 2 < letters.count
    var found: [Range<Int>] = []
    for index in letters where isItalic(index) == isUpright {
      if let last = found.last, text[last.upperBound..<index].allSatisfy(Script.isBlank) {
        found[found.count - 1] = last.lowerBound..<index + 1
      } else {
        found.append(index..<index + 1)
      }
    }
    // Single letters are variables.
    return found.filter { (4...longestTerm).contains($0.count) }
  }
}

/// An abbreviation in capitals with the words it stands for.
package enum Abbreviation {
  private static let lengths = 2...10

  /// Whether a text is written like an abbreviation: one word with at least two capitals.
  package static func isName(_ word: ArraySlice<UInt32>) -> Bool {
    lengths.contains(word.count) && word.first.map(Script.isLetter) == true
      && word.count(where: Script.isUpperCase) >= 2
      && word.allSatisfy {
        Script.isLetter($0) || Script.isDigit($0) || [0x2D, 0x26, 0x2F].contains($0)
      }
  }

  /// Returns the abbreviations in parentheses after their long forms, with the index where the long form begins.
  ///
  /// By the algorithm of Schwartz and Hearst, “A simple algorithm for identifying abbreviation definitions in biomedical text” (2003).
  static func all(in text: [UInt32]) -> [(name: Range<Int>, start: Int)] {
    var found: [(name: Range<Int>, start: Int)] = []
    for open in text.indices where text[open] == 0x28 {
      guard let close = text[open...].prefix(lengths.upperBound + 3).firstIndex(of: 0x29) else {
        continue
      }
      var name = open + 1..<close
      // A plural: `graphics processing units (GPUs)`.
      if name.count > 2, text[close - 1] == 0x73 { name = name.lowerBound..<close - 1 }
      guard isName(text[name]), let start = longForm(of: text[name], before: open, in: text) else {
        continue
      }
      found.append((name, start))
    }
    return found
  }

  /// Returns where the words begin whose letters make an abbreviation, its first letter at the start of a word.
  private static func longForm(
    of name: ArraySlice<UInt32>, before end: Int, in text: [UInt32]
  ) -> Int? {
    let letters = name.map(Script.lower).filter { Script.isLetter($0) || Script.isDigit($0) }
    // So many words may belong to it.
    var words = min(letters.count + 5, letters.count * 2)
    var (left, at) = (letters.count - 1, end - 1)
    while at >= 0, left >= 0 {
      let isStart = at == 0 || !isInWord(text[at - 1])
      if Script.lower(text[at]) == letters[left], left > 0 || isStart {
        if left == 0 { return end - at > letters.count + 1 ? at : nil }
        left -= 1
      }
      if isStart, isInWord(text[at]) { words -= 1 }
      if words == 0 || [0x2E, 0x3B, 0x28, 0x29].contains(text[at]) { return nil }
      at -= 1
    }
    return nil
  }

  private static func isInWord(_ scalar: UInt32) -> Bool {
    Script.isLetter(scalar) || Script.isDigit(scalar)
  }
}
