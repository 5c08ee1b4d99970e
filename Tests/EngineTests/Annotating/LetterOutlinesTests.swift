import Testing

@testable import Engine

extension EngineTests {
  @Suite struct LetterOutlinesTests {
    /// Letters that no font of every program has are drawn, wherever they stand in their line.
    @Test func drawnLettersGoAsFarAsTheirLine() throws {
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
