import DocumentModel
import Testing

@testable import Text

@Suite struct SpokenTextTests {
  private static func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

  private func sentences(_ text: String) -> [String] {
    let scalars = Self.scalars(text)
    return SentenceBreaks.ranges(of: scalars).map { range in
      String(String.UnicodeScalarView(scalars[range].compactMap(Unicode.Scalar.init)))
    }
  }

  @Test(arguments: [
    ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
    (
      "See Fig. 3 and J. Smith et al. (2010). It holds.",
      ["See Fig. 3 and J. Smith et al. (2010).", "It holds."]
    ),
    (
      "It is 3.14, i.e. pi. “Is it?” he asked. Yes.",
      ["It is 3.14, i.e. pi.", "“Is it?” he asked.", "Yes."]
    ),
    (
      "He said “No.” Then he left (at last.) So be it.",
      ["He said “No.”", "Then he left (at last.)", "So be it."]
    ),
    ("Am Montag, z.B. so. Gut. Siehe Nr. 5.", ["Am Montag, z.B. so.", "Gut.", "Siehe Nr. 5."]),
    ("彼は来た。私は行く。", ["彼は来た。", "私は行く。"]),
    ("1. Introduction. 2.3. Methods", ["1. Introduction.", "2.3. Methods"]),
    ("a. First of all. It was 5. Then 7.", ["a. First of all.", "It was 5.", "Then 7."]),
    ("", []), ("   ", []), ("...", ["..."]),
  ]) func sentencesEndAtPunctuation(_ text: String, _ expected: [String]) {
    #expect(sentences(text) == expected)
  }

  @Test func overlongSentencesAreSplit() {
    let parts = sentences(String(repeating: "word ", count: 1_000))
    #expect(parts.count > 5 && parts.allSatisfy { $0.count <= 610 })
  }

  private func block(
    _ kind: TextBlock.Kind, _ text: String, from origin: Int32 = 0, continues: Bool = false,
    spans: [BlockSpan] = []
  ) -> TextBlock {
    let scalars = Self.scalars(text)
    return TextBlock(
      kind: kind, box: Box(x0: 0, y0: 0, x1: 10, y1: 10), scalars: scalars,
      origins: scalars.indices.map { origin + Int32($0) }, continues: continues, spans: spans)
  }

  @Test func bracketedMarksAfterWordsAreSkipped() {
    var text = SpokenText(from: 0, speaksFigures: false)
    text.add([block(.paragraph, "A claim.[1] Another one[2] here, see [3] and x[4].")])
    text.finish()
    #expect(text.sentences.map(\.text) == ["A claim.", "Another one here, see [3] and x[4]."])
  }

  @Test func notesAreSkippedAndFormulasNamed() {
    var text = SpokenText(from: 0, speaksFigures: false)
    text.add([
      block(.header, "Running head"), block(.heading(level: 1), "Title", from: 20),
      block(
        .paragraph, "A claim stands.1 It is proved.", from: 30,
        spans: [BlockSpan(kind: .noteMark, range: 15..<16)]),
      block(.footnote, "1 A note.", from: 70), block(.figure, "x y 10 20", from: 80),
      block(.formula, "a = b (3)", from: 90), block(.tableRow, "1\t2", from: 100),
      block(.tableRow, "3\t4", from: 110), block(.caption, "Table 1: Numbers.", from: 120),
      block(.code, "let a = 1", from: 140), block(.code, "let b = 2", from: 150),
    ])
    text.finish()
    #expect(
      text.sentences.map(\.text) == [
        "Title", "A claim stands.", "It is proved.", "Formula (3)", "Table", "Table 1: Numbers.",
        "Listing",
      ])
    #expect(text.sentences[2].parts == [SpokenSentence.Part(page: 0, range: 47..<60)])
    #expect(text.index(page: 0, 50) == 2 && text.index(page: 0, 66) == 3)
    #expect(text.index(page: 1, 0) == nil)
  }

  @Test func listingsAreAnnouncedOnce() {
    var text = SpokenText(from: 0, speaksFigures: false)
    text.add([
      block(.code, "let a = 1"), block(.footnote, "1 A note.", from: 20),
      block(.footer, "7", from: 30),
    ])
    text.add([
      block(.header, "Running head"), block(.figure, "x y", from: 20),
      block(.code, "let b = 2", from: 30), block(.paragraph, "It ends.", from: 40),
      block(.caption, "Listing 2: More.", from: 50), block(.code, "let c = 3", from: 70),
    ])
    text.finish()
    #expect(text.sentences.map(\.text) == ["Listing", "It ends.", "Listing 2: More."])
  }

  @Test func sentencesContinueOnTheNextPage() {
    var text = SpokenText(from: 4, speaksFigures: false)
    let long = "The first page of this book ends with a sentence that does not end here but goes on"
    text.add([block(.paragraph, long, continues: true)])
    #expect(text.sentences.isEmpty)
    var rest = block(
      .paragraph, "over to the next one. Then another begins and the page is full of it.")
    rest.isContinuation = true
    text.add([rest])
    text.finish()
    #expect(text.sentences.first?.text == long + " over to the next one.")
    #expect(text.sentences.first?.parts.map(\.page) == [4, 5])
    #expect(text.nextPage == 6)
  }
}
