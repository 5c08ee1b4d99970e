import DocumentModel
import Text

extension TextComparison {
  /// Drops a table of contents that only one version has: it says nothing that the headings do not say.
  mutating func dropContents() {
    for word in Self.contents(of: old, oldStates) { oldStates[word] = .layout }
    for word in Self.contents(of: new, newStates) { newStates[word] = .layout }
  }

  /// Returns the changed words of paragraphs that list headings of both versions with their pages, and of the title before them.
  private static func contents(of text: ComparedText, _ states: [State]) -> [Int] {
    let headings = commonHeadings(text, states)
    guard !headings.isEmpty else { return [] }
    // A number may have any counterpart, and the words those of a running head.
    func isOpen(_ paragraph: ComparedText.Paragraph) -> Bool {
      paragraph.words.allSatisfy {
        states[$0] == .changed || states[$0] == .layout
          || text.words[$0].traits.contains(.numeric)
      }
    }
    let paragraphs = text.paragraphs.filter { $0.stream == .body || $0.stream == .contents }
      .sorted { $0.number < $1.number }
    var found: [Int] = []
    var index = 0
    while index < paragraphs.count {
      let end = paragraphs[index...].firstIndex { !isOpen($0) } ?? paragraphs.count
      let listed = entries(paragraphs[index..<end], text, headings)
      found += paragraphs[index..<index + listed].flatMap(\.words)
      if listed > 0, let title = paragraphs[safe: index - 1], isHeading(title.flow.kind),
        isOpen(title)
      {
        found += title.words
      }
      index += max(1, listed)
    }
    return found.filter { states[$0] == .changed }
  }

  /// Returns how many paragraphs from the first on are headings with numbers, up to one that ends with a number.
  private static func entries(
    _ paragraphs: ArraySlice<ComparedText.Paragraph>, _ text: ComparedText,
    _ headings: [[UInt32]: [[UInt32]]]
  ) -> Int {
    guard
      let first = paragraphs.first?.words.first(where: { !text.words[$0].traits.contains(.numeric) }
      ),
      headings[plain(text.scalars(of: first))] != nil
    else { return 0 }
    let words = paragraphs.prefix(mostEntries).flatMap(\.words)
    var ends: [Int: Int] = [:]
    var count = 0
    for (number, paragraph) in paragraphs.prefix(mostEntries).enumerated() {
      count += paragraph.words.count
      ends[count] = number + 1
    }
    var (at, listed) = (0, 0)
    while at < words.count {
      if text.words[words[at]].traits.contains(.numeric) {
        at += 1
        listed = ends[at] ?? listed
      } else if let end = headingEnd(words[at...], text, headings) {
        at = end
      } else {
        break
      }
    }
    return listed
  }

  private static let mostEntries = 200

  /// Returns the end of the longest heading that some words spell, which lines may have cut; nil if there is none.
  private static func headingEnd(
    _ words: ArraySlice<Int>, _ text: ComparedText, _ headings: [[UInt32]: [[UInt32]]]
  ) -> Int? {
    guard let first = words.first else { return nil }
    return headings[plain(text.scalars(of: first))]?.compactMap { heading in
      var (at, letters) = (words.startIndex, 0)
      while at < words.endIndex, letters < heading.count {
        let spelling = plain(text.scalars(of: words[at]))
        guard heading[letters...].starts(with: spelling) else { return nil }
        letters += spelling.count
        at += 1
      }
      return letters == heading.count ? at : nil
    }.max()
  }

  /// Returns the spellings of headings that are in both versions, without their numbers, by the key of their first word.
  private static func commonHeadings(
    _ text: ComparedText, _ states: [State]
  ) -> [[UInt32]: [[UInt32]]] {
    var headings: [[UInt32]: [[UInt32]]] = [:]
    for paragraph in text.paragraphs {
      let named = headingWords(of: paragraph, text)
      guard let first = named.first, named.allSatisfy({ states[$0] != .changed }) else { continue }
      headings[plain(text.scalars(of: first)), default: []].append(
        named.flatMap { plain(text.scalars(of: $0)) })
    }
    return headings
  }

  /// Returns the words of a heading, or of a short paragraph that may be one, without its number; of a longer one that begins with a
  /// number, those up to the first full stop.
  private static func headingWords(
    of paragraph: ComparedText.Paragraph, _ text: ComparedText
  ) -> [Int] {
    let words = paragraph.words.filter { !text.words[$0].traits.contains(.numeric) }
    if isHeading(paragraph.flow.kind) { return words }
    guard paragraph.stream == .body, let last = words.last else { return [] }
    let number = text.scalars(of: paragraph.words.lowerBound)
    if number.contains(0x2E), number.allSatisfy({ $0 == 0x2E || Script.isDigit($0) }),
      let end = words.prefix(mostHeadingWords).firstIndex(where: {
        text.scalars(of: $0).last == 0x2E
      })
    {
      return Array(words[...end])
    }
    return words.count <= mostHeadingWords && text.scalars(of: last).last != 0x2E ? words : []
  }

  private static let mostHeadingWords = 16

  /// A spelling without case and full stops, which contents may lack.
  private static func plain(_ scalars: ArraySlice<UInt32>) -> [UInt32] {
    WordSplitter.spelling(scalars).filter { $0 != 0x2E }.map(Script.lower)
  }
}
