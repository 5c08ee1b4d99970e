import DocumentModel

/// Finds large words painted across a page's text, such as DRAFT.
enum Watermark {
  /// In units of the size of most glyphs.
  private static let leastSize: Float = 2.2
  private static let leastPoints: Float = 16
  private static let leastLetters = 3
  /// Letters of a page that are looked at, and small glyphs below one of them that show that it is painted across text.
  private static let mostLetters = 200
  private static let leastBelow = 2
  /// The least part of the size by which a letter is apart from the last one in both directions, if a word is slanted.
  private static let leastOffset: Float = 0.1

  /// Returns the ranges of the glyphs of such words in ascending order.
  static func ranges(_ glyphs: [Glyph]) -> [Range<Int>] {
    guard let largest = glyphs.lazy.map(\.size).max() else { return [] }
    let least = leastSize * usualSize(glyphs)
    guard largest > max(least, leastPoints) else { return [] }
    var found: [Range<Int>] = []
    var letters = 0
    var at = 0
    while at < glyphs.count, letters < mostLetters {
      guard glyphs[at].size >= least else {
        at += 1
        continue
      }
      var end = at + 1
      while end < glyphs.count, glyphs[end].font == glyphs[at].font,
        abs(glyphs[end].size - glyphs[at].size) < 0.01 * glyphs[at].size
      { end += 1 }
      let run = glyphs[at..<end].filter { !Script.isBlank($0.scalar) }
      letters += run.count
      if run.count >= leastLetters,
        run.allSatisfy(\.isSlanted) ? isOverText(run, glyphs) : isAcross(run, glyphs)
      {
        found.append(at..<end)
      }
      at = end
    }
    return found
  }

  /// The median of some of the sizes.
  private static func usualSize(_ glyphs: [Glyph]) -> Float {
    let step = max(1, glyphs.count / mostSizes)
    let sizes = stride(from: 0, to: glyphs.count, by: step).map { glyphs[$0].size }.sorted()
    return sizes[sizes.count / 2]
  }

  private static let mostSizes = 100

  /// Whether small glyphs are between the first letter of a slanted word and its last.
  private static func isOverText(_ run: [Glyph], _ glyphs: [Glyph]) -> Bool {
    guard let first = run.first, let last = run.last else { return false }
    let (columns, rows) = (
      min(first.x, last.x)...max(first.x, last.x), min(first.y, last.y)...max(first.y, last.y)
    )
    return glyphs.lazy.filter { glyph in
      glyph.size < first.size / 2 && columns.contains(glyph.x) && rows.contains(glyph.y)
    }.prefix(leastBelow).count == leastBelow
  }

  /// Whether most letters have small glyphs within them.
  private static func isAcross(_ run: [Glyph], _ glyphs: [Glyph]) -> Bool {
    guard run.count <= mostLetters, run.allSatisfy({ $0.direction == .across }) else {
      return false
    }
    let across = run.count { letter in
      glyphs.lazy.filter { glyph in
        glyph.size < letter.size / 2 && glyph.x > letter.x && glyph.x < letter.x + letter.dx
          && glyph.y < letter.y && glyph.y > letter.y - letterHeight * letter.size
      }.prefix(leastBelow).count == leastBelow
    }
    return across * 2 > run.count
  }

  /// In units of the font size.
  private static let letterHeight: Float = 0.65

  /// Returns the index of the first fragment of such words, whose rows are the last ones of a page.
  static func first(of fragments: [Fragment], _ boxes: [Box]) -> Int {
    var end = fragments.count
    // Most pages have none.
    guard let last = fragments.last, last.size > leastPoints else { return end }
    let sizes = fragments.map(\.size).sorted()
    let least = leastSize * sizes[sizes.count / 2]
    var count = 0
    while end > 0, fragments[end - 1].size >= least,
      let start = fragments[..<end].lastIndex(where: { $0.traits.contains(.startsRow) })
    {
      let row = fragments[start..<end]
      let letters = Int(row[start].start)..<Int(row[end - 1].end)
      count += letters.count
      guard row.allSatisfy({ $0.size >= least }), count <= mostLetters,
        isSlanted(boxes[letters].filter { $0.width > 0 && $0.height > 0 })
          || covers(row, fragments[..<start])
      else { break }
      end = start
    }
    return end
  }

  private static func isSlanted(_ letters: [Box]) -> Bool {
    letters.count >= leastLetters
      && zip(letters, letters.dropFirst()).allSatisfy { last, next in
        let least = leastOffset * min(last.height, last.width)
        return abs(next.x0 - last.x0) > least && abs(next.y0 - last.y0) > least
      }
  }

  /// Whether the letters of most words have small words within them.
  private static func covers(_ row: ArraySlice<Fragment>, _ others: ArraySlice<Fragment>) -> Bool {
    let covering = row.filter { word in
      // Without the parts above and below the letters, where the lines around a large initial may be.
      let height = word.y1 - word.y0
      let (top, bottom) = (word.y0 + 0.2 * height, word.y1 - 0.3 * height)
      return others.lazy.filter {
        let middle = ($0.x0 + $0.x1) / 2
        return $0.size < word.size / 2 && middle > word.x0 && middle < word.x1
          && $0.middle > top && $0.middle < bottom
      }.prefix(leastBelow).count == leastBelow
    }
    return covering.reduce(0) { $0 + $1.count } * 2 > row.reduce(0) { $0 + $1.count }
  }
}
