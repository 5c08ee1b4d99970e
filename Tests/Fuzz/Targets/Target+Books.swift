import Engine
import Foundation
import TestSupport

/// Books, web pages and office documents as the worker reads them.
extension Target {
  static let books = [
    Target(name: "html", seeds: { [Array(page.utf8)] }, words: markupWords) {
      read($0, as: "a.html")
    },
    Target(name: "fiction-book", seeds: { [Array(fiction.utf8)] }, words: markupWords) {
      read($0, as: "a.fb2")
    },
    Target(name: "epub", seeds: { [Array(ZipArchive(book).data)] }, words: markupWords) {
      read($0, as: "a.epub")
    },
    Target(name: "word", seeds: { [Array(ZipArchive(word).data)] }, words: markupWords) {
      read($0, as: "a.docx")
    },
    Target(name: "open-document", seeds: { [Array(flat.utf8)] }, words: markupWords) {
      read($0, as: "a.fodt")
    },
    Target(name: "comic", seeds: { [Array(ZipArchive([("1.png", "x"), ("2/3.jpg", "y")]).data)] }) {
      read($0, as: "a.cbz")
    },
  ]

  private static let markupWords = [
    "<p>", "</p>", "<table><tr><td rowspan=\"9\" colspan=\"9\">", "<ol start=\"-9\">", "<li>",
    "<sup>", "&amp;", "&#0;", "&x;", "<![CDATA[", "<!--", "<math><mfrac>", "<ruby><rt>",
    "<img src=\"",
    "<a href=\"#", " id=\"a\"", " style=\"", "display:none;", "white-space:pre;", "{", "}", ":not(",
    "@media ", "content:counter(x)", "\u{0}", "<?xml version=\"1.0\"?>", "]]>", "..",
    "PK\u{3}\u{4}",
  ]

  private static let page = """
    <!DOCTYPE html><html><head><title>T</title><style>p { margin: 0; text-indent: 1em }
    .a::before { counter-increment: x; content: counter(x, upper-roman) " " } td:nth-child(2n+1) > b,
    li[class~="q"] { display: none !important }</style></head><body><h1 id=a>Head</h1><p class=a>one
    <b>two</b> <a href="#a">three</a><sup>4</sup><ul><li class=q>x<li>y</ul><table><tr><th>a<th>b
    <tr><td rowspan=2>c<td>d<tr><td colspan=2>e</table><pre>f
      g</pre><math><msup><mi>x</mi><mn>2</mn></msup></math><ruby>h<rt>i</ruby></body></html>
    """
  private static let fiction = """
    <?xml version="1.0"?><FictionBook><description><title-info><book-title>T</book-title>
    </title-info></description><body><section><title><p>a</p></title><p>b<a href="#n">1</a></p>
    <poem><stanza><v>c</v></stanza></poem><image href="#i"/></section></body><body name="notes">
    <section id="n"><p>d</p></section></body><binary id="i">iVBORw0KGgo=</binary></FictionBook>
    """
  private static let book: [(path: String, text: String)] = [
    ("mimetype", "application/epub+zip"),
    ("META-INF/container.xml", "<container><rootfile full-path=\"b.opf\"/></container>"),
    (
      "b.opf",
      """
      <package version="3.0"><metadata><dc:title xmlns:dc="http://purl.org/dc/elements/1.1/">T</dc:title>
      </metadata><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>
      <item id="n" href="n.xhtml" media-type="application/xhtml+xml" properties="nav"/></manifest>
      <spine><itemref idref="a"/><itemref idref="n" linear="no"/></spine></package>
      """
    ),
    ("a.xhtml", "<html><body><p id=\"x\">one <a href=\"n.xhtml\">two</a></p></body></html>"),
    (
      "n.xhtml",
      "<html><body><nav><ol><li><a href=\"a.xhtml#x\">One</a></li></ol></nav></body></html>"
    ),
  ]
  private static let word: [(path: String, text: String)] = [
    (
      "_rels/.rels",
      "<Relationships><Relationship Id=\"r\" Type=\"x/officeDocument\" Target=\"d.xml\"/></Relationships>"
    ),
    (
      "d.xml",
      """
      <w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p>
      <w:pPr><w:pStyle w:val="Heading1"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>
      <w:r><w:t>a</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr><w:p/></w:tc>
      </w:tr></w:tbl></w:body></w:document>
      """
    ),
  ]
  private static let flat = """
    <?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
    xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
    xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:text>
    <text:h text:outline-level="1">a</text:h><text:list><text:list-item><text:p>b<text:s text:c="9"/></text:p>
    </text:list-item></text:list><table:table><table:table-row table:number-rows-repeated="9"><table:table-cell
    table:number-columns-repeated="9"><text:p>c</text:p></table:table-cell></table:table-row></table:table>
    </office:text></office:body></office:document>
    """
}
