import Testing
import Text

@Suite struct FuzzyMatchTests {
  @Test(arguments: [
    ("able", "the cable and more"), ("FP", "FirstPage"), ("fp", "first page"), ("é", "É"),
    ("", "anything"), ("a b", "ab"),
  ]) func lettersInOrderMatch(_ query: String, _ candidate: String) {
    #expect(FuzzyMatch(query).score(candidate) != nil)
  }

  @Test(arguments: [("ba", "ab"), ("FP", "first page"), ("abc", "ab")])
  func lettersOutOfOrderDoNotMatch(_ query: String, _ candidate: String) {
    #expect(FuzzyMatch(query).score(candidate) == nil)
  }

  @Test(arguments: [
    ("muller", "Müller"), ("muller", "Mu\u{308}ller"), ("müller", "Mu\u{308}ller"),
    ("ozdemir", "Müller & Özdemir.pdf"), ("strasse", "Straße"), ("final", "ﬁnal"),
    ("Uber", "Über die Kräfte"), ("tieng", "tiếng Việt"), ("lodz", "Łódź"),
  ]) func accentsMayBeOmitted(_ query: String, _ candidate: String) {
    #expect(FuzzyMatch(query).score(candidate) != nil)
  }

  @Test(arguments: [("müller", "Muller"), ("uber", "øber"), ("UBER", "über"), ("fa", "ﬁ")])
  func typedAccentsMustMatch(_ query: String, _ candidate: String) {
    #expect(FuzzyMatch(query).score(candidate) == nil)
  }

  @Test(arguments: [
    ("mu", "Müller", true), ("MÜ", "Mu\u{308}ller", true), ("mü", "Muller", false),
    ("über d", "Über die Kräfte", true), ("", "x", true), ("die", "Über die", false),
    ("str", "ſtraße", true), ("mullers", "Müller", false), ("tie", "tiếng", true),
  ]) func namesMatchByTheirWordStarts(_ typed: String, _ name: String, _ isSo: Bool) {
    #expect(BeginningMatch(typed).matches(name) == isSo)
  }

  @Test func accentsDoNotLowerTheScore() {
    #expect(FuzzyMatch("muller").score("Müller") == FuzzyMatch("muller").score("Muller"))
    #expect(FuzzyMatch("ed").score("Émile Durkheim") == FuzzyMatch("ed").score("Emile Durkheim"))
  }

  @Test func wordStartsAndAdjacentLettersScoreMore() throws {
    let match = FuzzyMatch("sp")
    let words = try #require(match.score("second page"))
    let inside = try #require(match.score("gossip"))
    let beside = try #require(match.score("span"))
    #expect(words > inside)
    #expect(beside > inside)
  }

  @Test func matchedPlacesFollowTheScore() {
    #expect(FuzzyMatch("tns").places(in: "the_new_song.pdf") == [0, 4, 8])
    #expect(FuzzyMatch("muller").places(in: "Müller") == [0, 1, 2, 3, 4, 5])
    #expect(FuzzyMatch("ab").places(in: "ba") == nil)
  }
}
