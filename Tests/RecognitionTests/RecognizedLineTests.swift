import Testing

@testable import Recognition

/// Corrections of the lines that Tesseract returns.
@Suite struct RecognizedLineTests {
  /// Words of letters ten pixels wide, at these places on a line at `y`.
  private static func line(_ words: [(String, Double)], y: Double = 100) -> RecognizedLine {
    RecognizedLine(
      words: words.map { word, start in
        word.unicodeScalars.enumerated().map { index, scalar in
          symbol(scalar.value, start + 10 * Double(index), y, beginsWord: index == 0)
        }
      }, size: 20, baseline: (y, 0))
  }

  private static func symbol(
    _ scalar: UInt32, _ start: Double, _ y: Double = 100, beginsWord: Bool = false,
    confidence: Double = 90
  ) -> RecognizedSymbol {
    RecognizedSymbol(
      scalars: [scalar], start: start, end: start + 10, top: y - 14, bottom: y,
      confidence: confidence, beginsWord: beginsWord)
  }

  private static func text(_ line: RecognizedLine) -> String {
    line.words.map { word in
      String(String.UnicodeScalarView(word.flatMap(\.scalars).compactMap(Unicode.Scalar.init)))
    }.joined(separator: " ")
  }

  @Test func linesAcrossAGutterAreSplit() {
    var page = RecognizedLines()
    for row in 0..<8 {
      let y = 100 + 30 * Double(row)
      page.lines.append(Self.line([("left", 0), ("words", 47), ("right", 140)], y: y))
    }
    page.splitAtGutters()
    #expect(
      page.lines.map(Self.text)
        == Array(repeating: ["left words", "right"], count: 8).flatMap(\.self))
  }

  @Test func aWordEndsBeforeTheNextOne() {
    var line = Self.line([("were", 0), ("a", 55), ("king", 75)])
    // Its box reaches over the next two.
    for at in 1..<4 {
      line.words[0][at].start = 30 * Double(at)
      line.words[0][at].end = 30 * Double(at + 1)
    }
    let letters = RecognizedLine.painted(line.words)
    #expect(letters.map(\.start) == letters.map(\.start).sorted())
    #expect(zip(letters, letters.dropFirst()).allSatisfy { $0.end <= $1.start })
    #expect(letters[4].start - letters[3].end > 4)
    #expect(letters.suffix(4).map(\.start) == [75, 85, 95, 105])
  }

  @Test func aWideGapOfOneLineIsNoGutter() {
    var page = RecognizedLines()
    for row in 0..<8 {
      let words = [("some", 0.0), ("words", 50), ("of", 108), ("text", 135)]
      page.lines.append(Self.line(words, y: 100 + 30 * Double(row)))
    }
    page.lines[3] = Self.line([("a", 0), ("wide", 40), ("gap", 140)], y: 190)
    page.splitAtGutters()
    #expect(page.lines.count == 8)
  }

  @Test func aBulletTakenForALetterIsRestored() {
    var line = Self.line([("e", 0), ("first", 40)])
    line.words[0][0].top = 88
    line.words[0][0].bottom = 96
    line.words[0][0].end = 8
    line.restoreBullet()
    #expect(Self.text(line) == "• first")
    var letter = Self.line([("e", 0), ("first", 40)])
    letter.restoreBullet()
    #expect(Self.text(letter) == "e first")
  }

  @Test func quotationMarksOfAPageAreOfOneKind() {
    var lines = [Self.line([("\"one\"", 0), ("\u{201C}two\"", 60), ("it's", 130)])]
    QuotationMarks.unify(&lines)
    #expect(Self.text(lines[0]) == "\"one\" \"two\" it's")
    var curved = [Self.line([("\u{201C}one\u{201D}", 0), ("\u{201C}two\"", 60)])]
    QuotationMarks.unify(&curved)
    #expect(Self.text(curved[0]) == "\u{201C}one\u{201D} \u{201C}two\u{201D}")
  }

  @Test(arguments: [
    (0x41, 0x42, 12.0, true, true), (0x41, 0x42, 12, false, false),
    // Ideographs are words of their own, and marks leave gaps in their squares.
    (0x8A9E, 0x6587, 14, true, false), (0x3002, 0x8A9E, 22, true, false),
    (0x41, 0x8A9E, 16, true, true), (0x41, 0x8A9E, 11, true, false),
  ]) func gapsAreBlanksBetweenWords(
    _ letter: UInt32, _ next: UInt32, _ start: Double, _ beginsWord: Bool, _ isBlank: Bool
  ) {
    let gap = LetterGap(
      Self.symbol(letter, 0), Self.symbol(next, start, beginsWord: beginsWord), size: 20)
    #expect(gap.isBlank == isBlank)
  }

  @Test func lettersThatShareAPlaceAreSpread() {
    let word = [Self.symbol(0x67, 0), Self.symbol(0x67, 0), Self.symbol(0x72, 20)]
    #expect(RecognizedLine.painted([word]).map(\.start) == [0, 10, 20])
  }

  @Test func aLineReadFromTheRightIsPaintedFromTheLeft() {
    let word = [Self.symbol(0x5E9, 30, beginsWord: true), Self.symbol(0x5DC, 20)]
    let painted = RecognizedLine.painted([word, [Self.symbol(0x5D0, 0, beginsWord: true)]])
    #expect(painted.map { $0.scalars[0] } == [0x5D0, 0x5DC, 0x5E9])
    #expect(painted.map(\.beginsWord) == [true, true, false])
  }
}
