import DocumentModel
import Testing

@Suite struct TagColorTests {
  @Test(arguments: [
    ("red", "red"), ("Grey", "grey"), ("#1a2B3c", "#1a2b3c"), ("#f80", "#ff8800"),
    ("#000", "#000000"), ("#00000a", "#00000a"), ("#ff88", nil), ("ff8800", nil), ("#", nil),
    ("#+12", nil), ("#gg0000", nil), ("#１２３", nil), ("mauve", nil), ("", nil),
  ]) func namesAndHexNumbersGiveColours(_ text: String, _ kept: String?) {
    let color = TagColor(text)
    #expect(color?.text == kept)
    #expect(color == kept.flatMap { TagColor($0) })
  }
}
