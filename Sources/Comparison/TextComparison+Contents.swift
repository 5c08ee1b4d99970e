import DocumentModel
import Text

/// A heading that both versions have, as a table of contents lists it.
private struct ListedHeading {
  /// Without its numbers, case and full stops.
  var spelling: [UInt32]
  /// The numbers at its end, as in “Part 2”, after which contents have that of the page.
  var ownNumbers: Int

  func isListed(with numbers: Int) -> Bool { ownNumbers == 0 || numbers > ownNumbers }
}

extension TextComparison {
  /// Drops a table of contents that only one version has: it says nothing that the headings do not say.
  mutating func dropContents() {
    let headings = Self.commonHeadings(old, oldStates)
      .merging(Self.commonHeadings(new, newStates)) { $0 + $1 }
    guard !headings.isEmpty else { return }
    for find in [Self.contents, Self.scatteredContents] {
      for word in Self.mainly(find(old, oldStates, headings), old, oldStates) {
        oldStates[word] = .layout
      }
      for word in Self.mainly(find(new, newStates, headings), new, newStates) {
        newStates[word] = .layout
      }
    }
  }

  /// Returns the words on pages of which they are most of what changed: sections that were added or removed repeat headings of others,
  /// too, but among words of their own.
  private static func mainly(_ found: [Int], _ text: ComparedText, _ states: [State]) -> [Int] {
    guard !found.isEmpty else { return [] }
    let listed = Dictionary(grouping: Set(found)) { text.page(of: $0) }
    var changed: [Int: Int] = [:]
    for word in states.indices where states[word] == .changed {
      changed[text.page(of: word), default: 0] += 1
    }
    return listed.flatMap { page, words in
      words.count { states[$0] == .changed } * 2 > changed[page] ?? 0 ? words : []
    }
  }

  /// Returns the changed words of entries whose cells or lines are among those of the text beside them.
  private static func scatteredContents(
    of text: ComparedText, _ states: [State], _ headings: [[UInt32]: [ListedHeading]]
  ) -> [Int] {
    let segments = runs(states).flatMap(text.segments)
      .sorted {
        text.paragraph(of: $0.lowerBound).number < text.paragraph(of: $1.lowerBound).number
      }
    func isNumber(_ word: Int) -> Bool { text.words[word].traits.contains(.numeric) }
    var pages: [Int: (title: [Int], entries: [[Int]])] = [:]
    var index = 0
    while index < segments.count {
      guard let entry = entry(segments[index...].prefix(mostSegments), text, headings) else {
        index += 1
        continue
      }
      let number = segments[..<index].last.map { $0.allSatisfy(isNumber) ? Array($0) : [] } ?? []
      let page = text.page(of: entry.words[0])
      let title = segments[..<index].last { !$0.allSatisfy(isNumber) }
      let isTitle = title.map { $0.count <= mostTitle && text.page(of: $0.lowerBound) == page }
      pages[page, default: (isTitle == true ? title.map(Array.init) ?? [] : [], [])].entries
        .append(number + entry.words)
      index = entry.next
    }
    return pages.values.filter { $0.entries.count >= leastEntries }
      .flatMap { $0.title + $0.entries.flatMap(\.self) }
  }

  /// The cells and lines that a cut entry is looked for in, the fewest entries of a page, and the most words of a title.
  private static let (mostSegments, leastEntries, mostTitle) = (8, 3, 3)

  /// Returns the words of an entry that begins in the first segment, and the index of the segment after its last; nil if there is none.
  private static func entry(
    _ segments: ArraySlice<Range<Int>>, _ text: ComparedText,
    _ headings: [[UInt32]: [ListedHeading]]
  ) -> (words: [Int], next: Int)? {
    func isNumber(_ word: Int) -> Bool { text.words[word].traits.contains(.numeric) }
    guard let first = segments.first?.first(where: { !isNumber($0) }) else { return nil }
    for heading in headings[plain(text.scalars(of: first))] ?? [] {
      var (found, letters, next): ([Int], Int, Int) = ([], 0, segments.startIndex)
      for (index, segment) in segments.enumerated() {
        let named = segment.filter { !isNumber($0) }
        let spelling = named.flatMap { plain(text.scalars(of: $0)) }
        let isRest = letters == heading.spelling.count
        guard isRest ? named.isEmpty : heading.spelling[letters...].starts(with: spelling) else {
          if isRest || index == 0 { break }
          continue
        }
        found += segment
        letters += spelling.count
        next = segments.startIndex + index + 1
        if isRest
          || letters == heading.spelling.count && named.count < segment.count
            && isNumber(segment.upperBound - 1)
        {
          break
        }
      }
      let numbers = found.reversed().prefix(while: isNumber).count
      if letters == heading.spelling.count, heading.isListed(with: numbers) { return (found, next) }
    }
    return nil
  }

