import Testing
import Text

@Suite struct GramTests {
  private func grams(_ text: String, hyphens: [LineHyphen] = []) -> Set<Gram> {
    var grams = Grams()
    grams.add(text.unicodeScalars.map(\.value), hyphens: hyphens)
    return Set(grams.list)
  }

  /// Whatever a page is found by has its grams among the page's.
  @Test(arguments: [
    ("The naïve café", "CAFE"), ("ﬁnal oﬃce", "office"), ("ＷＩＤＥ text", "wide"),
    ("two  blanks\nand a line", "blanks and"), ("Straße", "STRASSE"), ("日本語の本", "本語"),
    ("日本語の本", "語"), ("第3章の", "3章"), ("한국어 문서", "국어"), ("soft\u{AD}hyphen", "softhyphen"),
    ("e\u{301}tude", "étude"), ("Москва", "москв"), ("a\u{00A0}b c", "a b"), ("İstanbul", "stan"),
  ]) func gramsOfATextAreAmongThoseOfThePage(_ page: String, _ text: String) {
    let needed = Gram.of(text)
    #expect(!needed.isEmpty)
    #expect(Set(needed).isSubset(of: grams(page)))
    #expect(Set(Grams.of(text, ignoresAccents: true)).isSubset(of: grams(page)))
  }

  /// Letters that fold one way with their accents, and another without.
  @Test func lettersWithTwoFoldingsAreFoundByBoth() throws {
    for text in ["sǽ ber", "sǣ ber", "sǿ ber", "τῷ λόγῳ", "ᾳβγ", "saeber", "sae ber", "soe ber"] {
      for request in [
        "sæ\u{301} ber", "sǽ ber", "sae ber", "sæ ber", "sø ber", "so ber", "τῶι λ", "τῷ λ",
        "τω λογω", "αβγ", "ᾳβγ",
      ] {
        for ignoresAccents in [true, false] {
          let query = SearchQuery(request, ignoresAccents: ignoresAccents)
          let found = try LiteralMatcher(query).matches(in: text.unicodeScalars.map(\.value))
          guard !found.isEmpty else { continue }
          let needed = Set(Grams.of(request, ignoresAccents: ignoresAccents))
          #expect(needed.isSubset(of: grams(text)), "\(request) in \(text)")
        }
      }
    }
  }

  /// A text with a sign that may be typed for another narrows a search, too.
  @Test func gramsOfAlternativeSignsAreThoseOfEach() {
    func holds(_ need: GramNeed, _ page: Set<Gram>) -> Bool {
      switch need {
      case .nothing: true
      case .grams(let grams): page.isSuperset(of: grams)
      case .all(let needs): needs.allSatisfy { holds($0, page) }
      case .either(let needs): needs.contains { holds($0, page) }
      }
    }
    let need = GramNeed(SearchQuery("12-15"))
    #expect(["12-15", "12–15", "12−15"].allSatisfy { holds(need, grams($0)) })
    #expect(!holds(need, grams("12, 15")))
  }

  @Test func shortWordsHaveNoGramsUnlessIdeographs() {
    #expect(Gram.of("of").isEmpty && Gram.of("").isEmpty && Gram.of("C").isEmpty)
    #expect(Gram.of("本").count == 1)
    #expect(!Set(Gram.of("漢")).isSubset(of: grams("日本語")))
  }

  @Test func gramsAllowJoinedAndHyphenatedWords() {
    // `sys-` `tem` was joined, `well-` `known` was kept.
    let joined = [LineHyphen(index: 3, origin: 3, isKept: false, isOpen: true)]
    #expect(Set(Gram.of("sys-tem")).isSubset(of: grams("system", hyphens: joined)))
    let kept = [LineHyphen(index: 4, origin: 4, isKept: true, isOpen: true)]
    #expect(Set(Gram.of("wellknown")).isSubset(of: grams("well-known", hyphens: kept)))
  }

  @Test(arguments: ["an e-mail for", "an é\u{2010}mail for"])
  func gramsIgnoreHyphensBetweenLetters(_ text: String) {
    let joined = text.replacing("-", with: "").replacing("\u{2010}", with: "")
    #expect(Set(Gram.of(joined)).isSubset(of: grams(text)))
    #expect(!Set(Gram.of("a103")).isSubset(of: grams("a10-3")))
  }

