package import DocumentModel

extension AnchorText {
  /// Scalars of context before and after the quote.
  static let reach = 64
  /// Longer quotes are cut to this number of scalars.
  private static let longest = 8_000

  /// Makes an anchor from the words under quadrilaterals of a page; nil if there are none.
  package func anchor(under quads: [Quad], page: Int, of text: PageText) -> TextAnchor? {
    let boxes = quads.map(\.box)
    let covered = (onPage[Int32(page)] ?? []).filter { letter in
      let glyph = Int(places[Int(letter)].index)
      guard text.boxes.indices.contains(glyph) else { return false }
      let middle = text.boxes[glyph].middle
      return boxes.contains { $0.contains(middle) }
    }
    guard let range = Self.together(covered) else { return nil }
    let start = Int(cleanIndex[range.lowerBound])
    let end = min(start + Self.longest, Int(cleanIndex[range.upperBound - 1]) + 1)
    return TextAnchor(
      quote: string(start..<end), before: string(max(0, start - Self.reach)..<start),
      after: string(end..<min(clean.count, end + Self.reach)))
  }

  /// Returns the covered letters as one range; if other words lie in between (a table column), the longest part.
  private static func together(_ covered: [Int32]) -> Range<Int>? {
    guard let first = covered.first, let last = covered.last else { return nil }
    let whole = Int(first)..<Int(last) + 1
    if covered.count * 10 >= whole.count * 6 { return whole }
    var (best, run) = (0..<0, Int(first)..<Int(first) + 1)
    for letter in covered.dropFirst() {
      if Int(letter) <= run.upperBound + 2 {
        run = run.lowerBound..<Int(letter) + 1
      } else {
        if run.count > best.count { best = run }
        run = Int(letter)..<Int(letter) + 1
      }
    }
    return run.count > best.count ? run : best
  }

  /// Makes an anchor for a note or drawing from the words nearest to its box; nil on a page without words.
  package func anchor(near box: Box, page: Int, of text: PageText) -> TextAnchor? {
    let place = box.middle
    var nearest: (letter: Int, glyph: Int, distance: Double)?
    for letter in onPage[Int32(page)] ?? [] {
      let glyph = Int(places[Int(letter)].index)
      guard text.boxes.indices.contains(glyph) else { continue }
      let distance = text.boxes[glyph].distance(to: place)
      if distance < nearest?.distance ?? .infinity { nearest = (Int(letter), glyph, distance) }
    }
    guard let nearest else { return nil }
    let at = Int(cleanIndex[nearest.letter])
    let glyph = text.boxes[nearest.glyph]
    return TextAnchor(
      quote: "", before: string(max(0, at - Self.reach)..<at),
      after: string(at..<min(clean.count, at + Self.reach)),
      offset: Point(x: Double(box.x0 - glyph.x0), y: Double(box.y0 - glyph.y0)))
  }

  private func string(_ range: Range<Int>) -> String {
    CleanText.line(
      String(String.UnicodeScalarView(clean[range].map { Unicode.Scalar($0) ?? "\u{FFFD}" })))
  }
}

extension Box {
  /// Returns the squared distance from a point; 0 inside.
  fileprivate func distance(to point: Point) -> Double {
    let x = max(0, max(Double(x0) - point.x, point.x - Double(x1)))
    let y = max(0, max(Double(y0) - point.y, point.y - Double(y1)))
    return x * x + y * y
  }
}

extension AnchorText {
  /// Whether two anchors have the same quote and context.
  package static func isStill(_ one: TextAnchor, _ other: TextAnchor) -> Bool {
    [\TextAnchor.quote, \.before, \.after].allSatisfy {
      letters(of: one[keyPath: $0]) == letters(of: other[keyPath: $0])
    }
  }

  /// Whether two quotes are equal except for blanks, hyphens and case.
  package static func isSame(_ one: String, _ other: String) -> Bool {
    letters(of: one) == letters(of: other)
  }
}
