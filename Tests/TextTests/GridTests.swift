import DocumentModel
import Testing

@testable import Text

@Suite("Layout and outline")
struct GridTests {
  @Test("columns keep their places on the grid, gaps are at most two lines")
  func columns() {
    var page = SyntheticPage()
    page.lines(prose(4, width: 40, from: "l"), x: 40, y: 100)
    page.lines(prose(4, width: 40, from: "r"), x: 310, y: 100)
    page.line("Far below", x: 40, y: 600)
    let lines = PageGrid.lines(page.text, size: page.size, cellWidth: { _ in 1 }, maxColumns: 200)
    #expect(lines.count == 4 + 2 + 1)
    let starts = lines.prefix(4).map { line in
      line.spans.first {
        string($0.indices.map { page.text.scalars[Int($0)] }).lowercased().first == "r"
      }?
      .column
    }
    #expect(Set(starts).count == 1)
    for line in lines {
      var end = -1
      for span in line.spans {
        #expect(span.column > end)
        end = span.column + span.indices.count
      }
    }
  }

  @Test("headings become a tree")
  func outline() {
    func heading(_ title: String, _ level: Int, page: Int) -> Flow.Paragraph {
      Flow.Paragraph(
        kind: .heading(level: level), scalars: title.unicodeScalars.map(\.value), origins: [],
        hyphens: [], spans: [], page: page, box: Box(x0: 0, y0: 50, x1: 9, y1: 60))
    }
    var guess = OutlineGuess()
    for one in [
      heading("A", 1, page: 0), heading("A1", 3, page: 0), heading("A2", 3, page: 1),
      heading("B", 1, page: 1),
    ] { guess.observe(one) }
    let items = guess.items()
    #expect(items.map(\.title) == ["A", "B"])
    #expect(items[0].children.map(\.title) == ["A1", "A2"])
    #expect(items[1].target == .destination(Destination(page: 1, y: 50)))
    guess = OutlineGuess()
    for one in [
      heading("Title", 1, page: 0), heading("J. Doe", 4, page: 0), heading("Intro", 2, page: 0),
      heading("Why", 3, page: 0), heading("Method", 2, page: 1),
    ] { guess.observe(one) }
    #expect(guess.items().first?.children.map(\.title) == ["Intro", "Method"])
    #expect(guess.items().first?.children.first?.children.map(\.title) == ["Why"])
  }
}
