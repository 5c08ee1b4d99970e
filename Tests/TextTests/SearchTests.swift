import DocumentModel
import Testing

@testable import Text

@Suite struct SearchTests {
  private func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

  private func found(_ query: SearchQuery, in text: String) throws -> [String] {
    let all = scalars(text)
    let matcher = LiteralMatcher(query)
    let slow = try matcher.matches(in: all)
    if all.allSatisfy({ $0 < 0x80 }), query.text.allSatisfy(\.isASCII) {
      let quick = all.map(UInt8.init).withUnsafeBufferPointer { matcher.matches(inASCII: $0) }
      #expect(quick == slow)
    }
    return slow.map { range in
      String(String.UnicodeScalarView(all[range].compactMap(Unicode.Scalar.init)))
    }
  }

  @Test func caseIsSmart() throws {
    #expect(try found(SearchQuery("log"), in: "Log the LOG") == ["Log", "LOG"])
    #expect(try found(SearchQuery("Log"), in: "Log the LOG") == ["Log"])
    #expect(try found(SearchQuery("log", caseRule: .sensitive), in: "Log log") == ["log"])
    #expect(try found(SearchQuery("LOG", caseRule: .insensitive), in: "Log log") == ["Log", "log"])
  }

  /// Raised and lowered signs are found however they are typed.
  @Test func superscriptsMatchHoweverTyped() throws {
    for text in ["of 10⁷ tests", "of 10^7 tests", "of 10^{7} tests"] {
      for pattern in ["10^7", "10⁷", "10^{7}"] {
        #expect(try found(SearchQuery(pattern), in: text).count == 1, "\(pattern) in \(text)")
      }
    }
    #expect(try found(SearchQuery("x_1"), in: "x₁ and x_1 and x1") == ["x₁", "x_1", "x1"])
    #expect(try found(SearchQuery("foo_bar"), in: "foobar foo_bar") == ["foo_bar"])
  }

  /// A hyphen and a slash are typed for signs that keyboards lack, and these find what is typed.
  @Test func typographicSignsMatchTypedOnes() throws {
    for (pattern, text) in [
      ("kullback-leibler", "the Kullback–Leibler divergence"), ("12-15", "pp. 12–15"),
      ("x-1", "x−1"), ("10-3", "by 10⁻³"), ("10^-3", "by 10⁻³"), ("so-and", "so—and"),
      ("1/2", "½ of it"), ("1/2", "1⁄2"), ("12–15", "12-15"), ("½", "1/2"),
    ] {
      #expect(try found(SearchQuery(pattern), in: text).count == 1, "\(pattern) in \(text)")
    }
    #expect(try found(SearchQuery("12-15"), in: "12 15 1215").isEmpty)
    var loose = SearchQuery("kullback–leibler")
    loose.hasLooseHyphens = true
    #expect(try found(loose, in: "Kullback-Leibler, Kullback Leibler").count == 2)
    loose.text = "email"
    #expect(try found(loose, in: "e-mail, E‐Mail, e mail, e--mail, e- mail").count == 2)
    loose.text = "103"
    #expect(try found(loose, in: "10-3").isEmpty)
  }

  /// A match may continue on the next line.
  @Test func lineEndsMatchBlanks() throws {
    #expect(try found(SearchQuery("two three"), in: "one two\nthree") == ["two\nthree"])
    #expect(try found(SearchQuery("größe zwei"), in: "größe\nzwei") == ["größe\nzwei"])
  }

  /// Lines of plain text taken in as they are give the same places as lines taken in as blocks.
  @Test func plainTextLinesGiveTheSamePlaces() throws {
    let lines = "alpha beta\ngamma\n\nδ beta\ngamma delta\n"
    var quick = FlatText()
    quick.add(lines: Array(lines.utf8), page: 3)
    var slow = FlatText()
    let text = PageText(lines: Array(lines.utf8))
    var feed = PageFeed(joinsLines: true)
    for paragraph in feed.add(text, page: 3) + feed.finish() {
      slow.add(paragraph, pages: [3: text])
    }
    #expect(quick.count == 2 && slow.count == 2)
    for words in ["beta gamma", "delta", "alpha", "δ"] {
      let matcher = LiteralMatcher(SearchQuery(words))
      let hits = try (0..<2).flatMap { try quick.hits(in: $0, matcher) }
      let others = try (0..<2).flatMap { try slow.hits(in: $0, matcher) }
      #expect(hits.map(\.spans) == others.map(\.spans))
      #expect(!hits.isEmpty)
      for hit in hits {
        let span = hit.spans[0]
        #expect(span.page == 3)
        let found = text.scalars[Int(span.start)..<Int(span.end)].map { $0 == 0x0A ? 0x20 : $0 }
        #expect(found == scalars(words))
      }
    }
    let hit = try quick.hits(in: 0, LiteralMatcher(SearchQuery("gamma"))).first
    #expect(hit?.before == "" && hit?.after == "")
  }

