import Testing

@testable import Engine

@Suite
struct HostileOfficeTests {
  @Test("missing and broken parts")
  func missingParts() {
    let empty = Documents.files([:])
    #expect(WordMarkup.text(of: empty) == nil)
    #expect(OpenDocumentMarkup.text(of: empty) == nil)
    #expect(SlidesMarkup.text(of: empty) == nil)
    #expect(SheetsMarkup.text(of: empty) == nil)
    let body =
      "<w:p><w:hyperlink r:id='no'/><w:r><w:footnoteReference w:id='9'/><w:t>a</w:t></w:r></w:p>"
    #expect(Documents.word(body, parts: ["styles": "<broken"])?.markup == "<p>a</p>")
  }

  @Test("styles that inherit from each other")
  func styleCycles() {
    let styles = """
      <w:style w:styleId="A"><w:name w:val="x"/><w:basedOn w:val="B"/></w:style>\
      <w:style w:styleId="B"><w:name w:val="heading 2"/><w:basedOn w:val="A"/></w:style>
      """
    let body = "<w:p><w:pPr><w:pStyle w:val='A'/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>"
    #expect(Documents.word(body, parts: ["styles": styles])?.markup == "<h2>a</h2>")
    let open = """
      <style:style style:name="A" style:family="paragraph" style:parent-style-name="A"/>
      """
    let text = Documents.open("<text:p text:style-name='A'>a</text:p>", styles: open)
    #expect(text?.markup == "<p>a</p>")
  }

  @Test("huge repetitions and spans")
  func repetitions() throws {
    let many = "2147483647"
    let row = """
      <table:table-row table:number-rows-repeated="\(many)"><table:table-cell \
      table:number-columns-repeated="\(many)" table:number-columns-spanned="\(many)" \
      table:number-rows-spanned="99999999999999999999"><text:p>a</text:p></table:table-cell>\
      </table:table-row>
      """
    for kind in ["text", "spreadsheet"] {
      let text = try #require(
        Documents.open("<table:table>\(row)\(row)</table:table>", kind: kind))
      #expect(text.tree.textCount < 1_000_000)
    }
    let blanks = "<text:p>a<text:s text:c='\(many)'/>b</text:p>"
    #expect(try #require(Documents.open(blanks)).tree.textCount < 2_000)
  }

  @Test("numbers out of range")
  func numbers() {
    let huge = "9223372036854775807"
    let numbering = """
      <w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="\(huge)"/>\
      <w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%1%9%"/></w:lvl></w:abstractNum>\
      <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
      """
    let item = """
      <w:p><w:pPr><w:outlineLvl w:val="-\(huge)"/><w:numPr><w:ilvl w:val="\(huge)"/>\
      <w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p>
      """
    let table = """
      <w:tbl><w:tr><w:trPr><w:gridBefore w:val="\(huge)"/></w:trPr><w:tc><w:tcPr>\
      <w:gridSpan w:val="\(huge)"/></w:tcPr></w:tc></w:tr></w:tbl>
      """
    #expect(Documents.word(item + table, parts: ["numbering": numbering]) != nil)
    let cells = """
      <sheetData><row r="\(huge)"><c r="ZZZZZZZZZZZZZZ99999999999999999999"><v>1</v></c>\
      <c t="s"><v>-1</v></c><c s="\(huge)"><v>1e400</v></c></row></sheetData>\
      <mergeCells><mergeCell ref="B2:A1"/><mergeCell ref="A1:XFD1048576"/></mergeCells>
      """
    #expect(Documents.sheet(cells) != nil)
  }

  @Test("deep nesting")
  func nesting() {
    func nested(_ open: String, _ close: String, _ inner: String) -> String {
      String(repeating: open, count: 5_000) + inner + String(repeating: close, count: 5_000)
    }
    let paragraph = "<w:p><w:r><w:t>a</w:t></w:r></w:p>"
    let table = nested("<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>", paragraph)
    _ = Documents.word(
      table + nested("<w:sdt><w:sdtContent>", "</w:sdtContent></w:sdt>", paragraph))
    _ = Documents.open(
      nested("<text:list><text:list-item>", "</text:list-item></text:list>", "<text:p>a</text:p>"))
    _ = Documents.slides(nested("<p:grpSp>", "</p:grpSp>", "<a:p/>"))
    let formula = nested("<m:f><m:num>", "</m:num></m:f>", "<m:r><m:t>x</m:t></m:r>")
    _ = Documents.word("<w:p><m:oMath>\(formula)</m:oMath></w:p>")
  }

  @Test("fields that never end do not hide the text after them")
  func openFields() {
    let begin = "<w:r><w:fldChar w:fldCharType='begin'/></w:r>"
    let body =
      "<w:p>\(begin)\(begin)</w:p><w:p><w:r><w:fldChar w:fldCharType='end'/><w:t>a</w:t></w:r></w:p>"
    #expect(Documents.word(body)?.markup == "<p>a</p>")
  }
}
