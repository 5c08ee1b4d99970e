import DocumentModel

extension TextComparison {
  /// Words in a row that identify a place.
  private static let shingle = 4
  /// The fewest words in a row that count as moved, unless they are a whole paragraph.
  private static let leastMoved = 8
  /// The fewest words of a paragraph that counts as moved.
  private static let leastParagraph = 3
  /// The distance in words at which the order of moved words is judged.
  private static let farthest = 20_000
  /// The places that are tried for words that are in many.
  private static let mostPlaces = 16

  /// Matches the words left over with those of other places: moved in the text, or placed elsewhere by the layout.
  mutating func matchMovedWords() {
    matchWholeParagraphs()
    matchRuns()
    extendMovedRuns()
    for step in [1, -1] { continueMovedRuns(step) }
  }

  /// Continues moved words to the end (or, with -1, the beginning) of their paragraph, over a few words that were changed on the way.
  private mutating func continueMovedRuns(_ step: Int) {
    // Words that are matched here are visited later.
    for n in step > 0 ? Array(newStates.indices) : newStates.indices.reversed()
    where newStates[n] == .moved || newStates[n] == .layout && newPartners[n] >= 0 {
      guard var next = pairBeyond(Int(newPartners[n]), n, step) else { continue }
      while isPair(next.old, next.new), new.words[next.new].paragraph == new.words[n].paragraph {
        pair(next.old, next.new, newStates[n])
        next = (next.old + step, next.new + step)
      }
    }
  }

  /// The most words of a version between the parts of a moved paragraph.
  private static let mostChanged = 3

  /// Returns the nearest words beyond a moved one that are the same, with those after them or as the last of their paragraph.
  private func pairBeyond(_ o: Int, _ n: Int, _ step: Int) -> (old: Int, new: Int)? {
    func isOpen(_ count: Int, _ word: Int, _ states: [State], _ text: ComparedText) -> Bool {
      (1...count).allSatisfy { states[safe: word + $0 * step] == .changed }
        && text.words[word + count * step].paragraph == text.words[word].paragraph
    }
    for total in 2...2 * (Self.mostChanged + 1) {
      for left in max(1, total - Self.mostChanged - 1)...min(total - 1, Self.mostChanged + 1)
      where isOpen(left, o, oldStates, old) && isOpen(total - left, n, newStates, new) {
        let (a, b) = (o + left * step, n + (total - left) * step)
        let isLast = old.words[safe: a + step]?.paragraph != old.words[a].paragraph
        if isPair(a, b), isLast || isPair(a + step, b + step) { return (a, b) }
      }
    }
    return nil
  }

  /// Whether words are the same, within the text, and have no counterpart.
  private func isPair(_ o: Int, _ n: Int) -> Bool {
    oldStates[safe: o] == .changed && newStates[safe: n] == .changed
      && old.words[o].key == new.words[n].key
  }

  /// Gives moved words those before them in their paragraph that were matched with words of another one, such as the “Figure” of a caption.
  private mutating func extendMovedRuns() {
    for start in newStates.indices where newPartners[start] >= 0 && newStates[start] != .same {
      var (o, n) = (Int(newPartners[start]) - 1, start - 1)
      while n >= 0, o >= 0, newPartners[n] != o, old.words[o].key == new.words[n].key,
        new.words[n].paragraph == new.words[start].paragraph,
        old.words[o].paragraph == old.words[o + 1].paragraph,
        newStates[n] == .same || newStates[n] == .changed,
        oldStates[o] == .same || oldStates[o] == .changed
      {
        let (other, mine) = (Int(oldPartners[o]), Int(newPartners[n]))
        if other >= 0 { part(o) }
        if mine >= 0 { part(mine) }
        pair(o, n, newStates[start])
        rematch(old: mine)
        rematch(new: other)
        (o, n) = (o - 1, n - 1)
      }
    }
  }

  /// Matches a word that has lost its counterpart with the word before the counterpart of the next one.
  private mutating func rematch(new n: Int) {
    guard n >= 0, n + 1 < newStates.count, newStates[n + 1] == .same else { return }
    let o = Int(newPartners[n + 1]) - 1
    guard o >= 0, oldStates[o] == .changed, old.words[o].key == new.words[n].key else { return }
    pair(o, n, .same)
  }

