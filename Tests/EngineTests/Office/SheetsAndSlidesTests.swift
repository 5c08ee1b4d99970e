import Testing

@testable import Engine

@Suite
struct SheetsAndSlidesTests {
  @Test("cells are text, numbers, booleans and dates")
  func cells() {
    let sheet = """
      <sheetData><row r="3"><c r="B3" t="s"><v>0</v></c><c r="C3" t="inlineStr"><is><t>in</t></is>\
      </c><c r="D3" t="b"><v>1</v></c></row><row r="4"><c r="B4" s="1"><v>45351</v></c>\
      <c r="C4" s="2"><v>1234.5</v></c><c r="D4"><v>0.30000000000000004</v></c></row></sheetData>
      """
    let styles = """
      <numFmts><numFmt numFmtId="164" formatCode="#,##0.00\\ [$€-407]"/></numFmts>\
      <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs>
      """
    let text = Documents.sheet(
      sheet,
      parts: ["sharedStrings": "<si><r><t>sh</t></r><r><t>ared</t></r></si>", "styles": styles])
    #expect(
      text?.markup == """
        <h2>One</h2><table><tbody><tr><td><p>shared</p></td><td><p>in</p></td><td><p>TRUE</p></td>\
        </tr><tr><td><p>2024-02-29</p></td><td><p>1,234.50 €</p></td><td><p>0.3</p></td></tr>\
        </tbody></table>
        """)
  }

  @Test("formulas that are not computed are shown, and columns without cells are not")
  func uncomputedFormulas() {
    let sheet = """
      <sheetData><row r="1"><c r="A1"><f>SUM(C2:C3)</f></c><c r="Z1"><f>1+1</f><v>2</v></c>\
      <c r="AA1" t="str"><f>IF(A1="","",A1)</f><v></v></c></row>\
      </sheetData>
      """
    #expect(
      Documents.sheet(sheet)?.markup == """
        <h2>One</h2><table><tbody><tr><td><p>=SUM(C2:C3)</p></td><td><p>2</p></td></tr></tbody></table>
        """)
  }

  @Test("merged cells span")
  func merges() {
    let sheet = """
      <sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="C2"><v>2</v></c></row>\
      </sheetData><mergeCells><mergeCell ref="A1:B2"/></mergeCells>
      """
    #expect(
      Documents.sheet(sheet)?.markup == """
        <h2>One</h2><table><tbody><tr><td colspan=2 rowspan=2><p>1</p></td><td/></tr>\
        <tr><td><p>2</p></td></tr></tbody></table>
        """)
  }

  @Test(
    "number formats",
    arguments: [
      ("0%", 0.256, "26%"), ("0.0%", 0.256, "25.6%"), ("#,##0", 1_234_567, "1,234,567"),
      ("General", -5, "-5"), ("yyyy\\-mm\\-dd hh:mm", 1.5, "1900-01-01 12:00"),
      ("h:mm AM/PM", 0.25, "06:00"), ("[h]:mm", 1.25, "30:00"), ("@", 7, "7"),
      ("\"m\" 0", 3, "m 3"), ("0.00", 1e300, "1e+300"), ("d.m.yy", -1, "-1"),
      ("d.m.yy", 61, "1900-03-01"), ("0.00;(0.00)", -5.5, "(5.50)"), ("0.00;(0.00)", 5.5, "5.50"),
      ("_-* #,##0_-;-* #,##0_-", -5000, "-5,000"), ("0;[Red]0", -3, "3"),
      ("000-00", 12345, "12345"),
    ])
  func formats(code: String, value: Double, expected: String) {
    #expect(SheetNumberFormat(code).text(value, isFrom1904: false) == expected)
  }

  @Test("comments are on cells, also on empty ones")
  func cellComments() {
    let comments = """
      <authors><author>Zed</author></authors><commentList><comment ref="B1" authorId="0"><text><t>why</t>\
      </text></comment><comment ref="A2" authorId="7"><text><r><t>lone</t></r></text></comment>\
      </commentList>
      """
    let text = Documents.sheet(
      "<sheetData><row r='1'><c r='A1'><v>1</v></c><c r='B1'><v>2</v></c></row></sheetData>",
      parts: ["comments": comments])
    #expect(
      text?.markup == """
        <h2>One</h2><table><tbody><tr><td><p>1</p></td><td><p><span comment=cell-0>2</span></p></td>\
        </tr><tr><td><p><span comment=cell-1>[comment]</span></p></td><td/></tr></tbody></table>
        """)
    #expect(text?.comments.map(\.text) == ["why", "lone"])
    #expect(text?.comments.map(\.author) == ["Zed", ""])
  }

  @Test("cells of an OpenDocument sheet have comments")
  func openCellComments() {
    let comment =
      "<office:annotation><dc:creator>M</dc:creator><text:p>why</text:p></office:annotation>"
    let text = Documents.open(
      """
      <table:table table:name="One"><table:table-row><table:table-cell>\(comment)<text:p>1</text:p>\
      </table:table-cell><table:table-cell>\(comment)</table:table-cell></table:table-row></table:table>
      """, kind: "spreadsheet")
    #expect(
      text?.markup == """
        <h2>One</h2><table><tbody><tr><td><p><span comment=annotation-1>1</span></p></td>\
        <td><p><span comment=annotation-2>[comment]</span></p></td></tr></tbody></table>
        """)
    #expect(text?.comments.map(\.text) == ["why", "why"])
  }

  @Test("slides have comments")
  func slideComments() {
    let parts = [
      "ppt/_rels/presentation.xml.rels": Documents.relations([
        ("s1", "slide", "slides/slide1.xml"), ("a", "commentAuthors", "authors.xml"),
      ]),
      "ppt/authors.xml": """
      <p:cmAuthorLst xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main">\
      <p:cmAuthor id="4" name="Rev"/></p:cmAuthorLst>
      """,
      "ppt/slides/_rels/slide1.xml.rels": Documents.relations([("c", "comments", "../c.xml")]),
      "ppt/c.xml": """
      <p:cmLst xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main">\
      <p:cm authorId="4" dt="2024-01-01T00:00:00"><p:text>why</p:text></p:cm></p:cmLst>
      """,
    ]
    let text = Documents.slides("", parts: parts)
    #expect(text?.markup == "<h2 id=slide-1>Slide 1<span comment=slide-0/></h2>")
    #expect(
      text?.comments == [
        OfficeComment(id: "slide-0", author: "Rev", date: "2024-01-01T00:00:00", text: "why")
      ])
  }

  @Test("charts are tables of their values")
  func charts() {
    let chart = """
      <c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" \
      xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart><c:title><c:tx><c:rich><a:p>\
      <a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx>\
      <c:strRef><c:f>A</c:f><c:strCache><c:pt idx="0"><c:v>2020</c:v></c:pt></c:strCache></c:strRef></c:tx>\
      <c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>E</c:v></c:pt><c:pt idx="1"><c:v>W</c:v></c:pt>\
      </c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:pt idx="1"><c:v>4</c:v></c:pt>\
      </c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>
      """
    let writer = OfficeWriter()
    writer.begin(OfficeElement("body"))
    OfficeChart.write(
      MarkupParser.xml(Array(chart.utf8))?.root.elements.first { _ in true }, words: "", to: writer)
    writer.end()
    #expect(
      OfficeText(tree: writer.tree).markup == """
        <p>[Sales]</p><table><thead><tr><th/><th><p>2020</p></th></tr></thead><tbody><tr><td><p>E</p></td>\
        <td/></tr><tr><td><p>W</p></td><td><p>4</p></td></tr></tbody></table>
        """)
  }

  @Test("slides of OpenDocument have names and notes")
  func openSlides() {
    let text = Documents.open(
      """
      <draw:page draw:name="p1"><draw:frame presentation:class="title"><draw:text-box><text:p>A</text:p>\
      </draw:text-box></draw:frame><presentation:notes><draw:frame><draw:text-box><text:p>n</text:p>\
      </draw:text-box></draw:frame></presentation:notes></draw:page>
      """, kind: "presentation")
    #expect(
      text?.markup == """
        <h2 id=slide-1>A</h2><aside class=notes><p><strong>Notes:</strong></p>\
        <div><div class=text-box><p>n</p></div></div></aside>
        """)
    #expect(text?.slides.map(\.label) == ["1"])
  }

  @Test("slides have titles, lists, tables and notes")
  func slides() {
    func shape(_ type: String, _ text: String) -> String {
      """
      <p:sp><p:nvSpPr><p:nvPr><p:ph type="\(type)"/></p:nvPr></p:nvSpPr><p:txBody>\(text)\
      </p:txBody></p:sp>
      """
    }
    func paragraph(_ text: String, _ properties: String = "") -> String {
      "<a:p><a:pPr>\(properties)</a:pPr><a:r><a:rPr b='1'/><a:t>\(text)</a:t></a:r></a:p>"
    }
    let shapes = """
      \(shape("body", paragraph("a", "<a:buAutoNum type='alphaLcPeriod'/>") + paragraph("b")))\
      \(shape("title", "<a:p><a:r><a:t>Title</a:t></a:r></a:p>"))\(shape("sldNum", paragraph("9")))\
      <p:graphicFrame><a:tbl><a:tr><a:tc><a:txBody>\(paragraph("c"))</a:txBody></a:tc></a:tr>\
      </a:tbl></p:graphicFrame>
      """
    let notes = Documents.slide("notes", shape("body", "<a:p><a:r><a:t>note</a:t></a:r></a:p>"))
    #expect(
      Documents.slides(shapes, parts: ["ppt/notes1.xml": notes])?.markup == """
        <h2 id=slide-1>Title</h2><ol type=a><li><p><strong>a</strong></p></li></ol>\
        <p><strong>b</strong></p><table><tbody><tr><td><p><strong>c</strong></p></td></tr></tbody>\
        </table><aside class=notes><p><strong>Notes:</strong></p><p>note</p></aside>
        """)
  }
}
