import DocumentModel
import Text

/// The headings of one wording, such as “Part 1” and “Part 2”.
private struct NamedSections {
  /// The first one's.
  var page: Int
  var count = 0
  /// Their numbers, by how many each has.
  private var numbers: [Int: Set<[UInt64]>] = [:]

  init(page: Int) { self.page = page }

  mutating func add(_ words: ArraySlice<ComparedText.Word>, page: Int) {
    self.page = min(self.page, page)
    count += 1
    let own = Self.numbers(words)
    numbers[own.count, default: []].insert(own)
  }

  /// Whether words may name one of them: with as many numbers these are its own, with others they may be a page's.
  func isNamed(by words: ArraySlice<ComparedText.Word>) -> Bool {
    let own = Self.numbers(words)
    return numbers[own.count]?.contains(own) ?? true
  }

  private static func numbers(_ words: ArraySlice<ComparedText.Word>) -> [UInt64] {
    words.filter { $0.traits.contains(.numeric) }.map(\.key)
  }
}

extension TextComparison {
  // MARK: marks of notes

  /// Drops the marks of notes that are glued to a word in one of the versions only, or with another number.
  mutating func matchNoteMarks() {
    let numbers = old.noteNumbers.union(new.noteNumbers)
    guard !numbers.isEmpty else { return }
    for gap in gaps() where gap.old.count + gap.new.count <= Self.mostGlued {
      for o in gap.old {
        let word = MarkedWord(old.scalars(of: o), numbers)
        for n in gap.new where oldStates[o] == .changed && newStates[n] == .changed {
          guard word.isLike(MarkedWord(new.scalars(of: n), numbers)) else { continue }
          (oldStates[o], newStates[n]) = (.layout, .layout)
        }
      }
    }
    // Beside words that a layout has in another order.
    for n in newStates.indices where newStates[n] == .changed {
      let places = [
        newPartners[safe: n - 1].map { $0 < 0 ? -1 : Int($0) + 1 },
        newPartners[safe: n + 1].map { Int($0) - 1 },
      ]
      let word = MarkedWord(new.scalars(of: n), numbers)
      for case .some(let o) in places
      where oldStates[safe: o] == .changed && newStates[n] == .changed
        && word.isLike(MarkedWord(old.scalars(of: o), numbers))
      {
        (oldStates[o], newStates[n]) = (.layout, .layout)
      }
    }
  }

  private static let mostGlued = 48

  // MARK: running heads and labels of figures

  /// Drops paragraphs that a layout adds: running heads and page numbers that were taken for text, and the words of figures that were not found.
  mutating func dropLayoutWords() {
    let heads = old.heads.union(new.heads)
    let drops = [
      Self.layoutWords(of: old, oldStates, beside: new, heads: heads),
      Self.layoutWords(of: new, newStates, beside: old, heads: heads),
    ]
    for word in drops[0] {
      if oldStates[word] == .moved { newStates[Int(oldPartners[word])] = .layout }
      oldStates[word] = .layout
    }
    for word in drops[1] {
      if newStates[word] == .moved { oldStates[Int(newPartners[word])] = .layout }
      newStates[word] = .layout
    }
  }

  /// Returns the words of a version that only its layout has, or has elsewhere.
  private static func layoutWords(
    of text: ComparedText, _ states: [State], beside other: ComparedText, heads: Set<UInt64>
  ) -> [Int] {
    guard text.pageCount > 0 else { return [] }
    let labels = other.labels
    let heads = heads.union(repeatedLines(text, states))
    let notes = other.noteNumbers.subtracting(text.noteNumbers)
    let sections = sections(text, states)
    var found: [Int] = []
    for (index, paragraph) in text.paragraphs.enumerated()
    where paragraph.words.allSatisfy({ states[$0] == .changed || states[$0] == .moved }) {
      let words = text.words[paragraph.words]
      let key = text.textKey(paragraph.words)
      let isMoved = states[paragraph.words.lowerBound] == .moved
      let isTwin = hasTwin(index, key, text)
      let isHeading = isHeading(paragraph.flow.kind)
      // A moved heading is its own section.
      let isOfSection = sections[key].map {
        $0.page <= paragraph.flow.page
          && (!isHeading || $0.count > (isMoved ? 1 : 0) && $0.isNamed(by: words))
      }
      // A heading may have the words of the running head over its own pages.
      let isKnown =
        heads.contains(key) && (!isHeading || !isMoved && (!text.heads.contains(key) || isTwin))
      let isHead = (isEdge(index, text) || isTwin) && (isKnown || isOfSection == true)
      let isLabel =
        !labels.isEmpty && words.count <= mostLabelWords
        && words.allSatisfy { labels.contains($0.key) }
      // The number of a note may be apart from its text.
      let isMark = words.count == 1 && notes.contains(Array(text.scalars(of: words.startIndex)))
      if isHead || isLabel || isMark { found += paragraph.words }
    }
    // A note's mark may also have been taken for that of a list.
    found += text.paragraphs.map(\.words.lowerBound).filter { word in
      states[word] == .changed && states[safe: word + 1] == .same
        && notes.contains(text.scalars(of: word).filter { $0 != 0x2E })
    }
    // A head may have been joined to the paragraph that goes on below it.
    let runs = runs(states) + runs(states, of: .moved)
    for run in runs.flatMap(text.parts) where run.count <= mostLabelWords {
      let (page, key) = (text.page(of: run.lowerBound), text.textKey(run))
      guard run.lowerBound > text.paragraph(of: run.lowerBound).words.lowerBound,
        text.page(of: run.lowerBound - 1) != page,
        heads.contains(key)
          || sections[key].map({ $0.page <= page && $0.isNamed(by: text.words[run]) }) == true
      else { continue }
      found += run
    }
    return found
  }

