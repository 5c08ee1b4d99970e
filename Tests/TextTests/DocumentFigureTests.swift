import DocumentModel
import Testing

@testable import Text

@Suite("Figures of a page with their captions")
struct DocumentFigureTests {
  private func block(
    _ kind: TextBlock.Kind, _ words: String, _ box: Box, _ region: BlockRegion? = nil
  ) -> TextBlock {
    let scalars = Array(words.unicodeScalars.map(\.value))
    var block = TextBlock(
      kind: kind, box: box, scalars: scalars, origins: scalars.indices.map { Int32($0) + 7 })
    block.region = region
    return block
  }

  private func box(_ y0: Float, _ y1: Float) -> Box { Box(x0: 10, y0: y0, x1: 90, y1: y1) }

  private func region(_ kind: PageRegion.Kind, _ box: Box, _ caption: String) -> BlockRegion {
    BlockRegion(PageRegion(kind, box), caption: caption)
  }

  @Test("parts with one caption are one figure, and its extent includes the caption")
  func parts() {
    let caption = "Figure 1: Two parts."
    let found = DocumentFigure.all(
      in: [
        block(.figure, "", box(0, 40), region(.figure, box(0, 40), caption)),
        block(.figure, "", box(50, 90), region(.figure, box(50, 90), caption)),
        block(.caption, caption, box(95, 105)),
      ], page: 3)
    #expect(found.map(\.box) == [box(0, 90)])
    #expect(found.first?.extent == box(0, 105))
    #expect(found.first?.captionOrigin == 7)
    #expect(found.first?.page == 3 && found.first?.isListed == true)
  }

  @Test("an image of a book is listed by its own words")
  func ownWords() {
    var text = PageText(styles: [TextStyle()], blocks: [])
    for words in ["A hill", TextBlock.unnamedPicture] {
      let (start, row) = (text.scalars.count, Float(text.blocks?.count ?? 0) * 120)
      text.scalars += words.unicodeScalars.map(\.value)
      while text.boxes.count < text.scalars.count {
        text.boxes.append(Box(x0: 0, y0: row, x1: 6, y1: row + 12))
      }
      text.blocks?.append(AuthoredBlock(.figure, start..<text.scalars.count))
      text.regions.append(PageRegion(.figure, Box(x0: 0, y0: row, x1: 60, y1: row + 100)))
    }
    let blocks = (text.blocks ?? []).map { TextBlock($0, of: text) }
    let found = DocumentFigure.all(in: blocks, page: 1)
    #expect(found.map(\.caption) == ["A hill", ""])
    #expect(found.map(\.isListed) == [true, false])
    #expect(found.map(\.box) == text.regions.map(\.box))
  }

  @Test("a caption between figure and table belongs to the one it names")
  func betweenTwo() {
    let caption = "Table 4. Values."
    let found = DocumentFigure.all(
      in: [
        block(.figure, "", box(0, 40), region(.figure, box(0, 40), caption)),
        block(.caption, caption, box(45, 55)),
        block(.tableRow, "a\tb", box(60, 70), region(.table, box(60, 90), caption)),
        block(.tableRow, "c\td", box(75, 85), region(.table, box(60, 90), caption)),
      ], page: 0)
    #expect(found.count == 1)
    #expect(found.first?.kind == .table && found.first?.box == box(60, 90))
  }

  @Test("a table without rules has the rows next to its caption")
  func withoutRules() {
    let blocks = [
      block(.caption, "Table 1: Values.", box(0, 10)), block(.tableRow, "a\tb", box(15, 25)),
      block(.tableRow, "c\u{A0}d\te", box(30, 40)), block(.paragraph, "Text.", box(50, 60)),
    ]
    let found = DocumentFigure.all(in: blocks, page: 0)
    #expect(found.map(\.box) == [box(15, 40)])
    #expect(found.first?.rows(in: blocks) == ["a\tb", "c d\te"])
  }

  @Test("a caption alone is listed, a listing's caption and a formula are not")
  func captionsAlone() {
    let found = DocumentFigure.all(
      in: [
        block(.caption, "Fig. 2: A photograph.", box(0, 10)),
        block(.caption, "Listing 1: Code.", box(20, 30)),
        block(.paragraph, "Figure 3: not a caption", box(40, 50)),
        block(.formula, "a=b", box(60, 70), region(.formula, box(60, 70), "")),
      ], page: 0)
    #expect(found.filter(\.isListed).map(\.caption) == ["Fig. 2: A photograph."])
    #expect(found.first?.box == nil)
    #expect(found.map(\.kind) == [.figure, .formula])
  }
}
