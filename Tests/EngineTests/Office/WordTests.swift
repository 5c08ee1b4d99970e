import DocumentModel
import Testing

@testable import Engine

@Suite
struct WordTests {
  private static func run(_ text: String, _ properties: String = "") -> String {
    "<w:r><w:rPr>\(properties)</w:rPr><w:t>\(text)</w:t></w:r>"
  }

  private static func paragraph(_ text: String, _ properties: String = "") -> String {
    "<w:p><w:pPr>\(properties)</w:pPr>\(run(text))</w:p>"
  }

  private static func style(_ id: String, _ name: String, base: String = "", _ inner: String = "")
    -> String
  {
    """
    <w:style w:type="paragraph" w:styleId="\(id)"><w:name w:val="\(name)"/>\
    <w:basedOn w:val="\(base)"/>\(inner)</w:style>
    """
  }

  private static func item(_ text: String, _ list: Int, _ level: Int = 0) -> String {
    paragraph(text, "<w:numPr><w:ilvl w:val='\(level)'/><w:numId w:val='\(list)'/></w:numPr>")
  }

  private static func level(_ level: Int, _ format: String, _ text: String, start: Int = 1)
    -> String
  {
    """
    <w:lvl w:ilvl="\(level)"><w:start w:val="\(start)"/><w:numFmt w:val="\(format)"/>\
    <w:lvlText w:val="\(text)"/></w:lvl>
    """
  }

  private static func numbering(_ levels: String) -> [String: String] {
    [
      "numbering": """
      <w:abstractNum w:abstractNumId="0">\(levels)</w:abstractNum>\
      <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>\
      <w:num w:numId="2"><w:abstractNumId w:val="0"/>\
      <w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>
      """
    ]
  }

  @Test("a part may be in another encoding than UTF-8")
  func declaredEncoding() {
    let xml = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>Gr"
    let files = OfficeFiles { _ in Array(xml.utf8) + [0xFC, 0xDF] + Array("e</a>".utf8) }
    #expect(files.root("a")?.words == "Grüße")
  }

  @Test("headings follow the inheritance of styles")
  func headings() {
    let text = Documents.word(
      Self.paragraph("One", "<w:pStyle w:val='Berschrift1'/>")
        + Self.paragraph("Two", "<w:pStyle w:val='Mine'/>")
        + Self.paragraph("Three", "<w:outlineLvl w:val='2'/>"),
      parts: [
        "styles": Self.style("Berschrift1", "heading 1")
          + Self.style("Mine", "Mine", base: "Base")
          + Self.style("Base", "Base", "<w:pPr><w:outlineLvl w:val='1'/></w:pPr>")
      ])
    #expect(text?.markup == "<h1>One</h1><h2>Two</h2><h3>Three</h3>")
  }

  @Test("the strict variant, metadata, and a main part of another name")
  func strict() {
    let relations = Documents.relations([
      ("a", "officeDocument", "/doc/main.xml"), ("b", "core-properties", "core.xml"),
    ])
    let files = [
      "_rels/.rels": relations,
      "doc/main.xml": """
      <w:document xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"><w:body><w:p>\
      <w:r><w:t>a</w:t></w:r></w:p></w:body></w:document>
      """,
      "core.xml": """
      <c:coreProperties xmlns:dc="http://purl.org/dc/elements/1.1/" \
      xmlns:c="http://schemas.openxmlformats.org/package/2006/metadata/core-properties">\
      <dc:title>T</dc:title><dc:creator>A; B</dc:creator><c:keywords>k</c:keywords>\
      </c:coreProperties>
      """,
    ]
    let text = WordMarkup.text(of: Documents.files(files))
    #expect(text?.markup == "<p>a</p>")
    #expect(text?.title == "T")
    #expect(text?.authors == ["A", "B"])
    #expect(text?.keywords == "k")
  }

