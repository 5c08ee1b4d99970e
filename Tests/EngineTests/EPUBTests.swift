import DocumentModel
import Engine
import Foundation
import TestSupport
import Testing
import Wire

extension EngineBench {
  /// Each block of a page as a word for its kind and its text; cells are separated by bars.
  func blocks(page: Int = 0) throws -> [String] {
    let text = try text(page: page)
    return (text.blocks ?? []).map { block in
      let scalars = text.scalars[block.range].map { $0 == 0x0A ? 0x7C : $0 }
      return "\(block.kind) "
        + String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
    }
  }

  /// The words of a page.
  func words(page: Int = 0) throws -> String {
    try blocks(page: page).map { String($0.drop { $0 != " " }.dropFirst()) }.joined(separator: "\n")
  }
}

/// The pixels of an image in a text that take a length: eight are a cell of a screen, which shows 4.6 points.
func pixels(_ length: Float) -> Float { (length * 8 / 4.6).rounded() }

extension EngineTests {
  @Suite struct EPUBTests {
    private static func open(_ book: BookSource) throws -> EngineBench {
      try EngineBench(book.data, name: "a.epub")
    }

    private static func blocks(_ body: String, style: String? = nil) throws -> [String] {
      try open(BookSource([body], style: style)).blocks()
    }

    /// They are hidden until they are asked for.
    @Test func hiddenNotesAreText() throws {
      let blocks = try Self.blocks(
        """
        <p>word<a epub:type="noteref" href="#n1">1</a></p><p hidden="hidden">gone</p>
        <aside epub:type="footnote" id="n1" hidden="hidden"><p>One.</p></aside>
        <section epub:type="endnotes" class="h"><aside role="doc-endnote"><p>Two.</p></aside></section>
        """, style: ".h { display: none }")
      #expect(blocks == ["paragraph word1", "footnote One.", "footnote Two."], "\(blocks)")
    }

    @Test func spineFilesArePages() throws {
      var book = BookSource(["<h1>One</h1><p>first</p>", "<p>second</p>"])
      book.addChapter("x.xhtml", BookSource.page("<p>aside</p>", nil), isLinear: false)
      book.addChapter("c9.xhtml", BookSource.page("<p>third</p>", nil))
      let bench = try Self.open(book)
      #expect(bench.summary.pageCount == 4)
      #expect(bench.summary.title == "A Book" && bench.summary.author == "Ann Author")
      #expect(bench.summary.flow?.kind == .formatted)
      #expect(try bench.blocks() == ["heading One", "paragraph first"])
      // Files outside the reading order come last.
      #expect(try (1...3).map { try bench.words(page: $0) } == ["second", "third", "aside"])
    }

    @Test func portionsOfABookHaveTheLengthsOfTheirFiles() throws {
      let words = String(repeating: "<p>Some words of a paragraph.</p>", count: 400)
      let flow = try Self.open(BookSource(["<p>a</p>", words, "<p>b</p>"])).summary.flow
      let ends = try #require(flow?.portionEnds)
      #expect(ends.count == 3 && ends[0] * 10 < ends[1] && ends[1] * 10 > ends[2] * 9)
    }

    @Test func blocksKeepTheirKinds() throws {
      let body = """
        <h2>A  <em>b</em></h2><p>one
        two</p><ul><li>x<ol start="3"><li>y</li></ol></li></ul><blockquote><p>q</p></blockquote>
        <pre>int x;

          y</pre><hr/><aside epub:type="footnote"><p>n</p></aside>
        """
      #expect(
        try Self.blocks(body) == [
          "heading A b", "paragraph one two", "listItem • x", "listItem 3. y", "paragraph q",
          "code int x;", "code ", "code   y", "rule * * *", "footnote n",
        ])
    }