  /// A word that is divided at the end of a line of plain text is found, as is the compound.
  @Test(arguments: [
    "in distrib-\nuted systems\n", "in distrib-\n    uted systems\n",
    "größer: in distrib-\nuted systems\n",
  ])
  func hyphenatedWordsOfPlainTextAreFound(_ lines: String) throws {
    var quick = FlatText()
    quick.add(lines: Array(lines.utf8), page: 0)
    var slow = FlatText()
    let text = PageText(lines: Array(lines.utf8))
    var feed = PageFeed(joinsLines: true)
    for paragraph in feed.add(text, page: 0) + feed.finish() {
      slow.add(paragraph, pages: [0: text])
    }
    for flat in [quick, slow] {
      for words in ["distributed", "in distributed sys", "distrib-uted sys"] {
        #expect(try flat.hits(in: 0, LiteralMatcher(SearchQuery(words))).count == 1, "\(words)")
      }
      var grams = Grams()
      flat.gather(&grams, of: 0..<1)
      #expect(grams.list.contains(Gram(0x69, 0x62, 0x75)))
      let hit = try flat.hits(in: 0, LiteralMatcher(SearchQuery("distributed")))[0]
      let span = text.scalars[Int(hit.spans[0].start)..<Int(hit.spans[0].end)]
      #expect(span.starts(with: scalars("distrib-\n")) && span.suffix(4) == scalars("uted")[...])
    }
    // Neither a dash, nor a name, nor a list.
    for lines in ["a list -\nof things\n", "Jean-\nPaul\n", "- one\n- two\n"] {
      #expect(LineHyphen.inLines(scalars(lines), count: \.count).isEmpty)
    }
  }

  @Test func wholeWordsMatch() throws {
    let query = SearchQuery("log", isWholeWord: true)
    #expect(try found(query, in: "log catalog logs (log) log_x").count == 2)
    #expect(try found(SearchQuery("資料", isWholeWord: true), in: "この資料は") == ["資料"])
  }

  @Test func compatibilityFormsMatch() throws {
    #expect(try found(SearchQuery("file"), in: "ﬁle ＦＩＬＥ fi\u{AD}le").count == 3)
    #expect(try found(SearchQuery("today's \"x\""), in: "today’s “x”") == ["today’s “x”"])
    #expect(try found(SearchQuery("well-known"), in: "well\u{2010}known").count == 1)
    #expect(try found(SearchQuery("strasse"), in: "Straße") == ["Straße"])
    #expect(try found(SearchQuery("ガラス"), in: "ｶﾞﾗｽの") == ["ｶﾞﾗｽ"])
    #expect(try found(SearchQuery("cafe"), in: "Café") == [])
    #expect(try found(SearchQuery("cafe", ignoresAccents: true), in: "Café") == ["Café"])
  }

  @Test func blanksOfAllKindsMatch() throws {
    #expect(try found(SearchQuery("a b"), in: "a\u{A0}b a  b a\tb a\u{202F}b").count == 4)
    #expect(try found(SearchQuery("ab"), in: "a\u{2060}b") == ["a\u{2060}b"])
    #expect(try found(SearchQuery("x = 1"), in: "x  =   1, x = 1") == ["x  =   1", "x = 1"])
  }

  @Test func combiningMarksBelongToTheirLetters() throws {
    let query = SearchQuery("café", isWholeWord: true)
    #expect(try found(query, in: "a cafe\u{301} here") == ["cafe\u{301}"])
  }

  @Test func matchesDoNotOverlap() throws {
    #expect(try found(SearchQuery("aa"), in: "aaaa").count == 2)
    #expect(try found(SearchQuery(""), in: "aaaa") == [])
  }

  @Test func lineEndHyphensMatchJoinedAndHyphenated() throws {
    let removed = LineHyphen(index: 3, origin: 3, isKept: false, isOpen: true)
    let kept = LineHyphen(index: 4, origin: 4, isKept: true, isOpen: true)
    func count(_ text: String, _ hyphen: LineHyphen, _ query: String) throws -> Int {
      try PassageSearch.ranges(
        in: scalars(text), hyphens: [hyphen], LiteralMatcher(SearchQuery(query))
      ).count
    }
    #expect(try count("system and", removed, "system") == 1)
    #expect(try count("system and", removed, "sys-tem") == 1)
    #expect(try count("well-known", kept, "wellknown") == 1)
    #expect(try count("well-known", kept, "well-known") == 1)
    #expect(try count("well-known", kept, "known") == 1)
  }

