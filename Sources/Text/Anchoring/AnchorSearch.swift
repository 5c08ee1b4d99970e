package import DocumentModel

/// Finds the words of anchors again in another version of their document.
///
/// The same words with the words around them come first, near the old page first; then words of which some have changed. Where neither is
/// certain nothing is said: a mark on the wrong words is worse than none.
package enum AnchorSearch {
  /// What is looked for, and the page it was on (index from 0).
  package struct Wish: Sendable, Hashable {
    package var anchor: TextAnchor
    package var page: Int

    package init(_ anchor: TextAnchor, page: Int) {
      self.anchor = anchor
      self.page = page
    }
  }

  /// The place of each, nil where it has none.
  package static func places(of wishes: [Wish], in text: AnchorText) -> [AnchorPlace?] {
    let patterns = wishes.map { AnchorPattern($0.anchor) }
    let seeds = AnchorSeeds(of: patterns.map(\.letters), in: text.letters)
    return wishes.indices.map { index in
      let pattern = patterns[index]
      let starts = candidates(seeds.shifts[index], slack: pattern.slack)
      let found = starts.compactMap { pattern.fit(about: $0, in: text) }
      return best(found, near: wishes[index].page, pattern, in: text)
    }
  }

  /// The words that stand where a quote was, between the same words as before; nil where there is no such place, or more than one.
  ///
  /// An offer and no more: the words themselves are others.
  package static func closest(to anchor: TextAnchor, in text: AnchorText) -> AnchorPlace? {
    let pattern = AnchorPattern(anchor)
    guard pattern.before.count >= AnchorPattern.leastContext,
      pattern.after.count >= AnchorPattern.leastContext, !pattern.quote.isEmpty
    else { return nil }
    let seeds = AnchorSeeds(of: [pattern.before, pattern.after], in: text.letters)
    let most = 40 + 4 * pattern.quote.count
    var found: Set<Range<Int>> = []
    for shift in Set(seeds.shifts[0]) {
      let start = shift + pattern.before.count
      guard start > 0, start < text.letters.count,
        LetterAlignment.likeness(of: pattern.before, before: start, in: text.letters)
          >= AnchorFit.same
      else { continue }
      let ends = Set(seeds.shifts[1]).filter { end in
        (start + 1...start + most).contains(end)
          && LetterAlignment.likeness(of: pattern.after, behind: end, in: text.letters)
            >= AnchorFit.same
      }
      if let end = ends.min() { found.insert(start..<end) }
      guard found.count < 2 else { return nil }
    }
    return found.first.flatMap { AnchorPlace($0, of: text, isExact: false) }
  }

  /// Candidates that are looked at.
  private static let most = 96

  /// Where the pattern may begin: shifts that agree, those with the most witnesses first.
  private static func candidates(_ shifts: [Int], slack: Int) -> [Int] {
    var groups: [(start: Int, count: Int)] = []
    var first = 0
    for (index, shift) in shifts.enumerated() {
      if index > first, shift - shifts[first] > slack {
        groups.append((shifts[(first + index) / 2], index - first))
        first = index
      }
    }
    if first < shifts.count {
      groups.append((shifts[(first + shifts.count) / 2], shifts.count - first))
    }
    return groups.sorted { ($1.count, $0.start) < ($0.count, $1.start) }.prefix(most).map(\.start)
  }

  /// The best of what fits; nil where two fit as well as each other and neither is nearer.
  private static func best(
    _ found: [AnchorFit], near page: Int, _ pattern: AnchorPattern, in text: AnchorText
  ) -> AnchorPlace? {
    let enough = found.filter(\.isEnough)
    guard let top = enough.map(\.score).max() else { return nil }
    var equals: [AnchorFit] = []
    for fit in enough
    where fit.score >= top - 1.5 && !equals.contains(where: { $0.range == fit.range }) {
      equals.append(fit)
    }
    func distance(_ fit: AnchorFit) -> Int {
      abs(Int(text.places[min(fit.range.lowerBound, text.places.count - 1)].page) - page)
    }
    guard let nearest = equals.map(distance).min() else { return nil }
    let near = equals.filter { distance($0) == nearest }
    guard near.count == 1, let fit = near.first else { return nil }
    if pattern.isDeleted(beside: fit, in: text) { return nil }
    // What changes, changes at one side: where neither is as it was, and the words stand elsewhere too, these are others.
    if fit.strong < AnchorFit.same, !pattern.standsForItself,
      found.contains(where: { $0.distance == 0 && !$0.range.overlaps(fit.range) })
    {
      return nil
    }
    return AnchorPlace(fit.range, of: text, isExact: fit.distance == 0)
  }
}

