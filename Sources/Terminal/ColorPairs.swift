internal import CNcurses

/// The pairs of colours in use, numbered as ncurses wants them.
struct ColorPairs {
  private var numbers: [UInt64: Int32] = [:]
  private var next: Int32 = 1

  /// Whether all pairs should be given up before they run out: ncurses never takes single ones back.
  var isNearlyFull: Bool {
    let count = min(recto_color_pairs(), 32_767)
    return !numbers.isEmpty && next > count - min(1_000, count / 4)
  }

  /// The pair of two colours; -1 is the terminal's own.
  mutating func number(_ foreground: Int32, _ background: Int32) -> Int32 {
    if foreground < 0, background < 0 { return 0 }
    let key = UInt64(UInt32(bitPattern: foreground)) << 32 | UInt64(UInt32(bitPattern: background))
    if let known = numbers[key] { return known }
    guard init_extended_pair(next, foreground, background) == OK else { return 0 }
    numbers[key] = next
    next += 1
    return next - 1
  }

  mutating func reset() {
    reset_color_pairs()
    numbers = [:]
    next = 1
  }
}
