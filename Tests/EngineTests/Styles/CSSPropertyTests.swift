import Testing

@testable import Engine

@Suite struct CSSPropertyTests {
  private func of(_ declarations: String, _ name: String = "x") -> ElementStyle {
    style("\(name) { \(declarations) }", name)
  }

  @Test func fontPropertiesAreParsed() {
    let font = of("font: italic small-caps 700 12px/1.5 'Courier New', serif")
    #expect(font.isItalic && font.isSmallCaps && font.isBold && font.isMonospace)
    #expect(of("font: bold", "h1").isBold)
    #expect(of("font: 1em serif", "h1").isBold == false)
    #expect(of("font-family: Georgia, serif, monospace").isMonospace == false)
    #expect(of("font-family: DejaVu Sans Mono").isMonospace)
    #expect(of("font-family: 'Monotype Corsiva'").isMonospace == false)
    #expect(of("font-weight: 500", "b").isBold == false)
    #expect(of("font-variant-caps: all-small-caps").isSmallCaps)
  }

  @Test func verticalAlignIsParsed() {
    #expect(of("vertical-align: super").shift == .superior)
    #expect(of("vertical-align: 0.3em").shift == .baseline)
    #expect(of("vertical-align: 0.3em; font-size: 70%").shift == .superior)
    #expect(of("vertical-align: -2px; font-size: smaller").shift == .inferior)
    #expect(
      of("vertical-align: baseline; position: relative; top: -0.5em", "sup").shift == .superior)
    #expect(of("vertical-align: baseline", "sup").shift == .baseline)
    #expect(of("vertical-align: top; font-size: 0.8em", "td").shift == .baseline)
  }

  @Test func marginsAndPaddingAreParsed() {
    #expect(of("margin: 1em 2em 3em 4em; padding-left: 8px").indent == 4.5)
    #expect(of("margin: 1em 2em; direction: rtl; padding-left: 9em").indent == 2)
    #expect(of("margin-left: -3em").indent == 0)
    #expect(of("margin-left: 99em").indent == 20)
    #expect(of("margin: 0 auto").indent == 0)
    #expect(of("margin: 0", "blockquote").indent == 0)
    #expect(of("margin-inline-start: 12pt; padding-inline: 10% 0").indent == 5)
    #expect(of("margin-left: 3").indent == 0)
    #expect(of("text-indent: -1.5em").firstLine == -1.5)
    #expect(of("text-indent: 5%").firstLine == 2)
  }

  @Test func keywordsAreParsed() {
    #expect(of("display: flex").display == .block)
    #expect(of("display: inline-block").display == .inline)
    #expect(of("display: table-cell").display == .cell)
    #expect(of("display: magic", "p").display == .block)
    #expect(of("visibility: hidden").isHidden)
    #expect(of("white-space: pre-line").space == .preLine)
    #expect(of("text-transform: uppercase").letters == .upper)
    #expect(of("text-align: justify").align == .justify)
    #expect(of("text-align-last: right").alignLast == .right)
    #expect(of("-epub-text-align-last: center").alignLast == .center)
    #expect(of("text-align-last: right; text-align-last: auto").alignLast == nil)
    #expect(of("page-break-before: always").breaksBefore)
    #expect(of("break-after: column").breaksAfter)
  }

  @Test func listMarkersAreParsed() {
    #expect(of("list-style: none").marker == "none")
    #expect(of("list-style: square inside url(x.png)").marker == "square")
    #expect(of("list-style: none square").marker == "square")
    #expect(of("list-style-type: '– '").marker == "\"– \"")
    #expect(of("list-style: inside", "ol").marker == "disc")
  }
}
