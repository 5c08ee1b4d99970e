/// The style sheet for XHTML without author styles, after section 15 of the HTML standard.
enum UserAgentStyle {
  static let rules: [StyleRule] = {
    var parser = StyleSheetParser(mostRules: 1_000)
    parser.parse(Array(css.utf8)) { _ in nil }
    return parser.rules
  }()

  private static let css = """
    address, article, aside, blockquote, body, center, dd, details, dialog, dir, div, dl, dt,
    fieldset, figcaption, figure, footer, form, frameset, h1, h2, h3, h4, h5, h6, header, hgroup,
    hr, html, legend, listing, main, menu, nav, ol, optgroup, option, p, plaintext, pre, search,
    section, summary, ul, xmp { display: block }
    svg text { display: block }
    li { display: list-item }
    area, base, basefont, datalist, head, link, meta, param, script, source, style, template,
    title, track { display: none }

    table { display: table; text-indent: 0 }
    caption { display: table-caption; text-align: center }
    thead, tbody, tfoot { display: table-row-group }
    tr { display: table-row }
    td, th { display: table-cell }
    th { font-weight: bold; text-align: center }
    col, colgroup { display: none }

    ruby { display: ruby }
    rt { display: ruby-text; text-indent: 0 }
    rtc { display: ruby-text-container }
    rp { display: -rp }

    h1, h2, h3, h4, h5, h6, b, strong { font-weight: bold }
    em, i, cite, dfn, var, address { font-style: italic }
    code, kbd, samp, tt, pre, listing, plaintext, xmp { font-family: monospace }
    pre, listing, plaintext, xmp { white-space: pre }
    textarea { white-space: pre-wrap }
    nobr { white-space: nowrap }
    u, ins { text-decoration: underline }
    s, strike, del { text-decoration: line-through }
    small, sub, sup { font-size: smaller }
    sub { vertical-align: sub }
    sup { vertical-align: super }
    center { text-align: center }
    blockquote, figure { margin: 1em 2.5em }
    p, dl, pre, listing, h1, h2, h3, h4, h5, h6, ul, ol, menu, dir, fieldset, hr {
      margin-top: 1em; margin-bottom: 1em
    }
    :is(ol, ul, menu, dir, dl) :is(ol, ul, menu, dir, dl) { margin-top: 0; margin-bottom: 0 }
    dd { margin-inline-start: 2.5em }
    q::before { content: open-quote }
    q:lang(de), q:lang(cs), q:lang(sk), q:lang(sl), q:lang(is), q:lang(bg) {
      quotes: "„" "“" "‚" "‘" }
    q:lang(pl), q:lang(ro), q:lang(hr), q:lang(hu), q:lang(sr) { quotes: "„" "”" "‚" "’" }
    q:lang(fr) { quotes: "« " " »" "“" "”" }
    q:lang(es), q:lang(it), q:lang(el), q:lang(ca), q:lang(fa), q:lang(ar) {
      quotes: "«" "»" "“" "”" }
    q:lang(ru), q:lang(uk), q:lang(be), q:lang(no), q:lang(nb), q:lang(nn) {
      quotes: "«" "»" "„" "“" }
    q:lang(sv), q:lang(fi) { quotes: "”" "”" "’" "’" }
    q:lang(da) { quotes: "»" "«" "›" "‹" }
    q:lang(ja), q:lang(zh-tw), q:lang(zh-hant) { quotes: "「" "」" "『" "』" }
    q::after { content: close-quote }

    ul, menu, dir { list-style-type: disc }
    :is(ol, ul, menu, dir) ul { list-style-type: circle }
    :is(ol, ul, menu, dir) :is(ol, ul, menu, dir) ul { list-style-type: square }
    ol { list-style-type: decimal }
    ol[type="1"], li[type="1"] { list-style-type: decimal }
    ol[type=a s], li[type=a s] { list-style-type: lower-alpha }
    ol[type=A s], li[type=A s] { list-style-type: upper-alpha }
    ol[type=i s], li[type=i s] { list-style-type: lower-roman }
    ol[type=I s], li[type=I s] { list-style-type: upper-roman }
    ul[type=none i], li[type=none i] { list-style-type: none }
    ul[type=disc i], li[type=disc i] { list-style-type: disc }
    ul[type=circle i], li[type=circle i] { list-style-type: circle }
    ul[type=square i], li[type=square i] { list-style-type: square }

    [dir=rtl i] { direction: rtl }
    [dir=ltr i] { direction: ltr }
    [hidden] { display: none }
    \(aligned("left")) { text-align: left }
    \(aligned("center")), \(aligned("middle")) { text-align: center }
    \(aligned("right")) { text-align: right }
    \(aligned("justify")) { text-align: justify }
    td[nowrap], th[nowrap] { white-space: nowrap }
    """

  /// The elements whose `align` attribute aligns their text; a table's moves the table.
  private static func aligned(_ value: String) -> String {
    names.map { "\($0)[align=\(value) i]" }.joined(separator: ", ")
  }

  private static let names = [
    "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "caption", "thead", "tbody", "tfoot", "tr",
    "td", "th",
  ]
}
