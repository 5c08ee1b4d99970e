import DocumentModel
import Engine
import Foundation
import TestSupport
import Testing
import Wire

extension EngineTests {
  /// FictionBook and HTML.
  @Suite struct BookFormatTests {
    private static let book = """
      <?xml version="1.0" encoding="utf-8"?>
      <FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"
      xmlns:l="http://www.w3.org/1999/xlink"><description><title-info><author>
      <first-name>Ann</first-name><last-name>Author</last-name></author>
      <book-title>A Book</book-title><sequence name="Series" number="2"/></title-info></description>
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
          "heading One", "heading Two", "paragraph text[1]", "paragraph a", "paragraph b",
          "footnote 1", "footnote note",
        ])
      #expect(try bench.outline().map(\.title) == ["One Two"])
      guard case .destination = try bench.links().first?.target else {
        throw EngineFailure.notFound
      }
    }

    @Test func fictionBooksAreReadInZip() throws {
      let archive = ZipArchive([("a.fb2", Self.book)])
      let bench = try EngineBench(archive.data, name: "a.fb2.zip")
      #expect(try bench.words().contains("text[1]"))
    }

    @Test func pagesOfTheWebAreRead() throws {
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

    @Test func aPageAsPlainTextHasItsMarks() throws {
      let bench = try EngineBench(Data("<p>a</p>\n".utf8), name: "a.txt")
      #expect(try bench.words() == "<p>a</p>")
    }
  }
}
