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
  /// A little less than that of a slanted glyph.
  private static let leastSlope: Float = 0.28

  /// Returns the ranges of the glyphs of such words in ascending order.
  static func ranges(_ glyphs: [Glyph]) -> [Range<Int>] {
    guard let largest = glyphs.lazy.map(\.size).max() else { return [] }
    let least = max(leastSize * usualSize(glyphs), leastPoints.nextUp)
    guard largest >= least || glyphs.contains(where: \.isSlanted) else { return [] }
    var found: [Range<Int>] = []
    var others: [Range<Int>] = []
    // The slanted labels of plots leave enough letters for large words.
    var (letters, slanted) = (0, 0)
    var at = 0
    while at < glyphs.count, letters < mostLetters {
      let isLarge = glyphs[at].size >= least
      guard isLarge || glyphs[at].isSlanted && slanted < mostLetters else {
        at += 1
        continue
      }
      var end = at + 1
      while end < glyphs.count, glyphs[end].isLike(glyphs[at]),
        glyphs[end].isSlanted
          ? continues(glyphs[end], glyphs[end - 1])
          : isLarge && (!glyphs[at].isSlanted || isUnseen(glyphs[end]))
      { end += 1 }
      let run = glyphs[at..<end].filter { !isUnseen($0) }
      if isLarge { letters += run.count } else { slanted += run.count }
      let isSlanted = run.allSatisfy(\.isSlanted)
      if run.count >= leastLetters,
        isSlanted
          ? isLarge && (isAroundText(run, glyphs) || isLong(run, glyphs))
            || isOverText(run, glyphs)
          : isAcross(run, glyphs)
      {
        found.append(at..<end)
      } else if isLarge, isSlanted {
        others.append(at..<end)
      }
      at = end
    }
    // Its next line may be beside the text.
    let next = others.filter { line in
      found.contains { glyphs[$0.lowerBound].isLike(glyphs[line.lowerBound]) }
    }
    return next.isEmpty ? found : (found + next).sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Whether a glyph is a blank or a soft hyphen, which may have no slope.
  private static func isUnseen(_ glyph: Glyph) -> Bool {
    Script.isBlank(glyph.scalar) || glyph.scalar == 0xAD
  }

  /// Whether a slanted letter is closely after another.
  static func continues(_ next: Glyph, _ last: Glyph) -> Bool {
    max(abs(next.x - last.x - last.dx), abs(next.y - last.y - last.dy)) < last.size
  }

  /// The median of some of the sizes.
  private static func usualSize(_ glyphs: [Glyph]) -> Float {
    let step = max(1, glyphs.count / mostSizes)
    let sizes = stride(from: 0, to: glyphs.count, by: step).map { glyphs[$0].size }.sorted()
    return sizes[sizes.count / 2]
  }

  private static let mostSizes = 100

  /// Whether small letters are between the first letter of a large slanted word and its last.
  private static func isAroundText(_ run: [Glyph], _ glyphs: [Glyph]) -> Bool {
    guard let first = run.first, let last = run.last else { return false }
    let (columns, rows) = (
      min(first.x, last.x)...max(first.x, last.x), min(first.y, last.y)...max(first.y, last.y)
    )
    return glyphs.lazy.filter { glyph in
      glyph.size < first.size / 2 && columns.contains(glyph.x) && rows.contains(glyph.y)
    }.prefix(leastBelow).count == leastBelow
  }

  /// Whether a large slanted word is longer than a label beside the text could be, as on a last page with little text.
  private static func isLong(_ run: [Glyph], _ glyphs: [Glyph]) -> Bool {
    guard let first = run.first, let last = run.last else { return false }
    let text = glyphs.filter { $0.size < first.size / 2 && !$0.isSlanted }
    guard text.count >= leastText, let start = text.first else { return false }
    var (left, right, top, bottom) = (start.x, start.x, start.y, start.y)
    for glyph in text {
      (left, right) = (min(left, glyph.x), max(right, glyph.x))
      (top, bottom) = (min(top, glyph.y), max(bottom, glyph.y))
    }
    let length = max(abs(last.x - first.x), abs(last.y - first.y))
    return length > longWord * max(right - left, bottom - top)
  }

  /// Letters of a page that has more text than a label, and the share of its extent that is longer than one.
  private static let (leastText, longWord) = (100, Float(0.4))

  /// Whether letters of text are in the strip that slanted words cover.
  private static func isOverText(_ run: [Glyph], _ glyphs: [Glyph]) -> Bool {
    guard let first = run.first, let last = run.last else { return false }
    let (dx, dy) = (last.x + last.dx - first.x, last.y + last.dy - first.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0 else { return false }
    let least = max(leastBelow, run.count / 8)
    return glyphs.lazy.filter { glyph in
      guard !glyph.isSlanted, !Script.isBlank(glyph.scalar) else { return false }
      let (x, y) = (glyph.x + glyph.dx / 2 - first.x, glyph.y - glyph.size / 4 - first.y)
      let (along, up) = ((x * dx + y * dy) / length, (x * dy - y * dx) / length)
      return along > 0 && along < length && up > 0 && up < letterHeight * first.size
    }.prefix(least).count == least
  }

  /// Whether enough letters have small glyphs within them; the text may be narrower than the word.
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
    return across >= leastAcross && across * 4 >= run.count
  }

  private static let leastAcross = 2
  /// In units of the font size.
  private static let letterHeight: Float = 0.65

  /// Returns the index of the first fragment of such words, whose rows are the last ones of a page.
  static func first(of fragments: [Fragment], _ boxes: [Box]) -> Int {
    var end = fragments.count
    lazy var least = leastSize * fragments.map(\.size).sorted()[fragments.count / 2]
    var count = 0
    while end > 0,
      let start = fragments[..<end].lastIndex(where: { $0.traits.contains(.startsRow) })
    {
      let row = fragments[start..<end]
      count += Int(row[end - 1].end - row[start].start)
      let isLarge = row.allSatisfy { $0.size > leastPoints && $0.size >= least }
      guard count <= mostLetters,
        isSlanted(row, boxes)
          || isLarge && (isStaggered(row, boxes) || covers(row, fragments[..<start]))
      else { break }
      end = start
    }
    return end
  }

  /// Returns the boxes of the letters of a row.
  private static func letters(
    _ row: ArraySlice<Fragment>, _ boxes: [Box]
  ) -> some Sequence<Box> {
    row.lazy.flatMap { boxes[Int($0.start)..<Int($0.end)] }.filter {
      $0.width > 0 && $0.height > 0
    }
  }

  /// Whether each letter of a large word is apart from the last one in both directions; their boxes differ as they are wide or narrow.
  private static func isStaggered(_ row: ArraySlice<Fragment>, _ boxes: [Box]) -> Bool {
    let letters = Array(letters(row, boxes))
    return letters.count >= leastLetters
      && zip(letters, letters.dropFirst()).allSatisfy { last, next in
        let least = leastOffset * min(last.height, last.width)
        return abs(next.x0 - last.x0) > least && abs(next.y0 - last.y0) > least
      }
  }

  /// In units of a letter's smaller side.
  private static let leastOffset: Float = 0.1

  /// Whether the letters of a row lie on one slope, however small they are.
  private static func isSlanted(_ row: ArraySlice<Fragment>, _ boxes: [Box]) -> Bool {
    let letters = Array(letters(row, boxes))
    let first = letters.prefix(leastLetters)
    guard first.count == leastLetters else { return false }
    // Raised and lowered signs are of other sizes.
    let isDown = first[1].y0 > first[0].y0
    return zip(letters, letters.dropFirst()).allSatisfy { last, next in
      let (right, down) = (abs(next.x0 - last.x0), next.y0 - last.y0)
      let slope = (isDown ? down : -down) / right
      return slope > leastSlope && slope * leastSlope < 1
        && abs(next.height - last.height) < 0.1 * last.height
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

extension Glyph {
  /// Whether two letters are of one font and size.
  fileprivate func isLike(_ other: Glyph) -> Bool {
    font == other.font && abs(size - other.size) < 0.01 * other.size
  }
}
