import Testing
import Text

@Suite struct HyphenationTests {
  private static func divided(_ word: String, _ patterns: String) -> String {
    let file = Array(("UTF-8\n" + patterns).utf8)
    guard let rules = Hyphenation(language: "en", file: file) else { return "no patterns" }
    let scalars = word.unicodeScalars.map(\.value)
    let places = Set(rules.places(in: scalars))
    return word.unicodeScalars.enumerated().map {
      (places.contains($0) ? "-" : "") + String(Character($1))
    }.joined()
  }

  /// Of Liang's thesis, for its word.
  private static let english = "hy3ph\nhe2n\nhena4\nhen5at\n1na\nn2at\n1tio\n2io\no2n\n"

  @Test func wordsAreHyphenatedByTheLargestValues() {
    #expect(Self.divided("hyphenation", Self.english) == "hy-phen-ation")
    #expect(Self.divided("Hyphenation", Self.english) == "Hy-phen-ation")
  }

  @Test(arguments: [
    ("1a", "banana", "ban-ana"), (".b1a", "banana", "banana"),
    ("LEFTHYPHENMIN 4\n1n", "banana", "bana-na"),
    ("RIGHTHYPHENMIN 5\n1n", "bananas", "ba-nanas"), ("1n/x=y,1,1", "banana", "no patterns"),
    ("% 1n\n# 1n\n1q", "banana", "banana"), ("1n", "bána\u{301}na", "bá-ná-na"),
  ])
  func wordEdgesAreNotHyphenated(_ patterns: String, _ word: String, _ divided: String) {
    #expect(Self.divided(word, patterns) == divided)
  }

  @Test func compoundsAreHyphenatedFirst() {
    // The second level sees each part as a word of its own.
    #expect(Self.divided("schifffahrt", "f1fa\nNEXTLEVEL\n.fah1r\n1z") == "schiff-fah-rt")
  }

  @Test(arguments: ["word", "e-mail-address", "R2D2C3PO", String(repeating: "ab", count: 40)])
  func otherWordsAreNotHyphenated(_ word: String) {
    #expect(Self.divided(word, "1a\n1b\n1d") == word)
  }

  @Test(arguments: ["", "%\n", "1234567890\n", "1a2", "NEXTLEVEL\nNEXTLEVEL\nLEFTHYPHENMIN x\n"])
  func anyPatternFileIsRead(_ patterns: String) { _ = Self.divided("banana", patterns) }
}
