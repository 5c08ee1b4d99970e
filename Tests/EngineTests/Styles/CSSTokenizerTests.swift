import Testing

@testable import Engine

@Suite struct CSSTokenizerTests {
  private func tokens(_ css: String) -> [CSSToken] {
    var tokenizer = CSSTokenizer(Array(css.utf8))
    var found: [CSSToken] = []
    while true {
      let token = tokenizer.next()
      if token == .end { return found }
      found.append(token)
    }
  }

  @Test func readsNumbersWithUnits() {
    #expect(
      tokens("1.5em -.5% +3 2e2PX 1e999 1.") == [
        .dimension(1.5, "em"), .space, .percentage(-0.5), .space, .number(3), .space,
        .dimension(200, "px"), .space, .number(1e9), .space, .number(1), .sign("."),
      ])
  }

  @Test func resolvesEscapes() {
    #expect(tokens(#"\70 x\.y"#) == [.ident("px.y")])
    #expect(tokens(#""\201C  a\"""#) == [.string("“ a\"")])
    #expect(tokens("\"a\\\nb\"") == [.string("ab")])
    #expect(tokens(#""\0\110000""#) == [.string("\u{FFFD}\u{FFFD}")])
  }

  @Test func readsURLs() {
    #expect(
      tokens("url( a.css )url('b')") == [
        .url("a.css"), .function("url"), .string("b"), .close(")"),
      ])
    #expect(tokens("url(a b) c") == [.bad, .space, .ident("c")])
  }

  @Test func skipsCommentsAndMarkupComments() {
    #expect(
      tokens("a/* b */c<!--d-->/*") == [
        .ident("a"), .ident("c"), .space, .ident("d--"), .sign(">"),
      ])
  }

  @Test func endsBrokenStringsAtTheLine() {
    #expect(tokens("'a\nb") == [.bad, .space, .ident("b")])
    #expect(tokens("'a") == [.string("a")])
    #expect(tokens("\\") == [.ident("")])
  }
}
