import DocumentModel
import Interface
import Testing
import Text

@Suite struct LeaderTests {
  private func lines(_ text: String, width: Int) -> [String] {
    let scalars = text.unicodeScalars.map(\.value)
    let block = TextBlock(
      kind: .paragraph, box: Box(x0: 0, y0: 0, x1: 100, y1: 12), scalars: scalars,
      origins: scalars.indices.map(Int32.init))
    let content = PageContent(text: PageText(), blocks: [block], grid: [])
    return PageLayout(content, mode: .reflow, width: width).lines.map(
      \.text)
  }

  @Test func pageNumbersAreAlignedRight() {
    #expect(
      lines("Preface . . . . . . . . . . . . . . . . . . 1", width: 30) == [
        "Preface · · · · · · · · · ·  1"
      ])
    #expect(lines("1.1 Words....... xii", width: 24) == ["1.1 Words · · · · ·  xii"])
  }

  @Test func twoSpacedDotsAreALeader() {
    #expect(lines("2 Simple . . 8", width: 24) == ["2 Simple  · · · · · ·  8"])
  }

  @Test func longTitlesAreWrapped() {
    #expect(
      lines("A long title that needs two lines . . . . 12", width: 30)
        == ["A long title that needs", "    two lines · · · · · · · 12"])
  }

  @Test(arguments: ["He said ... 12", "See section 3. 12", "1, 2, ..., 12"])
  func otherLinesAreUnchanged(_ text: String) {
    #expect(lines(text, width: 40) == [text])
  }
}
