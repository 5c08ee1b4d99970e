import DocumentModel
import Engine
import Foundation
import TestSupport
import Testing
import Text
import Wire

extension EngineTests {
  /// Contents of books' files that go beyond paragraphs and image files.
  @Suite struct BookContentTests {
    private static func open(_ book: BookSource) throws -> EngineBench {
      try EngineBench(book.data, name: "a.epub")
    }

    @Test func svgImagesMayBeDataURIs() throws {
      _ = areRareFormatsLoaded
      let address = """
        data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 90 60'%3E\
        %3Crect fill='%23ff0000' width='90' height='60'/%3E%3C/svg%3E
        """
      let bench = try Self.open(BookSource(["<p>a</p><img src=\"\(address)\" alt=\"b\"/>"]))
      #expect(try bench.blocks() == ["paragraph a", "figure b"])
      let region = try #require(try bench.text().regions.first)
      let part = PixelRect(x: 0, y: Int(region.box.y0), width: 90, height: 60)
      let drawn = try bench.draw(PageDrawing(page: 0, width: 480, height: 100_000, part: part))
      #expect(drawn[5, 5] == 0xFF0000)
    }

    @Test func lastLinesHaveTheirOwnAlignment() throws {
      let body = """
        <p>a</p><p style="-epub-text-align-last: right">b</p>\
        <p style="text-align: end; text-align-last: center">c</p>\
        <p dir="rtl" style="text-align-last: end">d</p>
        """
      let blocks = try #require(try Self.open(BookSource([body])).text().blocks)
      #expect(
        blocks.map(\.alignments) == [[], [.left, .right], [.right, .center], [.left, .left]])
    }

    /// The first letters of words that are set large, as floats or as images.
    @Test(arguments: [
      "<span style='float: left'>O</span>nce upon",
      "<span style='float: left'>“O</span>nce upon",
      "<span><span style='float: left'><b>O</b></span>nce</span> upon",
      "<img src='data:image/png;base64,' alt='O'/>nce upon",
      "<span style='float: left'><img src='data:image/png;base64,' alt='O'/></span>nce upon",
    ])
    func dropCapsBelongToTheirWords(_ body: String) throws {
      let words = try Self.open(BookSource(["<p>\(body)</p>"])).words()
      #expect(words.drop { $0 == "“" } == "Once upon")
    }

    /// Formulas without MathML, as pandoc writes them.
    @Test(arguments: [
      ("e<sup><i>i</i><i>π</i></sup>", "e^{iπ}"), ("2<sup><i>k</i>q</sup>", "2^{kq}"),
      ("<em>e</em><sup> − <em>x</em><sub>1</sub></sup>", "e⁻ ˣ₁"),
      ("n<sub><i>i</i>,<i>j</i></sub>", "nᵢ,ⱼ"), ("x<sup><i>i</i>1</sup>", "xⁱ¹"),
      ("a<sup>x + π</sup>", "a^{x + π}"), ("a<sup>1 2</sup>", "a¹ ²"),
      ("1<sup>st</sup>", "1st"), ("b<sup>[<i>a</i>]</sup>", "b[a]"),
      ("a<sup><a href='#n'>1</a></sup>", "a¹"), ("a<sup>→</sup>", "a→"), ("a<sup>+</sup>", "a⁺"),
      ("a<sup>[12]</sup>", "a[12]"), ("a<sup>[<a href='#n'>12</a>]</sup>", "a[12]"),
    ])
    func partsOfExponentsBelongTogether(_ body: String, _ words: String) throws {
      #expect(try Self.open(BookSource(["<p>\(body)</p>"])).words() == words)
    }

    @Test(.enabled(if: TestTier.runsLong)) func textAfterAMillionRulesIsRead() throws {
      let rules = String(repeating: ".a > .b { color: red } ", count: 800_000)
      let bench = try Self.open(BookSource(["<STYLE>\(rules)</STYLE><p>one</p>"]))
      let pages = try (0..<bench.summary.pageCount).map { try bench.words(page: $0) }
      #expect(pages.filter { !$0.isEmpty } == ["one"])
    }

    @Test func taskCheckBoxesAreShown() throws {
      let body = """
        <ul style="list-style: none"><li><input type="checkbox" checked=""/>a</li>\
        <li><label><input type="checkbox"/>b</label></li></ul>
        """
      #expect(try Self.open(BookSource([body])).words() == "☒ a\n☐ b")
    }

