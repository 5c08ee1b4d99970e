import Testing

@testable import Engine

@Suite struct CascadeTests {
  // MARK: order

  @Test func laterAndMoreSpecificRulesWin() {
    #expect(style("p { float: left } p { float: none }", "p").isFloat == false)
    #expect(style("p.a { float: left } p { float: none }", "p.a").isFloat)
    #expect(style("#a { float: left } p.a.b.c { float: none }", "p.a.b.c#a").isFloat)
    #expect(style("body p { float: left } p { float: none }", "body(p)").isFloat)
  }

  @Test func importantDeclarationsWin() {
    #expect(style("p { float: left !important } p#a { float: none }", "p#a").isFloat)
    #expect(style("p { float: left ! important; float: none }", "p[style=float:none]").isFloat)
    #expect(style("p { float: left }", "p[style=float:none]").isFloat == false)
    #expect(
      style("p { float: left !important }", "p[style=float:none !important]").isFloat == false)
  }

  @Test func authorsOverrideTheUserAgent() {
    #expect(style("* { font-weight: normal }", "h1").isBold == false)
    #expect(style("", "h1").isBold)
  }

  @Test func laterSheetsWin() {
    let cascade = Cascade()
    cascade.add(Array("p { float: left }".utf8)) { _ in nil }
    cascade.add(Array("p { float: none }".utf8)) { _ in nil }
    #expect(cascade.styles(tree("p"))[0].style.isFloat == false)
  }

  // MARK: inheritance

  @Test func inheritsTextPropertiesOnly() {
    let css = ".a { font-weight: 700; text-indent: 2em; margin: 3em; float: left }"
    let inner = style(css, "div.a(span)")
    #expect(inner.isBold && inner.firstLine == 2 && inner.indent == 0 && !inner.isFloat)
  }

  @Test func globalKeywordsApply() {
    let css = ".a { float: left; font-style: italic } "
    #expect(style(css + "b { float: inherit }", "i.a(b)").isFloat)
    #expect(style(css + "b { float: unset; font-style: unset }", "i.a(b)").isItalic)
    #expect(style(css + "b { font-style: initial }", "i.a(b)").isItalic == false)
    #expect(style(css + "b { margin: 2em; margin: inherit }", "i.a(b)").indent == 0)
  }

  @Test func textDecorationAppliesToTheElement() {
    #expect(style("b { text-decoration: none }", "u(b)").isUnderlined)
    #expect(style("u { text-decoration: none }", "u(b)").isUnderlined == false)
    #expect(style("p { text-decoration: red wavy line-through }", "p").isStruck)
  }

  // MARK: sheets

  @Test(arguments: [
    ("@media screen { p { float: left } }", true),
    ("@media all and (min-width: 0) { p { float: left } }", true),
    ("@media print, screen { p { float: left } }", true),
    ("@media not print { p { float: left } }", true),
    ("@media print { p { float: left } }", false),
    ("@media amzn-kf8 { p { float: left } }", false),
    ("@media (min-width: 600px) { p { float: left } }", false),
    ("@media not screen { p { float: left } }", false),
    ("@media all { @media print { i {} } p { float: left } }", true),
    ("@supports (display: block) { p { float: left } }", true),
    ("@supports (display: magic) { p { float: left } }", false),
    ("@supports not (display: magic) { p { float: left } }", true),
    ("@font-face { font-family: x } @page { margin: 1em } p { float: left }", true),
    ("@charset \"utf-8\"; @namespace \"x\"; p { float: left }", true),
    ("@media print { p { float: none } p { float: left }", false),
    ("p { color: ; float: left }", true),
    ("p { ;; oops; {x;y} float: left", true),
    ("p { a: b { c } float: left }", true),
    ("p { b: 'x\n; float: left }", true),
    ("p { b: (; float: left }", false),
    ("p { float: var(--x) }", false),
    ("} p { float: left }", false),
    ("} p {} p { float: left }", true),
    ("<!-- p { float: left } -->", true),
    ("\u{FEFF}p { FLOAT: Left }", true),
    ("p { float: left } @media screen {", true),
  ])
  func declarationsAreParsed(css: String, applies: Bool) {
    #expect(style(css, "p").isFloat == applies)
  }

  @Test func importsInOrderAndOnlyOnce() {
    let sheets = [
      "a.css": "@import url(b.css); p { float: left; text-indent: 1em }",
      "b.css": "@import 'a.css'; p { float: none; text-indent: 2em; font-style: italic }",
    ]
    var loads: [String] = []
    let cascade = Cascade()
    cascade.add(Array("@import \"a.css\" screen; @import 'c.css' print; p { float: none }".utf8)) {
      loads.append($0)
      return sheets[$0].map { Array($0.utf8) }
    }
    let style = cascade.styles(tree("p"))[0].style
    #expect(style.firstLine == 1 && style.isItalic && !style.isFloat)
    #expect(loads == ["a.css", "b.css"])
  }

  @Test func importsAreBounded() {
    var count = 0
    let cascade = Cascade()
    cascade.add(Array("@import '0';".utf8)) { _ in
      count += 1
      return Array((0..<100).map { "@import '\(count)-\($0)';" }.joined().utf8)
    }
    #expect(count <= 64)
  }

  // MARK: the user-agent sheet

  @Test func userAgentStylesApply() {
    #expect(style("", "ol[type=A](li)").marker == "upper-alpha")
    #expect(style("", "ul(li(ul(li)))").marker == "circle")
    #expect(style("", "ol(li)").display == .listItem)
    #expect(style("", "p[hidden]").display == .none)
    #expect(style("", "pre").space == .pre && style("", "pre").isMonospace)
    #expect(style("", "div[align=CENTER]").align == .center)
    #expect(style("", "div[dir=rtl](p)").isRightToLeft)
    #expect(style("", "div[dir=rtl](dd)").indent == 2.5)
    #expect(style("", "sup").shift == .superior)
    #expect(style("", "rp").display == .rubyParenthesis)
    #expect(style("", "noscript").display == .inline)
  }

  @Test func resetForgetsTheOpenElements() {
    let cascade = Cascade()
    let tree = tree("b(i)")
    guard let bold = tree.root.firstChild, let italic = bold.firstChild else { return }
    _ = cascade.enter(bold)
    cascade.reset()
    #expect(cascade.enter(italic).isBold == false)
    cascade.leave()
    cascade.leave()
  }
}
