import Testing

@testable import Engine

@Suite
struct OpenDocumentTests {
  private static func style(
    _ name: String, _ family: String, base: String = "", _ inner: String = ""
  ) -> String {
    """
    <style:style style:name="\(name)" style:family="\(family)" style:parent-style-name="\(base)">\
    \(inner)</style:style>
    """
  }

  @Test("headings, white space, spans and links")
  func text() {
    let styles =
      Self.style("T1", "text", base: "T2")
      + Self.style("T2", "text", "<style:text-properties fo:font-weight='bold'/>")
    let body = """
      <text:h text:outline-level="2">Head</text:h>
      <text:p>  a
       b <text:span text:style-name="T1">c</text:span><text:line-break/>d<text:tab/>e\
      <text:a xlink:href="#Tab|table">f</text:a><text:bookmark text:name="m"/></text:p>
      """
    #expect(
      Documents.open(body, styles: styles)?.markup == """
        <h2>Head</h2><p>a b <strong>c</strong><br/>d<span class=blanks>\t</span>e<a href=#Tab>f</a><span id=m/></p>
        """)
  }

  @Test("blanks are kept where they were set")
  func blanks() {
    let body = """
      <text:p><text:s text:c="4"/>if x:<text:s/> y <text:s text:c="2"/>z<text:s text:c="9"/></text:p>\
      <text:p><text:s text:c="3"/></text:p><text:p>a <text:tab/>b</text:p>
      """
    #expect(
      Documents.open(body)?.markup == """
        <p><span class=blanks>    </span>if x:<span class=blanks> </span>y <span class=blanks>  </span>z</p>\
        <p>a <span class=blanks>\t</span>b</p>
        """)
  }

  private static let list = """
    <text:list-style style:name="L"><text:list-level-style-number text:level="1" \
    style:num-format="a" style:num-suffix=")"/><text:list-level-style-bullet text:level="2"/>\
    </text:list-style>
    """

  @Test("lists are nested and continue")
  func lists() {
    let body = """
      <text:list text:style-name="L"><text:list-item><text:p>a</text:p><text:list><text:list-item>\
      <text:p>b</text:p></text:list-item></text:list></text:list-item></text:list>\
      <text:p>x</text:p><text:list text:style-name="L" text:continue-numbering="true">\
      <text:list-item><text:p>c</text:p></text:list-item></text:list>
      """
    #expect(
      Documents.open(body, styles: Self.list)?.markup == """
        <ol type=a><li><p>a</p><ul><li><p>b</p></li></ul></li></ol><p>x</p>\
        <ol start=2 type=a><li><p>c</p></li></ol>
        """)
  }

  @Test("running heads are those of the pages' style, and change with it")
  func runningHeads() {
    let styles = """
      <office:document-styles \(Documents.openSpaces)><office:master-styles>\
      <style:master-page style:name="Standard"><style:header><text:p>head</text:p></style:header>\
      <style:footer><text:p>foot</text:p></style:footer></style:master-page>\
      <style:master-page style:name="Other"><style:header><text:p>other</text:p></style:header>\
      <style:footer style:display="false"><text:p>none</text:p></style:footer></style:master-page>\
      </office:master-styles></office:document-styles>
      """
    let text = Documents.open(
      "<text:p>a</text:p><text:p text:style-name='N'>b</text:p>",
      styles: """
        <style:style style:name="N" style:family="paragraph" style:master-page-name="Other"/>
        """, files: ["styles.xml": styles])
    #expect(
      text?.markup == """
        <div role=doc-pageheader><p>head</p></div><p>a</p><div role=doc-pagefooter><p>foot</p></div>\
        <div role=doc-pageheader><p>other</p></div><p>b</p>
        """)
  }

  @Test("notes, annotations and changes")
  func notes() {
    let body = """
      <text:tracked-changes><text:changed-region text:id="c1"><text:deletion><office:change-info>\
      <dc:creator>N</dc:creator></office:change-info><text:p>gone</text:p></text:deletion>\
      </text:changed-region></text:tracked-changes><text:p>a<text:note text:note-class="endnote">\
      <text:note-citation>i</text:note-citation><text:note-body><text:p>note</text:p>\
      </text:note-body></text:note><office:annotation office:name="n1"><dc:creator>M</dc:creator>\
      <text:p>why</text:p></office:annotation>b<office:annotation-end office:name="n1"/>\
      <text:change text:change-id="c1"/>c</text:p>
      """
    let text = Documents.open(body)
    #expect(
      text?.markup == """
        <p>a<a id=office-noteref-1 href=#office-note-1 role=doc-noteref><sup>i</sup></a>\
        <span comment=n1>b</span><del author=N>gone</del>c</p>\
        <aside id=office-note-1 role=doc-endnote><div><p>\
        <a href=#office-noteref-1 role=doc-backlink>i</a> note</p></div></aside>
        """)
    #expect(text?.comments == [OfficeComment(id: "n1", author: "M", date: "", text: "why")])
  }

  @Test("tables, images, text boxes and formulas")
  func objects() {
    let body = """
      <table:table><table:table-header-rows><table:table-row><table:table-cell \
      table:number-columns-spanned="2"><text:p>h</text:p></table:table-cell>\
      <table:covered-table-cell/></table:table-row></table:table-header-rows><table:table-row>\
      <table:table-cell table:number-columns-repeated="2"><text:p>a</text:p></table:table-cell>\
      </table:table-row></table:table><text:p>x<draw:frame><draw:image xlink:href="./P/1.png"/>\
      <svg:title>alt</svg:title></draw:frame><draw:frame><draw:text-box><text:p>box</text:p>\
      </draw:text-box></draw:frame><draw:frame><draw:object xlink:href="./O"/></draw:frame></text:p>
      """
    let math = "<math xmlns='http://www.w3.org/1998/Math/MathML'><mi>E</mi></math>"
    #expect(
      Documents.open(body, files: ["O/content.xml": math])?.markup == """
        <table><thead><tr><th colspan=2><p>h</p></th></tr></thead><tbody><tr><td><p>a</p></td>\
        <td><p>a</p></td></tr></tbody></table><p>x<img src=P/1.png alt=alt/>\
        <math><mi>E</mi></math></p><div class=text-box><p>box</p></div>
        """)
  }

  @Test("a flat document is one file")
  func flat() throws {
    let bytes = """
      <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" \
      xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" \
      xmlns:dc="http://purl.org/dc/elements/1.1/"><office:meta><dc:title>T</dc:title>\
      </office:meta><office:body><office:text><text:p>a</text:p></office:text></office:body>\
      </office:document>
      """
    let tree = try #require(MarkupParser.xml(Array(bytes.utf8)))
    let text = OpenDocumentMarkup.text(ofFlat: tree)
    #expect(text?.title == "T")
    #expect(text?.markup == "<p>a</p>")
  }

  @Test("sheets are trimmed")
  func sheets() {
    let body = """
      <table:table table:name="S"><table:table-row table:number-rows-repeated="9"/>\
      <table:table-row><table:table-cell table:number-columns-repeated="3"/><table:table-cell>\
      <text:p>1</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16380"/>\
      </table:table-row><table:table-row table:number-rows-repeated="1048566"/></table:table>
      """
    #expect(
      Documents.open(body, kind: "spreadsheet")?.markup
        == "<h2>S</h2><table><tbody><tr><td><p>1</p></td></tr></tbody></table>")
  }

  @Test("a slide's title is its heading")
  func slides() {
    let body = """
      <draw:page draw:name="p1"><draw:frame><draw:text-box><text:p>text</text:p></draw:text-box>\
      </draw:frame><draw:frame presentation:class="title"><draw:text-box><text:p>Title</text:p>\
      </draw:text-box></draw:frame></draw:page>
      """
    #expect(
      Documents.open(body, kind: "presentation")?.markup
        == "<h2 id=slide-1>Title</h2><div class=text-box><p>text</p></div>")
  }
}