  /// Returns the changed words of paragraphs that list headings of both versions with their pages, and of the title before them.
  private static func contents(
    of text: ComparedText, _ states: [State], _ headings: [[UInt32]: [ListedHeading]]
  ) -> [Int] {
    // A number may have any counterpart, and the words those of a running head.
    func isOpen(_ paragraph: ComparedText.Paragraph) -> Bool {
      paragraph.words.allSatisfy {
        states[$0] == .changed || states[$0] == .layout
          || text.words[$0].traits.contains(.numeric)
      }
    }
    let streams: Set<ComparedText.Stream> = [.body, .contents, .tables]
    let paragraphs = text.paragraphs.filter { streams.contains($0.stream) }
      .sorted { $0.number < $1.number }
    var found: [Int] = []
    var index = 0
    while index < paragraphs.count {
      let end = paragraphs[index...].firstIndex { !isOpen($0) } ?? paragraphs.count
      let listed = entries(paragraphs[index..<end], text, headings)
      found += paragraphs[index..<index + listed].flatMap(\.words)
      // The title, which may list itself.
      if listed > 0 {
        found += paragraphs[..<index].suffix(2).reversed().prefix {
          isOpen($0)
            && (isHeading($0.flow.kind) || listed >= leastEntries && $0.words.count <= mostTitle)
        }.flatMap(\.words)
      }
      index += max(1, listed)
    }
    return found.filter { states[$0] == .changed }
  }

  /// Returns how many paragraphs from the first on are headings with numbers, up to one that ends with a number.
  private static func entries(
    _ paragraphs: ArraySlice<ComparedText.Paragraph>, _ text: ComparedText,
    _ headings: [[UInt32]: [ListedHeading]]
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
      } else if let (heading, end) = heading(words[at...], text, headings),
        heading.isListed(
          with: words[end...].prefix { text.words[$0].traits.contains(.numeric) }.count)
      {
        at = end
      } else {
        break
      }
    }
    return listed
  }

  private static let mostEntries = 200

  /// Returns the longest heading that some words spell, which lines may have cut, and its end; nil if there is none.
  private static func heading(
    _ words: ArraySlice<Int>, _ text: ComparedText, _ headings: [[UInt32]: [ListedHeading]]
  ) -> (ListedHeading, end: Int)? {
    guard let first = words.first else { return nil }
    let found =
      headings[plain(text.scalars(of: first))]?.compactMap { heading in
        var (at, letters) = (words.startIndex, 0)
        while at < words.endIndex, letters < heading.spelling.count {
          let spelling = plain(text.scalars(of: words[at]))
          guard heading.spelling[letters...].starts(with: spelling) else { return nil }
          letters += spelling.count
          at += 1
        }
        return letters == heading.spelling.count ? (heading, end: at) : nil
      } as [(ListedHeading, end: Int)]?
    return found?.max { ($0.end, $0.0.ownNumbers) < ($1.end, $1.0.ownNumbers) }
  }

  /// Returns the headings that are in both versions by the spelling of their first word.
  private static func commonHeadings(
    _ text: ComparedText, _ states: [State]
  ) -> [[UInt32]: [ListedHeading]] {
    var headings: [[UInt32]: [ListedHeading]] = [:]
    for paragraph in text.paragraphs {
      let named = headingWords(of: paragraph, text)
      guard let first = named.first, let last = named.last,
        named.allSatisfy({ states[$0] != .changed })
      else { continue }
      let numbers = (last + 1..<paragraph.words.upperBound).prefix {
        text.words[$0].traits.contains(.numeric)
      }
      headings[plain(text.scalars(of: first)), default: []].append(
        ListedHeading(
          spelling: named.flatMap { plain(text.scalars(of: $0)) }, ownNumbers: numbers.count))
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