  private static let mostLabelWords = 12

  /// Whether the paragraph beside one, on its page, has the same text: a head over a title, which was matched in its place.
  private static func hasTwin(_ index: Int, _ key: UInt64, _ text: ComparedText) -> Bool {
    [index - 1, index + 1].compactMap { text.paragraphs[safe: $0] }.contains {
      $0.flow.page == text.paragraphs[index].flow.page
        && text.textKey($0.words) == key
    }
  }

  /// Returns the headings that are in both versions by their words, which the heads of the pages after them may have as well.
  private static func sections(
    _ text: ComparedText, _ states: [State]
  ) -> [UInt64: NamedSections] {
    var sections: [UInt64: NamedSections] = [:]
    for paragraph in text.paragraphs where isHeading(paragraph.flow.kind) {
      let named = paragraph.words.filter { !text.words[$0].traits.contains(.numeric) }
      guard !named.isEmpty, named.allSatisfy({ states[$0] != .changed }) else { continue }
      let key = text.textKey(paragraph.words)
      sections[key, default: NamedSections(page: paragraph.flow.page)]
        .add(text.words[paragraph.words], page: paragraph.flow.page)
    }
    return sections
  }

  /// Whether a paragraph is the first or last of its page, or the highest of a page with columns.
  private static func isEdge(_ index: Int, _ text: ComparedText) -> Bool {
    let flow = text.paragraphs[index].flow
    let page = text.paragraphs[..<index].reversed().prefix { $0.flow.page == flow.page }
    return page.isEmpty || text.paragraphs[safe: index + 1]?.flow.page != flow.page
      || flow.box.height > 0 && page.allSatisfy { $0.flow.box.y0 >= flow.box.y0 }
  }

  /// Returns the texts of short lines at the edges of several pages that are rarer elsewhere on pages. Headings count only if they have numbers and
  /// occur in one version only.
  private static func repeatedLines(_ text: ComparedText, _ states: [State]) -> Set<UInt64> {
    var pages: [UInt64: Set<Int>] = [:]
    var inside: [UInt64: Int] = [:]
    for (index, paragraph) in text.paragraphs.enumerated() {
      let words = text.words[paragraph.words]
      let isNumbered = words.contains { $0.traits.contains(.numeric) }
      let isOwn = paragraph.words.allSatisfy { states[$0] != .same }
      guard words.count <= mostLabelWords, isNumbered && isOwn || !isHeading(paragraph.flow.kind)
      else { continue }
      let key = text.textKey(paragraph.words)
      guard isEdge(index, text) else {
        inside[key, default: 0] += 1
        continue
      }
      pages[key, default: []].insert(paragraph.flow.page)
    }
    return Set(
      pages.filter { $0.value.count >= leastPages && $0.value.count > inside[$0.key] ?? 0 }.keys)
  }

  private static let leastPages = 3

  static func isHeading(_ kind: TextBlock.Kind) -> Bool {
    if case .heading = kind { true } else { false }
  }

  // MARK: page numbers

  /// Drops changed page numbers in contents, indexes and references, if the page each means has the same words.
  mutating func dropPageNumbers() {
    guard old.pageCount > 0, new.pageCount > 0 else { return }
    let pages = self.pages()
    matchSectionNumbers()
    // The number of an entry follows its title, whatever other number it was matched with.
    for paragraph in old.paragraphs where paragraph.stream == .contents {
      guard let o = paragraph.words.last,
        let title = paragraph.words.last(where: {
          oldPartners[$0] >= 0 && !old.words[$0].traits.contains(.numeric)
        })
      else { continue }
      let n = new.paragraph(of: Int(oldPartners[title])).words.upperBound - 1
      guard new.words[n].traits.contains(.numeric), meanSamePage(o, n, pages) else { continue }
      if oldStates[o] == .changed { oldStates[o] = .layout }
      if newStates[n] == .changed { newStates[n] = .layout }
    }
    for gap in gaps() {
      let (olds, news) = (
        gap.old.filter { oldStates[$0] == .changed }, gap.new.filter { newStates[$0] == .changed }
      )
      guard olds.count == news.count else { continue }
      for (o, n) in zip(olds, news) {
        guard old.words[o].traits.contains(.numeric), new.words[n].traits.contains(.numeric),
          namesPage(o, of: old), namesPage(n, of: new), meanSamePage(o, n, pages)
        else { continue }
        (oldStates[o], newStates[n]) = (.layout, .layout)
      }
    }
  }

