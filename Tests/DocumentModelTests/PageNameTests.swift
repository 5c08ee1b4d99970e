import DocumentModel
import Testing

@Suite struct PageNameTests {
  /// Pages iii, iv, 1, 2, 1 and one that is called by its number.
  static let labels = ["iii", "iv", "1", "2", "1", ""]

  @Test(arguments: [
    ("1", 0, PageName.Kind.number), ("#1", 0, .exact), ("6", 5, .number), ("label:1", 2, .exact),
    ("label:6", 5, .exact), ("IV", 1, .exact), ("label:iv", 1, .exact),
  ]) func aNumberNamesThePageOfTheFile(_ text: String, _ page: Int, _ kind: PageName.Kind) {
    let match = PageName.match(text, count: 6) { Self.labels }
    #expect(match == PageName.Match(page: page, kind: kind))
  }

  @Test(arguments: ["0", "7", "#7", "#iv", "v", "label:", "label:7", "+1", "-1", "", "#"])
  func unknownPageNamesMatchNothing(_ text: String) {
    #expect(PageName.match(text, count: 6) { Self.labels } == nil)
  }

  @Test func aNumberBeyondTheLastPageMatchesALabel() {
    let match = PageName.match("502", count: 2) { ["501", "502"] }
    #expect(match == PageName.Match(page: 1, kind: .numberedLabel))
  }

  @Test func labelsAreReadOnlyWhenNeeded() {
    var reads = 0
    _ = PageName.match("5", count: 6) {
      reads += 1
      return Self.labels
    }
    #expect(reads == 0)
  }
}
