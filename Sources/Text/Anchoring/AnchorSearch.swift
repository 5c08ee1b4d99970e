package import DocumentModel

/// Finds the text of anchors in another version of their document.
///
/// An exact match with the same context comes first, preferring the old page; then a match with some changed words. If neither is certain, no place is
/// returned: a mark on the wrong words is worse than none.
package enum AnchorSearch {
  /// An anchor to find, and the page index from 0 it was on.
  package struct Target: Sendable, Hashable {
    package var anchor: TextAnchor
    package var page: Int

    package init(_ anchor: TextAnchor, page: Int) {
      self.anchor = anchor
      self.page = page
    }
  }

  /// Returns the place of each anchor, nil if it has none.
  package static func places(of requests: [Target], in text: AnchorText) -> [AnchorPlace?] {
    let patterns = requests.map { AnchorPattern($0.anchor) }
    let seeds = AnchorSeeds(of: patterns.map(\.letters), in: text.letters)
    return requests.indices.map { index in
      let pattern = patterns[index]
      let starts = candidates(seeds.shifts[index], slack: pattern.slack)
      let found = starts.compactMap { pattern.fit(about: $0, in: text) }
      return best(found, near: requests[index].page, pattern, in: text)
    }
  }

  /// Returns the text that replaced a quote, between the same context as before; nil if there is no such place or more than one.
  ///
  /// The result is a suggestion only, since the quote itself has changed.
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
          && LetterAlignment.likeness(of: pattern.after, from: end, in: text.letters)
            >= AnchorFit.same
      }
      if let end = ends.min() { found.insert(start..<end) }
      guard found.count < 2 else { return nil }
    }
    return found.first.flatMap { AnchorPlace($0, of: text, isExact: false) }
  }

  /// The largest number of candidates examined.
  private static let most = 96

  /// Returns the likely starts of the pattern: clusters of agreeing shifts, largest first.
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

  /// Returns the best fit; nil if two fit equally well and neither is nearer to the old page.
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
    // A real edit changes one side of the context. If neither side is unchanged and the words also occur elsewhere, this is another place.
    if fit.strong < AnchorFit.same, !pattern.standsForItself,
      found.contains(where: { $0.distance == 0 && !$0.range.overlaps(fit.range) })
    {
      return nil
    }
    return AnchorPlace(fit.range, of: text, isExact: fit.distance == 0)
  }
}

/// An anchor in folded letters.
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
  /// The number of letters by which parts of the pattern may have shifted against each other.
  var slack: Int { 24 + quote.count / 6 }
}

/// A place of a pattern in a text, and how well it fits.
struct AnchorFit {
  var range: Range<Int>
  /// The number of letters of the quote that differ.
  var distance: Int
  /// The likeness of the context before and after, from 0 to 1; 0 if there is none.
  var before: Double
  var after: Double
  /// The number of letters that agree.
  var score: Double
  /// Whether it fits well enough to be reported.
  var isEnough = true

  /// From this likeness on, the context at one side counts as unchanged.
  static let same = 0.96

  var strong: Double { max(before, after) }
  var weak: Double { min(before, after) }
}

extension AnchorPattern {
  /// A shorter context is no evidence.
  static let leastContext = 10
  /// Fewer letters without context occur anywhere.
  private static let leastAlone = 12
  /// A quote of this many letters needs no context.
  private static let longQuote = 160

  /// Returns how the pattern fits near `start`; nil if it fits too badly.
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

  /// Whether there is no context, so that the quote alone must identify the place.
  private var isAlone: Bool {
    before.isEmpty && after.isEmpty && quote.count >= Self.leastAlone
  }

  /// Whether the numbers in the quote differ here: numbered items often have the same words, and between the same words as well.
  private func isAnotherNumber(_ fit: AnchorFit, _ text: [UInt32]) -> Bool {
    func numbers(_ letters: some Sequence<UInt32>) -> [UInt32] {
      letters.filter { (0x30...0x39).contains($0) }
    }
    return fit.distance > 0 && numbers(quote) != numbers(text[fit.range])
  }

  /// The number of letters that may differ in a short quote between unchanged context.
  private var shortEdits: Int { quote.count < 24 ? quote.count / 3 : 0 }

  private func fit(_ range: Range<Int>, _ distance: Int, _ text: [UInt32]) -> AnchorFit {
    let left = LetterAlignment.likeness(of: before, before: range.lowerBound, in: text)
    let right = LetterAlignment.likeness(of: after, from: range.upperBound, in: text)
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
    // Tables and forms repeat words around other figures, so a short, changed quote needs unchanged context on both sides.
    if quote.count < 24 { return fit.distance <= shortEdits && fit.weak >= 0.85 }
    guard fit.distance * 4 <= quote.count, fit.strong >= 0.75 else { return false }
    // Changed words between changed words are a different text.
    return fit.weak >= 0.5 || fit.distance * 8 <= quote.count && fit.strong >= 0.85
  }

  /// Adjusts the ends if the first or last words have changed, by aligning the context before and after the quote.
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

  /// Fits a point between words.
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
    let right = LetterAlignment.likeness(of: after, from: range.lowerBound, in: text)
    return AnchorFit(
      range: range, distance: distance,
      before: before.count < Self.leastContext ? 0 : left,
      after: after.count < Self.leastContext ? 0 : right,
      score: left * Double(before.count) + right * Double(after.count))
  }

  /// Whether the context occurs elsewhere without the quote: then the quote was deleted there, and this is another place.
  func isDeleted(beside fit: AnchorFit, in text: AnchorText) -> Bool {
    guard !quote.isEmpty, fit.weak < 0.8 || fit.distance > 0, before.count >= Self.leastContext,
      after.count >= Self.leastContext
    else { return false }
    let joint = AnchorPattern(before: before.suffix(32), after: after.prefix(32))
    let seeds = AnchorSeeds(of: [joint.letters], in: text.letters)
    return seeds.shifts[0].contains { shift in
      let at = shift + joint.before.count
      guard at > 0, at < text.letters.count else { return false }
      // An unchanged quote separates its context by itself. If one side of the context is unchanged, demand a closer match, since similar wording occurs
      // elsewhere.
      let isInside = fit.range.lowerBound...fit.range.upperBound ~= at
      let least = fit.strong >= AnchorFit.same ? 0.95 : isInside ? 0.9 : 0.85
      if isInside, fit.distance == 0 { return false }
      return LetterAlignment.likeness(of: joint.before, before: at, in: text.letters) >= least
        && LetterAlignment.likeness(of: joint.after, from: at, in: text.letters) >= least
    }
  }

  private init(before: ArraySlice<UInt32>, after: ArraySlice<UInt32>) {
    self.before = Array(before)
    quote = []
    self.after = Array(after)
  }
}