  @Test("lists are nested, continue after other text and restart")
  func lists() {
    let body =
      Self.item("a", 1) + Self.item("b", 1, 1) + Self.item("c", 1) + Self.paragraph("text")
      + Self.item("d", 1) + Self.item("e", 2)
    let text = Documents.word(
      body,
      parts: Self.numbering(Self.level(0, "decimal", "%1.") + Self.level(1, "bullet", "•")))
    #expect(
      text?.markup == """
        <ol><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ol><p>text</p>\
        <ol start=3><li><p>d</p></li></ol><ol start=7><li><p>e</p></li></ol>
        """)
  }

  @Test("empty items are kept, and drop caps belong to the next paragraph")
  func emptyItemsAndDropCaps() {
    let text = Documents.word(
      Self.item("", 1) + Self.item("b", 1) + Self.paragraph("O", "<w:framePr w:dropCap='drop'/>")
        + Self.paragraph("nce"),
      parts: Self.numbering(Self.level(0, "decimal", "%1.")))
    #expect(text?.markup == "<ol><li><p/></li><li><p>b</p></li></ol><p>Once</p>")
  }

  @Test("numbers of several levels and of headings are text")
  func compoundNumbers() {
    let levels = Self.level(0, "upperRoman", "%1") + Self.level(1, "lowerLetter", "%1.%2)")
    let heading = Self.paragraph(
      "T", "<w:outlineLvl w:val='0'/><w:numPr><w:numId w:val='1'/></w:numPr>")
    let text = Documents.word(heading + Self.item("x", 1, 1), parts: Self.numbering(levels))
    #expect(
      text?.markup == """
        <h1><span class=number>I </span>T</h1><ol style=list-style-type: none>\
        <li><p><span class=number>I.a) </span>x</p></li></ol>
        """)
  }

  @Test("runs keep their formatting, which styles toggle, and leave out hidden text")
  func runs() {
    let strong = """
      <w:style w:type="character" w:styleId="S"><w:name w:val="Strong"/>\
      <w:rPr><w:b/></w:rPr></w:style>
      """
    let bold = Self.style("B", "Bold", base: "", "<w:rPr><w:b/></w:rPr>")
    let runs =
      Self.run("a", "<w:b/><w:i/>") + Self.run("b", "<w:rStyle w:val='S'/>")
      + Self.run("c", "<w:vanish/>") + Self.run("d", "<w:vertAlign w:val='superscript'/>")
      + Self.run("e", "<w:rFonts w:ascii='Courier New'/>") + Self.run("f", "<w:b w:val='0'/>")
    let text = Documents.word(
      "<w:p>\(runs)</w:p><w:p><w:pPr><w:pStyle w:val='B'/></w:pPr>\(Self.run("g"))\(Self.run("h", "<w:rStyle w:val='S'/>"))</w:p>",
      parts: ["styles": strong + bold])
    #expect(
      text?.markup == """
        <p><strong><em>a</em>b</strong><sup>d</sup><code>e</code>f</p><p><strong>g</strong>h</p>
        """)
  }

  @Test("fields show their result, and hyperlinks lead to addresses and bookmarks")
  func fields() {
    func character(_ kind: String) -> String { "<w:r><w:fldChar w:fldCharType='\(kind)'/></w:r>" }
    func instruction(_ text: String) -> String { "<w:r><w:instrText>\(text)</w:instrText></w:r>" }
    let body = """
      <w:p><w:bookmarkStart w:name="here"/>\(character("begin"))\
      \(instruction("HYPERLINK &quot;http://a.example/&quot; \\l &quot;x&quot;"))\
      \(character("separate"))\(Self.run("A"))\(character("end"))\
      \(character("begin"))\(instruction("PAGE"))\(character("separate"))\(Self.run("3"))\
      \(character("end"))<w:hyperlink w:anchor="here">\(Self.run("B"))</w:hyperlink>\
      <w:hyperlink r:id="l1">\(Self.run("C"))</w:hyperlink></w:p>
      """
    let text = Documents.word(body, links: ["l1": "http://c.example/"])
    #expect(
      text?.markup == """
        <p><span id=here/><a href=http://a.example/#x>A</a>3<a href=#here>B</a>\
        <a href=http://c.example/>C</a></p>
        """)
  }

  @Test("tables have spans and header rows")
  func tables() {
    func cell(_ text: String, _ properties: String = "") -> String {
      "<w:tc><w:tcPr>\(properties)</w:tcPr>\(Self.paragraph(text))</w:tc>"
    }
    let body = """
      <w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>\(cell("h", "<w:gridSpan w:val='2'/>"))</w:tr>\
      <w:tr>\(cell("a", "<w:vMerge w:val='restart'/>"))\(cell("b"))</w:tr>\
      <w:tr>\(cell("", "<w:vMerge/>"))\(cell("c"))</w:tr></w:tbl>
      """
    #expect(
      Documents.word(body)?.markup == """
        <table><thead><tr><th colspan=2><p>h</p></th></tr></thead><tbody>\
        <tr><td rowspan=2><p>a</p></td><td><p>b</p></td></tr><tr><td><p>c</p></td></tr>\
        </tbody></table>
        """)
  }

  @Test("notes follow the text, and comments and changes surround theirs")
  func notes() {
    let body = """
      <w:p>\(Self.run("a"))<w:r><w:footnoteReference w:id="2"/></w:r>\
      <w:commentRangeStart w:id="0"/>\(Self.run("b"))</w:p><w:p>\(Self.run("c"))\
      <w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>\
      <w:ins w:author="N" w:date="2020-01-01T00:00:00Z">\(Self.run("d"))</w:ins>\
      <w:del w:author="N"><w:r><w:delText>e</w:delText></w:r></w:del></w:p>
      """
    let text = Documents.word(
      body,
      parts: [
        "footnotes": "<w:footnote w:id='2'>\(Self.paragraph("note"))</w:footnote>",
        "comments": """
        <w:comment w:id="0" w:author="M" w:date="D">\(Self.paragraph("x"))\(Self.paragraph("y"))\
        </w:comment>
        """,
      ])
    #expect(
      text?.markup == """
        <p>a<a id=office-noteref-1 href=#office-note-1 role=doc-noteref><sup>1</sup></a>\
        <span comment=0>b</span></p><p><span comment=0>c</span>\
        <ins author=N date=2020-01-01T00:00:00Z>d</ins><del author=N>e</del></p>\
        <aside id=office-note-1 role=doc-footnote><div><p>\
        <a href=#office-noteref-1 role=doc-backlink>1</a> note</p></div></aside>
        """)
    #expect(text?.comments == [OfficeComment(id: "0", author: "M", date: "D", text: "x\ny")])
  }

  @Test("running heads are at the beginning and the end of their sections")
  func runningHeads() {
    func references(_ kinds: String) -> String {
      "<w:sectPr>\(kinds)</w:sectPr>"
    }
    let body = """
      \(Self.paragraph("a"))<w:p><w:pPr>\(references("<w:headerReference r:id='part-one'/>"))</w:pPr>\
      \(Self.run("b"))</w:p>\(Self.paragraph("c"))\
      \(references("<w:footerReference w:type='default' r:id='part-two'/>"))
      """
    let text = Documents.word(
      body, parts: ["one": Self.paragraph("head"), "two": Self.paragraph("foot")])
    #expect(
      text?.markup == """
        <div role=doc-pageheader><p>head</p></div><p>a</p><p>b</p><p>c</p>\
        <div role=doc-pagefooter><p>foot</p></div>
        """)
  }

  @Test("notes have the numbers that Word shows")
  func noteNumbers() {
    func note(_ kind: String, _ id: Int, _ more: String = "") -> String {
      "<w:r><w:\(kind)Reference w:id='\(id)'\(more)/><w:t>*</w:t></w:r>"
    }
    func plain(_ kind: String, _ id: Int) -> String {
      "<w:r><w:\(kind)Reference w:id='\(id)'/></w:r>"
    }
    let section = """
      <w:sectPr><w:footnotePr><w:numFmt w:val='lowerLetter'/><w:numRestart w:val='eachSect'/>\
      </w:footnotePr></w:sectPr>
      """
    let body = """
      <w:p><w:pPr>\(section)</w:pPr>\(plain("footnote", 1))\(plain("endnote", 1))\
      \(note("footnote", 2, " w:customMarkFollows='1'"))\(plain("footnote", 3))</w:p>\
      <w:p>\(plain("footnote", 4))\(plain("endnote", 2))</w:p>\(section)
      """
    func notes(_ kind: String, _ count: Int) -> String {
      (1...count).map { "<w:\(kind) w:id='\($0)'>\(Self.paragraph("n"))</w:\(kind)>" }.joined()
    }
    let text = Documents.word(
      body, parts: ["footnotes": notes("footnote", 4), "endnotes": notes("endnote", 2)])
    let shown = text?.markup.split(separator: "<sup>").dropFirst().map { $0.prefix { $0 != "<" } }
    #expect(shown == ["a", "i", "*", "b", "a", "ii"])
    #expect(
      [1, 27, 53].map { WordNotes.label($0, "upperLetter") } == ["A", "AA", "AAA"]
        && [1, 4, 5].map { WordNotes.label($0, "chicago") } == ["*", "§", "**"])
  }

  @Test("comments reply to others, and discussions are done")
  func replies() {
    let word = "xmlns:w14='http://schemas.microsoft.com/office/word/2010/wordml'"
    func comment(_ id: Int) -> String {
      "<w:comment w:id='\(id)' w:author='M'><w:p w14:paraId='A\(id)'/></w:comment>"
    }
    let comments = MarkupParser.xml(
      Array(Documents.part("comments", comment(0) + comment(1) + comment(2), word).utf8))
    let extended = MarkupParser.xml(
      Array(
        """
        <e xmlns:w15='http://schemas.microsoft.com/office/word/2012/wordml'>\
        <w15:commentEx w15:paraId='A0' w15:done='1'/>\
        <w15:commentEx w15:paraId='A1' w15:paraIdParent='A0' w15:done='0'/>\
        <w15:commentEx w15:paraId='A2' w15:paraIdParent='B'/></e>
        """.utf8))
    let found = WordNotes.comments(
      comments?.root.elements.first { _ in true },
      extended: extended?.root.elements.first { _ in true })
    #expect(found.map(\.parent) == [nil, "0", nil])
    #expect(found.map(\.isDone) == [true, false, false])

    var portion = FlowPortion()
    portion.marks = [
      FlowMark(kind: .comment("0"), box: .zero),
      FlowMark(kind: .comment("2"), box: .zero, isPoint: true),
    ]
    let annotations = FlowAnnotations(found).annotations(on: 3, of: portion)
    #expect(annotations.map(\.kind) == [.highlight, .note, .note, .note])
    #expect(annotations.map(\.replyTo?.name) == [nil, "object-3-0", "object-3-0", nil])
    #expect(annotations.map(\.state) == [nil, nil, .completed, nil])
  }

  @Test("alternatives are read once, and images have their description")
  func drawings() {
    let body = """
      <w:p><w:r><mc:AlternateContent><mc:Choice><w:drawing><wp:inline><wp:docPr descr="alt"/>\
      <a:blip r:embed="i1"/></wp:inline><w:txbxContent>\(Self.paragraph("box"))</w:txbxContent>\
      </w:drawing></mc:Choice><mc:Fallback>\(Self.run("no"))</mc:Fallback></mc:AlternateContent>\
      </w:r></w:p>
      """
    #expect(
      Documents.word(body, links: ["i1": "media/1.png"])?.markup == """
        <p><img src=word/media/1.png alt=alt/></p><div class=text-box><p>box</p></div>
        """)
  }

  @Test("quotations and code are in their elements")
  func blocks() {
    let quote = "<w:pStyle w:val='Q'/>"
    let code = "<w:pStyle w:val='C'/>"
    let text = Documents.word(
      Self.paragraph("a", quote) + Self.paragraph("b", quote) + Self.paragraph("c", code)
        + Self.paragraph("", code) + Self.paragraph(" d", code),
      parts: ["styles": Self.style("Q", "Intense Quote") + Self.style("C", "Source Code")])
    #expect(text?.markup == "<blockquote><p>a</p><p>b</p></blockquote><pre>c\n\n d</pre>")
  }

  @Test("blanks are kept where they were set")
  func blanks() {
    let tab = "<w:r><w:tab/></w:r>"
    let text = Documents.word(
      "<w:p>\(Self.run("    if a  == b: "))\(Self.run("  "))\(Self.run("c "))\(tab)\(Self.run("d  "))</w:p>"
    )
    func blanks(_ text: String) -> String { "<span class=blanks>\(text)</span>" }
    #expect(
      text?.markup
        == "<p>\(blanks("    "))if a\(blanks("  "))== b: \(blanks("  "))c \(blanks("\t"))d</p>")
  }

  @Test("formulas are MathML")
  func formulas() {
    let body = """
      <w:p><m:oMath><m:f><m:num><m:r><m:t>a1</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r>\
      </m:den></m:f></m:oMath></w:p>
      """
    #expect(
      Documents.word(body)?.markup == """
        <p><math><mfrac><mrow><mi>a</mi><mn>1</mn></mrow><mrow><mi>b</mi></mrow></mfrac></math></p>
        """)
  }
}
