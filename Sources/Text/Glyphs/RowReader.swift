import DocumentModel

/// Reads the items of a row: levels of raised and lowered signs, accents, overlaid strokes.
struct RowReader {
  let page: PageGlyphs
  let placed: [PlacedGlyph]
  private(set) var items: [RowItem] = []
  /// Whether some item is not on the baseline.
  private(set) var hasLevels = false

  init(_ page: PageGlyphs, _ placed: [PlacedGlyph]) {
    self.page = page
    self.placed = placed
  }

  /// Replaces `items` by those of a row.
  mutating func read(_ row: GlyphRow) {
    items.removeAll(keepingCapacity: true)
    var isAfterSpace = false
    var smallest = Float.infinity
    var hasMarks = false
    for range in row.ranges {
      for index in range {
        let glyph = page.glyphs[index]
        guard !Script.isBlank(glyph.scalar), glyph.scalar != 0x0A else {
          isAfterSpace = true
          continue
        }
        let place = placed[index]
        if isDouble(of: glyph, place) { continue }
        // TeX paints the bar of a mapping arrow, then the arrow, and the half of a disk, then a circle around it.
        if let last = items.last, let whole = Self.overlays[last.scalar]?[glyph.scalar],
          !isAfterSpace
        {
          items[items.count - 1].scalar = whole
          items[items.count - 1].end = place.end
          continue
        }
        if glyph.scalar == GlyphWriter.unknown, !isAfterSpace, items.last?.scalar == glyph.scalar {
          // Unknown signs in a row are as unknown as one.
          items[items.count - 1].end = max(items[items.count - 1].end, place.end)
          continue
        }
        var item = RowItem(
          scalar: glyph.scalar, u: place.u, end: place.end, v: place.v, size: place.size,
          glyph: Int32(index), isAfterSpace: isAfterSpace)
        if glyph.depth > 0 || PaintedRows.isTall(glyph, beside: row.size) {
          // Its origin is at its top, or its size that of what it encloses.
          item.v = row.base
          item.size = row.size
        }
        isAfterSpace = false
        smallest = min(smallest, item.size)
        if glyph.scalar > 0x5D, !hasMarks {
          hasMarks = glyph.scalar == Accents.slash || Accents.combining(glyph.scalar) != nil
        } else if glyph.scalar == 0x2F {
          hasMarks = true
        }
        items.append(item)
      }
    }
    hasLevels = smallest < 0.88 * row.size
    if hasMarks { composeAccents() }
    if hasLevels {
      findLevels(row)
      lowerLogos()
    }
  }

  private static let overlays: [UInt32: [UInt32: UInt32]] = [
    0x21A6: [0x2192: 0x21A6], 0x25D6: [0x25CB: 0x25D0], 0x25D7: [0x25CB: 0x25D1],
  ]

  /// Whether the same sign was painted there before, to look bold, or above, as a part of the same high bar.
  private func isDouble(of glyph: Glyph, _ place: PlacedGlyph) -> Bool {
    items.suffix(2).contains { last in
      last.scalar == glyph.scalar
        && abs(last.u - place.u) < min(0.1 * place.size, 0.3 * (place.end - place.u))
        && (abs(last.v - place.v) < 0.1 * place.size
          || glyph.depth > 0 && Self.bars.contains(glyph.scalar))
    }
  }

  /// | ‖ ∣ ∥
  private static let bars: Set<UInt32> = [0x7C, 0x2016, 0x2223, 0x2225]