/// An anchor as letters.
struct AnchorPattern {
  let before: [UInt32]
  let quote: [UInt32]
  let after: [UInt32]

  init(_ anchor: TextAnchor) {
    before = AnchorText.letters(of: anchor.before)
    quote = AnchorText.letters(of: anchor.quote)
    after = AnchorText.letters(of: anchor.after)
  }

  var letters: [UInt32] { before + quote + after }
  /// By how many letters parts of it may have moved against each other.
  var slack: Int { 24 + quote.count / 6 }
}

/// A place of a pattern in a text, and how well it fits.
struct AnchorFit {
  var range: Range<Int>
  /// Letters of the quote that differ.
  var distance: Int
  /// Of the words before and behind, from 0 to 1; 0 where there are none.
  var before: Double
  var after: Double
  /// In letters that agree.
  var score: Double
  /// That much of it fits that it may be said.
  var isEnough = true

  /// From here on the words at one side are the same.
  static let same = 0.96

  var strong: Double { max(before, after) }
  var weak: Double { min(before, after) }
}

extension AnchorPattern {
  /// Shorter contexts witness nothing.
  static let leastContext = 10
  /// Fewer letters alone stand anywhere.
  private static let leastAlone = 12
  /// A quote of so many letters stands for itself.
  private static let longQuote = 160

  /// How the pattern fits where it begins about `start`; nil where that is too little.
  func fit(about start: Int, in text: AnchorText) -> AnchorFit? {
    quote.isEmpty ? fitPlace(about: start, text.letters) : fitQuote(about: start, text.letters)
  }

  private func fitQuote(about start: Int, _ text: [UInt32]) -> AnchorFit? {
    guard
      let found = LetterAlignment.place(
        of: quote, in: text, about: start + before.count, slack: slack),
      found.distance * 4 <= quote.count || found.distance <= shortEdits
    else { return nil }
    var fit = fit(found.range, found.distance, text)
    if fit.distance > 0 { settleEnds(of: &fit, text) }
    fit.isEnough = isEnough(fit) && !isAnotherNumber(fit, text)
    return fit
  }

  var standsForItself: Bool { quote.isEmpty || quote.count >= Self.longQuote }

  /// Nothing is known of what was around it: its own words say where it is, where they are there once.
  private var isAlone: Bool {
    before.isEmpty && after.isEmpty && quote.count >= Self.leastAlone
  }

  /// Whether the quote's numbers are others here, and those around it too: what is numbered through is worded alike.
  private func isAnotherNumber(_ fit: AnchorFit, _ text: [UInt32]) -> Bool {
    func numbers(_ letters: some Sequence<UInt32>) -> [UInt32] {
      letters.filter { (0x30...0x39).contains($0) }
    }
    guard fit.distance > 0, numbers(quote) != numbers(text[fit.range]) else { return false }
    let (start, end) = (fit.range.lowerBound, fit.range.upperBound)
    let left = text[max(0, start - before.count)..<start]
    let right = text[end..<min(text.count, end + after.count)]
    return numbers(before) != numbers(left) || numbers(after) != numbers(right)
  }

  /// Letters that may differ in a few words that stand between the same words as before.
  private var shortEdits: Int { quote.count < 24 ? quote.count / 3 : 0 }

  private func fit(_ range: Range<Int>, _ distance: Int, _ text: [UInt32]) -> AnchorFit {
    let left = LetterAlignment.likeness(of: before, before: range.lowerBound, in: text)
    let right = LetterAlignment.likeness(of: after, behind: range.upperBound, in: text)
    let agree = Double(quote.count - distance)
    return AnchorFit(
      range: range, distance: distance,
      before: before.count < Self.leastContext ? 0 : left,
      after: after.count < Self.leastContext ? 0 : right,
      score: agree + left * Double(before.count) + right * Double(after.count))
  }