  private mutating func rematch(old o: Int) {
    guard o >= 0, o + 1 < oldStates.count, oldStates[o + 1] == .same else { return }
    let n = Int(oldPartners[o + 1]) - 1
    guard n >= 0, newStates[n] == .changed, old.words[o].key == new.words[n].key else { return }
    pair(o, n, .same)
  }

  /// Matches paragraphs without a counterpart by all of their words.
  private mutating func matchWholeParagraphs() {
    var places: [UInt64: [Int]] = [:]
    for (index, paragraph) in old.paragraphs.enumerated()
    where paragraph.words.allSatisfy({ oldStates[$0] == .changed }) {
      places[Self.key(old.words[paragraph.words]), default: []].append(index)
    }
    for paragraph in new.paragraphs
    where paragraph.words.allSatisfy({ newStates[$0] == .changed }) {
      let key = Self.key(new.words[paragraph.words])
      guard let index = places[key]?.first else { continue }
      let other = old.paragraphs[index]
      guard other.words.count == paragraph.words.count else { continue }
      let isOfBody = paragraph.stream == .body && other.stream == .body
      guard !isOfBody || paragraph.words.count >= Self.leastParagraph else { continue }
      places[key]?.removeFirst()
      pairRun(other.words.lowerBound, paragraph.words.lowerBound, other.words.count)
    }
  }

  /// Matches paragraphs of few words that are left over once in both versions, such as a heading that a moved paragraph has passed.
  ///
  /// Paragraphs left over several times are not matched, since nothing shows which belong together.
  mutating func matchShortParagraphs() {
    let old = Self.leftOver(old, oldStates)
    let pairs = Self.leftOver(self.new, newStates).compactMap { key, new in
      old[key].flatMap { $0.count == 1 && new.count == 1 ? ($0[0], new[0]) : nil }
    }
    // The order matters: earlier pairs decide whether a pair is moved.
    for (old, new) in pairs.sorted(by: { $0.1.lowerBound < $1.1.lowerBound })
    where old.count == new.count {
      pairRun(old.lowerBound, new.lowerBound, new.count)
    }
  }

  /// Returns the words of short paragraphs of the running text without a counterpart.
  private static func leftOver(
    _ text: ComparedText, _ states: [State]
  ) -> [UInt64: [Range<Int>]] {
    let paragraphs = text.paragraphs.filter { paragraph in
      paragraph.stream == .body && paragraph.words.count < leastParagraph
        && paragraph.words.allSatisfy { states[$0] == .changed }
    }
    return Dictionary(grouping: paragraphs.map(\.words)) { key(text.words[$0]) }
  }

  private static func key(_ words: ArraySlice<ComparedText.Word>) -> UInt64 {
    var hash = StableHash()
    for word in words { hash.add(word.key) }
    return hash.value
  }

  /// Matches words in a row; those that change between text and notes, captions or tables are moved by the layout, and so are floats nearby.
  private mutating func pairRun(_ o: Int, _ n: Int, _ count: Int) {
    let isOfStream = old.paragraph(of: o).stream == new.paragraph(of: n).stream
    let state: State =
      !isOfStream
      ? .layout : isInOrder(o, n, count) ? .same : isFloat(o, n, count) ? .layout : .moved
    for step in 0..<count { pair(o + step, n + step, state) }
  }

  /// Whether words of a caption or table are within a page of their place in order.
  private func isFloat(_ o: Int, _ n: Int, _ count: Int) -> Bool {
    let stream = new.paragraph(of: n).stream
    guard stream == .captions || stream == .tables else { return false }
    let range = new.words(of: stream)
    let page = old.page(of: o)
    let start = max(range.lowerBound, n - Self.farthest)
    let end = min(range.upperBound, n + count + Self.farthest)
    // A run may go on in another stream.
    guard start <= n, n + count <= end else { return false }
    let beside = [
      newStates[start..<n].lastIndex(of: .same), newStates[(n + count)..<end].firstIndex(of: .same),
    ].compactMap(\.self)
    // Rows can be moved within their table.
    let tables = (old.paragraph(of: o).row?.table, new.paragraph(of: n).row?.table)
    return beside.contains { abs(old.page(of: Int(newPartners[$0])) - page) <= 1 }
      && !beside.contains { word in
        let others = (
          old.paragraph(of: Int(newPartners[word])).row?.table, new.paragraph(of: word).row?.table
        )
        return stream == .tables && (others.0 == tables.0 || others.1 == tables.1)
      }
  }

