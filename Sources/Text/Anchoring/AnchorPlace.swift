package import DocumentModel

/// The position of an anchor's text in a version of a document.
package struct AnchorPlace: Sendable, Hashable {
  /// The part of it on one page.
  package struct Piece: Sendable, Hashable {
    /// The page index from 0.
    package var page: Int
    /// Indices into that page's scalars in reading order; for a point between words, the one glyph it is attached to.
    package var glyphs: [Int]
  }

  /// In reading order, never empty.
  package var pieces: [Piece]
  /// Whether the words are the same, letter by letter.
  package var isExact: Bool

  init?(_ range: Range<Int>, of text: AnchorText, isExact: Bool) {
    var pieces: [Piece] = []
    for place in text.places[range] where place.index >= 0 {
      let (page, glyph) = (Int(place.page), Int(place.index))
      if pieces.last?.page != page {
        pieces.append(Piece(page: page, glyphs: []))
      }
      // The letters of a ligature are one glyph.
      if pieces[pieces.count - 1].glyphs.last != glyph {
        pieces[pieces.count - 1].glyphs.append(glyph)
      }
    }
    guard !pieces.isEmpty else { return nil }
    self.pieces = pieces
    self.isExact = isExact
  }
}

extension AnchorPlace.Piece {
  /// Returns a quadrilateral for each line of the glyphs; nil if the page has no such glyphs.
  package func quads(in text: PageText) -> [Quad]? {
    guard glyphs.allSatisfy(text.boxes.indices.contains) else { return nil }
    var lines: [(box: Box, direction: Direction)] = []
    for (glyph, direction) in zip(glyphs, directions(in: text)) {
      guard !text.boxes[glyph].isEmpty else { continue }
      let box = direction.upright(text.boxes[glyph])
      if let last = lines.last, last.direction == direction,
        last.box.isBeside(box) || last.box.isAbove(box, text.scalars[glyph])
      {
        lines[lines.count - 1].box = last.box.union(box)
      } else {
        lines.append((box, direction))
      }
    }
    return lines.isEmpty ? nil : lines.map { $0.direction.shown(Quad($0.box)) }
  }

  /// Returns the writing direction at each glyph: that of its word or, for short words, of the words beside it.
  private func directions(in text: PageText) -> [Direction] {
    var found: [Direction] = []
    var last = Direction.unknown
    var start = 0
    while start < glyphs.count {
      var end = start + 1
      while end < glyphs.count, glyphs[end] == glyphs[end - 1] + 1 { end += 1 }
      let own = direction(of: glyphs[start..<end], in: text)
      if own != .unknown {
        // Glyphs before the first word with a known direction take that direction.
        if last == .unknown { found = found.map { _ in own } }
        last = own
      }
      found += [Direction](repeating: last, count: end - start)
      start = end
    }
    return found
  }

  /// Returns the direction of most steps in a word; `unknown` if there are too few, since the digits of a fraction may be stacked.
  private func direction(of word: ArraySlice<Int>, in text: PageText) -> Direction {
    var steps: [Direction: Int] = [:]
    for (glyph, next) in zip(word, word.dropFirst()) {
      let step = Direction(from: text.boxes[glyph], to: text.boxes[next])
      let isTurned = step == .back && Script.isRightToLeft(text.scalars[next])
      steps[isTurned ? .across : step, default: 0] += 1
    }
    steps[.unknown] = nil
    guard let most = steps.max(by: { $0.value < $1.value }), most.value > 1,
      most.value * 2 > steps.values.reduce(0, +)
    else { return .unknown }
    return most.key
  }

  /// Returns the box around all glyphs.
  package func box(in text: PageText) -> Box? {
    guard let quads = quads(in: text), let first = quads.first else { return nil }
    return quads.dropFirst().reduce(first.box) { $0.union($1.box) }
  }
}

extension Box {
  /// Whether both are on one line and close enough not to be in different columns.
  fileprivate func isBeside(_ next: Box) -> Bool {
    let shared = min(y1, next.y1) - max(y0, next.y0)
    guard shared * 2 >= min(height, next.height) else { return false }
    return max(next.x0 - x1, x0 - next.x1) < 6 * max(height, next.height)
  }

  /// Whether both are in one column of vertical text.
  fileprivate func isAbove(_ next: Box, _ scalar: UInt32) -> Bool {
    guard Script.isIdeographic(scalar), next.y0 >= y0 else { return false }
    let shared = min(x1, next.x1) - max(x0, next.x0)
    return shared * 5 >= 4 * max(width, next.width) && next.y0 - y1 < next.height / 8
  }
}
