import Testing
import Text

@testable import Platform

@Suite struct RegexMatcherTests {
  private func found(
    _ pattern: String, in text: String, _ change: (inout SearchQuery) -> Void = { _ in }
  ) throws -> [String] {
    var query = SearchQuery(pattern, isRegularExpression: true)
    change(&query)
    let scalars = text.unicodeScalars.map(\.value)
    return try RegexMatcher(query).matches(in: scalars).map { String(scalars: Array(scalars[$0])) }
  }

  @Test func expressionsMatch() throws {
    #expect(try found("[0-9]+", in: "in 1970 and 2025") == ["1970", "2025"])
    #expect(try found("colou?r", in: "Colour, color") == ["Colour", "color"])
  }

  @Test func caseIsSmart() throws {
    #expect(try found("Colou?r", in: "Colour, color") == ["Colour"])
    #expect(try found("\\W+c", in: "a, c. C") == [", c", ". C"])
  }

  @Test func matchesUseIndicesOfTheOriginalText() throws {
    #expect(try found("file", in: "ö the \u{FB01}le") == ["\u{FB01}le"])
    #expect(try found("資料", in: "この資料は") == ["資料"])
    #expect(try found("e.", in: "Café é") { $0.ignoresAccents = true } == ["é "])
  }

  /// Lines of plain text are in one passage, and each has its own ends.
  @Test func anchorsMatchAtEachLine() throws {
    #expect(try found("^b.*", in: "a b\nbc d\nb") == ["bc d", "b"])
    #expect(try found("\\w+$", in: "one two\nthree") == ["two", "three"])
    #expect(try found("two\\s+three", in: "one two\nthree") == ["two\nthree"])
  }

  @Test func wholeWordsMatchAndEmptyMatchesAreSkipped() throws {
    #expect(
      try found("log|cat", in: "catalog cat log") { $0.isWholeWord = true } == ["cat", "log"])
    #expect(try found("x*", in: "axxb") == ["xx"])
    #expect(try found("x*", in: "") == [])
  }

  @Test func badPatternsAreExplained() {
    #expect(throws: PatternError.invalid("missing terminating )", at: nil)) {
      try found("a(bc", in: "")
    }
    #expect(throws: PatternError.invalid("range out of order in character class", at: 4)) {
      try found("é[b-a]c", in: "")
    }
  }

  @Test func fullWidthParenthesesAreLiterals() throws {
    #expect(try found("（図[0-9]+）", in: "見よ（図12）を") == ["（図12）"])
  }

  @Test func manySmallAttemptsAreStoppedToo() {
    #expect(throws: PatternError.runaway) {
      try found("(.*.*.*x|.)", in: String(repeating: "ab", count: 2_000))
    }
  }

  @Test func runawayExpressionsAreStopped() {
    #expect(throws: PatternError.runaway) {
      try found("(a|aa)+$", in: String(repeating: "a", count: 60) + "b")
    }
  }
}
