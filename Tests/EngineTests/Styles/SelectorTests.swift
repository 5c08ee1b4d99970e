import Testing

@testable import Engine

@Suite struct SelectorTests {
  @Test(arguments: [
    ("b", "a(b c(b))", "a B c B"),
    ("B", "a(b)", "a B"),
    ("*", "a(b)", "A B"),
    (".x", "a.y.x(b.xx)", "A b"),
    (".x.y", "a.y.x(b.x)", "A b"),
    ("#i", "a#i(b#j)", "A b"),
    ("b.x#i", "a.x#i(b.x#i b.x)", "a B b"),
    ("[t]", "a[t](b)", "A b"),
    ("[t=u]", "a[t=u](b[t=uu])", "A b"),
    ("[t=U i]", "a[t=u](b[t=v])", "A b"),
    ("[t~=u]", "a[t=x u](b[t=xu])", "A b"),
    ("[t|=u]", "a[t=u-v](b[t=uv])", "A b"),
    ("[t^=u]", "a[t=uv](b[t=vu])", "A b"),
    ("[t$='u']", "a[t=vu](b[t=uv])", "A b"),
    ("[t*=u]", "a[t=vuv](b[t=v])", "A b"),
    ("[t*='']", "a[t=v]", "a"),
    ("[epub|type~=\"note\"]", "a[epub:type=x note](b)", "A b"),
    ("svg|a", "svg:a(a)", "SVG:A a"),
    ("*|b", "a(b)", "a B"),
    ("a c", "a(b(c) c) c", "a b C C c"),
    ("a > c", "a(b(c) c)", "a b c C"),
    ("a+c", "a c c", "a C c"),
    ("a ~ c", "c a \"t\" c b c", "c a C b C"),
    ("a > b + c d", "a(b c(x(d)))", "a b c x D"),
    ("a:first-child", "x(a a)", "x A a"),
    ("a:last-child", "x(a a \"t\")", "x a A"),
    ("a:only-child", "x(a) x(a a)", "x A x a a"),
    ("a:nth-child(2)", "x(b a a)", "x b A a"),
    ("a:nth-child(odd)", "x(a a a)", "x A a A"),
    ("a:nth-child(even)", "x(a a a)", "x a A a"),
    ("a:nth-child(2n + 1)", "x(a a a)", "x A a A"),
    ("a:nth-child(-n+2)", "x(a a a)", "x A A a"),
    ("a:nth-child(3n-1)", "x(a a a a a)", "x a A a a A"),
    ("a:nth-child(n)", "x(a a)", "x A A"),
    ("a:first-of-type", "x(b a a)", "x b A a"),
    ("a:last-of-type", "x(a a b)", "x a A b"),
    ("a:nth-of-type(2)", "x(a b a)", "x a b A"),
    ("a:not(.x)", "a.x(a)", "a A"),
    ("a:not(.x, :first-child)", "x(a a a.x)", "x a A a"),
    (":is(a, b.x) c", "a(c) b(c)", "a C b c"),
    (":where(a)", "a(b)", "A b"),
    (":root", "a(b)", "A b"),
    ("b:empty", "a(b b(\"t\") b(c))", "a B b b c"),
    ("a:link", "a[href=x](a)", "A a"),
    (":lang(fr)", "a[xml:lang=FR-ca](b) c[lang=fra]", "A B c"),
    ("a:hover, b", "a(b)", "a B"),
    ("a:unknown, b", "a(b)", "a b"),
    ("a..b, b", "a(b)", "a b"),
    ("a, , b", "a(b)", "a b"),
    ("a >, b", "a(b)", "a b"),
    ("a::first-line, b", "a(b)", "a B"),
    ("a::before b, b", "a(b)", "a b"),
  ])
  func matchesElements(selector: String, notation: String, expected: String) {
    #expect(matches(selector, notation) == expected)
  }

  @Test func countsSpecificity() {
    func specificity(_ selector: String) -> Int? {
      var tokenizer = CSSTokenizer(Array(selector.utf8))
      return Selector.list(tokenizer.collect(until: []).tokens)?.first?.specificity
    }
    #expect(specificity("*") == 0)
    #expect(specificity("a > b::before") == 3)
    #expect(specificity("a.x[t]:root") == 3 << 10 | 1)
    #expect(specificity("#i :not(#j, a)") == 2 << 20)
    #expect(specificity(":where(#i)") == 0)
  }

  @Test func dropsOnlyTooLongSelectorsOfAList() {
    let long = String(repeating: "a ", count: 33)
    #expect(matches(long + ", b", "a(b)") == "a B")
  }

  @Test func matchesWithoutEnteredAncestors() {
    let cascade = Cascade()
    cascade.add(Array("html > body p { float: left }".utf8)) { _ in nil }
    let tree = tree("html(body(p))")
    guard let body = tree.root.child("html")?.child("body"), let p = body.child("p") else {
      Issue.record("no body")
      return
    }
    _ = cascade.enter(body)
    #expect(cascade.enter(p).isFloat)
  }
}
