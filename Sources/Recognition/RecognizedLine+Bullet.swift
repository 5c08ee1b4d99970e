extension RecognizedLine {
  /// Replaces a sign at the beginning that is a bullet by its form: Tesseract takes bullets for letters such as `e` and signs such as `*`.
  mutating func restoreBullet() {
    guard !isVertical, words.count > 1, words[0].count == 1, let sign = words[0].first,
      let next = words[1].first
    else { return }
    let (width, height) = (sign.end - sign.start, sign.bottom - sign.top)
    let rise = baseline(at: sign.start) - sign.bottom
    // It hangs above the baseline, below the tops of the letters, and is about as wide as it is high.
    guard rise > 0.06 * size, rise < 0.4 * size, height > 0.12 * size, height < 0.5 * size,
      width > 0.7 * height, width < 1.4 * height, next.start - sign.end > 0.25 * size
    else { return }
    words[0][0].scalars = [0x2022]
  }
}
