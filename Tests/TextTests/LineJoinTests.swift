import Testing

@testable import Text

@Suite("Ends of lines")
struct LineJoinTests {
  private func join(
    _ tail: String, _ head: String, words: [String] = [], hyphensTell: Bool = false,
    spacesMixed: Bool = false
  ) -> String {
    var habits = LineJoin.Habits(words: WordSet())
    habits.hyphensTell = hyphensTell
    habits.spacesMixed = spacesMixed
    for word in words {
      habits.words.insert(WordSet.Hash(Array(word.unicodeScalars.map(\.value))[...]))
    }
    let left = tail.unicodeScalars.map(\.value)
    let right = head.unicodeScalars.map(\.value)
    switch LineJoin.decide(tail: left[...], head: right[...], habits) {
    case .blank: return tail + " " + head
    case .direct, .withHyphen: return tail + head
    case .withoutHyphen: return string(left.dropLast()) + head
    }
  }

  @Test("the document's own words decide first")
  func ownWords() {
    #expect(join("the sys-", "tem", words: ["system"]) == "the system")
    #expect(join("a well-", "known", words: ["well-known"]) == "a well-known")
    #expect(join("machine-", "learning", words: ["machine", "learning"]) == "machine-learning")
  }

  @Test("then a rule")
  func rules() {
    #expect(join("respon-", "sibilities") == "responsibilities")
    #expect(join("Navier-", "Stokes") == "Navier-Stokes")
    #expect(join("INTRODUC-", "TION") == "INTRODUCTION")
    #expect(join("1990-", "2000") == "1990-2000")
    #expect(join("Haupt-", "und") == "Haupt- und")
    #expect(join("goodness-", "of-fit") == "goodness-of-fit")
    #expect(join("text\u{AD}", "book") == "textbook")
    #expect(join("self-", "made") == "self-made")
  }

  @Test("two kinds of hyphens tell by themselves")
  func twoKinds() {
    #expect(join("cross-", "claim", hyphensTell: true) == "cross-claim")
    #expect(join("cross\u{2010}", "claim", hyphensTell: true) == "crossclaim")
  }

  @Test("scripts with and without blanks")
  func scripts() {
    #expect(join("日本", "語") == "日本語")
    #expect(join("한국", "어") == "한국 어")
    #expect(join("日本", "word") == "日本word")
    #expect(join("日本", "word", spacesMixed: true) == "日本 word")
    #expect(join("日本。", "word", spacesMixed: true) == "日本。word")
    #expect(join("入力という2", "次元", spacesMixed: true) == "入力という2次元")
  }

  @Test("addresses and dashes")
  func addresses() {
    #expect(join("http://a.org/draw-", "back with") == "http://a.org/draw-back with")
    #expect(join("see http://example.org/", "path") == "see http://example.org/path")
    #expect(join("end of it.", "Next") == "end of it. Next")
    #expect(join("so\u{2014}", "then") == "so\u{2014}then")
  }
}
