import Foundation
import TestSupport
import Testing

/// W3C Web Annotations, out and in.
extension AnnotateCommandTests {
  private static let chapter =
    "<h1>One</h1><p>The quick brown fox.</p><p>The quick <i>brown</i> dog.</p>"

  private func book(_ bench: borrowing Workbench, _ chapter: String) throws -> String {
    try bench.write(BookSource([chapter]).data, "book.epub")
  }

  @Test func bookAnnotationsMoveToAnotherLibrary() throws {
    let bench = try Workbench(pages: 1)
    let other = try Workbench(pages: 1)
    let book = try book(bench, Self.chapter)
    let made = try bench.run(
      ["annotate", book, "--underline", "quick brown", "--occurrence", "2", "--note", "why?"])
    #expect(made.status == 0 && made.errors.contains("in Recto's library"), "\(made.errors)")
    let set = try bench.run(["annotations", book, "--web"]).output
    #expect(set.contains(#""value":"epubcfi(/6/2!/4/6,/1:4,/2/1:5)""#))
    #expect(set.contains(#""exact":"quick brown""#) && set.contains(#""highlight":"underline""#))
    let copy = try self.book(other, Self.chapter)
    let file = try other.write(Data(set.utf8), "set.json")
    #expect(try other.run(["annotate", copy, "--from", file]).status == 0)
    #expect(try other.run(["annotations", copy, "--web"]).output == set)
    let again = try other.run(["annotate", copy, "--from", file])
    #expect(again.status == 1 && again.errors.contains("nothing to change"), "\(again.errors)")
  }

  @Test func eachAuthorOfABookIsACreator() throws {
    let bench = try Workbench(pages: 1)
    var source = BookSource([Self.chapter, Self.chapter])
    source.metadata += "<dc:creator>Bo Writer</dc:creator>"
    let book = try bench.write(source.data, "book.epub")
    #expect(
      try bench.run(["annotate", book, "--underline", "brown", "--occurrence", "3"]).status == 0)
    let set = try bench.run(["annotations", book, "--web"]).output
    #expect(set.contains(#""dc:creator":["Ann Author","Bo Writer"]"#), "\(set)")
    // The list and the report of an edit name the same place.
    let place = try #require(
      try bench.run(["annotations", book]).output.firstMatch(of: /[0-9]+ %/)?.output)
    let undone = try bench.run(["annotate", book, "--undo"]).output
    #expect(undone.contains(" on \(place) was removed"), "\(undone)")
  }

  @Test func webAnnotationsKeepRepliesAndTags() throws {
    let bench = try Workbench(pages: 1)
    let other = try Workbench(pages: 1)
    let book = try book(bench, Self.chapter)
    let reply = try bench.write(
      Data(
        """
        [{"id":"one","page":1,"type":"highlight","quote":"quick brown","note":"why?","tags":["t1"]},
        {"id":"two","page":1,"type":"note","box":[1,1,9,9],"replyTo":"one","note":"because"}]
        """.utf8), "in.json")
    #expect(try bench.run(["annotate", book, "--from", reply]).status == 0)
    let set = try bench.run(["annotations", book, "--web"]).output
    let copy = try self.book(other, Self.chapter)
    let file = try other.write(Data(set.utf8), "set.json")
    let result = try other.run(["annotate", copy, "--from", file])
    #expect(result.status == 0 && !result.errors.contains("left out"), "\(result.errors)")
    let reported = try other.run(["annotations", copy]).output
    #expect(reported.contains("because") && reported.contains("t1"), "\(reported)")
    #expect(try other.run(["annotations", copy, "--web"]).output == set)
  }

  /// Other programs and Recto itself open the place again.
  @Test func linksToABookNameTheFileInside() throws {
    let bench = try Workbench(pages: 1)
    let book = try book(bench, Self.chapter)
    #expect(try bench.run(["annotate", book, "--highlight", "quick brown"]).status == 0)
    let markdown = try bench.run(["annotations", book, "--markdown"]).output
    #expect(markdown.contains("book.epub#part=1)"), "\(markdown)")
    #expect(try bench.run(["text", book + "#part=1"]).status == 0)
  }

  /// A book has no lines that its readers know.
  @Test func hitsInBooksShowAPercentage() throws {
    let bench = try Workbench(pages: 1)
    let book = try book(bench, Self.chapter)
    #expect(try bench.run(["index", bench.folder]).status == 0)
    let found = try bench.run(["search", "brown dog", bench.folder])
    #expect(found.output.hasPrefix("\(book):0 %:"), "\(found.output)")
  }

  @Test(arguments: [
    #"{"type":"FragmentSelector","value":"epubcfi(/6/2!/4/6,/1:4,/2/1:5)"}"#,
    #"{"type":"TextQuoteSelector","exact":"quick brown","prefix":"One The quick brown fox. The ","suffix":" dog."}"#,
    #"[{"type":"CssSelector","value":"p","refinedBy":{"exact":"quick brown","suffix":" dog."}}]"#,
    #"{"type":"CssSelector","value":"p + p","refinedBy":{"type":"TextPositionSelector","start":4,"end":15}}"#,
    #"{"type":"TextPositionSelector","start":27,"end":38}"#,
  ])
  func otherReadersAnnotationsFindTheirWords(_ selector: String) throws {
    let bench = try Workbench(pages: 1)
    let book = try book(bench, Self.chapter)
    let annotation = """
      {"@context":"http://www.w3.org/ns/anno.jsonld","type":"Annotation","id":"x",
      "body":[{"type":"TextualBody","value":"hm"}],
      "target":{"source":"OPS/c1.xhtml","selector":\(selector)}}
      """
    let file = try bench.write(Data("[\(annotation)]".utf8), "set.json")
    let result = try bench.run(["annotate", book, "--from", file])
    #expect(result.status == 0, "\(result.errors)")
    let reported = try bench.run(["annotations", book, "--web"]).output
    #expect(reported.contains("epubcfi(/6/2!/4/6,/1:4,/2/1:5)") && reported.contains("hm"))
  }

  /// Bookmarks, and annotations of a whole file, are at a point.
  @Test func otherReadersBookmarksBecomeNotes() throws {
    let bench = try Workbench(pages: 1)
    let book = try book(bench, Self.chapter)
    let set = """
      [{"type":"Annotation","id":"x","motivation":"bookmarking",
      "body":{"type":"TextualBody","value":"here"},"target":{"source":"OPS/c1.xhtml","selector":
      {"type":"FragmentSelector","value":"epubcfi(/6/2!/4/6/2)"}}},
      {"type":"Annotation","id":"y","body":"all of it","target":"OPS/c1.xhtml"}]
      """
    let file = try bench.write(Data(set.utf8), "set.json")
    let result = try bench.run(["annotate", book, "--from", file])
    #expect(result.status == 0 && !result.errors.contains("left out"), "\(result.errors)")
    let reported = try bench.run(["annotations", book]).output
    #expect(reported.contains("here") && reported.contains("all of it"), "\(reported)")
  }
}
