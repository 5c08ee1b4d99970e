import DocumentModel
import Testing

@Suite struct GeometryTests {
  @Test func userSpaceIsFlippedToTopDown() {
    let page = PageGeometry(size: PageSize(width: 600, height: 800))
    let box = page.box(x1: 10, y1: 700, x2: 110, y2: 720)
    #expect(box == Box(x0: 10, y0: 80, x1: 110, y1: 100))
    #expect(page.box(x1: 110, y1: 720, x2: 10, y2: 700) == box)
  }
}
