import DocumentModel
import Engine
import Foundation
import TestSupport
import Testing
import Wire

extension EngineTests {
  /// Notes of a book, and links to places that it does not have.
  @Suite struct BookNoteTests {
    private static func open(_ chapters: [String], navigation: String? = nil) throws -> EngineBench
    {
      try EngineBench(BookSource(chapters, navigation: navigation).data, name: "a.epub")
    }

    /// The words of the calls of notes on a page.
    private static func calls(_ bench: EngineBench, page: Int) throws -> [String] {
      let text = try bench.text(page: page)
      return text.asides.filter { $0.kind == .noteCall }.map { aside in
        String(
          String.UnicodeScalarView(text.scalars[aside.range].compactMap(Unicode.Scalar.init)))
      }
    }

    @Test func linksBackAreNoNotes() throws {
      let bench = try Self.open([
        """
        <p>a<sup><a id="r1" href="#n1">1</a></sup> b<sup><a id="r2" href="c2.xhtml#n2">2</a></sup></p>
        <p id="n1"><sup><a href="#r1">1</a></sup> One</p>
        """,
        """
        <ol><li id="n2"><sup><a href="c1.xhtml#r2">2</a></sup> Two</li></ol>
        <p>next<sup><a href="c1.xhtml">→</a></sup> web<sup><a href="https://a.org/#b">3</a></sup>
        typed<a epub:type="noteref" href="c1.xhtml#n1">4</a>
        web<a epub:type="noteref" href="https://a.org/#b">5</a>
        whole<a epub:type="noteref" href="c1.xhtml">6</a></p>
        """,
      ])
      #expect(try Self.calls(bench, page: 0) == ["¹", "²"])
      #expect(try Self.calls(bench, page: 1) == ["4", "6"])
    }

    @Test func missingPlacesAreMissing() throws {
      let bench = try Self.open(
        ["<p>a<a epub:type='noteref' href='#gone'>9</a></p>", "<p>b</p>"],
        navigation: """
          <nav epub:type="toc"><ol><li><a href="c2.xhtml#lost">Two</a></li></ol></nav>
          """)
      #expect(try bench.links().map(\.target) == [.named("OPS/c1.xhtml#gone")])
      for name in ["OPS/c1.xhtml#gone", "OPS/c2.xhtml#gone"] {
        #expect(try bench.ask(.destination(name: name)) == .destination(nil))
      }
      // An entry of the contents leads to its chapter.
      #expect(
        try bench.ask(.destination(name: "OPS/c2.xhtml#lost"))
          == .destination(Destination(page: 1)))
    }
  }
}
