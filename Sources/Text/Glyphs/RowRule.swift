import DocumentModel

/// A thin horizontal line painted along a row: the bar of a fraction or of a root, in the frame of the row.
struct RowRule {
  var u0: Float
  var u1: Float
  var v: Float
  /// The index of the first glyph painted after it.
  var glyph: Int

  /// Returns the thin straight paints of a page along a reading direction, by their height.
  static func all(_ paints: [Paint], along direction: Direction) -> [RowRule] {
    var rules: [RowRule] = []
    for paint in paints where paint.isStraight && (paint.kind == .stroke || paint.kind == .fill) {
      let box = paint.box
      var rule: RowRule
      switch direction {
      case .across, .unknown:
        guard box.height < thickest, box.width > 2 * box.height else { continue }
        rule = RowRule(u0: box.x0, u1: box.x1, v: (box.y0 + box.y1) / 2, glyph: paint.glyphs)
      case .back:
        guard box.height < thickest, box.width > 2 * box.height else { continue }
        rule = RowRule(u0: -box.x1, u1: -box.x0, v: -(box.y0 + box.y1) / 2, glyph: paint.glyphs)
      case .down:
        guard box.width < thickest, box.height > 2 * box.width else { continue }
        rule = RowRule(u0: box.y0, u1: box.y1, v: -(box.x0 + box.x1) / 2, glyph: paint.glyphs)
      case .up:
        guard box.width < thickest, box.height > 2 * box.width else { continue }
        rule = RowRule(u0: -box.y1, u1: -box.y0, v: (box.x0 + box.x1) / 2, glyph: paint.glyphs)
      }
      if rule.u1 - rule.u0 < longest { rules.append(rule) }
      if rules.count == most { break }
    }
    return rules.sorted { $0.v < $1.v }
  }

  /// Points.
  private static let thickest: Float = 2
  private static let longest: Float = 300
  private static let most = 20_000

  /// Changes the items of a row, whose glyphs are at the places of `placed`.
  func apply(to items: inout [RowItem], _ placed: [PlacedGlyph]) {
    if !applyRoot(&items, placed), !applyOverline(&items, placed) {
      applyFraction(&items, placed)
    }
  }

  /// Marks the signs that were painted after the rule, closely under it and as wide as it is, without others above it.
  private func applyOverline(_ items: inout [RowItem], _ placed: [PlacedGlyph]) -> Bool {
    guard let first = items.firstIndex(where: { $0.glyph == glyph }), isOverline(items[first]),
      first == 0 || ![0x221A, GlyphWriter.unknown].contains(items[first - 1].scalar),
      abs(placed[glyph].u - u0) < Self.reach.start * items[first].size
    else { return false }
    let under = items[first...].prefix {
      let place = placed[Int($0.glyph)]
      return isOverline($0) && (place.u + place.end) / 2 < u1 && $0.mark == 0
    }
    // The rule above notes or a table's row is longer.
    guard let last = under.last, under.count <= Self.mostOverlined,
      under.contains(where: { Script.isLetter($0.scalar) }),
      // The line of an inference without premises.
      !under.contains(where: { Self.turnstiles.contains($0.scalar) }),
      abs(placed[Int(last.glyph)].end - u1) < Self.reach.end * last.size
    else { return false }
    if glyph > 0 {
      let before = placed[glyph - 1]
      // The last sign of a numerator.
      if before.v < v, v - before.v < 2 * before.size, before.end > u0, before.u < u1 {
        return false
      }
    }
    for at in under.indices where items[at].scalar != RowReader.prime {
      items[at].mark = Self.overline
    }
    return true
  }

  /// Whether a paint is a line as short as those over signs are.
  static func mayBeOverline(_ paint: Paint) -> Bool {
    paint.isStraight && paint.box.height < thickest && paint.box.width < longestOverline
      && paint.box.width > 2 * paint.box.height
  }

  /// Points.
  private static let longestOverline: Float = 40

  /// Whether the rule is as far above the baseline of a sign as its upper edge is.
  private func isOverline(_ item: RowItem) -> Bool {
    Self.overlineHeight.contains((item.v - v) / item.size)
  }

  /// The combining character.
  private static let overline: UInt32 = 0x305
  private static let turnstiles: ClosedRange<UInt32> = 0x22A2...0x22AF
  private static let mostOverlined = 3
  /// In units of the font size; a fraction's bar is higher above large signs.
  private static let overlineHeight: ClosedRange<Float> = 0.5...1
  /// How far the ends of an overline may be from those of the signs: it covers the overhang of slanted letters.
  private static let reach: (start: Float, end: Float) = (0.1, 0.25)

