import Canvas
import Interface
import Messages
import Testing

@Suite struct MiddleCutTests {
  @Test(arguments: [
    ("articles-10.5281_zenodo.1234.pdf", 20, "articles-1….1234.pdf"),
    ("articles-10.5281_zenodo.1235.pdf", 20, "articles-1….1235.pdf"),
    ("short.pdf", 9, "short.pdf"), ("a-long-name.pdf", 6, "a….pdf"),
    // Without room for a letter before the ending both ends are shown.
    ("a-long-name.pdf", 5, "a-…df"), ("a-long-name.pdf", 1, "…"), ("a-long-name.pdf", 0, ""),
    // The text after the last dot of a sentence is no extension, nor is a hidden file's name.
    ("Vol. Something that goes on", 11, "Vol. …es on"), (".a-hidden-name", 7, ".a-…ame"),
    ("a-long-folder-name/", 9, "a-lo…ame/"), ("a-long-name.markdown →", 14, "a-….markdown →"),
  ]) func namesKeepBothEnds(_ name: String, _ columns: Int, _ shown: String) {
    #expect(name.cutInTheMiddle(to: columns) == shown)
    #expect(CellWidth.of(shown) <= max(columns, 0))
  }

  @Test func truncationKeepsGraphemesAndCountsCells() {
    let accents = "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}.md"
    #expect(accents.cutInTheMiddle(to: 7) == "e\u{301}e\u{301}e\u{301}….md")
    let wide = "日本語の論文のとても長い題.pdf"
    for columns in 2...24 {
      let shown = wide.cutInTheMiddle(to: columns)
      // A wide character that has no room leaves a cell free, on either side of the cut.
      #expect((columns - 1...columns).contains(CellWidth.of(shown)), "\(columns): \(shown)")
      #expect(shown.contains("…"))
    }
    #expect(wide.cutInTheMiddle(to: 11) == "日本語….pdf")
  }

  /// Names with a common prefix are distinguishable wherever they are shown.
  @Test func similarFileNamesAreDistinguishable() {
    let names = (1...3).map { "articles-10.5281_zenodo.3763416-\($0).pdf" }
    var browser = BrowserBench(["/home/me": names], size: Size(width: 60, height: 24))
    func isReported(_ number: Int) -> Bool {
      browser.screen.contains { $0.contains("-\(number).pdf") }
    }
    #expect((1...3).allSatisfy(isReported))
    browser.state.size = Size(width: 100, height: 40)
    browser.press("i")
    #expect(browser.tab.options.isGallery && (1...3).allSatisfy(isReported))
  }
}