    @Test(arguments: [
      (
        "a <del>b</del> <span style='text-decoration: line-through'>c <s>d</s></span>",
        "a [-b-] [-c d-]"
      ),
      ("<button>a</button><button>b</button>c<textarea>d</textarea>", "a b c d"),
    ])
    func deletedWordsAndControlsAreApart(_ body: String, _ words: String) throws {
      #expect(try Self.open(BookSource(["<p>\(body)</p>"])).words() == words)
    }

    @Test(arguments: [
      ("<del><p>a</p><p>b</p></del>", "[-a-]\n[-b-]"),
      ("<p style='text-decoration: line-through'>a <del>b</del></p><p>c</p>", "[-a b-]\nc"),
      ("<ul style='text-decoration: line-through'><li>a</li></ul>", "• [-a-]"),
      ("<p>a<s><img src='gone.png'/> </s> b</p>", "a b"), ("<p>a<s> b </s>c</p>", "a [-b-] c"),
      ("<p>a<del><a href='#b'>b</a></del></p>", "a[-b-]"),
      ("<pre>a<del>b\n\nc</del>d</pre>", "a[-b-]\n\n[-c-]d"),
    ])
    func deletedWordsAreMarkedInTheirBlocks(_ body: String, _ words: String) throws {
      let bench = try Self.open(BookSource([body]))
      #expect(try bench.words() == words)
      let text = try bench.text()
      #expect(
        try bench.links().map { text.words(in: $0.box) } == (body.contains("href") ? ["b"] : []))
    }

    @Test func deletedWordsAreMarkedInTheirCells() throws {
      let body = """
        <table><tr><td><del><p>a</p><p>b</p></del></td><td>c</td></tr>\
        <tr style='text-decoration: line-through'><td>d</td><td>e</td></tr></table>
        """
      #expect(try Self.open(BookSource([body])).words() == "[-a b-]|c\n[-d-]|[-e-]")
    }

    /// Their sizes are in the units of a view box, not in pixels.
    @Test func imagesInDrawingsHaveTheirOwnSize() throws {
      let bytes = MadePNG.file(80, 80, [UInt8](repeating: 99, count: 80 * 80 * 4))
      let body = """
        <p>a</p><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><image width="1" height="1"
        href="data:image/png;base64,\(bytes.base64EncodedString())"/></svg>
        """
      let regions = try Self.open(BookSource([body])).text().regions
      #expect(regions.map { pixels($0.box.width) } == [80])
    }

    @Test(arguments: [
      ("", 80), ("width='40'", 40), ("height='40px'", 40), ("width='900'", 80),
      ("width='50%'", 80), ("width='4'", nil),
    ])
    func imagesAreNoLargerThanTheirPixels(_ size: String, _ width: Float?) throws {
      let bytes = MadePNG.file(80, 80, [UInt8](repeating: 99, count: 80 * 80 * 4))
      let image =
        "<img src='data:image/png;base64,\(bytes.base64EncodedString())' alt='b' \(size)/>"
      let regions = try Self.open(BookSource(["<p>a \(image) c</p>"])).text().regions
      #expect(regions.map { pixels($0.box.width) } == [width].compactMap(\.self))
    }

    @Test func floatsAreReadBesideTheirLine() throws {
      let body =
        "<p>one<span style='float: right'>12</span>two <span style='float: left'>Aside</span>three</p>"
      #expect(try Self.open(BookSource([body])).words() == "one 12 two Aside three")
    }

    @Test func captionsBelongToTheirFiguresAndTables() throws {
      let bytes = MadePNG.file(60, 60, [UInt8](repeating: 99, count: 60 * 60 * 4))
      let image = "<img src='data:image/png;base64,\(bytes.base64EncodedString())' alt='A box'/>"
      let body = """
        <figure>\(image)<figcaption>Figure 1. One</figcaption></figure>\
        <figure><figcaption>Figure 2. Two</figcaption>\(image)</figure><p>a</p>\
        <table><caption>Table 1. Three</caption><tr><td>b</td><td>c</td></tr></table>
        """
      let text = try Self.open(BookSource([body])).text()
      #expect(
        text.blocks?.map(\.kind) == [
          .figure, .caption, .caption, .figure, .paragraph, .caption, .tableRow,
        ])
      let figures = text.blocks?.filter { $0.kind == .figure } ?? []
      #expect(
        figures.map { TextBlock($0, of: text).region?.caption } == [
          "Figure 1. One", "Figure 2. Two",
        ])
    }

    /// Of a file that is too large to stay set as a whole.
    @Test func allChunksOfALongChapterHaveText() throws {
      let words = String(repeating: "words of an endless chapter without any end ", count: 150)
      let chapter = String(repeating: "<p>\(words)</p>", count: 1_000)
      let bench = try Self.open(
        BookSource(
          [chapter + "<p id=\"p\">last</p>"],
          navigation:
            "<nav epub:type=\"page-list\"><ol><li><a href=\"c1.xhtml#p\">9</a></li></ol></nav>"))
      let last = bench.summary.pageCount - 1
      #expect(last > 60)
      for page in [0, last, 30, 0] {
        #expect(try !bench.text(page: page).scalars.isEmpty, "\(page)")
      }
      let labels = try bench.pages().map { $0.labels.later.last?.label ?? $0.labels.first }
      #expect(labels.last == "9" && labels.dropLast().allSatisfy(\.isEmpty))
    }

    /// Nothing is read of what is left out, and no chunk is made for it.
    @Test(.enabled(if: TestTier.runsLong)) func endlessFilesAreCut() throws {
      let blanks = String(repeating: " ", count: 40 << 20)
      let bench = try Self.open(BookSource(["<p>a" + blanks + "</p>", "<p>b</p>"]))
      #expect(bench.summary.pageCount == 258)
      #expect(try bench.words() == "a")
      #expect(try bench.words(page: 1) == "(the rest of this file is left out)")
      #expect(try bench.words(page: 257) == "b")
    }

    @Test func textIsMarkedAndHasSmallCapitals() throws {
      let body = """
        <p>a <mark>b <i>c</i></mark> <span style="font-variant: small-caps">d</span></p>
        """
      let bench = try Self.open(BookSource([body]))
      let text = try bench.text()
      let styles = zip(text.scalars.indices, text.scalars).map { index, _ in
        text.styles[text.runs.last { $0.start <= index }?.style ?? 0]
      }
      #expect(styles.map(\.isMarked) == [false, false, true, true, true, false, false, false])
      #expect(styles.map(\.isSmallCaps) == [false, false, false, false, false, false, true, true])
      #expect(styles[4].isItalic)
    }

    /// As verses are set: lines that go on are farther in than those that begin.
    @Test func linesMayHang() throws {
      let bench = try Self.open(
        BookSource(["<p>a<br/>b</p>"], style: "p { margin-left: 3em; text-indent: -2em }"))
      let blocks = try #require(try bench.text().blocks)
      #expect(blocks.map(\.indent) == [2, 6] && blocks.map(\.hang) == [4, 0])
      #expect(blocks.map(\.continues) == [false, true])
    }

    @Test func cellsCoverColumns() throws {
      let body = """
        <table><tr><td>a</td><td>b</td><td>c</td></tr><tr><td rowspan="2">d</td>
        <td colspan="2">e</td></tr><tr><td>f</td><td>g</td></tr></table>
        """
      let blocks = try #require(try Self.open(BookSource([body])).text().blocks)
      #expect(blocks.map { $0.alignments.map { $0 == .covered } }[1] == [false, false, true])
      #expect(blocks.allSatisfy { $0.alignments.count == 3 })
    }

    /// A name before a chunk's first block is of that block.
    @Test func namesAreInTheChunkOfTheirBlock() throws {
      let words = String(repeating: "words of a paragraph ", count: 400)
      let body = (0..<20).map { "<p id=\"p\($0)\">\($0) \(words)</p>" }.joined()
      let bench = try Self.open(BookSource([body]))
      for number in 0..<20 {
        let place = try #require(try bench.destination(named: "OPS/c1.xhtml#p\(number)"))
        let text = try bench.text(page: place.page)
        let first = text.offset(atY: place.y ?? 0, x: nil)
        let found = text.scalars[first...].prefix { $0 != 0x20 }
        #expect(found.compactMap { Unicode.Scalar($0) }.map(String.init).joined() == "\(number)")
      }
    }

    /// One paragraph, and letters of three bytes: text outside of all chunks was neither shown nor found.
    @Test(arguments: [
      "<p>" + (0..<40_000).map { "word\($0) " }.joined() + "</p>",
      String(repeating: "<p>" + String(repeating: "猫である。", count: 200) + "</p>", count: 100),
    ])
    func largeFilesFillTheirChunks(_ body: String) throws {
      let bench = try Self.open(BookSource([body]))
      #expect(bench.summary.pageCount > 3)
      let portions = try (0..<bench.summary.pageCount).map {
        try bench.text(page: $0).scalars.count
      }
      #expect(portions.allSatisfy { $0 > 1_000 }, "\(portions)")
    }

    @Test(arguments: ["<package><manifest/><spine", "<package", ""])
    func chaptersOfADamagedBookAreRead(_ package: String) throws {
      let body = "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>a</p></body></html>"
      let book = ZipArchive([
        ("mimetype", "application/epub+zip"), ("OPS/c.opf", package), ("OPS/1.xhtml", body),
        ("OPS/2.xhtml", body.replacing("<p>a", with: "<p>b")),
      ])
      let bench = try EngineBench(book.data, name: "a.epub")
      #expect(bench.summary.pageCount == 2)
      #expect(
        try bench.words()
          == "a\n(the book is damaged; its chapters follow each other as in the file)")
      #expect(try bench.words(page: 1) == "b")
    }

    @Test func truncatedBooksAreReported() throws {
      let fiction = "<FictionBook><body><section><p>a</p><p>b"
      let cut = try EngineBench(Data(fiction.utf8), name: "a.fb2")
      #expect(try cut.words().hasPrefix("a\nb\n(parts of this file may be missing"))
      let bad = fiction.replacing("<p>b", with: "<p>b & c</p><p>d &amp; &lt;e&gt;</p>")
      let damaged = try EngineBench(
        Data("\(bad)</section></body></FictionBook>".utf8), name: "a.fb2")
      #expect(try damaged.words().contains("d & <e>"))
    }

    @Test func doctypesAreNotText() throws {
      let text = "<!DOCTYPE html [<!ENTITY a \"b\">]><html><body><p>c</body></html>"
      #expect(try EngineBench(Data(text.utf8), name: "a.xhtml").words() == "c")
    }

    @Test(arguments: [
      (
        "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>",
        "∑ᵢ₌₁ⁿi"
      ),
      ("<msub><mi>x</mi><mi>max</mi></msub>", "xₘₐₓ"),
      ("<msub><mi>x</mi><mi>AB</mi></msub>", "x_{AB}"),
      ("<msup><mi>e</mi><mi>abq</mi></msup>", "e^{abq}"),
      (
        "<mfrac><mrow><mi>a</mi><mi>b</mi></mrow><mrow><mi>c</mi><mi>d</mi></mrow></mfrac>",
        "ab/(cd)"
      ),
      ("<mfrac><mn>1</mn><msup><mi>x</mi><mn>2</mn></msup></mfrac>", "1/x²"),
      ("<mfrac><mi>a</mi><mi>b</mi></mfrac><mo>∫</mo><mi>x</mi>", "a/b ∫x"),
      ("<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr></mtable>", "[1 0]"),
      (
        "<mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr></mtable><mo>)</mo>",
        "(1 0)"
      ),
      (
        "<mo>(</mo><mrow><mstyle><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr></mtable></mstyle></mrow><mo>)</mo>",
        "(1 0)"
      ),
      (
        "<mi>y</mi><mo>=</mo><mrow><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr></mtable></mrow>",
        "y = [1 0]"
      ),
      (
        "<mtable><mtr><mtd><mi>x</mi></mtd><mtd><mo>∈</mo><mi>A</mi></mtd></mtr></mtable>", "x ∈A"
      ),
      (
        "<mtable><mtr><mtd><mi>f</mi></mtd><mtd><mo>:=</mo><mn>1</mn></mtd></mtr></mtable>", "f :=1"
      ),
      ("<mo>(</mo><mfrac linethickness='0'><mi>n</mi><mi>k</mi></mfrac><mo>)</mo>", "(ⁿₖ)"),
      ("<mfrac linethickness='0.5pt'><mi>n</mi><mi>k</mi></mfrac>", "n/k"),
      ("<mover><mi>x</mi><mo>&#x302;</mo></mover>", "x\u{302}"),
    ])
    func formulasKeepTheirMeaning(_ math: String, _ expected: String) throws {
      #expect(try Self.open(BookSource(["<p><math>\(math)</math></p>"])).words() == expected)
    }

    /// A card shows a note and nothing after it.
    @Test func notesHaveAStart() throws {
      let body = """
        <aside epub:type="footnote"><p>a</p><p>b</p></aside><aside epub:type="footnote"><p>c</p></aside>\
        <p>d</p>
        """
      let blocks = try #require(try Self.open(BookSource([body])).text().blocks)
      #expect(blocks.map(\.kind) == [.footnote, .footnote, .footnote, .paragraph])
      #expect(blocks.map(\.level) == [1, 0, 1, 0])
    }

    @Test func invalidXMLNamesAreReported() throws {
      let bench = try Self.open(BookSource(["<p::p>a</p::p>"]))
      #expect(try bench.words() == "a\n(OPS/c1.xhtml has names that XML does not allow)")
    }
  }
}