  /// Whether a sign was painted over or under the rule, wherever it is written.
  private func covers(_ item: RowItem, _ placed: [PlacedGlyph]) -> Bool {
    let place = placed[Int(item.glyph)]
    let middle = (place.u + place.end) / 2
    return middle > u0 - 0.1 * item.size && middle < u1 + 0.1 * item.size
  }

  /// Encloses a root's radicand of several signs in parentheses.
  private func applyRoot(_ items: inout [RowItem], _ placed: [PlacedGlyph]) -> Bool {
    guard
      let root = items.firstIndex(where: {
        $0.scalar == 0x221A && abs($0.end - u0) < 0.2 * $0.size && $0.v - v > 0.3 * $0.size
      })
    else { return false }
    let inner = items.indices.filter { $0 > root && covers(items[$0], placed) && items[$0].v > v }
    guard let first = inner.first, let last = inner.last, inner.count == last - first + 1 else {
      return true
    }
    if inner.count > 1 {
      items[first].before = (0x28, 0)
      items[last].after = 0x29
    }
    return true
  }

  /// Writes small signs above and below the rule as a fraction on one line.
  private func applyFraction(_ items: inout [RowItem], _ placed: [PlacedGlyph]) {
    let inside = items.indices.filter { covers(items[$0], placed) }
    let over = inside.filter { items[$0].v < v }
    let under = inside.filter { items[$0].v > v + 0.3 * items[$0].size }
    guard let first = over.first, let middle = over.last, let next = under.first,
      let last = under.last, middle + 1 == next, over.count == middle - first + 1,
      under.count == last - next + 1,
      over.allSatisfy({ v - items[$0].v < 1.2 * items[$0].size }),
      under.allSatisfy({ items[$0].v - v < 1.6 * items[$0].size })
    else { return }
    if over.count == 1, under.count == 1,
      let sign = VulgarFractions.sign(items[first].scalar, items[last].scalar)
    {
      items[first].scalar = sign
      items[first].level = .base
      items[first].isInFraction = true
      items[first].end = max(items[first].end, items[last].end)
      items.remove(at: last)
      return
    }
    sort(first...middle, &items, placed)
    sort(next...last, &items, placed)
    let isOrdered = items[next].u >= items[middle].end
    for at in first...last {
      items[at].isInFraction = true
      // Side by side under the bar, as they are written.
      guard !isOrdered, first > 0 else { continue }
      let width = (u1 - u0) / Float(last - first + 1)
      items[at].u = u0 + width * Float(at - first)
      items[at].end = items[at].u + width
      items[at].isStacked = true
      items[at].base = (items[first - 1].v, items[first - 1].size)
    }
    level(first...middle, &items)
    level(next...last, &items)
    enclose(first...middle, &items)
    enclose(next...last, &items)
    items[next].before = (0x2F, items[next].before.0)
  }

  /// Sorts signs on one baseline: some programs paint the points of numbers after their digits.
  private func sort(
    _ range: ClosedRange<Int>, _ items: inout [RowItem], _ placed: [PlacedGlyph]
  ) {
    let base = items[range.lowerBound].v
    guard items[range].allSatisfy({ abs($0.v - base) < 0.05 * $0.size }) else { return }
    items[range].sort { placed[Int($0.glyph)].u < placed[Int($1.glyph)].u }
  }

  /// Raises and lowers signs of a numerator or denominator by the baseline of its largest ones.
  private func level(_ range: ClosedRange<Int>, _ items: inout [RowItem]) {
    guard let base = items[range].max(by: { $0.size < $1.size }) else { return }
    for at in range {
      items[at].level =
        items[at].size < 0.88 * base.size
        ? RowReader.level(items[at].v - base.v, base.size) : .base
      (items[at].inner, items[at].frame) = (0, nil)
    }
  }

  /// Parentheses around a numerator or denominator of more than one number or name.
  private func enclose(_ range: ClosedRange<Int>, _ items: inout [RowItem]) {
    let isSimple = items[range].allSatisfy { Script.isDigit($0.scalar) || $0.scalar == 0x2E }
    guard range.count > 1, !isSimple else { return }
    items[range.lowerBound].before = (0x28, 0)
    items[range.upperBound].after = 0x29
  }
}
