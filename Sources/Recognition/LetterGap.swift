import DocumentModel
import Text

/// The gaps between the neighbours in a line, and which of them separate words.
///
/// Tesseract's words end where letters of the Latin script have a blank between them; ideographs are words of their own, and the
/// models of their scripts leave blanks between other letters out.
struct LetterGap {
  private(set) var isBlank = false
  /// The width in units of the font size, without the space that ideographs leave in their squares.
  private var width = 0.0
  private var isBesideBracket = false

  /// Returns the gaps after the letters of a line; `size` is their size in the units of their places, `usual` the width of blanks
  /// in other lines in units of the size. There is none after the last one.
  static func gaps(
    _ letters: [RecognizedSymbol], size: Double, usual: Double? = nil
  ) -> [LetterGap] {
    var gaps = letters.indices.map { LetterGap(letters, at: $0, size: size) }
    guard letters.contains(where: { isSquare($0.scalars[0]) }) else { return gaps }
    let usual = median(gaps.filter { $0.isBlank && !$0.isBesideBracket }) ?? usual
    for index in gaps.indices where gaps[index].isBlank && gaps[index].isBesideBracket {
      // The gap of a bracket's square is wider than the blanks of its line.
      gaps[index].isBlank = gaps[index].width < (usual.map { max(half, $0 + wider) } ?? widest)
    }
    return gaps
  }

  /// Returns the usual width of blanks in lines with ideographs; nil without blanks.
  static func usual(_ lines: [(letters: [RecognizedSymbol], size: Double)]) -> Double? {
    median(
      lines.filter { $0.letters.contains { isSquare($0.scalars[0]) } }
        .flatMap { gaps($0.letters, size: $0.size) }
        .filter { $0.isBlank && !$0.isBesideBracket })
  }

  private static func median(_ gaps: [LetterGap]) -> Double? {
    gaps.map(\.width).sorted()[safe: gaps.count / 2]
  }

  private init(_ letters: [RecognizedSymbol], at index: Int, size: Double) {
    guard let letter = letters[safe: index], let next = letters[safe: index + 1] else { return }
    let (a, b) = (letter.scalars[letter.scalars.count - 1], next.scalars[0])
    isBesideBracket =
      Self.closings.contains(a) || Self.openings.contains(b) && Self.kind(a) != .mark
    width = (next.start - letter.end) / max(size, 1)
    switch (Self.kind(a), Self.kind(b)) {
    case (.narrow, .narrow): isBlank = next.beginsWord
    case (.mark, .mark): isBlank = width > Self.farthestOfMarks
    case (.mark, _), (_, .mark), (.wide, .wide): isBlank = width > Self.farthest
    case (.narrow, .wide):
      width -= Self.margin(next, size)
      isBlank =
        !Self.openings.contains(a) && Self.mixed(a, letters[safe: index - 1]).contains(width)
    case (.wide, .narrow):
      width -= Self.margin(letter, size)
      isBlank =
        !Self.closings.contains(b) && Self.mixed(b, letters[safe: index + 2]).contains(width)
    }
  }

  /// Whether it fills a square.
  static func isSquare(_ scalar: UInt32) -> Bool { kind(scalar) == .wide }

  /// Returns how much of its square an ideograph leaves blank on each side, as a part of the size.
  private static func margin(_ letter: RecognizedSymbol, _ size: Double) -> Double {
    max(0, 1 - (letter.end - letter.start) / max(size, 1)) / 2
  }

  /// The gaps that are blanks beside ideographs, besides what these leave in their squares: a bracket around ideographs may leave
  /// half of a square of its own.
  private static func mixed(_ scalar: UInt32, _ inside: RecognizedSymbol?) -> Range<Double> {
    let isBracket = openings.contains(scalar) || brackets.contains(scalar)
    let isWide = inside.map { Self.kind($0.scalars[0]) != .narrow } ?? false
    return isBracket && isWide ? mixed..<Self.half : mixed..<Double.infinity
  }

  private static let half = 0.42
  /// How much wider than a blank the gap beside a bracket in a square is, and how wide it is where the line has no blanks.
  private static let wider = 0.25
  private static let widest = 0.62
  private static let brackets: Set<UInt32> = [0x29, 0x5D, 0x7D]
  private static let openings: Set<UInt32> = [0x28, 0x5B, 0x7B]
  private static let closings = brackets.union([0x2C, 0x2E, 0x3A, 0x3B, 0x21, 0x3F])

  private enum Kind { case narrow, wide, mark }

  /// A wider gap is none that a mark leaves in its square, as a part of the size.
  private static let farthest = 1.2
  private static let farthestOfMarks = 1.7
  /// The least blank between ideographs and other letters.
  private static let mixed = 0.17

  private static func kind(_ scalar: UInt32) -> Kind {
    switch scalar {
    case 0x3000...0x3004, 0x3007...0x303F, 0x30FB, 0xFF01...0xFF0F, 0xFF1A...0xFF20,
      0xFF3B...0xFF40, 0xFF5B...0xFF65:
      .mark
    default: Script.isIdeographic(scalar) ? .wide : .narrow
    }
  }
}

extension RecognizedLine {
  var hasIdeographs: Bool {
    words.joined().contains { $0.scalars.contains(where: Script.isIdeographic) }
  }

  /// Returns the letters of words from left to right, as pages paint them, also where they are read from the right; letters that
  /// share a place are spread over their word.
  static func painted(_ words: [[RecognizedSymbol]]) -> [RecognizedSymbol] {
    var words = apart(words).map(spread)
    if words.joined().contains(where: \.isRightToLeft) {
      words.sort { $0[0].start < $1[0].start }
      for index in words.indices where words[index].contains(where: \.isRightToLeft) {
        words[index].sort { $0.start < $1.start }
        for at in words[index].indices { words[index][at].beginsWord = at == 0 }
      }
    }
    return Array(words.joined())
  }

  /// Ends words before the next one begins: boxes of words beside short ones may reach over these.
  private static func apart(_ words: [[RecognizedSymbol]]) -> [[RecognizedSymbol]] {
    var words = words
    for index in words.indices.dropLast() where !words[index].contains(where: \.isRightToLeft) {
      guard let start = words[index].first?.start, let next = words[index + 1].first?.start,
        start < next
      else { continue }
      let limit = next - leastBlank * (next - start) / Double(words[index].count + 1)
      for at in words[index].indices {
        words[index][at].start = min(words[index][at].start, limit)
        words[index][at].end = min(words[index][at].end, limit)
      }
    }
    return words
  }

  /// The share of a letter's width that is left between words.
  private static let leastBlank = 0.5

  private static func spread(_ word: [RecognizedSymbol]) -> [RecognizedSymbol] {
    guard let start = word.map(\.start).min(), let end = word.map(\.end).max(), word.count > 1,
      !word.contains(where: \.isRightToLeft)
    else { return word }
    let step = (end - start) / Double(word.count)
    guard zip(word, word.dropFirst()).contains(where: { $1.start - $0.start < 0.2 * step }) else {
      return word
    }
    return word.enumerated().map { index, symbol in
      var symbol = symbol
      symbol.start = start + step * Double(index)
      symbol.end = symbol.start + step
      return symbol
    }
  }
}

extension RecognizedSymbol {
  fileprivate var isRightToLeft: Bool { scalars.contains(where: Script.isRightToLeft) }
}
