import Testing

@testable import CommandLine

/// The manual page tells of each key when it holds.
@Suite struct ManualTests {
  @Test(arguments: [
    ("\\fBj, down, enter, ctrl+e\\fR; in a preview \\fBJ\\fR", "Down a line"),
    ("\\fBJ\\fR; in a preview \\fBl, right\\fR", "Next page; in text, down a window"),
    ("\\fBh, left\\fR", "Scroll left if lines are cut, else turn pages"),
    ("\\fBh, left\\fR", "Left a character"), ("\\fBj, down\\fR", "Next row"),
    ("\\fBS\\fR; in the browser \\fBctrl+f\\fR", "Search all documents"),
    ("in the browser \\fBA\\fR", "Annotations of all documents"),
    ("\\fBg p\\fR; on pictures \\fBc\\fR", ""),
    ("in the outline \\fBa\\fR", ""), ("in page thumbnails \\fBd\\fR", ""),
  ]) func keysAreDocumentedWithTheirMode(_ keys: String, _ title: String) {
    #expect(Manual.page().contains("\n.TP\n\(keys)\n\(title)"), "\(keys)")
  }

  @Test func allOptionsOfTheHelpAreInTheManual() {
    let words = Help.text.split { " ,…()[]|=\n".contains($0) }
    let options = Set(words.filter { $0.hasPrefix("--") && $0.count > 2 })
    let manual = Manual.page().replacing("\\-", with: "-")
    #expect(options.count > 15)
    for option in options { #expect(manual.contains(option), "\(option)") }
  }
}
