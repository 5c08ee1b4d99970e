import Testing

@testable import Engine

extension EngineTests {
  @Suite struct LetterOutlinesTests {
    @Test func tooWideWordsAreSplit() {
      let word = String(repeating: "wörd", count: 30) + "e\u{301}"
      let lines = LetterOutlines("漢 \(word)", size: 12, width: 100)
      #expect(lines.width <= 100 && lines.width > 50)
      let parts = lines.pieces.map(\.text)
      #expect(parts.joined().filter { $0 != " " } == "漢" + word)
      #expect(parts.count > 8 && parts.allSatisfy { $0.unicodeScalars.first != "\u{301}" })
      #expect(!LetterOutlines("漢e\u{301}\u{302}", size: 12, width: 1).pieces.isEmpty)
    }

    /// Letters missing in the fonts of other programs are drawn as outlines, wherever they are in their line.
    @Test func outlinedTextIsWrappedInTheBox() throws {
      let lines = LetterOutlines(
        "漢 \(String(repeating: "abc defg ", count: 20))", size: 12, width: 500)
      let xs = lines.path.split(separator: "\n").compactMap { line -> Double? in
        let words = line.split(separator: " ")
        return words.count == 3 ? Double(words[0]) : nil
      }
      #expect(try #require(xs.max()) > lines.width * 0.9 && lines.width > 300)
    }
  }
}
