import Foundation
import TestSupport
import Testing

/// Tables, figures and pictures of books on the command line.
@Suite struct BookCommandTests {
  private static func book(in bench: borrowing Workbench) throws -> String {
    var book = BookSource([
      """
      <h1>One</h1><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2, 3</td></tr></table>
      <p>between</p><table><tr><td>c</td><td>d</td></tr></table><img src="hill.png" alt="A hill"/>
      <img src="hill.png"/>
      """
    ])
    let red: [UInt8] = [255, 0, 0, 255]
    book.addImage("hill.png", MadePNG.file(60, 120, (0..<7_200).flatMap { _ in red }))
    let path = bench.folder + "/book.epub"
    try book.data.write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test func tablesOfABookAreListed() throws {
    let bench = try Workbench(pages: 1)
    let path = try Self.book(in: bench)
    #expect(try bench.run(["tables", path]).output == "a\tb\n1\t2, 3\n\nc\td\n")
    #expect(
      try bench.run(["tables", path, "--csv"]).output == "a,b\r\n1,\"2, 3\"\r\n\r\nc,d\r\n")
  }

  @Test func figuresOfABookAreListedAndDrawn() throws {
    let bench = try Workbench(pages: 1)
    let path = try Self.book(in: bench)
    #expect(try bench.run(["figures", path]).output == "A hill\n(without a caption)\n")
    let folder = bench.folder + "/figures"
    #expect(try bench.run(["figures", path, "-o", folder]).status == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [
        "figure-1-1.png", "figure-1-2.png",
      ])
  }

  @Test func bookAnnotationsSurviveRepacking() throws {
    let bench = try Workbench(pages: 1)
    func pack(_ chapters: [String], withImage: Bool) throws -> String {
      var book = BookSource(chapters)
      if withImage {
        book.addImage("new.png", MadePNG.file(1, 1, [0, 0, 0, 255]))
      }
      return try bench.write(book.data, "book.epub")
    }
    let words = (0..<40).map { "word\($0)" }.joined(separator: " ")
    let chapters = ["<p>one stone of many</p>", "<p>another chapter of \(words)</p>"]
    let path = try pack(chapters, withImage: false)
    #expect(
      try bench.run(["annotate", path, "--highlight", "stone", "--note", "why?"]).status == 0)
    _ = try pack(chapters, withImage: true)
    let kept = try bench.run(["annotations", path])
    #expect(kept.output.contains("why?") && kept.errors.isEmpty, "\(kept)")
    // Another text is another version.
    _ = try pack([chapters[0], "<p>no other chapter of \(words)</p>"], withImage: true)
    let asked = try bench.run(["annotations", path])
    #expect(asked.output.isEmpty && asked.errors.contains("previous version"), "\(asked)")
  }

  @Test func printedPagesOfABookAreNamed() throws {
    let bench = try Workbench(pages: 1)
    let navigation = """
      <nav epub:type="toc"><ol><li><a href="c1.xhtml#h">Two</a></li></ol></nav>
      <nav epub:type="page-list"><ol><li><a href="c1.xhtml#p11">xi</a></li>
      <li><a href="c1.xhtml#p12">12</a></li><li><a href="c1.xhtml#p13">13</a></li></ol></nav>
      """
    let book = BookSource(
      [
        """
        <p>one stone</p><p id="p11">two stone <a href="#p13">on</a> <span id="p12"/>three stone</p>
        <h2 id="h">Two</h2><p>four stone</p><p id="p13">five stone</p>
        """
      ], navigation: navigation)
    let path = bench.folder + "/pages.epub"
    try book.data.write(to: URL(fileURLWithPath: path))
    func output(_ arguments: String...) throws -> String { try bench.run(arguments).output }
    #expect(
      try output("search", "stone", path).split(separator: "\n").map { $0.prefix { $0 != ":" } }
        == ["0 %", "xi", "12", "12", "13"])
    #expect(try output("text", path, "--pages", "label:12") == "three stone\n\nTwo\n\nfour stone\n")
    #expect(try output("text", path, "--pages", "13") == "\nfive stone\n")
    #expect(try output("search", "stone", path, "--pages", "xi-12", "--count") == "3\n")
    let none = try bench.run(["text", path, "--pages", "14"])
    #expect(none.status == 2 && none.errors.contains("has no printed page “14”"))
    #expect(try output("outline", path) == "Two  12\n")
    #expect(try output("links", path) == "xi: page 13  “on”\n")
    let mark = ["annotate", path, "--highlight", "stone", "--occurrence", "2", "--page"]
    let marked = try bench.run(mark + ["12"])
    #expect(marked.status == 0, "\(marked.errors)")
    #expect(try bench.run(mark + ["label:12"]).errors.contains("is there already"))
    let listed = try output("annotations", path, "--json")
    #expect(
      listed.contains(#""label":"12""#)
        && listed.contains(#""before":"one stone two stone on three stone Two four""#))
    let missing = try bench.run(["annotate", path, "--highlight", "five", "--page", "12"])
    #expect(missing.status == 1 && missing.errors.contains("was not found in"))
    let blocks = try output("text", path, "--json").split(separator: "\n")
    #expect(blocks.map { $0.contains(#""label":"12""#) } == [false, false, true, true, false])
  }

  @Test func editionsOfABookAreComparedByPrintedPages() throws {
    let bench = try Workbench(pages: 1)
    func book(_ name: String, _ second: String, _ pages: [String]) throws -> String {
      let entries = pages.enumerated().map {
        "<li><a href=\"c1.xhtml#p\($0.offset)\">\($0.element)</a></li>"
      }
      let book = BookSource(
        [
          """
          <p id="p0">The first page has a sentence of many words that stay.</p>
          <p id="p1">The second page has a \(second) sentence of other words.</p>
          """
        ], navigation: "<nav epub:type=\"page-list\"><ol>\(entries.joined())</ol></nav>")
      return try bench.write(book.data, name)
    }
    let old = try book("old.epub", "short", ["11", "12"])
    let new = try book("new.epub", "long", ["xi", "xii"])
    let lines = try bench.run(["diff", old, new]).output
    #expect(lines.contains("page xii (was 12)\n"), "\(lines)")
    #expect(try bench.run(["diff", old, new, "--json"]).output.contains(#""label":"xii""#))
  }

  @Test func searchIgnoresRubyAndNoteCalls() throws {
    let bench = try Workbench(pages: 1)
    let path = bench.folder + "/ruby.epub"
    let book = BookSource([
      """
      <p>この<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>です</p>
      <p>some time<a epub:type="noteref" href="#n">1</a> there</p><aside id="n">n</aside>
      """
    ])
    try book.data.write(to: URL(fileURLWithPath: path))
    for words in ["漢字", "漢字です", "かん", "time there", "(じ)です"] {
      #expect(try bench.run(["search", words, path, "--count"]).output == "1\n", "\(words)")
    }
  }

  @Test func aFolderOfImagesIsAComic() throws {
    let bench = try Workbench(pages: 1)
    let folder = bench.folder + "/comic"
    let long = String(repeating: "long ", count: 30)
    for (name, width) in [("10", 30), ("2", 20), ("\(long)/a", 40), (".hidden/b", 50)] {
      let url = URL(fileURLWithPath: "\(folder)/\(name).png")
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      let pixels = [UInt8](repeating: 255, count: width * 10 * 4)
      try MadePNG.file(width, 10, pixels).write(to: url)
    }
    let info = try bench.run(["info", folder])
    #expect(info.output.contains("Comic book, 3 images"), "\(info)")
    // A folder within it is a chapter.
    #expect(try bench.run(["outline", folder]).output.contains("Beginning  1\n"))
    for (page, width) in [(1, 20), (2, 30), (3, 40)] {
      let out = bench.folder + "/\(page).png"
      #expect(try bench.run(["render", folder, "--page", "\(page)", "-o", out]).status == 0)
      let head = try Data(contentsOf: URL(fileURLWithPath: out)).prefix(24)
      #expect(head[16..<20].reduce(0) { $0 << 8 | Int($1) } == width)
    }
    let empty = bench.folder + "/empty"
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    #expect(try bench.run(["info", empty]).errors.contains("is a folder without images"))
  }

  @Test func theFirstPageOfABookIsRendered() throws {
    let bench = try Workbench(pages: 1)
    let path = try Self.book(in: bench)
    let out = bench.folder + "/out.png"
    let result = try bench.run(["render", path, "--width", "200", "-o", out])
    #expect(result.status == 0 && result.output == out + "\n")
    let head = try Data(contentsOf: URL(fileURLWithPath: out)).prefix(24)
    #expect(head[20..<24].reduce(0) { $0 << 8 | Int($1) } == 200)
    // Existing files are not replaced, and a text has no second page.
    #expect(try bench.run(["render", path, "-o", out]).status == 2)
    let paged = try bench.run(["render", path, "--page", "2", "--force", "-o", out])
    #expect(paged.status == 2 && paged.errors.contains("has no pages"))
  }

  @Test func theCoverOfABookIsShown() throws {
    let bench = try Workbench(pages: 1)
    let path = try Self.book(in: bench)
    let shown = try bench.run(["show", path, "--columns", "60", "--lines", "40"])
    let blanks: Set<Character> = [" ", "\n", "\u{2800}"]
    #expect(shown.status == 0 && shown.output.contains { !blanks.contains($0) }, "\(shown)")
    let paged = try bench.run(["show", path, "--page", "2"])
    #expect(paged.status == 2 && paged.errors.contains("has no pages"))
  }
}
