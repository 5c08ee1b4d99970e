import DocumentModel
import Testing

@testable import Text

@Suite("Entries of a bibliography")
struct BibliographyTests {
  private struct Row {
    var text: String
    var x: Float
    var y: Float
    var kind: TextBlock.Kind

    init(_ text: String, x: Float, y: Float, _ kind: TextBlock.Kind = .tableRow) {
      (self.text, self.x, self.y, self.kind) = (text, x, y, kind)
    }
  }

  private func entries(_ rows: [Row]) -> [BibliographyEntry] {
    var bibliography = Bibliography()
    for (serial, row) in rows.enumerated() {
      let box = Box(x0: row.x, y0: row.y, x1: row.x + 300, y1: row.y + 10)
      let scalars = row.text.unicodeScalars.map(\.value)
      bibliography.add(
        Flow.Paragraph(
          kind: row.kind, scalars: scalars,
          origins: scalars.map { _ in Flow.Origin(page: 0, index: -1) }, hyphens: [], spans: [],
          page: 0, box: box, region: nil), serial: serial, row: box)
    }
    bibliography.finish()
    return bibliography.sections.flatMap(\.entries)
  }

  @Test("rows of a table are entries, and rows without a label continue them")
  func tableRows() {
    let found = entries([
      Row("\tReferences", x: 90, y: 80),
      Row("1\tAnna Doe. Another title.", x: 90, y: 100),
      Row("\tIn Some Press, 2018.", x: 110, y: 112),
      Row("2\tBert Smith. A title. 2019.", x: 90, y: 124),
      Row("3\tCarl Miller. A third.", x: 90, y: 136), Row("\tPress,", x: 110, y: 148),
      Row("\tBerlin, 2020.", x: 110, y: 160),
    ])
    #expect(found.map(\.label) == ["1", "2", "3"])
    #expect(found.map(\.year) == ["2018", "2019", "2020"])
    #expect(found.first?.title == "Another title")
  }

  @Test("the head of a column in a turned table opens no list of works")
  func turnedHead() {
    var bibliography = Bibliography()
    let works = ["Doe, A. (2018). One. Press.", "Li, C. (2019). Two. Press."]
    for (serial, text) in (["References"] + works).enumerated() {
      let scalars = text.unicodeScalars.map(\.value)
      let box = Box(x0: 80, y0: 100, x1: serial == 0 ? 90 : 300, y1: serial == 0 ? 150 : 110)
      bibliography.add(
        Flow.Paragraph(
          kind: .paragraph, scalars: scalars,
          origins: scalars.map { _ in Flow.Origin(page: 0, index: -1) }, hyphens: [], spans: [],
          page: 0, box: box, region: nil), serial: serial, row: box)
    }
    bibliography.finish()
    #expect(bibliography.sections.isEmpty)
  }

  @Test("labels that are a column of their own are put before the entries beside them")
  func labelColumn() {
    let works = [
      "Anna Doe. Another title. 2018.", "Bert Smith. A title. 2019.", "Carl Miller. A third. 2020.",
    ]
    let rows =
      [Row("References", x: 90, y: 80, .heading(level: 1))]
      + works.enumerated().map { Row($1, x: 110, y: 100 + Float($0) * 24, .paragraph) }
      + works.indices.map { Row("\($0 + 1)", x: 90, y: 97 + Float($0) * 24) }
    let found = entries(rows)
    #expect(found.map(\.label) == ["1", "2", "3"])
    #expect(found.map { $0.place.y } == [100, 124, 148])
  }

  @Test("all lists without a heading together have no more lines than are kept of one")
  func looseLists() {
    var bibliography = Bibliography()
    let box = Box(x0: 60, y0: 80, x1: 300, y1: 90)
    for serial in 0..<Bibliography.mostLines + 100 {
      let scalars = "[\(serial % (Bibliography.mostLines / 2) + 1)] A".unicodeScalars.map(\.value)
      bibliography.add(
        Flow.Paragraph(
          kind: .paragraph, scalars: scalars, origins: [], hyphens: [], spans: [], page: 0,
          box: box, region: nil), serial: serial, row: box)
    }
    let isCut = bibliography.isCut
    #expect(isCut)
  }
}
