import Testing
import Widgets

@Suite struct FuzzyMatchTests {
  @Test(arguments: [
    ("able", "the cable and more"), ("FP", "FirstPage"), ("fp", "first page"), ("é", "É"),
    ("", "anything"), ("a b", "ab"),
  ]) func lettersInOrderMatch(_ query: String, _ candidate: String) {
    #expect(FuzzyMatch(query).score(candidate) != nil)
  }

  @Test(arguments: [("ba", "ab"), ("FP", "first page"), ("abc", "ab")])
  func othersDoNot(_ query: String, _ candidate: String) {
    #expect(FuzzyMatch(query).score(candidate) == nil)
  }

  @Test func beginningsOfWordsAndNeighboursCountMore() throws {
    let match = FuzzyMatch("sp")
    let words = try #require(match.score("second page"))
    let inside = try #require(match.score("gossip"))
    let beside = try #require(match.score("span"))
    #expect(words > inside)
    #expect(beside > inside)
  }
}
