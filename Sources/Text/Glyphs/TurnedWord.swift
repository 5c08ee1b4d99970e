/// Puts the signs of a right-to-left word, painted in any order, into logical order.
enum TurnedWord {
  static func logical(_ items: ArraySlice<RowItem>) -> [RowItem] {
    var sorted = items.sorted { ($0.u + $0.end, $1.glyph) > ($1.u + $1.end, $0.glyph) }
    // Numbers and Latin words within it run from left to right.
    var at = 0
    while at < sorted.count {
      guard !isTurned(sorted[at].scalar) else {
        at += 1
        continue
      }
      var end = at + 1
      while end < sorted.count, !isTurned(sorted[end].scalar) { end += 1 }
      // Signs around them stay outside.
      var (first, last) = (at, end)
      while first < last, !isForward(sorted[first].scalar), !isStop(sorted[first].scalar) {
        first += 1
      }
      while last > first, !isForward(sorted[last - 1].scalar) { last -= 1 }
      sorted[first..<last].reverse()
      at = end
    }
    return sorted
  }

  private static func isTurned(_ scalar: UInt32) -> Bool {
    Script.isRightToLeft(scalar) && !isArabicDigit(scalar) && scalar != 0x66B && scalar != 0x66C
  }

  /// Whether a sign is after a number, where it is at the right of it.
  private static func isStop(_ scalar: UInt32) -> Bool {
    [0x2C, 0x2E, 0x3A, 0x3B].contains(scalar)
  }

  private static func isArabicDigit(_ scalar: UInt32) -> Bool {
    (0x660...0x669).contains(scalar) || (0x6F0...0x6F9).contains(scalar)
  }

  private static func isForward(_ scalar: UInt32) -> Bool {
    Script.isDigit(scalar) || isArabicDigit(scalar)
      || Script.isLetter(scalar) && !Script.isRightToLeft(scalar)
  }
}