  /// Puts accents onto the letters above or below which they are painted.
  private mutating func composeAccents() {
    var kept: [RowItem] = []
    kept.reserveCapacity(items.count)
    var at = 0
    while at < items.count {
      let item = items[at]
      if item.scalar == Accents.slash || item.scalar == 0x2F {
        if at + 1 < items.count, isStruck(items[at + 1], by: item) {
          kept.append(marked(items[at + 1], with: Accents.slash, after: item.isAfterSpace))
          at += 2
        } else if let last = kept.last, isStruck(last, by: item) {
          kept[kept.count - 1] = marked(last, with: Accents.slash, after: false)
          at += 1
        } else {
          kept.append(item)
          at += 1
        }
      } else if let mark = Accents.combining(item.scalar) {
        if at + 1 < items.count, isOver(item, items[at + 1]), isLetter(items[at + 1].scalar) {
          kept.append(marked(items[at + 1], with: mark, after: item.isAfterSpace))
          at += 2
        } else if let last = kept.last, isOver(item, last), isLetter(last.scalar), last.mark == 0 {
          kept[kept.count - 1] = marked(last, with: mark, after: false)
          at += 1
        } else {
          kept.append(item)
          at += 1
        }
      } else {
        kept.append(item)
        at += 1
      }
    }
    items = kept
  }

  /// Whether a relation is painted over by a stroke that negates it.
  private func isStruck(_ relation: RowItem, by slash: RowItem) -> Bool {
    let isRelation =
      relation.scalar == 0x3D || relation.scalar == 0x3C || relation.scalar == 0x3E
      || (0x2190...0x22FF).contains(relation.scalar)
    let overlap = min(relation.end, slash.end) - max(relation.u, slash.u)
    return isRelation && (isOver(slash, relation) || overlap > 0.6 * (slash.end - slash.u))
      && abs(slash.u - relation.u) < 0.6 * relation.size
  }

  private func isLetter(_ scalar: UInt32) -> Bool {
    Script.isLetter(scalar) || scalar == 0x131 || scalar == 0x237
      || (0x1D400...0x1D7FF).contains(scalar)
      || (0x2100...0x214F).contains(scalar) || Script.isDigit(scalar)
  }

  /// Whether an accent is painted over a letter instead of beside it.
  private func isOver(_ accent: RowItem, _ letter: RowItem) -> Bool {
    let overlap = min(accent.end, letter.end) - max(accent.u, letter.u)
    let width = max(accent.end - accent.u, 0.01 * letter.size)
    if accent.end - accent.u < 0.02 * letter.size {
      // Without a width of its own: drawn over the letter before or after its origin.
      return accent.u > letter.u - 0.6 * letter.size && accent.u < letter.end + 0.1 * letter.size
    }
    let share: Float = Accents.isAmbiguous(accent.scalar) ? 0.7 : 0.5
    return overlap > share * min(width, max(letter.end - letter.u, 0.01))
      && abs(accent.v - letter.v) < 0.8 * max(letter.size, accent.size)
  }

  private func marked(_ letter: RowItem, with mark: UInt32, after isAfterSpace: Bool) -> RowItem {
    var letter = letter
    if let composed = Accents.composed(letter.scalar, mark) {
      letter.scalar = composed
    } else {
      letter.mark = mark
    }
    letter.isAfterSpace = letter.isAfterSpace || isAfterSpace
    return letter
  }

  /// Finds what is raised or lowered beside a larger sign.
  private mutating func findLevels(_ row: GlyphRow) {
    var base: (v: Float, size: Float, end: Float)?
    var signs = NestedSigns()
    let text = textBesideInitial(row)
    for at in items.indices {
      let item = items[at]
      if let text, abs(item.size - text) < 0.05 * text {
        base = (item.v, item.size, item.end)
        continue
      }
      if page.glyphs[Int(item.glyph)].depth > 0 {
        base = (base?.v ?? item.v, base?.size ?? item.size, item.end)
        continue
      }
      // Kana above ideographs are a reading aid; the baselines of recognised words are not exact.
      if Script.isIdeographic(item.scalar)
        || page.glyphs[Int(item.glyph)].traits.contains(.hidden)
      {
        base = (item.v, item.size, item.end)
        continue
      }
      if let beside = base, item.size < 0.88 * beside.size,
        item.size > 0.4 * (signs.size(beside: item) ?? beside.size),
        item.u - beside.end < reach(of: item) * beside.size
      {
        let level = Self.level(item.v - beside.v, beside.size)
        signs.place(&items[at], level)
        items[at].base = (beside.v, beside.size)
        // Over an overline it is too high to be in one line with it.
        if item.scalar == Self.prime, items[at].level == .raised {
          items[at].frame = items[at].base
        }
        if items[at].level != .base {
          base?.end = max(beside.end, item.end)
          stack(at)
        }
        continue
      }
      signs = NestedSigns()
      // Before the sign it belongs to: an isotope's number, a note's own mark.
      if let next = items[at...].prefix(8).first(where: { $0.size * 0.88 > item.size }),
        item.size > 0.4 * next.size, next.u - item.end < 4 * next.size, !isWord(at)
      {
        items[at].level = Self.level(item.v - next.v, next.size)
        items[at].base = (next.v, next.size)
        if items[at].level != .base { continue }
      }
      base = (item.v, item.size, item.end)
    }
  }