  @Test func gramsAreStableWords() {
    var words: Set<String> = []
    for text in ["abc", "zzz", "日本", "a b", "éab", "neural network"] {
      for gram in Gram.of(text) {
        #expect(gram.word.unicodeScalars.count == 2)
        #expect(gram.word.unicodeScalars.allSatisfy { $0.value >= 0x80 && $0.value < 0x8C0 })
        words.insert(gram.word)
      }
    }
    #expect(words.count > 5)
    #expect(Gram.of("abcd").words.split(separator: " ").count == 2)
  }

  @Test func gramsOfASCIIMatchTheGeneralPath() {
    let plain = grams("Plain text, and more")
    #expect(plain.isSubset(of: grams("Plain text, and more é")))
  }

  @Test func gramsAreResetForEachPage() {
    var grams = Grams()
    grams.add(Array("hello".unicodeScalars.map(\.value)))
    let first = grams.list
    grams.removeAll()
    #expect(grams.list.isEmpty)
    grams.add(Array("hello".unicodeScalars.map(\.value)))
    #expect(grams.list == first)
  }
}

extension Gram {
  static func of(_ text: String) -> [Gram] { Grams.of(text) }
}

@Suite struct GramNeedTests {
  private func needs(_ expression: String, _ page: String) -> Bool {
    var grams = Grams()
    grams.add(page.unicodeScalars.map(\.value))
    return holds(GramNeed(expression: expression), Set(grams.list))
  }

  private func holds(_ need: GramNeed, _ page: Set<Gram>) -> Bool {
    switch need {
    case .nothing: true
    case .grams(let grams): page.isSuperset(of: grams)
    case .all(let needs): needs.allSatisfy { holds($0, page) }
    case .either(let needs): needs.contains { holds($0, page) }
    }
  }

  /// Where an expression matches nothing may be needed that is not there.
  @Test(arguments: [
    ("environ(ment|s)", "our environments"), ("environ(ment|s)", "two environs"),
    ("colou?r", "color"), ("colou?r", "colour"), ("ab+cd", "abbbcd"), ("(abc)+def", "abcabcdef"),
    ("(abc)?def", "def"), ("abc|xyz", "xyz"), ("[abc]def", "adef"), ("a.c.def", "axcydef"),
    ("\\bword\\b", "a word here"), ("wo{2}rld", "woorld"), ("x*yz!", "yz!"),
    ("(?:one|two) three", "two three"),
    ("(?i)Whatever", "whatever"), ("\\d+ pages", "12 pages"), ("a\\.b\\.c", "a.b.c"),
    ("日本|中国", "中国"),
    ("a?\u{301}bcd", "\u{301}bcd"), ("[^^]abc]d", "xabc]d"), ("x{1,2,3}yz", "x{1,2,3}yz"),
    ("(a|)bcd", "bcd"), ("[]abc]xyz", "]xyz"), ("ab{0}cde", "acde"), ("\\Qa.b\\E", "a.b"),
  ]) func gramsNeverExcludeAMatch(_ expression: String, _ page: String) {
    #expect(needs(expression, page), "\(GramNeed(expression: expression))")
  }

  @Test func gramsNarrowExpressions() {
    #expect(!needs("environ(ment|s)", "nothing of the kind"))
    #expect(!needs("abc|xyz", "neither of them"))
    #expect(!needs("trans.*action", "transport only"))
    #expect(needs("trans.*action", "transport and action"))
    #expect(GramNeed(expression: "..") == .nothing)
    #expect(GramNeed(expression: "(") == .nothing)
  }

  @Test func aLongTextNeedsFewGrams() {
    let text = (0..<1_000).map { "word\($0)" }.joined(separator: " ")
    guard case .grams(let grams) = GramNeed(literal: text) else {
      Issue.record("a text needs grams")
      return
    }
    #expect(grams.count <= 20 && grams.count(where: \.isBridge) <= 10)
  }
}