  /// Whether the nearest words that are the same lie before and after in both versions.
  private func isInOrder(_ o: Int, _ n: Int, _ count: Int) -> Bool {
    let (start, end) = (max(0, n - Self.farthest), min(newStates.count, n + count + Self.farthest))
    let before = newStates[start..<n].lastIndex(of: .same)
    let after = newStates[(n + count)..<end].firstIndex(of: .same)
    return before.map { Int(newPartners[$0]) < o } ?? (start == 0)
      && after.map { Int(newPartners[$0]) >= o + count } ?? (end == newStates.count)
  }

  /// Matches long runs of words, from the longest place that each begins.
  private mutating func matchRuns() {
    var places: [UInt64: [Int32]] = [:]
    for run in Self.runs(oldStates) where run.count >= Self.shingle {
      for o in run.lowerBound...(run.upperBound - Self.shingle) {
        let key = Self.key(old.words[o..<o + Self.shingle])
        if (places[key]?.count ?? 0) < Self.mostPlaces { places[key, default: []].append(Int32(o)) }
      }
    }
    guard !places.isEmpty else { return }
    let pages = self.pages()
    for run in Self.runs(newStates) where run.count >= Self.shingle {
      var n = run.lowerBound
      while n + Self.shingle <= run.upperBound {
        var best = (old: 0, count: 0)
        for place in places[Self.key(new.words[n..<n + Self.shingle])] ?? [] {
          let count = common(from: Int(place), n, upTo: run.upperBound)
          if count > best.count { best = (Int(place), count) }
        }
        // Between text and notes, captions or tables a layout moves words, but not far.
        let isPlaced =
          best.count > 0 && old.paragraph(of: best.old).stream != new.paragraph(of: n).stream
          && isNear(best.old, n, pages)
        if best.count >= Self.leastMoved || isPlaced
          || best.count > 0
            && (isParagraph(best.old, n, best.count) || isEditedParagraph(best.old, n, best.count))
        {
          pairRun(best.old, n, best.count)
          n += best.count
        } else {
          n += 1
        }
      }
    }
  }

  /// Matches short runs that are left over once in both versions: parts of tables and captions that a layout has in its text.
  mutating func matchScatteredRuns() {
    var places: [UInt64: [Range<Int>]] = [:]
    for run in Self.runs(oldStates).flatMap(old.parts) {
      places[Self.key(old.words[run]), default: []].append(run)
    }
    var others: [UInt64: [Range<Int>]] = [:]
    for run in Self.runs(newStates).flatMap(new.parts) {
      others[Self.key(new.words[run]), default: []].append(run)
    }
    for (key, runs) in others {
      guard let found = places[key], found.count == runs.count else { continue }
      for (o, n) in zip(found, runs) where o.count == n.count {
        let streams = [
          old.paragraph(of: o.lowerBound).stream, new.paragraph(of: n.lowerBound).stream,
        ]
        guard streams[0] != streams[1] || streams == [.tables, .tables] else { continue }
        for (o, n) in zip(o, n) { pair(o, n, .layout) }
      }
    }
  }

  /// Returns how many words from these on are the same and have no counterpart yet.
  private func common(from o: Int, _ n: Int, upTo end: Int) -> Int {
    var count = 0
    while n + count < end, o + count < old.words.count, oldStates[o + count] == .changed,
      old.words[o + count].key == new.words[n + count].key
    {
      count += 1
    }
    return count
  }

  /// Whether words are a whole paragraph of either version.
  private func isParagraph(_ o: Int, _ n: Int, _ count: Int) -> Bool {
    old.paragraph(of: o).words == o..<o + count || new.paragraph(of: n).words == n..<n + count
  }

  /// Whether words are the beginning or end of a paragraph in both versions, and enough of it to be that paragraph with a change.
  private func isEditedParagraph(_ o: Int, _ n: Int, _ count: Int) -> Bool {
    let (a, b) = (old.paragraph(of: o).words, new.paragraph(of: n).words)
    return count * 5 >= max(a.count, b.count) * 2
      && (a.lowerBound == o && b.lowerBound == n
        || a.upperBound == o + count && b.upperBound == n + count)
  }

  /// Returns the runs of words in a state.
  static func runs(_ states: [State], of state: State = .changed) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var index = 0
    while index < states.count {
      guard states[index] == state else {
        index += 1
        continue
      }
      let start = index
      while index < states.count, states[index] == state { index += 1 }
      runs.append(start..<index)
    }
    return runs
  }
}