  /// Whether a sign is part of a word in its size, such as the label of a form before what was filled in.
  private func isWord(_ at: Int) -> Bool {
    let item = items[at]
    let isAlike = { (other: RowItem) in
      Script.isLetter(other.scalar) && abs(other.size - item.size) < 0.05 * item.size
        && abs(other.v - item.v) < 0.05 * item.size
    }
    let letters =
      items[..<at].suffix(8).reversed().prefix(while: isAlike).count
      + items[at...].prefix(8).prefix(while: isAlike).count
    return letters > 2
  }

  /// Returns the size of a text that is smaller than the initial of its row; nil if there is none.
  private func textBesideInitial(_ row: GlyphRow) -> Float? {
    guard let first = items.first(where: { $0.size < 0.88 * row.size }) else { return nil }
    var (run, longest) = (0, 0)
    for item in items {
      let isText =
        abs(item.size - first.size) < 0.05 * first.size
        && abs(item.v - first.v) < 0.05 * first.size
      run = isText ? run + 1 : 0
      longest = max(longest, run)
    }
    // Raised numbers after many names are many, but not in one run.
    return longest > GlyphWriter.longestScript ? first.size : nil
  }

  /// How far after its base a sign may be, in units of the base's size: the marks of notes follow icons too.
  private func reach(of item: RowItem) -> Float { Script.isDigit(item.scalar) ? 1.5 : 0.5 }

  /// Lowers raised capitals again that stand between letters of a logo, such as the A of LaTeX's.
  private mutating func lowerLogos() {
    for at in items.indices.dropFirst().dropLast()
    where items[at].level != .base && Script.isUpperCase(items[at].scalar) {
      let (last, next) = (items[at - 1], items[at + 1])
      guard last.level == .base, next.level == .base, Script.isUpperCase(last.scalar),
        Script.isUpperCase(next.scalar), next.u - items[at].end < 0.05 * next.size
      else { continue }
      items[at].level = .base
    }
  }

  /// Moves a sign that is painted above or below earlier ones to the place after them, so that both are read.
  private mutating func stack(_ at: Int) {
    var other = at - 1
    while other >= 0, items[other].level == items[at].level { other -= 1 }
    guard other >= 0, items[other].level != .base,
      items[at].u < items[other].end || items[at - 1].isStacked
    else { return }
    items[at].u = max(items[at].u, items[at - 1].end, items[other].end)
    // With some width, so that those after it are to the right of it.
    items[at].end = max(items[at].end, items[at].u + Self.stackedWidth * items[at].size)
    items[at].isStacked = true
    while other >= 0, items[other].level != .base, !items[other].isStacked {
      items[other].isStacked = true
      other -= 1
    }
  }

  /// In units of the font size.
  private static let stackedWidth: Float = 0.01
  static let prime: UInt32 = 0x2032

  /// Returns the level of a small sign by its distance below the baseline of a larger one.
  static func level(_ below: Float, _ size: Float) -> RowItem.Level {
    if below < -Thresholds.raised * size { return .raised }
    return below > Thresholds.lowered * size ? .lowered : .base
  }

  /// Adds the underscores that are drawn between the signs of the row.
  mutating func insert(_ underscores: DrawnUnderscores) {
    underscores.insert(into: &items, of: page)
  }

  /// Changes items in the light of the rules painted over and under them.
  mutating func apply(_ rules: [RowRule]) {
    for rule in rules { rule.apply(to: &items, placed) }
  }
}
