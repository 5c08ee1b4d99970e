import Testing

@testable import Engine

@Suite struct CountersTests {
  /// The contents of all elements, without those that have none.
  private func contents(_ css: String, _ notation: String) -> [String] {
    styles(css, notation).map { ($0.style.before ?? "") + ($0.style.after ?? "") }
      .filter { !$0.isEmpty }
  }

  @Test func numbersChaptersAndSections() {
    let css = """
      body { counter-reset: chapter }
      h1 { counter-increment: chapter; counter-reset: section }
      h2 { counter-increment: section }
      h1:before { content: counter(chapter, upper-roman) ". " }
      h2:before { content: counter(chapter) "." counter(section) }
      """
    #expect(contents(css, "body(h1 h2 h2 h1 h2)") == ["I. ", "1.1", "1.2", "II. ", "2.1"])
  }

  @Test func nestsScopes() {
    let css = """
      ol { counter-reset: item }
      li { counter-increment: item }
      li::before { content: counters(item, ".") }
      """
    #expect(contents(css, "ol(li li(ol(li li)) li) ol(li)") == ["1", "2", "2.1", "2.2", "3", "1"])
  }

  @Test func setsCountersAndSkipsHiddenElements() {
    let css = """
      p { counter-increment: n 2 } .s { counter-set: n 9 } .h { display: none }
      p::after { content: counter(n) }
      """
    #expect(contents(css, "div(p p.h(p) p p.s p)") == ["2", "4", "9", "11"])
  }

  @Test func pseudoElementsCount() {
    let css = "p::before { counter-increment: n; content: counter(n) } "
    #expect(contents(css + "div { counter-reset: n }", "div(p p)") == ["1", "2"])
    let after = "p::after { counter-increment: n; content: counter(n) } div { counter-reset: n }"
    #expect(contents(after, "div(p p)") == ["1", "2"])
  }

  @Test func writesAttributesAndStrings() {
    let css = #"a::after { content: " (" attr(href) ")" url(x.png) } b::after { content: none }"#
    #expect(contents(css, "a[href=x](b)") == [" (x)"])
    #expect(style("p::before { content: '§\\A 0' / 'paragraph' }", "p").before == "§\n0")
    #expect(style("p::before { content: 'a' nonsense }", "p").before == nil)
    #expect(
      style("p::before { content: 'a' } p.x::before { content: normal }", "p.x").before == nil)
  }

  @Test func nestsQuotations() {
    let quotes = styles("", "q(q) q").map { ($0.style.before ?? "") + ($0.style.after ?? "") }
    #expect(quotes == ["“”", "‘’", "“”"])
    #expect(style("q { quotes: '«' '»' }", "q").before == "«")
    #expect(style("q::before { content: none }", "q").before == nil)
  }

  @Test(arguments: [
    (4, "decimal", "4"), (-4, "decimal-leading-zero", "-04"), (1994, "lower-roman", "mcmxciv"),
    (4_000, "upper-roman", "4000"), (28, "lower-alpha", "ab"), (702, "upper-latin", "ZZ"),
    (0, "lower-alpha", "0"), (3, "lower-greek", "γ"), (1, "disc", "•"), (1, "none", ""),
    (1, "\"–\"", "–"),
  ])
  func writesNumbers(value: Int, style: String, expected: String) {
    #expect(CounterStyle.text(value, style) == expected)
  }

  @Test func unknownStylesAreNil() {
    #expect(CounterStyle.text(1, "klingon") == nil)
    #expect(CounterStyle.text(.min, "decimal") == "-9223372036854775808")
  }
}
