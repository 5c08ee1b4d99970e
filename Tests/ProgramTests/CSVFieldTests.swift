import Testing

@testable import CommandLine

@Suite struct CSVFieldTests {
  @Test(arguments: [
    "=1+1", "+cmd", "-cmd", "@SUM(A1)", "＝1+1", " =1+1", "\u{A0}=1+1", "\u{200B}=1+1",
    "\u{FEFF}@x", "  \u{2060} -cmd", "\t=1", "\rx", "\n=1", "-2+3", "+1 (x)", "- a list item",
  ])
  func formulasBecomeText(_ words: String) {
    #expect(CSVField.text(words) == "\"'" + words + "\"")
  }

  @Test(arguments: ["-2", "+1", "-1.5", "-12%", "-1e9", "", "a=b", "x", " x", "'=1"])
  func numbersAndTextAreUnchanged(_ words: String) {
    #expect(CSVField.text(words) == words)
  }

  @Test func quotesAreDoubled() {
    #expect(CSVField.text("=HYPERLINK(\"a\")") == "\"'=HYPERLINK(\"\"a\"\")\"")
    #expect(CSVField.text("-1,234") == "\"-1,234\"")
  }
}
