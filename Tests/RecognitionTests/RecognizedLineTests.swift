import DocumentModel
import Glibc
import Testing
import Text
import Wire

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

  @Test(arguments: [("He", 79.0, false), ("He", 81.0, true), ("|", 99.0, false), ("4", 90.0, true)])
  func aPageWithoutASureWordHasNone(_ word: String, _ confidence: Double, _ isSure: Bool) {
    var page = RecognizedLines()
    #expect(!page.hasSureWord)
    var line = Self.line([("ut", 0), (word, 40)])
    for word in line.words.indices {
      for at in line.words[word].indices {
        line.words[word][at].confidence = word == 0 ? 50 : confidence
      }
    }
    page.lines = [line]
    #expect(page.hasSureWord == isSure)
  }

  @Test func aPageOfUnusualWordsIsText() throws {
    var page = RecognizedLines()
    for row in 0..<60 {
      page.lines.append(
        Self.line([("iOS", 0), ("xCode", 47), ("uKit", 140)], y: 100 + 30 * Double(row)))
    }
    let file = try #require(tmpfile())
    defer { fclose(file) }
    let descriptor = fileno(file)
    let (width, height) = (200, 2_000)
    #expect(ftruncate(descriptor, off_t(PictureFacts(width: width, height: height).byteCount)) == 0)
    let picture = try GrayPicture(descriptor, width: width, height: height)
    let glyphs = PageGlyphs(page, of: picture, size: PageSize(width: 200, height: 2_000))
    #expect(PageText(glyphs, limit: 10_000).regions.isEmpty)
  }

  @Test func aWordEndsBeforeTheNextWord() {
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

  @Test func aBulletReadAsALetterIsRestored() {
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

  @Test func quotationMarksAreUnifiedPerPage() {
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
    (0x300D, 0x300C, 40, true, false), (0x41, 0x8A9E, 20, true, true),
    (0x41, 0x8A9E, 16, true, false), (0x8A9E, 0x28, 20, true, true),
    (0x28, 0x8A9E, 20, true, false),
  ]) func gapsBetweenWordsAreBlanks(
    _ letter: UInt32, _ next: UInt32, _ start: Double, _ beginsWord: Bool, _ isBlank: Bool
  ) {
    let letters = [Self.symbol(letter, 0), Self.symbol(next, start, beginsWord: beginsWord)]
    #expect(LetterGap.gaps(letters, size: 20).map(\.isBlank) == [isBlank, false])
  }

  @Test func aBracketAroundIdeographsMayFillItsSquare() {
    func isBlank(_ inside: UInt32) -> Bool {
      let letters = [
        Self.symbol(0x8A9E, 0), Self.symbol(0x28, 26), Self.symbol(inside, 38),
      ]
      return LetterGap.gaps(letters, size: 20)[0].isBlank
    }
    #expect(isBlank(0x41))
    #expect(!isBlank(0x8A9E))
  }

  @Test func bracketsInTheirSquareScaleWithBlankWidth() {
    func isBlank(_ gap: Double, usual: Double?) -> Bool {
      let letters = [
        Self.symbol(0x8A9E, 0), Self.symbol(0x28, 10 + gap), Self.symbol(0x41, 22 + gap),
      ]
      return LetterGap.gaps(letters, size: 20, usual: usual)[0].isBlank
    }
    // An ideograph of ten pixels leaves five of its square.
    #expect(isBlank(16, usual: nil))
    #expect(!isBlank(19, usual: nil))
    #expect(isBlank(19, usual: 0.6))
    #expect(!isBlank(16, usual: 0.2))
  }

  @Test func ideographsAreMovedOntoTheirInk() {
    var line = RecognizedLine(
      words: [0x8A9E, 0x306F, 0x41, 0x42, 0x8A9E].enumerated().map { index, scalar in
        // All are recognised too far to the right, and the second one on the first one's place.
        [Self.symbol(scalar, index == 1 ? 8 : 22 * Double(index) + 6, beginsWord: true)]
      }, size: 20, baseline: (100, 0))
    // The ideograph has a gap within it; the two letters touch each other.
    line.settle(on: [0..<8, 11..<18, 22..<36, 46..<66, 72..<90])
    let places = line.words.map { [$0[0].start, $0[0].end] }
    #expect(places == [[0, 18], [22, 36], [46, 56], [56, 66], [72, 90]])
  }

  @Test func lettersAreNotMovedWithoutEnoughInk() {
    var line = Self.line([("many letters", 0)])
    let before = line.words[0].map(\.start)
    line.settle(on: [0..<9, 12..<20])
    #expect(line.words[0].map(\.start) == before)
  }

  @Test func ideographsWithoutInkAreRemoved() {
    // Of five squares, the third is that of two letters, the less certain of which was made up, or was read twice.
    func text(_ scalars: [UInt32], doubtful: Int) -> [UInt32] {
      let starts = [0.0, 22, 44, 54, 66, 88]
      var line = RecognizedLine(
        words: zip(scalars, starts).map { [Self.symbol($0, $1, beginsWord: true)] }, size: 20,
        baseline: (100, 0))
      for word in line.words.indices { line.words[word][0].letterConfidence = 99.5 }
      line.words[doubtful][0].letterConfidence = 97
      line.settle(on: (0..<5).map { 22 * $0..<22 * $0 + 18 })
      return line.words.joined().flatMap(\.scalars)
    }
    #expect(
      text([0x8A9E, 0x3089, 0x3081, 0x3086, 0x308B, 0x8A9E], doubtful: 2)
        == [0x8A9E, 0x3089, 0x3086, 0x308B, 0x8A9E])
    #expect(
      text([0x8A9E, 0x3089, 0x3082, 0x3082, 0x308B, 0x8A9E], doubtful: 3)
        == [0x8A9E, 0x3089, 0x3082, 0x308B, 0x8A9E])
  }

  @Test func doubtfulWordsBesideIdeographsAreFound() {
    var line = RecognizedLine(
      words: [
        [Self.symbol(0x8A9E, 0, beginsWord: true)],
        [Self.symbol(0x41, 20, beginsWord: true), Self.symbol(0x42, 30)],
        [Self.symbol(0x43, 45, beginsWord: true)],
        [Self.symbol(0x8A9E, 60, beginsWord: true), Self.symbol(0x44, 80)],
      ], size: 20, baseline: (100, 0))
    #expect(line.doubtfulLatin == [])
    line.words[2][0].letterConfidence = 90
    line.words[3][1].letterConfidence = 90
    // A single letter has too little to be known by.
    #expect(line.doubtfulLatin == [1..<4])
  }

  @Test func theSizeOfIdeographsIsTheirPitch() throws {
    var line = Self.line([("", 0)])
    line.words = [(0..<8).map { Self.symbol(0x8A9E, 21 * Double($0)) }]
    #expect(line.pitch == 21)
    line.words[0].removeLast(4)
    #expect(line.pitch == nil)
  }

  @Test func theSizeOfLettersComesFromTallLetters() throws {
    var line = Self.line([("hold", 0), ("back", 60)])
    for word in line.words.indices {
      for at in line.words[word].indices { line.words[word][at].top = 100 - 14.9 }
    }
    #expect(abs(try #require(line.heightOfLetters) - 20) < 0.01)
    // Small letters do not determine it, and a far different one is ignored.
    #expect(Self.line([("no", 0), ("more", 30)]).heightOfLetters == nil)
    line.size = 40
    #expect(line.heightOfLetters == nil)
  }

  @Test func uncertainIdeographsInSentencesAreKept() {
    func words(_ scalar: UInt32) -> Int {
      var page = RecognizedLines()
      let sure = (0..<9).map { Self.symbol(scalar, 20 * Double($0)) }
      let unsure = [Self.symbol(scalar, 180, confidence: 5)]
      page.lines = [RecognizedLine(words: [sure, unsure], size: 20, baseline: (100, 0))]
      page.dropNoise(isScattered: false)
      return page.lines.first?.words.count ?? 0
    }
    #expect(words(0x8A9E) == 2)
    #expect(words(0x41) == 1)
  }

  @Test func overlappingLettersAreSpread() {
    let word = [Self.symbol(0x67, 0), Self.symbol(0x67, 0), Self.symbol(0x72, 20)]
    #expect(RecognizedLine.painted([word]).map(\.start) == [0, 10, 20])
  }

  @Test func rightToLeftLinesArePaintedFromTheLeft() {
    let word = [Self.symbol(0x5E9, 30, beginsWord: true), Self.symbol(0x5DC, 20)]
    let painted = RecognizedLine.painted([word, [Self.symbol(0x5D0, 0, beginsWord: true)]])
    #expect(painted.map { $0.scalars[0] } == [0x5D0, 0x5DC, 0x5E9])
    #expect(painted.map(\.beginsWord) == [true, true, false])
  }
}
