import Testing

@testable import Text

/// The quick check before a search: it may only report text as absent that is absent.
@Suite struct LetterProbeTests {
  private static let pieces = [
    "cafe", "café", "cafe\u{301}", "ca\u{301}fe", "Straße", "strasse", "ﬁnal", "final", "FINAL",
    "ｆｉｎａｌ", "fi\u{AD}nal", "fi\u{200B}nal", "½", "№5", "x²", "“final”", "—", "…", "漢字", "한국어",
    "K\u{212A}", "ſtand", "Ångström", "α", "\u{1D41F}inal", "the end", "in\nal", "a",
    "10⁷", "x₁", "𝑥", "CO₂", "\u{1D41F}\u{1D422}nal",
  ]

  @Test func absentTextIsNeverFound() throws {
    var random: UInt64 = 88_172_645_463_325_252
    func next(_ count: Int) -> Int {
      random ^= random << 13
      random ^= random >> 7
      random ^= random << 17
      return Int(random % UInt64(count))
    }
    var absent = 0
    for _ in 0..<4_000 {
      let text = (0..<next(6) + 1).map { _ in Self.pieces[next(Self.pieces.count)] }
        .joined(separator: next(2) == 0 ? " " : "")
      let wanted = Self.pieces[next(Self.pieces.count)]
      var query = SearchQuery(wanted)
      query.ignoresAccents = next(2) == 0
      let matcher = LiteralMatcher(query)
      let bytes = Array(text.utf8)
      guard bytes.withUnsafeBufferPointer({ matcher.isAbsent(from: $0) }) else { continue }
      absent += 1
      let found = try matcher.matches(in: text.unicodeScalars.map(\.value))
      #expect(found.isEmpty, "\(wanted) is in \(text)")
    }
    #expect(absent > 200)
  }

  @Test func quotesIdeographsAndFormulasDoNotHideAbsence() throws {
    let matcher = LiteralMatcher(SearchQuery("final"))
    for text in ["“the end” — 漢字", "α → β", "E = mc² · 10⁷ 𝑥₁"] {
      #expect(Array(text.utf8).withUnsafeBufferPointer { matcher.isAbsent(from: $0) })
    }
    #expect(!Array("“ﬁnal”".utf8).withUnsafeBufferPointer { matcher.isAbsent(from: $0) })
  }

  @Test(arguments: [
    ("blas\\w*(s|ed)", true), ("(final)+", false), ("x|final", false), ("fin(al)?ly", false),
    ("finale?", false), ("finally?", true), ("fina.*", false), ("f.*ending", true),
    ("\\bfinal\\b", false), ("[final]end", true),
  ]) func expressionsNeedTheLettersOfEachMatch(_ expression: String, _ isAbsent: Bool) {
    let text = Array("the “final” draft".utf8)
    let probe = LetterProbe(expression: expression)
    #expect((text.withUnsafeBufferPointer { probe?.isAbsent(from: $0) } ?? false) == isAbsent)
  }
}
