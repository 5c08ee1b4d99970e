import DocumentModel
import Foundation
import TestSupport
import Testing
import Wire

@testable import Engine

extension EngineTests {
  /// FictionBook and HTML.
  @Suite struct BookFormatTests {
    private static let book = """
      <?xml version="1.0" encoding="utf-8"?>
      <FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"
      xmlns:l="http://www.w3.org/1999/xlink"><description><title-info><author>
      <first-name>Ann</first-name><last-name>Author</last-name></author>
      <book-title>A Book</book-title><annotation><p>Blurb</p></annotation><sequence name="Series" number="2"/></title-info></description>
      <body><section><title><p>One</p><p>Two</p></title><p>text<a l:href="#n1" type="note">[1]</a></p>
      <poem><stanza><v>a</v><v>b</v></stanza></poem></section></body>
      <body name="notes"><section id="n1"><title><p>1</p></title><p>note</p></section></body>
      </FictionBook>
      """

    @Test func fictionBooksAreRead() throws {
      let bench = try EngineBench(Data(Self.book.utf8), name: "a.fb2")
      #expect(bench.summary.title == "A Book" && bench.summary.author == "Ann Author")
      #expect(
        try bench.blocks() == [
          "paragraph Blurb", "heading One", "heading Two", "paragraph text[1]", "paragraph a",
          "paragraph b",
          "footnote 1", "footnote note",
        ])
      #expect(try bench.outline().map(\.title) == ["One Two"])
      #expect(try bench.text().noteCalls.count == 1)
      guard case .destination = try bench.links().first?.target else {
        throw EngineFailure.notFound
      }
    }

    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf16])
    func fictionBooksMayBeUTF16(_ encoding: String.Encoding) throws {
      let book = Self.book.replacingOccurrences(of: "utf-8", with: "UTF-16")
      let bench = try EngineBench(try #require(book.data(using: encoding)), name: "a.fb2")
      #expect(bench.summary.title == "A Book" && bench.summary.author == "Ann Author")
    }

    @Test(arguments: ["", "<meta charset='utf-8'>"])
    func oneBadByteLeavesUTF8(_ declaration: String) throws {
      let page = "<html><head>\(declaration)</head><body><p>Grüße und mehr "
      var data = Data(page.utf8)
      data.append(0xE9)
      data += Data(" Ende</p>".utf8)
      let bench = try EngineBench(data, name: "a.html", converters: ConverterSet(loading: ""))
      #expect(try bench.blocks() == ["paragraph Grüße und mehr \u{FFFD} Ende"])
      #expect(bench.summary.flow?.encoding == "UTF-8")
    }

    @Test func fictionBooksAreReadInZip() throws {
      let archive = ZipArchive([("a.fb2", Self.book)])
      let bench = try EngineBench(archive.data, name: "a.fb2.zip")
      #expect(try bench.words().contains("text[1]"))
    }

    @Test func htmlPagesAreRead() throws {
      let page = """
        <!DOCTYPE html><html><head><title>A Page</title><meta name=author content="Ann Author">
        <style>.x { display: none }</style><script>alert("no")</script></head>
        <body><h1>Head</h1><p>one<p class=x>hidden<p>two &copy; <a href="b.html#c">b</a></body></html>
        """
      let bench = try EngineBench(Data(page.utf8), name: "a.html")
      #expect(bench.summary.title == "A Page" && bench.summary.author == "Ann Author")
      #expect(try bench.blocks() == ["heading Head", "paragraph one", "paragraph two © b"])
      #expect(try bench.links().map(\.target) == [.file("b.html", page: nil, name: "c")])
      #expect(try bench.outline().map(\.title) == ["Head"])
    }

    @Test func otherEncodingsAreConverted() throws {
      let page = "<html><head><meta charset=iso-8859-1></head><body><p>caf\u{E9}</body></html>"
      let latin = Data(page.unicodeScalars.map { UInt8($0.value) })
      #expect(throws: EngineFailure.converterNeeded) { try EngineBench(latin, name: "a.html") }
      let wide = Data(page.data(using: .utf16) ?? Data())
      #expect(try EngineBench(wide, name: "a.html").words() == "café")
    }

    @Test func htmlNamedAsTextIsShownAsText() throws {
      let bench = try EngineBench(Data("<p>a</p>\n".utf8), name: "a.txt")
      #expect(try bench.words() == "<p>a</p>")
    }

    private static let image = MadePNG.file(
      20, 30, (0..<600).flatMap { _ in [255, 0, 0, 255] as [UInt8] })

    @Test func comicBooksHaveAPageForEachImage() throws {
      var archive = ZipArchive()
      for name in ["b/page10.png", "b/page2.png", "a/1.png", "__MACOSX/a/1.png", "note.txt"] {
        archive.add(name, Self.image)
      }
      archive.add(
        "ComicInfo.xml",
        Data(
          "<ComicInfo><Series>S</Series><Number>3</Number><Writer>W</Writer><Pages><Page Image='2' Bookmark='Spread'/></Pages></ComicInfo>"
            .utf8))
      let bench = try EngineBench(archive.data, name: "a.cbz")
      #expect(bench.summary.pageCount == 3 && bench.summary.capabilities == .image)
      #expect(bench.summary.title == "S 3" && bench.summary.author == "W")
      #expect(try bench.pages().first?.size == PageSize(width: 20, height: 30))
      let items = try bench.outline()
      #expect(items.map(\.title) == ["a", "b", "Spread"])
      #expect(items.map(\.target) == [0, 1, 2].map { .destination(Destination(page: $0)) })
      let drawn = try bench.draw(PageDrawing(page: 2, width: 20, height: 30))
      #expect(drawn[10, 15] == 0xFF0000)
    }

    @Test func imagesOfAFolderPrecedeItsSubfolders() throws {
      var archive = ZipArchive()
      for name in ["Chapter 10/1.png", "cover.png", "Chapter 2/1.png", "zback.png"] {
        archive.add(name, Self.image)
      }
      let items = try EngineBench(archive.data, name: "a.cbz").outline()
      #expect(items.map(\.title) == ["Beginning", "Chapter 2", "Chapter 10"])
      #expect(items.map(\.target) == [0, 2, 3].map { .destination(Destination(page: $0)) })
    }

    @Test func windows1252QuotationMarksAreKept() {
      let declared = Array("<?xml version='1.0' encoding='windows-1252'?><p>".utf8)
      let text = MarkupEncoding.utf8(declared + [0x93, 0xE9, 0x94])
      #expect(String(decoding: text, as: UTF8.self).hasSuffix("<p>“é”"))
    }

    @Test(arguments: ["iso-8859-1", "windows-1252"])
    func declaredEncodingsAreNotGuessed(_ name: String) throws {
      let page = Data("<html><head><meta charset=\"\(name)\"></head><body><p>Gr".utf8)
      let bench = try EngineBench(
        page + [0xFC, 0xDF] + Data("e</p></body></html>".utf8), name: "a.html",
        converters: ConverterSet(loading: ""))
      #expect(
        bench.summary.flow?.isGuess == false && bench.summary.flow?.encoding == "windows-1252")
      #expect(try bench.words() == "Grüße")
    }

    @Test func mhtmlFilesHaveTheirImagesAndStyles() throws {
      let image = MadePNG.file(
        60, 120, (0..<7_200).flatMap { _ in [255, 0, 0, 255] as [UInt8] }
      ).base64EncodedString()
      let page = """
        From: <Saved by Blink>\r
        MIME-Version: 1.0\r
        Content-Type: multipart/related;\r
        \ttype="text/html"; boundary="-b-"\r
        \r
        ---b-\r
        Content-Type: text/html; charset=utf-8\r
        Content-Transfer-Encoding: quoted-printable\r
        Content-Location: https://example.org/a/page.html\r
        \r
        <title>T</title><link rel=3Dstylesheet href=3D"../s.css"><p>caf=C3=A9 so=\r
        ft</p><p class=3Dx>hidden</p><img src=3D"i.png" alt=3Dhill><img src=3D"cid:two" alt=3Ddale>\r
        <p><a href=3D"../o.html#x">o</a> <a href=3D"#y">y</a></p>\r
        ---b-\r
        Content-Type: text/css\r
        Content-Location: https://example.org/s.css\r
        \r
        .x { display: none }\r
        ---b-\r
        Content-Type: image/png\r
        Content-Transfer-Encoding: base64\r
        Content-Location: https://example.org/a/i.png\r
        Content-ID: <two>\r
        \r
        \(image)\r
        ---b---\r

        """
      let bench = try EngineBench(Data(page.utf8), name: "a.mhtml")
      #expect(bench.summary.title == "T")
      #expect(
        try bench.blocks() == [
          "paragraph café soft", "figure hill", "figure dale", "paragraph o y",
        ])
      #expect(
        try bench.links().map(\.target) == [.uri("https://example.org/o.html#x"), .named("y")])
      #expect(try bench.text().regions.count == 2)
    }

    @Test func mangaAreReadRightToLeft() throws {
      var archive = ZipArchive()
      archive.add("1.png", Self.image)
      archive.add(
        "ComicInfo.xml", Data("<ComicInfo><Manga>YesAndRightToLeft</Manga></ComicInfo>".utf8))
      #expect(try EngineBench(archive.data, name: "a.cbz").summary.isRightToLeft)
    }

    @Test(arguments: [
      ("b.xhtml", "OPS/b.xhtml", ""), ("x/b.xhtml#c", "OPS/x/b.xhtml", "c"),
      ("#c", "OPS/a.xhtml", "c"),
      ("../b%20c", "b c", ""), ("/b", "b", ""), ("../../../b", "b", ""),
      ("x/./y//z", "OPS/x/y/z", ""),
      ("x..y", "OPS/x..y", ""), ("b/..", "OPS", ""), ("b?c", "OPS/b", ""), ("é b", "OPS/é b", ""),
    ])
    func relativeURLsAreResolved(_ address: String, _ path: String, _ fragment: String) throws {
      let found = try #require(BookPath.resolved(address, from: "OPS/a.xhtml"))
      #expect(found.path == path && found.fragment == fragment)
      #expect(BookPath.resolved("https://example.org/b", from: "OPS/a.xhtml") == nil)
      #expect(BookPath.resolved("b", from: "a")?.path == "b")
    }

    private static func pictureBook(_ pages: [String]) throws -> EngineBench {
      var book = BookSource(
        pages,
        navigation: #"<nav epub:type="toc"><ol><li><a href="c2.xhtml">Two</a></li></ol></nav>"#)
      for name in ["1.png", "2.png"] { book.addImage(name, image) }
      book.spineAttributes = #"page-progression-direction="rtl""#
      return try EngineBench(book.data, name: "a.epub")
    }

    @Test func booksOfFullPageImagesAreComics() throws {
      let bench = try Self.pictureBook([
        #"<div><img src="1.png" alt="A cover"/></div>"#,
        """
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
        <title>t</title><image xlink:href="2.png" width="20" height="30"/></svg>
        """,
      ])
      #expect(bench.summary.capabilities == [.pages, .pixels, .rightToLeft])
      #expect(bench.summary.pageCount == 2 && bench.summary.title == "A Book")
      #expect(try bench.pages().first?.size == PageSize(width: 20, height: 30))
      #expect(try bench.outline().map(\.target) == [.destination(Destination(page: 1))])
      #expect(try bench.draw(PageDrawing(page: 1, width: 20, height: 30))[10, 15] == 0xFF0000)
    }

    @Test func aComicMayHaveBlankAndMissingPages() throws {
      var book = BookSource(
        (1...8).map { #"<img src="\#($0 == 3 ? "missing" : "1").png"/>"# } + [
          "<div/>", "<p>Copyright</p>",
        ])
      book.metadata += #"<meta property="rendition:layout">pre-paginated</meta>"#
      for name in (1...8) { book.addImage("\(name).png", Self.image) }
      let bench = try EngineBench(book.data, name: "a.epub")
      #expect(bench.summary.capabilities == .image && bench.summary.pageCount == 10)
      for page in [0, 8, 9] {
        #expect(try bench.draw(PageDrawing(page: page, width: 20, height: 30)).facts.width == 20)
      }
      #expect(throws: EngineFailure.notFound) {
        try bench.draw(PageDrawing(page: 2, width: 20, height: 30))
      }
    }

    @Test func pagesOfImagesHaveTheirWords() throws {
      _ = areRareFormatsLoaded
      let drawing = """
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
        width="20" height="30"><title>t</title><text x="1" y="9">Some <tspan>words</tspan></text>
        <a xlink:href="c1.xhtml"><text>back</text></a></svg>
        """
      let words = "All that the people in the picture say"
      var book = BookSource(
        (1...6).map { #"<img src="1.png" alt="\#($0 == 2 ? words : "page")"/>"# } + [
          #"<div role="doc-pageheader">head</div><h1>About</h1><p>this <a href="c2.xhtml">book</a></p>"#
        ])
      book.metadata += #"<meta property="rendition:layout">pre-paginated</meta>"#
      for name in 1...6 { book.addImage("\(name).png", Self.image) }
      book.add("8.svg", "image/svg+xml", drawing)
      book.addReference("8.svg")
      let bench = try EngineBench(book.data, name: "a.epub")
      #expect(bench.summary.capabilities == .image && bench.summary.pageCount == 8)
      var blank = PageText()
      blank.size = PageSize(width: 20, height: 30)
      #expect(try bench.text(page: 0) == blank)
      #expect(try bench.blocks(page: 1) == ["paragraph \(words)"])
      // Words for an image may leave out what is written on it.
      let needs = try [1, 6, 7].map { try bench.text(page: $0).needsRecognition }
      #expect(needs == [true, false, false])
      #expect(try bench.blocks(page: 6) == ["header head", "heading About", "paragraph this book"])
      #expect(try bench.links(page: 6).map(\.target) == [.destination(Destination(page: 1))])
      #expect(try bench.blocks(page: 7) == ["paragraph Some words", "paragraph back"])
      #expect(try bench.links(page: 7).map(\.target) == [.destination(Destination(page: 0))])
      let text = try bench.text(page: 7)
      #expect(text.boxes.allSatisfy { $0.x1 <= 20 && $0.y1 <= 30 })
      let plain = try [6, 7].map { page in
        guard case .plainText(let bytes) = try bench.ask(.plainText(page: page)) else {
          throw EngineFailure.notFound
        }
        return String(decoding: bytes, as: UTF8.self)
      }
      #expect(plain[0].hasPrefix("About") && plain[1].hasPrefix("Some words\nback"))
    }

    @Test(arguments: [
      #"<p>words</p><img src="2.png"/>"#, #"<img src="1.png"/><img src="2.png"/>"#, "<p/>",
    ])
    func booksWithTextReflow(_ page: String) throws {
      let bench = try Self.pictureBook([#"<img src="1.png"/>"#, page])
      #expect(bench.summary.capabilities == [.text, .annotations, .rightToLeft])
    }

    @Test(arguments: [
      ("", "ar", true), ("default", "he-IL", true), ("ltr", "ar", false), ("", "en", false),
      ("", "az-Arab", true), ("rtl", "ja", true),
    ])
    func pagesFollowTheBooksDirection(
      _ direction: String, _ language: String, _ isRightToLeft: Bool
    ) throws {
      var book = BookSource(["<p>words</p>"])
      book.metadata += "<dc:language>\(language)</dc:language>"
      if !direction.isEmpty {
        book.spineAttributes = #"page-progression-direction="\#(direction)""#
      }
      let summary = try EngineBench(book.data, name: "a.epub").summary
      #expect(summary.isRightToLeft == isRightToLeft && summary.language == language)
    }

    /// Slides are found by their numbers, as the pages of a book's printed edition are.
    @Test func slidesHaveNumbers() throws {
      let words = String(repeating: "words of a slide ", count: 60)
      let slides = (1...12).map { number in
        """
        <draw:page draw:name="S\(number)"><draw:frame><draw:text-box><text:p>\(words)</text:p>
        </draw:text-box></draw:frame></draw:page>
        """
      }
      let file = """
        <office:document \(Documents.openSpaces)><office:body><office:presentation>\(slides.joined())
        </office:presentation></office:body></office:document>
        """
      let bench = try EngineBench(Data(file.utf8), name: "a.fodp")
      let labels = try bench.pages().map(\.labels)
      #expect(bench.summary.pageCount > 1)
      let all = labels.flatMap { [$0.first] + $0.later.map(\.label) }
      #expect(Set(all) == Set((1...12).map(String.init)))
      for number in 1...12 {
        let place = try #require(try bench.destination(named: "\(number)"))
        let text = try bench.text(page: place.page)
        let first = text.offset(atY: place.y ?? 0, x: nil)
        let found = text.scalars[first...].prefix { $0 != 0x0A }
        #expect(found.compactMap { Unicode.Scalar($0) }.map(String.init).joined() == "S\(number)")
        #expect(labels[place.page].label(at: first) == "\(number)")
      }
    }

    private static let word: [(path: String, text: String)] = [
      (
        "[Content_Types].xml",
        "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>"
      ),
      (
        "_rels/.rels",
        """
        <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
        <Relationship Id="r" Target="word/document.xml" Type="http://schemas.openxmlformats.org/\
        officeDocument/2006/relationships/officeDocument"/></Relationships>
        """
      ),
      (
        "word/_rels/document.xml.rels",
        """
        <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
        <Relationship Id="c" Target="comments.xml" Type="http://schemas.openxmlformats.org/\
        officeDocument/2006/relationships/comments"/></Relationships>
        """
      ),
      (
        "word/comments.xml",
        """
        <w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
        <w:comment w:id="0" w:author="Ann" w:date="2024-05-06T07:08:09Z"><w:p><w:r><w:t>Why?</w:t></w:r>
        </w:p></w:comment></w:comments>
        """
      ),
      (
        "word/document.xml",
        """
        <w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>
        <w:p><w:r><w:t xml:space="preserve">one </w:t></w:r><w:commentRangeStart w:id="0"/><w:r><w:t>two</w:t>
        </w:r><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>
        <w:ins w:author="Bob"><w:r><w:t xml:space="preserve"> new</w:t></w:r></w:ins><w:del w:author="Bob"><w:r>
        <w:delText xml:space="preserve">old </w:delText></w:r></w:del><w:r><w:t>end</w:t></w:r></w:p></w:body></w:document>
        """
      ),
    ]

    @Test func commentsAndChangesAreAnnotations() throws {
      let bench = try EngineBench(ZipArchive(Self.word).data, name: "a.docx")
      // Deleted words cannot be mistaken for current ones.
      #expect(try bench.words() == "one two new[-old-] end")
      guard case .annotations(let portion) = try bench.ask(.annotations(0..<1)) else {
        throw EngineFailure.notFound
      }
      let text = try bench.text()
      #expect(portion.annotations.map(\.kind) == [.highlight, .underline, .strikeOut])
      #expect(portion.annotations.map(\.author) == ["Ann", "Bob", "Bob"])
      #expect(portion.annotations.first?.contents == "Why?")
      #expect(portion.annotations.first?.created == BookDate.seconds("2024-05-06T07:08:09Z"))
      #expect(portion.annotations.map { text.words(in: $0.box) } == ["two", "new", "old"])
    }
  }
}
