import Testing

@testable import Program

/// The manual page tells of each key when it holds.
@Suite struct ManualTests {
  @Test(arguments: [
    ("\\fBj, down, enter, ctrl+e\\fR; in a look \\fBJ\\fR", "Down a line"),
    ("\\fBJ\\fR; in a look \\fBl, right\\fR", "Next page of the document"),
    ("\\fBh, left\\fR", "To the left, where lines or pictures are cut"),
    ("\\fBh, left\\fR", "A character back"), ("\\fBj, down\\fR", "To the next row"),
    ("\\fBS\\fR; in the browser \\fBctrl+f\\fR", "Search in all documents"),
    ("in the browser \\fBA\\fR", "Annotations of all documents"),
    ("\\fBg p\\fR; on pictures \\fBc\\fR", ""),
    ("in the outline \\fBa\\fR", ""), ("in the grid \\fBd\\fR", ""),
  ]) func aKeyIsToldWithItsPlace(_ keys: String, _ title: String) {
    #expect(Manual.page().contains("\n.TP\n\(keys)\n\(title)"), "\(keys)")
  }
}
