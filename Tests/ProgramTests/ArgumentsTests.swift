import Interface
import Testing

@testable import CommandLine
@testable import Program
@testable import Services

@Suite struct ArgumentsTests {
  @Test(arguments: [
    ("a.pdf", "a.pdf", StartingPoint.remembered), ("a.pdf#page=iv", "a.pdf", .page("iv")),
    ("a.pdf#page=#3", "a.pdf", .page("#3")), ("a.pdf:12", "a.pdf", .page("12")),
    ("a.pdf#nameddest=x", "a.pdf", .named("x")),
    ("a.pdf#page=3&char=40", "a.pdf", .place(page: 2, .glyph(40))),
    ("a#1.pdf#part=2&char=0", "a#1.pdf", .place(page: 1, .glyph(0))),
    ("a.pdf#page=3&viewrect=10,20,5,5", "a.pdf", .place(page: 2, .point(x: 10, y: 20))),
    ("a.pdf#page=3&char=x", "a.pdf", .page("3")),
    ("a.pdf#x-y", "a.pdf", .named("x-y")), ("b.pdf#x", "b.pdf#x", .remembered),
    ("b:12", "b:12", .remembered), ("a#1.pdf", "a#1.pdf", .remembered),
    ("recto:///x/a%20b.pdf#page=3", "/x/a b.pdf", .page("3")),
    ("RECTO:///x/a.pdf", "/x/a.pdf", .remembered),
    ("file:///x/a%231.pdf#nameddest=y", "/x/a#1.pdf", .named("y")),
    ("recto://elsewhere/a.pdf", "recto://elsewhere/a.pdf", .remembered),
  ]) func documentArgumentsNameAStart(_ text: String, _ path: String, _ start: StartingPoint) {
    let argument = DocumentArgument(text) { $0 == "a.pdf" || $0 == "a#1.pdf" }
    #expect(argument.path == path)
    #expect(argument.start == start)
  }

  @Test func shortOptionsMapToLongOptions() throws {
    let parsed = try Arguments(
      ["-wm5", "x", "--regex", "-m", "7", "--", "-w"],
      OptionForm(
        flags: ["word", "regex"], valued: ["max-count": .text],
        short: ["w": "word", "m": "max-count"]))
    #expect(parsed.words == ["x", "-w"])
    #expect(parsed.options == ["word": "", "regex": "", "max-count": "7"])
    #expect(throws: Arguments.Mistake.self) {
      try Arguments(["-x"], OptionForm())
    }
  }

  @Test(arguments: [
    ("3-5,9", [2, 3, 4, 8]), ("9,1", [8, 0]), ("8-", [7, 8, 9]), ("3,3", [2]),
  ]) func pagesAreSelected(_ text: String, _ pages: [Int]) throws {
    #expect(try PageSelection.pages(text, of: 10, in: "a.pdf") { [] } == pages)
  }

  @Test(arguments: [
    ("iii-iv", [0, 1]), ("label:1-label:2", [2, 3]), ("1,label:1", [0, 2]), ("#2-3", [1, 2]),
    ("A-1", [4]), ("iv-A-1", [1, 2, 3, 4]), ("iv-", [1, 2, 3, 4]),
  ]) func pagesAreSelectedByLabel(_ text: String, _ pages: [Int]) throws {
    let found = try PageSelection.pages(text, of: 5, in: "a.pdf") {
      ["iii", "iv", "1", "2", "A-1"]
    }
    #expect(found == pages)
  }

  /// A reprint may begin with page 501: numbers beyond the last page are labels, as for a single page.
  @Test(arguments: [("501", [0]), ("502-503", [1, 2]), ("2,503", [1, 2]), ("502-", [1, 2])])
  func numbersBeyondTheEndAreLabels(_ text: String, _ pages: [Int]) throws {
    let found = try PageSelection.pages(text, of: 3, in: "a.pdf") { ["501", "502", "503"] }
    #expect(found == pages)
  }

  @Test(arguments: [
    ("5:2", "5", "2"), ("label:iv:2", "label:iv", "2"), ("1:label:iv", "1", "label:iv"),
    ("90:label:i,label:iv", "90", "label:i,label:iv"), ("a.pdf:1-3", "a.pdf", "1-3"),
  ]) func aColonSeparatesPagesFromTheTarget(_ text: String, _ before: String, _ after: String) {
    let parted = PageEdits.parted(text)
    #expect(parted.0 == before && parted.1 == after)
  }

  @Test(arguments: [
    ("", "“” is not a list of pages; write 3-5,9, #12, iv-x or label:12"),
    ("5-3", "“5-3” is not a list of pages; write 3-5,9, #12, iv-x or label:12"),
    ("x", "a.pdf has no page “x”; it has 10"), ("0", "a.pdf has no page “0”; it has 10"),
    ("99", "a.pdf has no page “99”; it has 10"), ("3-99", "a.pdf has no page “99”; it has 10"),
    ("1-2-3", "a.pdf has no page “1-2-3”; it has 10"),
  ]) func invalidSelectionsAreRefused(_ text: String, _ sentence: String) {
    do {
      _ = try PageSelection.pages(text, of: 10, in: "a.pdf") { [] }
      Issue.record("\(text) is no selection")
    } catch {
      #expect(error.sentence == sentence)
    }
  }
}
