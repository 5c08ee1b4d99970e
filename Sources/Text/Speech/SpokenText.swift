import DocumentModel

/// A sentence to be read aloud, and its place.
package struct SpokenSentence: Sendable, Hashable {
  /// Characters of a page.
  package struct Part: Sendable, Hashable {
    package var page: Int
    /// Indices into the page's scalars.
    package var range: Range<Int>
  }

  package var text: String
  /// Its characters, in their order; the first page of a sentence is that of the first part.
  package var parts: [Part]
}

/// The sentences of a document from a page on, as they are read aloud.
///
/// Running heads, notes and the marks of notes, bullets and the words within figures are left out; formulas, tables and listings are named.
package struct SpokenText: Sendable {
  package private(set) var sentences: [SpokenSentence] = []
  package let firstPage: Int
  /// The page that is added next.
  package private(set) var nextPage: Int
  /// The document's end was taken.
  package private(set) var isComplete = false
  private var flow = Flow()
  /// The kind of the block before, of which rows and lines are named once.
  private var last: TextBlock.Kind?
  /// The block before is a caption.
  private var isCaptioned = false
  /// Words in figures are texts in their place, not labels.
  private let speaksFigures: Bool

  package init(from page: Int, speaksFigures: Bool) {
    firstPage = page
    nextPage = page
    self.speaksFigures = speaksFigures
  }

  /// Takes the blocks of the next page; a sentence that may go on is complete only after the next page.
  package mutating func add(_ blocks: [TextBlock]) {
    take(flow.add(blocks, page: nextPage))
    nextPage += 1
  }

  /// Takes the end of the document.
  package mutating func finish() {
    take(flow.finish())
    isComplete = true
  }

  /// Returns the index of the sentence that contains a character, or else of the first that begins after it.
  package func index(page: Int, _ origin: Int) -> Int? {
    sentences.firstIndex { sentence in
      sentence.parts.contains { $0.page == page && $0.range.contains(origin) }
    }
      ?? sentences.firstIndex { sentence in
        guard let first = sentence.parts.first else { return false }
        return (first.page, first.range.lowerBound) >= (page, origin)
      }
  }

  /// Names what is not read, unless its caption has just done so.
  private mutating func name(_ word: String, _ paragraph: Flow.Paragraph) {
    guard !(isCaptioned && sentences.last?.text.hasPrefix(word) == true) else { return }
    add(word, paragraph, 0..<paragraph.scalars.count)
  }

  private mutating func take(_ paragraphs: [Flow.Paragraph]) {
    for paragraph in paragraphs where isSpoken(paragraph.kind) {
      let isMore = last == paragraph.kind
      isCaptioned = last == .caption
      last = paragraph.kind
      switch paragraph.kind {
      case .paragraph, .heading, .listItem, .caption: addSentences(of: paragraph)
      case .figure: addSentences(of: paragraph)
      case .formula:
        add(Self.name(ofFormula: paragraph.scalars), paragraph, 0..<paragraph.scalars.count)
      case .tableRow: if !isMore { name("Table", paragraph) }
      case .code: if !isMore { name("Listing", paragraph) }
      case .footnote, .header, .footer: break
      }
    }
  }

  /// Whether a block is read or named; others, such as the foot of a page, do not divide a table or a listing.
  private func isSpoken(_ kind: TextBlock.Kind) -> Bool {
    switch kind {
    case .footnote, .header, .footer: false
    case .figure: speaksFigures
    default: true
    }
  }

  private mutating func addSentences(of paragraph: Flow.Paragraph) {
    var isSpoken = [Bool](repeating: true, count: paragraph.scalars.count)
    let silent =
      paragraph.spans.filter { $0.kind != .number }.map(\.range)
      + Self.bracketedMarks(paragraph.scalars)
    for range in silent { for index in range { isSpoken[index] = false } }
    let spoken = isSpoken.indices.filter { isSpoken[$0] }
    let scalars = spoken.map { paragraph.scalars[$0] }
    for range in SentenceBreaks.ranges(of: scalars) {
      let text = scalars[range].compactMap(Unicode.Scalar.init).map {
        Script.isBlank($0.value) ? " " : Character($0)
      }
      let words = String(text).split(separator: " ").joined(separator: " ")
      guard
        words.unicodeScalars.contains(where: {
          Script.isLetter($0.value) || Script.isDigit($0.value)
        })
      else { continue }
      add(words, paragraph, spoken[range.lowerBound]..<spoken[range.upperBound - 1] + 1)
    }
  }

  /// Returns the numbers in brackets directly after a word or its punctuation, `[1]`: marks of notes in texts without other signs of them.
  /// `[0]` is an index.
  private static func bracketedMarks(_ scalars: [UInt32]) -> [Range<Int>] {
    scalars.indices.dropFirst(2).compactMap { start in
      guard scalars[start] == 0x5B, !Script.isBlank(scalars[start - 1]),
        !Script.isLetter(scalars[start - 1]) || Script.isLetter(scalars[start - 2])
      else { return nil }
      let digits = scalars[(start + 1)...].prefix { Script.isDigit($0) }
      guard (1...3).contains(digits.count), digits.first != 0x30,
        scalars[safe: digits.endIndex] == 0x5D
      else { return nil }
      return start..<digits.endIndex + 1
    }
  }

  private mutating func add(_ text: String, _ paragraph: Flow.Paragraph, _ range: Range<Int>) {
    var parts: [SpokenSentence.Part] = []
    for origin in paragraph.origins[range] where origin.index >= 0 {
      let (page, index) = (Int(origin.page), Int(origin.index))
      if let part = parts.last, part.page == page, (0...2).contains(index - part.range.upperBound) {
        parts[parts.count - 1].range = part.range.lowerBound..<index + 1
      } else if parts.last?.page != page || parts.last?.range.contains(index) != true {
        parts.append(SpokenSentence.Part(page: page, range: index..<index + 1))
      }
    }
    if parts.isEmpty { parts = [SpokenSentence.Part(page: paragraph.page, range: 0..<0)] }
    sentences.append(SpokenSentence(text: text, parts: parts))
  }

  /// Returns “Formula (3)” for a displayed formula with that number.
  private static func name(ofFormula scalars: [UInt32]) -> String {
    guard scalars.last == 0x29, let open = scalars.lastIndex(of: 0x28) else { return "Formula" }
    let number = scalars[open...]
    guard number.count <= 8, number.contains(where: Script.isDigit) else { return "Formula" }
    return "Formula "
      + String(String.UnicodeScalarView(number.compactMap(Unicode.Scalar.init)))
  }
}