  private func isEnough(_ fit: AnchorFit) -> Bool {
    if fit.distance == 0 {
      if quote.count >= Self.longQuote || isAlone { return true }
      if quote.count >= 12 { return fit.strong >= 0.6 }
      return fit.strong >= 0.9 || fit.strong >= 0.7 && fit.weak >= 0.6
    }
    // Tables and forms repeat their words round other figures: few words that changed are the same ones only between the same words.
    if quote.count < 24 { return fit.distance <= shortEdits && fit.weak >= 0.85 }
    guard fit.distance * 4 <= quote.count, fit.strong >= 0.75 else { return false }
    // Words that changed among words that changed are others.
    return fit.weak >= 0.5 || fit.distance * 8 <= quote.count && fit.strong >= 0.85
  }

  /// Where the first or last words have changed, what stands right behind the words before tells where the quote begins, and so its end.
  private func settleEnds(of fit: inout AnchorFit, _ text: [UInt32]) {
    let reach = min(16, 4 + quote.count / 4)
    var (start, end) = (fit.range.lowerBound, fit.range.upperBound)
    let (tail, head) = (Array(before.suffix(20)), Array(after.prefix(20)))
    if tail.count >= 10,
      let found = LetterAlignment.place(
        of: tail, in: text, about: max(0, start - tail.count), slack: reach),
      found.distance * 10 <= tail.count
    {
      start = found.range.upperBound
    }
    if head.count >= 10,
      let found = LetterAlignment.place(of: head, in: text, about: end, slack: reach),
      found.distance * 10 <= head.count
    {
      end = found.range.lowerBound
    }
    guard start < end, start..<end != fit.range else { return }
    let settled = self.fit(start..<end, fit.distance, text)
    if settled.strong >= fit.strong { fit = settled }
  }

  /// A place between words.
  private func fitPlace(about start: Int, _ text: [UInt32]) -> AnchorFit? {
    var best: AnchorFit?
    let expected = start + before.count
    let (tail, head) = (Array(before.suffix(24)), Array(after.prefix(24)))
    let ends =
      [
        LetterAlignment.place(
          of: tail, in: text, about: max(0, expected - tail.count), slack: slack)?
          .range.upperBound,
        LetterAlignment.place(of: head, in: text, about: expected, slack: slack)?.range.lowerBound,
      ].compactMap(\.self)
    for at in ends where at < text.count {
      let fit = fit(at..<at + 1, 0, text, isPlace: true)
      let isEnough =
        fit.weak >= 0.7 || fit.strong >= 0.85 && max(before.count, after.count) >= 20
      if isEnough, fit.score > best?.score ?? -1 { best = fit }
    }
    return best
  }

  private func fit(_ range: Range<Int>, _ distance: Int, _ text: [UInt32], isPlace: Bool)
    -> AnchorFit
  {
    let left = LetterAlignment.likeness(of: before, before: range.lowerBound, in: text)
    let right = LetterAlignment.likeness(of: after, behind: range.lowerBound, in: text)
    return AnchorFit(
      range: range, distance: distance,
      before: before.count < Self.leastContext ? 0 : left,
      after: after.count < Self.leastContext ? 0 : right,
      score: left * Double(before.count) + right * Double(after.count))
  }

  /// Whether the words around the quote stand together somewhere else without it: then it was taken out there, and this is another one.
  func isDeleted(beside fit: AnchorFit, in text: AnchorText) -> Bool {
    guard !quote.isEmpty, fit.weak < 0.8 || fit.distance > 0, before.count >= Self.leastContext,
      after.count >= Self.leastContext
    else { return false }
    let joint = AnchorPattern(before: before.suffix(32), after: after.prefix(32))
    let seeds = AnchorSeeds(of: [joint.letters], in: text.letters)
    return seeds.shifts[0].contains { shift in
      let at = shift + joint.before.count
      guard at > 0, at < text.letters.count else { return false }
      // Beside a quote that is there still, its length is what parts them; beside words that are as they were, others are worded alike.
      let isInside = fit.range.lowerBound...fit.range.upperBound ~= at
      let least = fit.strong >= AnchorFit.same ? 0.95 : isInside ? 0.9 : 0.85
      if isInside, fit.distance == 0 { return false }
      return LetterAlignment.likeness(of: joint.before, before: at, in: text.letters) >= least
        && LetterAlignment.likeness(of: joint.after, behind: at, in: text.letters) >= least
    }
  }

  private init(before: ArraySlice<UInt32>, after: ArraySlice<UInt32>) {
    self.before = Array(before)
    quote = []
    self.after = Array(after)
  }
}