    @Test func whiteSpaceFollowsTheStyle() throws {
      let body = #"<p class="v">a  b\#n c</p><p>d<br/>e</p><p class="n">f</p>"#
      #expect(
        try Self.blocks(body, style: ".v { white-space: pre-wrap } .n { display: none }")
          == ["paragraph a  b", "paragraph  c", "paragraph d", "paragraph e"])
      let blanks = #"<h2>1<span class="v">\#t</span>a</h2><p>b <span class="v">  </span>c</p>"#
      let bench = try Self.open(
        BookSource([blanks], style: ".v { white-space: pre-wrap }"))
      #expect(try bench.blocks() == ["heading 1       a", "paragraph b   c"])
    }

    @Test func marginsBecomeEmptyLines() throws {
      let style = ".t { margin: 0 } .i { margin: 0; text-indent: 1em }"
      let body = #"<p>a</p><p class="t">b</p><p class="t">c</p><p class="i">d</p>"#
      let bench = try Self.open(BookSource([body], style: style))
      // Verses follow each other; a paragraph that begins with an indent is separated.
      #expect(try bench.text().blocks?.map(\.isApart) == [false, true, false, true])
    }

    @Test func tablesHaveSpans() throws {
      let body = """
        <table><tr><th>a</th><th>b</th><th>c</th></tr>
        <tr><td rowspan="2">d</td><td colspan="2">e <b>f</b></td></tr><tr><td>g</td><td>h</td></tr>
        </table>
        """
      #expect(try Self.blocks(body) == ["tableHead a|b|c", "tableRow d|e f|", "tableRow |g|h"])
    }

    @Test func layoutTablesAreText() throws {
      let body = "<table><tr><td><table><tr><td>a</td><td>b</td></tr></table></td></tr></table>"
      #expect(try Self.blocks(body) == ["tableRow a|b"])
    }

    @Test func aTableInACellIsItsText() throws {
      let body = """
        <table><tr><td>a</td><td><table><tr><td>b</td><td>c</td></tr></table></td></tr>
        <tr><td>d</td><td>e</td></tr></table>
        """
      #expect(try Self.blocks(body) == ["tableRow a|b c", "tableRow d|e"])
    }

    @Test func superscriptsAndSubscriptsAreKept() throws {
      let body = """
        <p>x<sup>2</sup> H<sub>2</sub>O 1<sup>st</sup> e<sup>Q</sup> n<sup><i>k</i></sup> \
        x<sub>max</sub> x<sub>AB</sub></p>
        """
      #expect(try Self.blocks(body) == ["paragraph x² H₂O 1st e^{Q} nᵏ xₘₐₓ x_{AB}"])
    }

    @Test func formulasAreText() throws {
      let body = """
        <p>if <math xmlns="http://www.w3.org/1998/Math/MathML"><mfrac><mi>a</mi><mrow><mi>b</mi>
        <mo>+</mo><mn>1</mn></mrow></mfrac><mo>=</mo><msqrt><msup><mi>x</mi><mn>2</mn></msup></msqrt>
        </math> holds</p>
        """
      #expect(try Self.blocks(body) == ["paragraph if a/(b + 1) = √x² holds"])
    }

    @Test func rubyIsShownInBrackets() throws {
      let body = "<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby></p>"
      #expect(try Self.blocks(body) == ["paragraph 漢(かん)字(じ)"])
    }

    @Test func characterEntitiesAreDecoded() throws {
      #expect(
        try Self.blocks("<p>a&nbsp;&mdash;&eacute;&shy;&lt;&bogus;</p>").first?.contains("—é<")
          == true)
    }

    @Test func linksHaveTargetsInTheBook() throws {
      let first = """
        <p>see <a href="c2.xhtml#n1">1</a>, <a href="c2.xhtml">two</a>, <a href="#here">here</a>,
        <a href="https://example.org/">web</a></p><p id="here">x</p>
        """
      let bench = try Self.open(BookSource([first, "<p>a</p><p>b</p><p id=\"n1\">note</p>"]))
      let targets = try bench.links().map(\.target)
      #expect(targets.count == 4)
      // The place in a file that is not read yet is looked up when it is followed.
      #expect(targets[0] == .named("OPS/c2.xhtml#n1"))
      #expect(targets[1] == .destination(Destination(page: 1)))
      guard case .destination(let here) = targets[2] else { throw EngineFailure.notFound }
      let text = try bench.text()
      #expect(try bench.words().hasSuffix("x") && text.offset(atY: here.y ?? 0) > 20)
      #expect(targets[3] == .uri("https://example.org/"))
      guard case .destination(let found?) = try bench.ask(.destination(name: "OPS/c2.xhtml#n1"))
      else { throw EngineFailure.notFound }
      #expect(found.page == 1)
      #expect(try bench.text(page: 1).offset(atY: found.y ?? 0) == 4)
    }

    @Test func contentsComeFromTheNavigationDocument() throws {
      let navigation = """
        <nav epub:type="toc"><ol><li><a href="c1.xhtml">One</a>
        <ol><li><a href="c1.xhtml#b">Inner</a></li></ol></li><li><span>Part</span></li></ol></nav>
        """
      let bench = try Self.open(
        BookSource(["<p>a</p><p id=\"b\">b</p>"], navigation: navigation))
      let items = try bench.outline()
      #expect(items.map(\.title) == ["One", "Part"] && items[0].children.map(\.title) == ["Inner"])
      guard case .destination(let inner) = items[0].children.first?.target else {
        throw EngineFailure.notFound
      }
      #expect(inner.page == 0 && (inner.y ?? 0) > 12)
    }

    @Test func contentsComeFromAnNCX() throws {
      var book = BookSource(["<p>a</p>"])
      book.add(
        "toc.ncx", "application/x-dtbncx+xml",
        """
        <ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>One</text>
        </navLabel><content src="c1.xhtml"/></navPoint></navMap></ncx>
        """)
      book.spineAttributes = #"toc="toc.ncx""#
      #expect(try Self.open(book).outline().map(\.title) == ["One"])
    }

    @Test func largeFilesAreSeveralPages() throws {
      let paragraphs = (0..<4_000).map { "<p id=\"p\($0)\">paragraph number \($0) of many</p>" }
      let bench = try Self.open(BookSource([paragraphs.joined(), "<p>end</p>"]))
      let count = bench.summary.pageCount
      #expect(count > 2)
      let words = try (0..<count).map { try bench.words(page: $0) }.joined(separator: "\n")
      #expect(words.split(separator: "\n").count == 4_001)
      #expect(words.hasSuffix("paragraph number 3999 of many\nend"))
      guard case .destination(let place?) = try bench.ask(.destination(name: "OPS/c1.xhtml#p3999"))
      else { throw EngineFailure.notFound }
      #expect(place.page > 0 && place.page < count - 1)
    }

    @Test func imagesArePlacedInTheText() throws {
      var book = BookSource(["<p>a</p><img src=\"i.png\" alt=\"A hill\"/><p>b</p>"])
      book.add("i.png", "image/png", "")
      book.files.removeLast()
      var archive = book.archive
      archive.add(
        "OPS/i.png",
        MadePNG.file(
          60, 120, (0..<7_200).flatMap { _ in [255, 0, 0, 255] as [UInt8] }))
      let bench = try EngineBench(archive.data, name: "a.epub")
      #expect(try bench.blocks() == ["paragraph a", "figure A hill", "paragraph b"])
      let region = try #require(try bench.text().regions.first)
      #expect(pixels(region.box.width) == 60 && pixels(region.box.height) == 120)
    }

    @Test func drawingsAreImagesWithTheirWords() throws {
      _ = areRareFormatsLoaded
      let drawing = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 60"><title>A &lt;hill&gt;</title>
        <style>rect { fill: red }</style><rect width="90" height="60"/><text>green</text></svg>
        """
      var book = BookSource(["<p>a</p>\(drawing)<p>b</p>"])
      book.add("d.svg", "image/svg+xml", drawing)
      book.addReference("d.svg")
      let bench = try EngineBench(book.data, name: "a.epub")
      #expect(try bench.blocks() == ["paragraph a", "figure A <hill> green", "paragraph b"])
      let region = try #require(try bench.text().regions.first)
      #expect(pixels(region.box.width) == 90 && pixels(region.box.height) == 60)
      let part = PixelRect(x: 0, y: Int(region.box.y0), width: 90, height: 60)
      let drawn = try bench.draw(PageDrawing(page: 0, width: 480, height: 100_000, part: part))
      #expect(drawn[5, 5] == 0xFF0000)
      #expect(try bench.blocks(page: 1) == ["figure A <hill> green"])
    }

    @Test func drawingsHaveTheStyleOfTheirPage() throws {
      _ = areRareFormatsLoaded
      let drawing = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 60">
        <rect class="x" width="90" height="60"/></svg>
        """
      let bench = try Self.open(
        BookSource(["<p>a</p>\(drawing)"], style: "p > i, .x { fill: #ff0000 }"))
      let region = try #require(try bench.text().regions.first)
      let part = PixelRect(x: 0, y: Int(region.box.y0), width: 90, height: 60)
      let drawn = try bench.draw(PageDrawing(page: 0, width: 480, height: 100_000, part: part))
      #expect(drawn[5, 5] == 0xFF0000)
    }

    @Test func fullWidthTransformIsApplied() throws {
      #expect(
        try Self.blocks("<p>a字 é<br/>9~</p>", style: "p { text-transform: full-width }") == [
          "paragraph ａ字 é", "paragraph ９～",
        ])
    }

    @Test func fragmentIdentifiersFindBlocks() throws {
      let bench = try Self.open(
        BookSource(["<p>a</p>", "<p>one</p><div><p>two</p><p>three <i>x</i> end</p></div>"]))
      func offset(_ fragment: String) throws -> Int {
        guard case .destination(let found?) = try bench.ask(.destination(name: fragment)) else {
          throw EngineFailure.notFound
        }
        #expect(found.page == 1)
        return try bench.text(page: 1).offset(atY: found.y ?? 0)
      }
      #expect(try offset("epubcfi(/6/4!/4/2)") == 0)
      #expect(try offset("epubcfi(/6/4[c2]!/4/4/4[x]/3:2)") == 8)
      // A range begins at its first end; a step that leads nowhere stays above.
      #expect(try offset("epubcfi(/6/4!/4/4,/2/1:0,/4/1:2)") == 4)
      #expect(try offset("epubcfi(/6/4!/4/4/4/99)") == 8)
      #expect(try bench.ask(.destination(name: "epubcfi(/6/40!/4)")) == .destination(nil))
    }

    @Test(arguments: [
      ("one", "epubcfi(/6/4!/4/2,/1:0,/1:3)"),
      // The first chapter has as many characters before it.
      ("two three", "epubcfi(/6/4!/4/4[d^,1],/2/1:1,/4/1:5)"),
      ("x end", "epubcfi(/6/4!/4/4[d^,1]/4,/2/1:0,/3:4)"),
      ("𝒳 é", "epubcfi(/6/4!/4/6,/1:9,/1:13)"),
      ("so hyphen", "epubcfi(/6/4!/4/8,/1:0,/1:11)"),
    ])
    func wordsHaveFragmentIdentifiers(_ words: String, _ fragment: String) throws {
      let bench = try Self.open(
        BookSource([
          "<p>a</p>",
          """
          <p>one</p><div id="d,1"><p> two</p><p>three <i>x</i> end</p></div>
          <p>𝒳 <!-- 𝒳 -->b   \n 𝒳 é</p><p>so hy&#173;phe&#173;n.</p>
          """,
        ]))
      let text = try bench.text(page: 1).scalars
      let wanted = words.unicodeScalars.map(\.value)
      let shown = text.map { $0 == 0x0A ? 0x20 : $0 }
      let start = try #require(
        shown.indices.last { shown[$0...].starts(with: wanted) })
      let range = start..<start + wanted.count
      let places = try bench.ask(.bookPlaces(page: 1, [range]))
      #expect(places == .bookPlaces([BookPlace(file: "OPS/c2.xhtml", fragment: fragment)]))
      let found = try bench.ask(.textPlace(.fragment(fragment)))
      #expect(found == .textPlace(TextPlace(page: 1, characters: range)))
    }

    @Test func pagesOfThePrintedBookHaveNumbers() throws {
      let navigation = """
        <nav epub:type="toc"><ol><li><a href="c1.xhtml">One</a></li></ol></nav>
        <nav epub:type="page-list"><ol><li><a href="c1.xhtml#p9">9</a></li>
        <li><a href="c2.xhtml#p10">10</a></li></ol></nav>
        """
      let bench = try Self.open(
        BookSource(["<p id=\"p9\">a</p>", "<p>b</p><p id=\"p10\">c</p>"], navigation: navigation))
      // Text before the first page has none, and the second chapter begins on the page that the first ends on.
      #expect(try bench.pages().map(\.label) == ["9", "9"])
      #expect(
        try bench.pages().map { $0.labels.later.last?.label ?? $0.labels.first } == ["9", "10"])
      guard case .destination(let page?) = try bench.ask(.destination(name: "10")) else {
        throw EngineFailure.notFound
      }
      #expect(page.page == 1 && (page.y ?? 0) > 12)
    }

    @Test func aFileMayHaveSeveralPrintedPages() throws {
      let navigation = """
        <nav epub:type="page-list"><ol><li><a href="c2.xhtml#p11">11</a></li>
        <li><a href="c2.xhtml#p12">12</a></li></ol></nav>
        """
      let words = (1...40).map { "word\($0)" }.joined(separator: " ")
      let bench = try Self.open(
        BookSource(
          [
            "<p>before</p>",
            "<p>still</p><p id=\"p11\">eleven \(words) <span id=\"p12\"/>twelve \(words)</p>",
            "<p>after</p>",
          ], navigation: navigation))
      let labels = try bench.pages().map(\.labels)
      #expect(labels.map(\.first) == ["", "", "12"] && labels.map(\.later.count) == [0, 2, 0])
      let text = try bench.text(page: 1)
      func label(of word: String) throws -> String {
        let start = try #require(text.scalars.firstRange(of: word.unicodeScalars.map(\.value)))
        let place = text.boxes[start.lowerBound].corner
        let found = labels[1].label(at: start.lowerBound)
        #expect(found == labels[1].label(x: place.x, y: place.y), "\(word)")
        #expect(PageLabels(packed: labels[1].packed) == labels[1])
        return found
      }
      #expect(try ["still", "eleven", "word40", "twelve"].map(label) == ["", "11", "11", "12"])
      guard case .destination(let page?) = try bench.ask(.destination(name: "12")), let y = page.y
      else { throw EngineFailure.notFound }
      // A page may begin within a paragraph.
      #expect(page.page == 1 && labels[1].label(x: page.x, y: y) == "12")
      let found = text.scalars[text.offset(atY: y, x: page.x)...].prefix(6)
      #expect(found.elementsEqual("twelve".unicodeScalars.map(\.value)))
    }

    @Test func labelsOfALongBookTakeSeveralReplies() throws {
      let chapter =
        "<p id=\"p\">" + String(repeating: "words of a chapter ", count: 40_000) + "</p>"
      let pages = (1...4).map { "<li><a href=\"c\($0).xhtml#p\">\($0)</a></li>" }.joined()
      let bench = try Self.open(
        BookSource(
          [String](repeating: chapter, count: 4),
          navigation: "<nav epub:type=\"page-list\"><ol>\(pages)</ol></nav>"))
      let count = bench.summary.pageCount
      guard case .pages(let first) = try bench.ask(.pages(0..<count)) else {
        throw EngineFailure.notFound
      }
      #expect((1..<count).contains(first.count))
      let labels = try bench.pages().map(\.label)
      #expect(labels.count == count && Set(labels) == ["1", "2", "3", "4"] && labels.last == "4")
    }

    @Test(arguments: [
      (TextSelector(.css("body > p:nth-child(2)"), 4..<9), nil, "brown"),
      (TextSelector(.xpath("/html/body/div[1]/p[1]")), nil, "in a box"),
      (TextSelector(.xpath("//*[@id='x']/text()[1]"), 0..<3), nil, "the"),
      (TextSelector(.body, 10..<15), nil, "brown"),
      (
        TextSelector(.xpath("/html[1]/body[1]/div/p[1]")),
        TextSelector(.xpath("/html/body/div/p[2]")), "in a box"
      ),
      (TextSelector(.xpath("//p[2]")), nil, "the brown fox"),
      (TextSelector(.xpath("//div/p[2]")), nil, "last"),
      (TextSelector(.xpath("//body//p[1]/text()")), nil, "Quick."),
      (TextSelector(.xpath("//*/p[3]")), nil, nil), (TextSelector(.xpath("//p/i")), nil, "fox"),
      (TextSelector(.css("p, )")), nil, nil), (TextSelector(.xpath("//p[position()>1]")), nil, nil),
    ])
    func textQuotesOfOtherProgramsAreFound(
      _ start: TextSelector, _ end: TextSelector?, _ words: String?
    ) throws {
      let bench = try Self.open(
        BookSource([
          #"<p>Quick.</p><p id="x">the brown <i>fox</i></p><div><p>in a box</p><p>last</p></div>"#
        ]))
      let answer = try bench.ask(.textPlace(.text(file: "c1.xhtml", start, end: end)))
      guard case .textPlace(let place) = answer else { throw EngineFailure.notFound }
      let scalars = try bench.text().scalars
      let found = place.map {
        String(String.UnicodeScalarView(scalars[$0.characters].compactMap(Unicode.Scalar.init)))
      }
      #expect(found == words)
    }

    @Test func printedPagesMayBeginAtFragmentIdentifiers() throws {
      let navigation = """
        <nav epub:type="page-list"><ol><li><a href="book.opf#epubcfi(/6/4!/4/2/1:0)">11</a></li>
        <li><a href="book.opf#epubcfi(/6/4!/4/2/1:7[three])">12</a></li></ol></nav>
        """
      let bench = try Self.open(
        BookSource(
          ["<p>before</p>", "<p>eleven twelve</p>", "<p>after</p>"], navigation: navigation))
      let labels = try bench.pages().map(\.labels)
      #expect(labels.map(\.first) == ["", "11", "12"])
      #expect(labels[1].label(at: 0) == "11" && labels[1].label(at: 7) == "12")
      #expect(labels[1].label(x: 42, y: 0) == "12")
      guard case .destination(let page?) = try bench.ask(.destination(name: "12")) else {
        throw EngineFailure.notFound
      }
      #expect(page.page == 1 && page.x == 42)
    }

    @Test func aFormulaIsOneTextPosition() throws {
      let bench = try Self.open(
        BookSource([
          #"<p>so <math xmlns="http://www.w3.org/1998/Math/MathML"><mi>a</mi><mo>+</mo><mi>b</mi></math> it is</p>"#
        ]))
      let scalars = try bench.text().scalars
      let wanted = try #require(scalars.firstRange(of: "a + b".unicodeScalars.map(\.value)))
      guard case .bookPlaces(let places) = try bench.ask(.bookPlaces(page: 0, [wanted])),
        let fragment = places.first?.fragment
      else { throw EngineFailure.notFound }
      #expect(
        try bench.ask(.textPlace(.fragment(fragment)))
          == .textPlace(TextPlace(page: 0, characters: wanted)))
    }

    @Test func runningHeadsAreMarkedAsHeaders() throws {
      let bench = try Self.open(
        BookSource([
          #"<div role="doc-pageheader"><h1>Head</h1><table><tr><td>x</td></tr></table></div><p>a</p>"#
        ]))
      #expect(try bench.blocks() == ["header Head", "header x", "paragraph a"])
      #expect(bench.summary.hasOutline == false)
    }

    @Test func listMarkersAndQuotationMarksFollowTheBook() throws {
      let blocks = try Self.blocks(
        """
        <ul><li>text</li></ul><p lang="de"><q>a <q>b</q></q></p><p lang="fr"><q>c</q></p><p><q>d</q></p>
        """, style: "li { list-style-type: '→ ' }")
      #expect(
        blocks == [
          "listItem → text", "paragraph „a ‚b‘“", "paragraph «\u{A0}c\u{A0}»", "paragraph “d”",
        ])
    }

    @Test func tagsMayHaveManyAttributes() throws {
      let attributes = (0..<5_000).map { " a\($0)=\"x>\"" }.joined()
      for body in ["<p\(attributes)>a</p><p>b</p>", "<p>a</p><p\(attributes) x>b</p>"] {
        #expect(try Self.open(BookSource([body])).words().hasPrefix("a\nb"))
      }
    }

    /// Twice the same attribute would be an error if the second were not beyond the limit.
    @Test(arguments: [
      "", "<!-- <a b=\"-->", "<![CDATA[<a b=']]>", "<!-- <a it's -->", "<?x <a b='?>",
    ])
    func tagsAreFoundBesideComments(_ start: String) throws {
      let attributes = (0...1_000).map { " a\($0)='>'" }.joined()
      let words = try Self.open(BookSource([start + "<p\(attributes) a0='x'>a</p>"])).words()
      #expect(words.hasSuffix("a") && !words.contains("well-formed"), "\(words)")
    }

    /// At the limit of characters no tab moves the column.
    @Test func tabsAreBoundedByTheCharacterLimit() throws {
      let tabs = String(repeating: "\t", count: 260_000)
      let words = try Self.open(BookSource(["<pre>a\n\(tabs)</pre>"])).words()
      #expect(words.contains("a"))
    }

    @Test func rubyAndNoteCallsAreMarked() throws {
      let text = try Self.open(
        BookSource([
          """
          <p><ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby> a<a epub:type="noteref" href="#n">[1]</a>
          b<sup><a href="#n">2</a></sup> <a href="#n">three</a></p><p id="n">note</p>
          """
        ])
      ).text()
      let asides = text.asides.map { aside in
        let scalars = text.scalars[aside.range].compactMap(Unicode.Scalar.init)
        return "\(aside.kind) \(String(String.UnicodeScalarView(scalars)))"
      }
      #expect(asides == ["reading (かん)", "reading (じ)", "noteCall [1]", "noteCall ²"])
    }

    // MARK: bad input

    @Test func missingFilesAreReported() throws {
      var book = BookSource(["<p>a</p>", "<p>b</p>"])
      book.files.removeLast()
      #expect(try Self.open(book).words(page: 1) == "(OPS/c2.xhtml is missing from the book)")
    }

    @Test func brokenMarkupIsReadAsHTML() throws {
      let bench = try Self.open(BookSource(["<html><body><p>a<b>c</p><p>d &undefined; <li>e"]))
      #expect(try bench.words().contains("d &undefined;"))
      #expect(try bench.words().hasSuffix("is not well-formed XML and was read as HTML)"))
      let whole = try Self.open(BookSource(["<p>a&nbsp;&eacute;</p>"]))
      #expect(try whole.words() == "a\u{A0}é")
    }

    @Test func encryptedBooksAreRefused() throws {
      var archive = BookSource(["<p>a</p>"]).archive
      archive.add(
        "META-INF/encryption.xml",
        Data(
          """
          <encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"
          xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:CipherData>
          <enc:CipherReference URI="OPS/c1.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>
          """.utf8))
      #expect(throws: EngineFailure.protectedBook) {
        try EngineBench(archive.data, name: "a.epub")
      }
    }

    @Test func nestingIsBounded() throws {
      let depth = 100_000
      let body =
        String(repeating: "<div>", count: depth) + "x" + String(repeating: "</div>", count: depth)
      #expect(try Self.blocks(body) == ["paragraph x"])
    }

    @Test func entityExpansionIsBounded() throws {
      let bomb = """
        <?xml version="1.0"?><!DOCTYPE html [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">
        <!ENTITY c SYSTEM "file:///etc/passwd">]><html xmlns="http://www.w3.org/1999/xhtml"><body>
        <p>&a; &b; &c;</p></body></html>
        """
      let words = try Self.open(BookSource([bomb])).words()
      #expect(words == "aaaaaaaaaa")
    }

    @Test func pathsOutsideTheContainerAreRefused() throws {
      var archive = ZipArchive()
      archive.add("../../escape.txt", Data("x".utf8))
      archive.add("META-INF/container.xml", Data("<container><rootfiles/></container>".utf8))
      #expect(throws: EngineFailure.noPackage) { try EngineBench(archive.data, name: "a.epub") }
    }
  }
}
