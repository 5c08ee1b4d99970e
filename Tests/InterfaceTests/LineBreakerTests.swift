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
}
