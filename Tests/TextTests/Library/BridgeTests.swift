import Testing
import Text

/// Bridges: three letters or a shorter whole word, a blank and as much again.
@Suite struct BridgeTests {
  private func grams(_ text: String, hyphens: [LineHyphen] = []) -> Set<Gram> {
    var grams = Grams()
    grams.add(text.unicodeScalars.map(\.value), hyphens: hyphens)
    return Set(grams.list)
  }

  private func bridges(_ text: String) -> Int { grams(text).count(where: \.isBridge) }

  @Test func bridgesConnectWordsOfThreeLetters() {
    #expect(bridges("neural network") == 1)
    #expect(bridges("neural  \n network") == 1 && bridges("well-known fact") == 2)
    #expect(bridges("neural") == 0 && bridges("state the art") == 2)
    #expect(bridges("end. The next") == 1 && bridges("the 1990 census") == 2)
    #expect(bridges("本語の本 日本語") == 0 && bridges("") == 0)
    #expect(bridges("été naïve") == 1)
  }

  /// `of` could be the end or the beginning of a longer word where no blank is on its other side.
  @Test func bridgesConnectWholeShortWords() {
    #expect(bridges("state of the art") == 3 && bridges("as in a book") == 2)
    #expect(bridges("of the") == 0 && bridges("art of") == 0)
    #expect(Set(Grams.of("of the art")).isSubset(of: grams("the roof the artist saw")))
    #expect(!Set(Grams.of("state of the")).isSubset(of: grams("a state off the end of the state")))
  }

  @Test func bridgesDistinguishPhrasesFromTheirWords() {
    let need = Set(Grams.of("deep neural network"))
    #expect(need.isSubset(of: grams("a Deep Neural\nNetwork learns")))
    #expect(!need.isSubset(of: grams("a network that is deep and neural, no deep network")))
  }

  @Test func bridgesDependOnLettersOnly() {
    for (one, other) in [
      ("Neural Network", "neural\u{A0}network"), ("NAÏVE café", "naive cafe"),
      ("ﬁnal oﬃce", "final office"), ("soft\u{AD}en ing\u{AD}ots", "soften ingots"),
    ] {
      #expect(Set(Grams.of(one).filter(\.isBridge)) == Set(Grams.of(other).filter(\.isBridge)))
    }
  }

  @Test func bridgesSurviveLineEndHyphens() {
    // `sys-` `tem design` was joined, `x-` `ray film` was kept.
    let joined = [LineHyphen(index: 12, origin: 12, isKept: false, isOpen: true)]
    let page = grams("the file system design of old", hyphens: joined)
    for text in ["file sys-tem design", "file system design", "sys tem design"] {
      #expect(Set(Grams.of(text)).isSubset(of: page), "\(text)")
    }
    let kept = [LineHyphen(index: 7, origin: 7, isKept: true, isOpen: true)]
    let film = grams("some co-author papers", hyphens: kept)
    #expect(Set(Grams.of("some coauthor papers")).isSubset(of: film))
  }
}
