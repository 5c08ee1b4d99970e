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
    // A number may have any counterpart.
    func isOpen(_ paragraph: ComparedText.Paragraph) -> Bool {
      paragraph.words.allSatisfy {
        states[$0] == .changed || text.words[$0].traits.contains(.numeric)
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
    _ headings: [UInt64: [[UInt32]]]
  ) -> Int {
    guard
      let first = paragraphs.first?.words.first(where: { !text.words[$0].traits.contains(.numeric) }
      ),
      headings[text.words[first].key] != nil
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
    _ words: ArraySlice<Int>, _ text: ComparedText, _ headings: [UInt64: [[UInt32]]]
  ) -> Int? {
    guard let first = words.first else { return nil }
    return headings[text.words[first].key]?.compactMap { heading in
      var (at, letters) = (words.startIndex, 0)
      while at < words.endIndex, letters < heading.count {
        let spelling = WordSplitter.spelling(text.scalars(of: words[at]))
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
  ) -> [UInt64: [[UInt32]]] {
    var headings: [UInt64: [[UInt32]]] = [:]
    for paragraph in text.paragraphs where isHeading(paragraph.flow.kind) {
      let named = paragraph.words.filter { !text.words[$0].traits.contains(.numeric) }
      guard let first = named.first, named.allSatisfy({ states[$0] != .changed }) else { continue }
      headings[text.words[first].key, default: []].append(
        named.flatMap { WordSplitter.spelling(text.scalars(of: $0)) })
    }
    return headings
  }
}
