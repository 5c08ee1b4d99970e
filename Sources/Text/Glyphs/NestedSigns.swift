/// The raised and lowered signs beside a larger one, as far as the next may be raised or lowered beside the last of them.
struct NestedSigns {
  private struct Sign {
    var v: Float
    var size: Float
    var end: Float
    var level: RowItem.Level
  }

  /// From the outer to the inner one.
  private var open: [Sign] = []

  /// Deeper levels are written like the last of these.
  private static let most = 4
  /// In units of the size of the sign beside which another one is.
  private static let reach: Float = 0.5
  private static let highest: Float = 0.6

  /// Sets the levels of the next sign; `level` is the one it has beside the larger sign if it belongs to no other.
  mutating func place(_ item: inout RowItem, _ level: RowItem.Level) {
    var sign = Sign(v: item.v, size: item.size, end: item.end, level: level)
    let near = open.indices.filter { isBeside(item, open[$0]) }
    if let same = near.last(where: { isOnLine(sign, open[$0]) }) {
      sign.level = open[same].level
      open.removeSubrange(same...)
    } else if let outer = near.last(where: { isLevelled(sign, at: $0) }) {
      sign.level = RowReader.level(sign.v - open[outer].v, open[outer].size)
      open.removeSubrange(min(outer + 1, Self.most - 1)...)
    } else {
      open = []
    }
    item.level = open.first?.level ?? level
    guard item.level != .base else { return }
    open.append(sign)
    for index in open.indices { open[index].end = max(open[index].end, item.end) }
    for sign in open.dropFirst().reversed() {
      item.inner = item.inner << 2 | sign.level.rawValue
    }
    if item.inner != 0 { item.frame = (open[0].v, open[0].size) }
  }

  /// Returns the size of the last sign if another one is beside it.
  func size(beside item: RowItem) -> Float? {
    open.last.flatMap { isBeside(item, $0) ? $0.size : nil }
  }

  private func isBeside(_ item: RowItem, _ sign: Sign) -> Bool {
    item.u - sign.end < Self.reach * sign.size && item.size < 1.05 * sign.size
  }

  /// Whether a sign goes on after another one in its size.
  private func isOnLine(_ sign: Sign, _ last: Sign) -> Bool {
    sign.size >= 0.88 * last.size && abs(sign.v - last.v) < 0.05 * last.size
  }

  /// Whether a sign is raised or lowered beside an open one.
  private func isLevelled(_ sign: Sign, at index: Int) -> Bool {
    let last = open[index]
    let below = sign.v - last.v
    guard RowReader.level(below, last.size) != .base, abs(below) < Self.highest * last.size else {
      return false
    }
    // The smallest size is used for deeper signs, too.
    return sign.size < 0.88 * last.size
      || index > 0 && isOnSide(of: last, sign, beside: open[index - 1])
  }

  /// Whether a sign is not on the other side of the baseline of `base` than the one before it.
  private func isOnSide(of last: Sign, _ sign: Sign, beside base: Sign) -> Bool {
    RowReader.level(sign.v - base.v, base.size) == .base
      || (sign.v - base.v) * (last.v - base.v) > 0
  }
}
