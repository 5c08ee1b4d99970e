import DocumentModel
import Interface
import Messages
import Testing
import Text

@Suite struct LineBreakerTests {
  private static let rules = Hyphenation(
    language: "en", file: Array("UTF-8\n1t\n1p\n".utf8))

  private static func lines(
    _ text: String, width: Int, _ division: Preferences.WordDivision = .narrow
  ) -> [TextLine] {
    let scalars = text.unicodeScalars.map(\.value)
    let block = TextBlock(
      kind: .paragraph, box: Box(x0: 0, y0: 0, x1: 100, y1: 12), scalars: scalars,
      origins: scalars.indices.map(Int32.init))
    var content = PageContent(text: PageText(), blocks: [block], grid: [])
    content.hyphenation = rules
    return PageLayout(content, mode: .reflow, width: width, divides: division).lines
  }

  @Test func tooLongWordsAreHyphenated() {
    #expect(
      Self.lines("in competition (competition)", width: 12).map(\.text) == [
        "in competi-", "tion (compe-", "tition)",
      ])
  }

  @Test func insertedHyphensAreNotPartOfTheText() {
    let lines = Self.lines("in competition", width: 11)
    #expect(lines.map(\.text) == ["in competi-", "tion"])
    #expect(lines.first?.glyphs.last?.origin == -1)
    // Copied and searched text has no hyphen.
    #expect(lines.flatMap(\.glyphs).map(\.origin).filter { $0 >= 0 } == Array(0..<14))
  }

  @Test func hyphenationKeepsMoreThanTwoLetters() {
    #expect(Self.lines("a long atpxyz", width: 10).map(\.text) == ["a long", "atpxyz"])
  }

  @Test func aWordMayBeHyphenatedTwice() {
    #expect(
      Self.lines("competitiontition", width: 8).map(\.text) == ["competi-", "tionti-", "tion"])
  }

  @Test func endlessWordsAreCut() {
    let lines = Self.lines(String(repeating: "tp", count: 500), width: 40)
    #expect(lines.count == 25 && lines.allSatisfy { $0.text.count == 40 })
  }

  @Test(arguments: [
    "https://competition.org/competition", "me@competition", "a_competition", "competition()",
  ])
  func urlsAreNotHyphenated(_ address: String) {
    #expect(!Self.lines("competition at " + address, width: 22).contains { $0.text.hasSuffix("-") })
  }

  @Test func wideLinesKeepWordsWhole() {
    let text = String(repeating: "competition ", count: 12)
    #expect(!Self.lines(text, width: 52).contains { $0.text.hasSuffix("-") })
    #expect(Self.lines(text, width: 52, .always).contains { $0.text.hasSuffix("-") })
    #expect(!Self.lines(text, width: 30, .never).contains { $0.text.hasSuffix("-") })
  }

  /// The lines of a paragraph with a style; `|` is a soft hyphen.
  private static func lines(
    styled text: String, width: Int, _ division: Preferences.WordDivision = .narrow,
    mode: ReadingMode = .reflow, combined: [Range<Int>] = [], _ change: (inout LineRules) -> Void
  ) -> [TextLine] {
    var page = PageText(blocks: [])
    for scalar in text.unicodeScalars {
      if scalar == "|" {
        page.softHyphens.append(page.scalars.count)
      } else {
        page.scalars.append(scalar.value)
        page.boxes.append(Box(x0: 0, y0: 0, x1: 1, y1: 1))
      }
    }
    page.combined = combined
    var block = AuthoredBlock(.paragraph, 0..<page.scalars.count)
    change(&block.rules)
    page.blocks = [block]
    var content = PageContent(text: page, blocks: [TextBlock(block, of: page)], grid: [])
    content.hyphenation = rules
    return PageLayout(content, mode: mode, width: width, divides: division).lines
  }

  @Test(arguments: [
    (LineRules.Hyphens.asPreferred, Preferences.WordDivision.narrow, ["in compe-", "tition"]),
    (.manual, .always, ["in compe-", "tition"]), (.none, .always, ["in", "competitio", "n"]),
    (.auto, .never, ["in", "competitio", "n"]),
  ])
  func softHyphensDivideWords(
    _ hyphens: LineRules.Hyphens, _ division: Preferences.WordDivision, _ wanted: [String]
  ) {
    let lines = Self.lines(styled: "in compe|tition", width: 10, division) { $0.hyphens = hyphens }
    #expect(lines.map(\.text) == wanted)
  }

  @Test(arguments: [
    (LineRules.Hyphens.auto, true), (.asPreferred, false), (.manual, false), (.none, false),
  ])
  func theStyleMayWantHyphensInWideLines(_ hyphens: LineRules.Hyphens, _ isWanted: Bool) {
    let text = String(repeating: "competition ", count: 12)
    let lines = Self.lines(styled: text, width: 52) { $0.hyphens = hyphens }
    #expect(lines.contains { $0.text.hasSuffix("-") } == isWanted)
  }

  @Test(arguments: [
    (LineRules.Strictness.strict, [["あいう", "木々か"], ["あいう", "なぁか"]]),
    (.normal, [["あいう", "木々か"], ["あいうな", "ぁか"]]),
    (.loose, [["あいう木", "々か"], ["あいうな", "ぁか"]]),
  ])
  func linesOfJapaneseBeginAsTheStyleSays(
    _ strictness: LineRules.Strictness, _ wanted: [[String]]
  ) {
    let lines = ["あいう木々か", "あいうなぁか"].map { text in
      Self.lines(styled: text, width: 8) { $0.strictness = strictness }.map(\.text)
    }
    #expect(lines == wanted)
  }

  @Test func wordsMayBreakAnywhereOrNowhere() {
    let broken = Self.lines(styled: "some words, here", width: 6) { $0.words = .breakAll }
    #expect(broken.map(\.text) == ["some w", "ords,", "here"])
    let whole = Self.lines(styled: "文字 competition", width: 12, .always) { $0.words = .keepAll }
    #expect(whole.map(\.text) == ["文字", "competition"])
    let kept = Self.lines(styled: "文 文字文字", width: 8) { $0.words = .keepAll }
    #expect(kept.map(\.text) == ["文", "文字文字"])
  }

  @Test func verticalLinesAreColumnsInTheLayout() {
    let text = "これは「10」だ。ab" + String(repeating: "字", count: 12)
    func shown(_ writing: LineRules.Writing) -> [[Int32: String]] {
      Self.lines(styled: text, width: 11, mode: .layout, combined: [4..<6]) {
        $0.writing = writing
      }.map { line in
        Dictionary(
          line.glyphs.map { ($0.column, String(Unicode.Scalar($0.scalar) ?? "?")) }
        ) { $0 + $1 }
      }
    }
    let fromRight = shown(.verticalFromRight)
    #expect(fromRight.count == 20)
    #expect(
      fromRight.prefix(5) == [
        [9: "こ", 6: "字"], [9: "れ", 6: "字"], [9: "は"], [9: "﹁"], [9: "1", 10: "0"],
      ])
    #expect(fromRight.dropFirst(5).prefix(4) == [[9: "﹂"], [9: "だ"], [9: "︒"], [9: "ａ"]])
    #expect(shown(.verticalFromLeft).first == [0: "こ", 3: "字"])
    // Reading sets them as all others.
    let read = Self.lines(styled: text, width: 60) { $0.writing = .verticalFromRight }
    #expect(read.map(\.text) == [text])
  }

  @Test func bandsOfColumnsFollowEachOther() {
    let text = String(repeating: "字", count: 100)
    let lines = Self.lines(styled: text, width: 8, mode: .layout) {
      $0.writing = .verticalFromRight
    }
    #expect(lines.count == 41 && lines[20].glyphs.isEmpty)
    #expect(lines.map(\.start) == lines.map(\.start).sorted())
    #expect(Set(lines.flatMap(\.glyphs).map(\.origin)) == Set(0..<100))
  }
}
