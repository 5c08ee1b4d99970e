import Foundation
import PseudoTerminal
import TestSupport
import Testing

/// Running heads are found by the whole document, not only by the requested pages.
@Suite struct RunningHeadTests {
  /// Different for each line of each page: a repeated one would be a running head.
  private static func word(_ page: Int, _ line: Int) -> String {
    let letters = Array("abcdefghijklmnopqrst")
    return String([letters[page / 20], letters[page % 20], letters[line], letters[page % 7]])
  }

  /// Pages under a head and over a number, each with a body of its own.
  private func book(
    _ bench: borrowing Workbench, pages: Int, number: (Int) -> String = String.init
  ) throws -> String {
    var document = PagedPDF()
    for page in 0..<pages {
      var text = "On the Names of Rivers) Tj 0 -40 Td ("
      for line in 0..<20 {
        let word = Self.word(page, line)
        text += "The \(word) sentence \(line + 1) of page \(page + 1) goes on.) Tj 0 -33 Td ("
      }
      document.addPage(text + number(page + 1), at: (72, 760))
    }
    return try bench.write(document.file(), "rivers.pdf")
  }

  @Test(arguments: ["–", "-", "—"])
  func pageNumbersBetweenDashesAreRemoved(_ sign: String) throws {
    let bench = try Workbench(pages: 1)
    let dash = ["–": "\\261", "—": "\\320"][sign] ?? sign
    let path = try book(bench, pages: 5) { "\(dash) \($0) \(dash)" }
    let text = try bench.run(["text", path]).output
    #expect(!text.contains("\n\(sign) 3 \(sign)"), "\(text)")
    let json = try bench.run(["text", path, "--json", "--keep-headers"]).output
    #expect(json.contains("\(sign) 3 \(sign)"), "\(json)")
  }

  /// Titles of one kind on all pages, larger than the text, which differ in their numbers only.
  @Test func numberedTitlesAreKept() throws {
    let bench = try Workbench(pages: 1)
    var document = PagedPDF()
    for page in 0..<8 {
      var text = ") Tj /F 20 Tf (Exercise \(page + 31)) Tj /F 12 Tf 0 -60 Td ("
      for line in 0..<12 {
        text += "The \(Self.word(page, line)) sentence \(line + 1) goes on.) Tj 0 -33 Td ("
      }
      document.addPage(text, at: (72, 740))
    }
    let path = try bench.write(document.file(), "exercises.pdf")
    let text = try bench.run(["text", path]).output
    #expect((31..<39).allSatisfy { text.contains("Exercise \($0)\n") }, "\(text)")
    #expect(try bench.run(["search", "Exercise 33", path]).status == 0)
  }

  /// They are not marked, which is reported.
  @Test func runningHeadsAreNotMarked() throws {
    let bench = try Workbench(pages: 1)
    let path = try book(bench, pages: 20)
    let out = ["--occurrence", "all", "-o", bench.folder + "/out.pdf"]
    let none = try bench.run(["annotate", path, "--highlight", "Names of Rivers"] + out)
    #expect(none.status == 1 && none.errors.contains("occurs only in running heads"), "\(none)")
    let some = try bench.run(["annotate", path, "-E", "--highlight", "Rivers|sentence 2 "] + out)
    #expect(some.errors.contains("20 matches in running heads left out"), "\(some)")
    #expect(some.output.split(separator: "\n").count == 20)
  }

  @Test func aPagesTextDoesNotDependOnTheRange() throws {
    let bench = try Workbench(pages: 1)
    let path = try book(bench, pages: 60)
    let whole = try bench.run(["text", path]).output.split(
      separator: "\u{0C}", omittingEmptySubsequences: false)
    func body(_ text: Substring) -> String {
      // A paragraph may go on from one page to the next.
      text.split(separator: "\n").filter {
        !$0.contains("sentence 1 of") && !$0.contains("sentence 20 of")
      }.joined(separator: "\n")
    }
    #expect(whole.count == 61 && !whole[0].contains("On the Names"))
    for choice in ["1", "2-3", "2-4", "30", "29-31", "60", "1,30,60", "40,2"] {
      let pages = choice.split(separator: ",").flatMap { part in
        let ends = part.split(separator: "-").compactMap { Int($0) }
        return Array(ends[0]...ends[ends.count - 1])
      }
      let reported = try bench.run(["text", path, "--pages", choice]).output.split(
        separator: "\u{0C}", omittingEmptySubsequences: false)
      #expect(reported.count == pages.count + 1, "\(choice)")
      #expect(reported.dropLast().map(body) == pages.map { body(whole[$0 - 1]) }, "\(choice)")
      let json = try bench.run(["text", path, "--json", "--keep-headers", "--pages", choice])
        .output
      let heads = json.split(separator: "\n").filter { $0.contains("\"kind\":\"header\"") }
      #expect(heads.count == pages.count, "\(choice)")
    }
  }
}