  /// Matches the first numbers of entries in contents, which may have been matched with page numbers.
  private mutating func matchSectionNumbers() {
    for paragraph in new.paragraphs
    where paragraph.stream == .contents && paragraph.words.count > 1 {
      let n = paragraph.words.lowerBound
      let o = Int(newPartners[n + 1]) - 1
      guard o >= 0, newStates[n + 1] == .same, newPartners[n] != o,
        old.words[o].key == new.words[n].key,
        old.words[o].paragraph == old.words[o + 1].paragraph
      else { continue }
      if oldPartners[o] >= 0 { part(o) }
      if newPartners[n] >= 0 { part(Int(newPartners[n])) }
      pair(o, n, .same)
    }
  }

  /// For each page of the old version the pages of the new one that its words are on; nil if none are.
  func pages() -> [ClosedRange<Int>?] {
    guard old.pageCount > 0, new.pageCount > 0 else { return [] }
    var pages = [ClosedRange<Int>?](repeating: nil, count: old.pageCount)
    for o in old.words(of: .body) where oldStates[o] == .same {
      let (page, other) = (old.page(of: o), new.page(of: Int(oldPartners[o])))
      guard pages.indices.contains(page) else { continue }
      let range = pages[page] ?? other...other
      pages[page] = min(range.lowerBound, other)...max(range.upperBound, other)
    }
    return pages
  }

  /// Whether words are on pages that have others in common, or on those beside them.
  func isNear(_ o: Int, _ n: Int, _ pages: [ClosedRange<Int>?]) -> Bool {
    guard let range = pages[safe: old.page(of: o)] ?? nil else { return false }
    return (range.lowerBound - 1...range.upperBound + 1).contains(new.page(of: n))
  }

  /// Whether a number stands where pages are named: after a leader or a word for pages, or at the end of a paragraph.
  private func namesPage(_ word: Int, of text: ComparedText) -> Bool {
    if text.words[word].traits.contains(.afterLeader) { return true }
    let paragraph = text.paragraph(of: word).words
    if (word..<paragraph.upperBound).allSatisfy({ text.words[$0].traits.contains(.numeric) }) {
      return true
    }
    guard word > paragraph.lowerBound else { return false }
    // Entries that were run together.
    if text.paragraph(of: word).stream == .contents,
      text.words[word + 1].traits.contains(.numeric),
      !text.words[word - 1].traits.contains(.numeric)
    {
      return true
    }
    let before = text.scalars(of: word - 1).filter { $0 != 0x2E }
    return ReferenceWord.named(by: before[...])?.kind == .page
      || Self.abbreviations.contains(before.map(Script.lower))
  }

  /// Short words before page numbers.
  private static let abbreviations: Set<[UInt32]> = Set(
    ["p", "pp", "s"].map { $0.unicodeScalars.map(\.value) })

  private func meanSamePage(_ o: Int, _ n: Int, _ pages: [ClosedRange<Int>?]) -> Bool {
    let (left, right) = (Self.numbers(old.scalars(of: o)), Self.numbers(new.scalars(of: n)))
    // A dot may be a leader's.
    guard left.rest.filter({ $0 != 0x2E }) == right.rest.filter({ $0 != 0x2E }),
      left.numbers.count == right.numbers.count
    else { return false }
    return zip(left.numbers, right.numbers).allSatisfy { a, b in
      guard let page = old.pageNumbers.likelyPage(a), let other = new.pageNumbers.likelyPage(b),
        let range = pages[safe: page] ?? nil
      else { return false }
      return range.contains(other)
    }
  }

  /// Splits a word into its numbers and the rest of it.
  private static func numbers(_ scalars: ArraySlice<UInt32>) -> (numbers: [String], rest: [UInt32])
  {
    var (numbers, rest): ([String], [UInt32]) = ([], [])
    var isNumber = false
    for scalar in WordSplitter.spelling(scalars) {
      if Script.isDigit(scalar), let digit = Unicode.Scalar(scalar) {
        if !isNumber {
          numbers.append("")
          rest.append(0x23)
        }
        numbers[numbers.count - 1].unicodeScalars.append(digit)
      } else {
        rest.append(scalar)
      }
      isNumber = Script.isDigit(scalar)
    }
    return (numbers, rest)
  }
}
