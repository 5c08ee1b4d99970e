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
      ("d.m.yy", 61, "1900-03-01"),
    ])
  func formats(code: String, value: Double, expected: String) {
    #expect(SheetNumberFormat(code).text(value, isFrom1904: false) == expected)
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
        </table><aside class=notes><p>note</p></aside>
        """)
  }
}