  /// Letters of a word over a page end find back to both pages.
  @Test func hitsMapToTheirGlyphs() throws {
    let all = scalars("a system ﬁle")
    let origins = all.indices.map { index in
      Flow.Origin(page: index < 5 ? 0 : 1, index: Int32(index < 5 ? index + 10 : index - 5))
    }
    let box = Box(x0: 0, y0: 10, x1: 5, y1: 20)
    let text = PageText(
      scalars: [UInt32](repeating: 0x61, count: 20), boxes: [Box](repeating: box, count: 20))
    var flat = FlatText()
    flat.add(
      Flow.Paragraph(
        kind: .paragraph, scalars: all, origins: origins, hyphens: [], spans: [], page: 0,
        box: .zero), pages: [0: text])
    let hit = try #require(
      try flat.hits(in: 0, LiteralMatcher(SearchQuery("SYSTEM", caseRule: .insensitive))).first)
    #expect(
      hit.spans == [
        SearchHit.Span(page: 0, start: 12, end: 15), SearchHit.Span(page: 1, start: 0, end: 3),
      ])
    #expect(hit.page == 0)
    #expect(hit.y == 10)
    #expect((hit.before, hit.text, hit.after) == ("a ", "system", " ﬁle"))
  }

  @Test("the text around a hit is of whole words, and not endless")
  func aroundAHit() throws {
    var flat = FlatText()
    let words = Array(repeating: "seven letters", count: 40).joined(separator: " ")
    let text = Array((words + " needle " + words).unicodeScalars.map(\.value))
    flat.add(
      Flow.Paragraph(
        kind: .paragraph, scalars: text,
        origins: text.indices.map { Flow.Origin(page: 0, index: Int32($0)) }, hyphens: [],
        spans: [], page: 0, box: .zero), pages: [:])
    let hit = try #require(flat.hits(in: 0, LiteralMatcher(SearchQuery("needle"))).first)
    #expect(hit.before.count > 84 && hit.before.count <= 100)
    #expect(hit.before.hasPrefix("seven ") || hit.before.hasPrefix("letters "))
    #expect(hit.after.count > 84 && hit.after.count <= 100)
    #expect(hit.after.hasSuffix(" seven") || hit.after.hasSuffix(" letters"))
    // Where nothing parts words it is cut all the same.
    flat = FlatText()
    let kanji =
      [UInt32](repeating: 0x672C, count: 300) + [0x6D77] + [UInt32](repeating: 0x672C, count: 300)
    flat.add(
      Flow.Paragraph(
        kind: .paragraph, scalars: kanji,
        origins: kanji.indices.map { Flow.Origin(page: 0, index: Int32($0)) }, hyphens: [],
        spans: [], page: 0, box: .zero), pages: [:])
    let found = try #require(flat.hits(in: 0, LiteralMatcher(SearchQuery("海"))).first)
    #expect(found.before.count == 100 && found.after.count == 100)
  }

  @Test("words are found across the readings and calls of notes among them")
  func acrossAsides() throws {
    func spans(_ asides: [(BlockSpan.Kind, String)], _ text: String) throws -> [BlockSpan] {
      try asides.map { kind, words in
        let range = try #require(scalars(text).firstRange(of: scalars(words)))
        return BlockSpan(kind: kind, range: range)
      }
    }
    let texts = [
      ("漢(かん)字(じ)を書く", [(BlockSpan.Kind.reading, "(かん)"), (.reading, "(じ)")]),
      ("some time1 there [2] again", [(.noteCall, "1"), (.noteCall, "[2]")]),
    ]
    var flat = FlatText()
    for (text, asides) in texts {
      let all = scalars(text)
      flat.add(
        Flow.Paragraph(
          kind: .paragraph, scalars: all,
          origins: all.indices.map { Flow.Origin(page: 3, index: Int32($0)) }, hyphens: [],
          spans: try spans(asides, text), page: 3, box: .zero), pages: [:])
    }
    var read = FlatText()
    let isWhole = flat.packed(0..<2, page: 3).withUnsafeBytes { read.add(packed: $0, page: 3) }
    #expect(isWhole)
    var grams = Grams()
    flat.gather(&grams, of: 0..<2)
    for flat in [flat, read] {
      func found(_ words: String, in passage: Int) throws -> [String] {
        try flat.hits(in: passage, LiteralMatcher(SearchQuery(words))).map(\.text)
      }
      #expect(try found("漢字", in: 0) == ["漢(かん)字"])
      #expect(try found("字を", in: 0) == ["字(じ)を"])
      #expect(try found("漢字を書", in: 0) == ["漢(かん)字(じ)を書"])
      #expect(try found("かん", in: 0) == ["かん"] && found("漢(かん)字", in: 0).count == 1)
      #expect(try found("time there", in: 1) == ["time1 there"])
      #expect(try found("there again", in: 1) == ["there [2] again"])
      #expect(try found("time1", in: 1).count == 1 && found("time again", in: 1).isEmpty)
      let hit = try #require(try flat.hits(in: 0, LiteralMatcher(SearchQuery("字を"))).first)
      #expect(hit.spans == [SearchHit.Span(page: 3, start: 5, end: 10)])
    }
    for words in ["漢字を書く", "time there again"] {
      #expect(Set(Grams.of(words)).isSubset(of: grams.list), "\(words)")
    }
  }
}
