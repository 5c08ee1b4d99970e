import Text

/// Characters between which no line is broken, shaped.
struct SheetWord {
  /// Glyphs of one font.
  struct Run {
    var font: SheetFont
    var glyphs: [SheetFont.Glyph]
    /// Points from the word's beginning.
    var x: Double
    var width: Double
    /// Its characters' places.
    var range = 0..<0
  }

  var runs: [Run] = []
  var width = 0.0
  var isBlank = false
  /// Whether its letters are read from the right.
  var isRightToLeft = false
  /// Its characters' places.
  var range = 0..<0
}

/// Shapes words in the styles of a sheet.
final class SheetShaper {
  private var fonts: [SheetFonts.Look: SheetFonts] = [:]

  /// Shared by all sheets: fonts are searched and loaded once.
  // The worker has one thread.
  nonisolated(unsafe) static let shared = SheetShaper()

  /// Characters of a word that is longer than any line.
  private static let longest = 400

  /// Returns the words of some characters; `look` has the style of each. A word wider than `room` in points is several.
  func words(
    _ scalars: ArraySlice<UInt32>, size: Double, room: Double = .infinity,
    look: (Int) -> SheetFonts.Look
  ) -> [SheetWord] {
    var words: [SheetWord] = []
    var start = scalars.startIndex
    while start < scalars.endIndex {
      var end = Self.end(of: scalars, from: start)
      var next = word(scalars[start..<end], size: size, look: look)
      while next.width > room, !next.isBlank, end - start > 1 {
        let share = Int(Double(end - start) * room / next.width)
        end = Self.end(ofPart: scalars, start..<start + max(1, min(share, end - start - 1)))
        next = word(scalars[start..<end], size: size, look: look)
      }
      words.append(next)
      start = end
    }
    return words
  }

  /// Returns the end of a part of a word that leaves no mark without its letter.
  private static func end(ofPart scalars: ArraySlice<UInt32>, _ part: Range<Int>) -> Int {
    func isMark(_ scalar: UInt32) -> Bool {
      switch Unicode.Scalar(scalar)?.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark, .format: true
      default: false
      }
    }
    let end = part.indices.dropFirst().last { !isMark(scalars[$0]) }
    return isMark(scalars[part.upperBound]) ? end ?? part.upperBound : part.upperBound
  }

  private static func isBlank(_ scalar: UInt32) -> Bool { scalar == 0x20 || scalar == 0x0A }

  private static func end(of scalars: ArraySlice<UInt32>, from start: Int) -> Int {
    let first = scalars[start]
    let most = min(scalars.endIndex, start + longest)
    if isBlank(first) {
      return scalars[start..<most].firstIndex { !isBlank($0) } ?? most
    }
    if Script.isIdeographic(first) { return start + 1 }
    return scalars[start..<most].firstIndex { isBlank($0) || Script.isIdeographic($0) } ?? most
  }

  private func word(
    _ scalars: ArraySlice<UInt32>, size: Double, look: (Int) -> SheetFonts.Look
  ) -> SheetWord {
    var word = SheetWord()
    word.range = scalars.indices
    word.isBlank = scalars.first.map(Self.isBlank) ?? true
    if word.isBlank {
      let space = run([0x20], look(scalars.startIndex), size)?.width ?? size / 3
      word.width = space * Double(scalars.count)
      return word
    }
    word.isRightToLeft = scalars.contains(where: Self.isRightToLeft)
    var start = scalars.startIndex
    while start < scalars.endIndex {
      let (first, firstLook) = (scalars[start], look(start))
      let font = font(first, firstLook)
      let end =
        scalars[start...].indices.dropFirst().first { index in
          look(index) != firstLook || self.font(scalars[index], firstLook) !== font
            || Self.isDigit(scalars[index]) != Self.isDigit(first) && word.isRightToLeft
        } ?? scalars.endIndex
      if var run = run(Array(scalars[start..<end])[...], firstLook, size) {
        run.x = word.width
        run.range = start..<end
        word.width += run.width
        word.runs.append(run)
      }
      start = end
    }
    if word.isRightToLeft { word.turn() }
    return word
  }

  private func font(_ scalar: UInt32, _ look: SheetFonts.Look) -> SheetFont? {
    if let known = fonts[look] { return known.font(for: scalar) }
    let made = SheetFonts(look)
    fonts[look] = made
    return made.font(for: scalar)
  }

  private func run(
    _ scalars: ArraySlice<UInt32>, _ look: SheetFonts.Look, _ size: Double
  ) -> SheetWord.Run? {
    guard let first = scalars.first, let font = font(first, look) else { return nil }
    let shaped = font.shape(scalars)
    return SheetWord.Run(font: font, glyphs: shaped.glyphs, x: 0, width: shaped.width * size)
  }

  private static func isDigit(_ scalar: UInt32) -> Bool { (0x30...0x39).contains(scalar) }

  /// Hebrew, Arabic and their kin (Unicode's bidirectional classes R and AL, by blocks).
  static func isRightToLeft(_ scalar: UInt32) -> Bool {
    (0x0590...0x08FF).contains(scalar) || (0xFB1D...0xFDFF).contains(scalar)
      || (0xFE70...0xFEFF).contains(scalar) || (0x10800...0x10FFF).contains(scalar)
      || (0x1E800...0x1EFFF).contains(scalar)
  }
}

extension SheetWord {
  /// Reverses the order of words.
  fileprivate mutating func turn() {
    for index in runs.indices { runs[index].x = width - runs[index].x - runs[index].width }
  }
}

extension [SheetWord] {
  /// Returns the words of a line in visual order from its start, which is on the right if `isTurned`: runs of the other direction,
  /// with the blanks between them, are reversed (the essence of UAX #9, L2).
  func arranged(isTurned: Bool) -> [SheetWord] {
    func isOther(_ word: SheetWord) -> Bool { !word.isBlank && word.isRightToLeft != isTurned }
    var result: [SheetWord] = []
    var rest = self[...]
    while let first = rest.first {
      let others = isOther(first) ? rest.prefix { $0.isBlank || isOther($0) } : rest.prefix(1)
      let last = others.lastIndex { !$0.isBlank } ?? others.startIndex
      result += rest[...last].reversed()
      rest = rest[(last + 1)...]
    }
    return result
  }
}
