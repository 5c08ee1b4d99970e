import Interface
import Testing

@testable import CommandLine
@testable import Program

@Suite struct ArgumentsTests {
  @Test(arguments: [
    ("a.pdf", "a.pdf", StartingPoint.remembered), ("a.pdf#page=iv", "a.pdf", .page("iv")),
    ("a.pdf#page=#3", "a.pdf", .page("#3")), ("a.pdf:12", "a.pdf", .page("12")),
    ("a.pdf#nameddest=x", "a.pdf", .named("x")),
    ("a.pdf#x-y", "a.pdf", .named("x-y")), ("b.pdf#x", "b.pdf#x", .remembered),
    ("b:12", "b:12", .remembered), ("a#1.pdf", "a#1.pdf", .remembered),
    ("recto:///x/a%20b.pdf#page=3", "/x/a b.pdf", .page("3")),
    ("RECTO:///x/a.pdf", "/x/a.pdf", .remembered),
    ("file:///x/a%231.pdf#nameddest=y", "/x/a#1.pdf", .named("y")),
    ("recto://elsewhere/a.pdf", "recto://elsewhere/a.pdf", .remembered),
  ]) func documentsSayWhereToBegin(_ text: String, _ path: String, _ start: StartingPoint) {
    let argument = DocumentArgument(text) { $0 == "a.pdf" || $0 == "a#1.pdf" }
    #expect(argument.path == path)
    #expect(argument.start == start)
  }

  @Test func lettersStandForLongOptions() throws {
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
    ("3-5,9", [2, 3, 4, 8]), ("9,1", [8, 0]), ("8-", [7, 8, 9]), ("3,3", [2]), ("99", []),
  ]) func pagesAreChosen(_ text: String, _ pages: [Int]) {
    #expect(PageSelection.pages(text, of: 10) == pages)
  }

  @Test(arguments: [
    ("iii-iv", [0, 1]), ("label:1-label:2", [2, 3]), ("1,label:1", [0, 2]), ("#2-3", [1, 2]),
    ("A-1", [4]), ("iv-A-1", [1, 2, 3, 4]), ("iv-", [1, 2, 3, 4]),
  ]) func pagesAreChosenByTheirLabels(_ text: String, _ pages: [Int]) {
    let found = PageSelection.pages(text, of: 5) { ["iii", "iv", "1", "2", "A-1"] }
    #expect(found == pages)
  }

  @Test(arguments: [
    ("5:2", "5", "2"), ("label:iv:2", "label:iv", "2"), ("1:label:iv", "1", "label:iv"),
    ("90:label:i,label:iv", "90", "label:i,label:iv"), ("a.pdf:1-3", "a.pdf", "1-3"),
  ]) func aColonPartsWhatALabelDoesNot(_ text: String, _ before: String, _ after: String) {
    let parted = PageEdits.parted(text)
    #expect(parted.0 == before && parted.1 == after)
  }

  @Test(arguments: ["", "x", "0", "5-3", "1-2-3"]) func noSelectionIsNone(_ text: String) {
    #expect(PageSelection.pages(text, of: 10) == nil)
  }
}
