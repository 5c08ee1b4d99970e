import Testing

@testable import Engine

/// Untrusted sheets take bounded time, also in a build for debugging.
@Suite(.serialized) struct HostileStylesTests {
  private func expectFast(
    _ css: [UInt8], _ notation: String = "div(p.a p#b(i[x=y]))", within seconds: Int = 20
  ) {
    let cascade = Cascade()
    let time = ContinuousClock().measure {
      cascade.add(css) { _ in css }
      #expect(cascade.styles(tree(notation)).isEmpty == false)
    }
    #expect(time < .seconds(seconds), "took \(time)")
  }

  private func many(_ text: String, _ count: Int) -> [UInt8] {
    Array(String(repeating: text, count: count).utf8)
  }

  @Test func manyRules() { expectFast(many("p{}", 200_000)) }
  @Test func manyRulesWithDeclarations() { expectFast(many("p{top:0}", 50_000)) }
  @Test func manyDeclarations() { expectFast(Array("p{".utf8) + many("top:0;", 200_000)) }
  @Test func longSelector() { expectFast(many("p ", 100_000) + Array("{top:0}".utf8)) }
  @Test func longCompound() { expectFast(many(".a", 100_000) + Array("{top:0}".utf8)) }
  @Test func longList() { expectFast(many("p,", 100_000) + Array("p{top:0}".utf8)) }
  @Test func longValue() { expectFast(Array("p{content:".utf8) + many("'a'", 100_000)) }

  @Test(arguments: ["{", "(", "[", "p{", "@media all{", ":not(", "p:is(", "url(", "\\", "'", "/*"])
  func deepNestingIsFast(_ text: String) {
    expectFast(many(text, 200_000))
    expectFast(Array("p{top:".utf8) + many(text, 200_000))
  }

  @Test func selectorBacktrackingIsFast() {
    let nested = String(repeating: "div(", count: 200)
    let selector = String(repeating: "div ", count: 30) + "i + p { float: left }"
    expectFast(Array(selector.utf8), nested + "p")
  }

  @Test func manySiblingsAreFast() {
    let css = "p:nth-child(3n) ~ p { top: 0 } p:last-of-type { top: 0 } i ~ p { top: 0 }"
    expectFast(Array(css.utf8), "div(" + String(repeating: "p ", count: 5_000))
  }

  @Test func longGeneratedContentIsFast() {
    let css = Array("p::before{content:counters(a,'".utf8) + many("x", 100_000) + Array("')}".utf8)
    expectFast(css, String(repeating: "p(", count: 200))
  }

  @Test func randomBytesAreHarmless() {
    var state: UInt64 = 1
    for _ in 0..<200 {
      var css: [UInt8] = []
      for _ in 0..<2_000 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        css.append(UInt8(truncatingIfNeeded: state >> 33))
      }
      expectFast(css)
    }
  }

  @Test func randomTokensAreHarmless() {
    let words = [
      "p", ".a", "#b", "[", "]", "(", ")", "{", "}", ":", "::before", ";", ",", " ", ">", "+", "~",
      "|", "*", "!important", "content", "margin", "1em", "-3", "50%", "'x'", "url(x)", "counter(",
      "counters(a,'.')", ":not(", ":nth-child(", "2n", "@media", "@import", "all", "not", "and",
      "font", "inherit", "/", "=", "open-quote", "border", "list-style", "n-", "odd", "@supports",
    ]
    var state: UInt64 = 7
    for _ in 0..<500 {
      var css = ""
      for _ in 0..<200 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        css += words[Int(state >> 33) % words.count]
      }
      expectFast(Array(css.utf8))
    }
  }
}
