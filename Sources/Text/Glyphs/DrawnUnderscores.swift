import DocumentModel

/// Underscores drawn as short lines on the baseline, as TeX does where fonts have none.
struct DrawnUnderscores {
  /// From left to right.
  private let rules: [RowRule]

  /// In points.
  private static let longest: Float = 12
  /// In units of the font size.
  private static let width: ClosedRange<Float> = 0.25...0.6
  /// How far a line may be from the baseline, and from the sign before or after it.
  private static let reach: (base: Float, sign: Float) = (0.12, 0.15)
  private static let most = 5_000

  init(_ paints: [Paint]) {
    let short = paints.lazy.filter {
      $0.isStraight && $0.box.width < Self.longest && $0.box.width > 2 * $0.box.height
    }
    rules = RowRule.all(Array(short.prefix(Self.most)), along: .across).sorted { $0.u0 < $1.u0 }
  }

  /// Adds those painted between two signs of a row, or beside its first or last one, without a gap.
  func insert(into items: inout [RowItem], of page: PageGlyphs) {
    guard !rules.isEmpty, let first = items.first else { return }
    for rule in rules where abs(rule.v - first.v) < 2 * first.size {
      let at = items.firstIndex { $0.u > (rule.u0 + rule.u1) / 2 } ?? items.count
      let last = at > 0 ? items[at - 1] : nil
      let next = at < items.count ? items[at] : nil
      guard var sign = last ?? next, Self.width.contains((rule.u1 - rule.u0) / sign.size),
        abs(rule.v - sign.v) < Self.reach.base * sign.size,
        last.map({ Int($0.glyph) < rule.glyph }) ?? true,
        next.map({ Int($0.glyph) >= rule.glyph }) ?? true
      else { continue }
      // Painted next, a line lengthens a root or a brace.
      let isPart = page.glyphs[..<min(rule.glyph, page.glyphs.count)].last.map { $0.depth > 0 }
      guard isPart != true else { continue }
      let reach = Self.reach.sign * sign.size
      let before = last.map { rule.u0 - $0.end } ?? .infinity
      let after = next.map { $0.u - rule.u1 } ?? .infinity
      guard before > -reach, after > -reach, min(before, after) < reach else { continue }
      (sign.scalar, sign.mark, sign.before, sign.after) = (0x5F, 0, (0, 0), 0)
      (sign.u, sign.end) = (rule.u0, rule.u1)
      sign.isAfterSpace = last == nil && sign.isAfterSpace
      items.insert(sign, at: at)
    }
  }
}
