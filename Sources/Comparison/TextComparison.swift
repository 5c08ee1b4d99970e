import Text

/// The words that differ between two versions of a document.
///
/// Words are matched in order, each stream by itself; the words left over are then looked for elsewhere (moved), and what only the layout changed is dropped.
package struct TextComparison: Sendable {
  /// The relation of a word to the other version.
  enum State: UInt8, Sendable {
    /// It is in both.
    case same
    /// It is in one of them only.
    case changed
    /// It is in both, at another place in the order of the text.
    case moved
    /// Only the layout has it here, or its different spelling.
    case layout
  }

  package let old: ComparedText
  package let new: ComparedText
  /// For each word the index of the same word of the other version; -1 if there is none.
  var oldPartners: [Int32]
  var newPartners: [Int32]
  var oldStates: [State]
  var newStates: [State]

  /// Compares two texts after their last page; one that is no longer wanted ends after the step that it is at, with any result.
  package init(
    old: ComparedText, new: ComparedText, isWanted: () -> Bool = { true }
  ) {
    self.old = old
    self.new = new
    let alignment = WordAlignment(
      old.words.map(\.key), new.words.map(\.key),
      in: ComparedText.Stream.allCases.map { (old.words(of: $0), new.words(of: $0)) })
    oldPartners = alignment.partners
    newPartners = [Int32](repeating: -1, count: new.words.count)
    oldStates = [State](repeating: .changed, count: old.words.count)
    newStates = [State](repeating: .changed, count: new.words.count)
    for (index, partner) in oldPartners.enumerated() where partner >= 0 {
      pair(index, Int(partner), .same)
    }
    for step in Self.steps where isWanted() { step(&self) }
  }

  /// The steps after the alignment, in their order.
  private static let steps: [@Sendable (inout TextComparison) -> Void] = [
    { $0.dropChanceMatches() }, { $0.matchMovedWords() }, { $0.slideChanges() },
    { $0.matchAcrossLineEnds() }, { $0.markHyphens() }, { $0.matchNoteMarks() },
    // Before the lines beside contents are looked for.
    { $0.dropContents() }, { $0.matchScatteredRuns() }, { $0.matchPieces() },
    { $0.dropMovedLines() }, { $0.dropLayoutWords() }, { $0.dropPageNumbers() },
    // Last: running heads that were taken for text are not moved.
    { $0.matchShortParagraphs() },
  ]

  mutating func pair(_ o: Int, _ n: Int, _ state: State) {
    (oldPartners[o], newPartners[n]) = (Int32(n), Int32(o))
    (oldStates[o], newStates[n]) = (state, state)
  }

  mutating func part(_ o: Int) {
    let n = Int(oldPartners[o])
    guard n >= 0 else { return }
    (oldPartners[o], newPartners[n]) = (-1, -1)
    (oldStates[o], newStates[n]) = (.changed, .changed)
  }

  // MARK: matches by chance

  /// Paragraphs that share less than this with their counterparts are different ones.
  private static let leastShared = 0.3

  /// Parts words of paragraphs that have little in common: frequent words match anywhere.
  private mutating func dropChanceMatches() {
    for paragraph in new.paragraphs where paragraph.words.count >= 5 {
      let matched = paragraph.words.filter { newPartners[$0] >= 0 }
      guard !matched.isEmpty,
        Double(matched.count) < Self.leastShared * Double(paragraph.words.count)
      else { continue }
      for n in matched where isAlone(n, newPartners) { part(Int(newPartners[n])) }
    }
    for paragraph in old.paragraphs where paragraph.words.count >= 5 {
      let matched = paragraph.words.filter { oldPartners[$0] >= 0 }
      guard !matched.isEmpty,
        Double(matched.count) < Self.leastShared * Double(paragraph.words.count)
      else { continue }
      for o in matched where isAlone(o, oldPartners) { part(o) }
    }
  }

  /// Whether a word's match is in a run of fewer than four matched words.
  private func isAlone(_ word: Int, _ partners: [Int32]) -> Bool {
    var (first, last) = (word, word)
    while word - first < 4, first > 0, partners[first - 1] == partners[first] - 1,
      partners[first - 1] >= 0
    {
      first -= 1
    }
    while last - word < 4, last + 1 < partners.count, partners[last + 1] == partners[last] + 1 {
      last += 1
    }
    return last - first + 1 < 4
  }

  // MARK: boundaries

  /// Moves runs of inserted or deleted words that could stand in several places to the start of a paragraph or sentence.
  private mutating func slideChanges() {
    Self.slide(&newStates, &newPartners, &oldPartners, new)
    Self.slide(&oldStates, &oldPartners, &newPartners, old)
  }

  private static func slide(
    _ states: inout [State], _ partners: inout [Int32], _ others: inout [Int32],
    _ text: ComparedText
  ) {
    let words = text.words
    var index = 0
    while index < words.count {
      guard states[index] == .changed else {
        index += 1
        continue
      }
      var (start, end) = (index, index + 1)
      while end < words.count, states[end] == .changed { end += 1 }
      index = end
      // The words before the run that it could begin with instead, the nearest first.
      var back = 0
      while back < mostSlide, start - back > 0, states[start - back - 1] == .same,
        words[start - back - 1].key == words[end - back - 1].key,
        back == 0 || partners[start - back] == partners[start - back - 1] + 1
      {
        back += 1
      }
      let best = (0...back).max {
        rank(start - $0, end - $0, text) < rank(start - $1, end - $1, text)
      }
      guard let best, best > 0, rank(start - best, end - best, text) > rank(start, end, text) else {
        continue
      }
      for _ in 0..<best {
        (start, end) = (start - 1, end - 1)
        partners[end] = partners[start]
        others[Int(partners[end])] = Int32(end)
        partners[start] = -1
        (states[end], states[start]) = (.same, .changed)
      }
    }
  }

  private static let mostSlide = 64

  /// How well a run of words stands by itself.
  private static func rank(_ start: Int, _ end: Int, _ text: ComparedText) -> Int {
    let paragraph = text.paragraph(of: start)
    if paragraph.words.lowerBound == start {
      return text.paragraph(of: end - 1).words.upperBound == end ? 3 : 2
    }
    return text.scalars(of: start - 1).last.map(Script.isTerminal) ?? false ? 1 : 0
  }

  // MARK: line ends

  /// Matches words that differ only in blanks or hyphens which a line end or a sign may have added or taken.
  private mutating func matchAcrossLineEnds() {
    for gap in gaps() where gap.old.count + gap.new.count <= 48 {
      var o = gap.old.lowerBound
      while o < gap.old.upperBound {
        var match: (old: Range<Int>, new: Range<Int>)?
        for n in gap.new where match == nil { match = joint(o, n, gap) }
        guard let match else {
          o += 1
          continue
        }
        for old in match.old { oldStates[old] = .layout }
        for new in match.new { newStates[new] = .layout }
        o = match.old.upperBound
      }
    }
  }

  /// Returns the fewest words from these two on that have the same letters; nil if there are none.
  private func joint(
    _ o: Int, _ n: Int, _ gap: (old: Range<Int>, new: Range<Int>)
  ) -> (old: Range<Int>, new: Range<Int>)? {
    guard oldStates[o] == .changed, newStates[n] == .changed else { return nil }
    var (left, right) = (
      WordSplitter.spelling(old.scalars(of: o)), WordSplitter.spelling(new.scalars(of: n))
    )
    var (oEnd, nEnd) = (o + 1, n + 1)
    var traits = old.words[o].traits.union(new.words[n].traits)
    while left != right {
      if left.count < right.count, right.starts(with: left), oEnd < gap.old.upperBound {
        left += WordSplitter.spelling(old.scalars(of: oEnd))
        traits.formUnion(old.words[oEnd].traits)
        oEnd += 1
      } else if right.count < left.count, left.starts(with: right), nEnd < gap.new.upperBound {
        right += WordSplitter.spelling(new.scalars(of: nEnd))
        traits.formUnion(new.words[nEnd].traits)
        nEnd += 1
      } else {
        return nil
      }
    }
    // Narrow cells stand so close that they may be read as one.
    let isOfTable = old.paragraph(of: o).stream == .tables || new.paragraph(of: n).stream == .tables
    guard isOfTable || !traits.isDisjoint(with: [.broken, .signed]) else { return nil }
    return (o..<oEnd, n..<nEnd)
  }

  /// Returns the ranges between words that are the same in both versions, in which either has others.
  func gaps() -> [(old: Range<Int>, new: Range<Int>)] {
    ComparedText.Stream.allCases.flatMap(gaps)
  }

  /// Returns those of one stream.
  func gaps(of stream: ComparedText.Stream) -> [(old: Range<Int>, new: Range<Int>)] {
    var gaps: [(old: Range<Int>, new: Range<Int>)] = []
    let (oldRange, newRange) = (old.words(of: stream), new.words(of: stream))
    var (o, n) = (oldRange.lowerBound, newRange.lowerBound)
    while o < oldRange.upperBound || n < newRange.upperBound {
      let (start, begin) = (o, n)
      while o < oldRange.upperBound, oldStates[o] != .same { o += 1 }
      while n < newRange.upperBound, newStates[n] != .same { n += 1 }
      if o > start || n > begin { gaps.append((start..<o, begin..<n)) }
      // Words that are the same follow each other in both.
      while o < oldRange.upperBound, n < newRange.upperBound, oldStates[o] == .same,
        newStates[n] == .same
      {
        (o, n) = (o + 1, n + 1)
      }
    }
    return gaps
  }

  /// Marks matched words as changed whose hyphens differ although no line ends there.
  private mutating func markHyphens() {
    for (o, partner) in oldPartners.enumerated() where partner >= 0 {
      let n = Int(partner)
      let traits = old.words[o].traits.union(new.words[n].traits)
      guard traits.contains(.hyphenated), !traits.contains(.broken), oldStates[o] == .same,
        Self.hyphens(old.scalars(of: o)) != Self.hyphens(new.scalars(of: n))
      else { continue }
      (oldStates[o], newStates[n]) = (.changed, .changed)
      (oldPartners[o], newPartners[n]) = (-1, -1)
    }
  }

  /// The places of hyphens among the letters; soft hyphens do not count.
  private static func hyphens(_ scalars: ArraySlice<UInt32>) -> [Int] {
    var (letters, places): (Int, [Int]) = (0, [])
    for scalar in scalars {
      if !Script.isHyphen(scalar) { letters += 1 } else if scalar != 0xAD { places.append(letters) }
    }
    return places
  }
}
