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
    var page = 0

    init(_ text: String, x: Float, y: Float, _ kind: TextBlock.Kind = .tableRow, page: Int = 0) {
      (self.text, self.x, self.y, self.kind, self.page) = (text, x, y, kind, page)
    }
  }

  private func entries(_ rows: [Row]) -> [BibliographyEntry] {
    sections(rows).flatMap(\.entries)
  }

  private func sections(_ rows: [Row]) -> [Bibliography.Section] {
    var bibliography = Bibliography()
    for (serial, row) in rows.enumerated() {
      let box = Box(x0: row.x, y0: row.y, x1: row.x + 300, y1: row.y + 10)
      let scalars = row.text.unicodeScalars.map(\.value)
      bibliography.add(
        Flow.Paragraph(
          kind: row.kind, scalars: scalars,
          origins: scalars.map { _ in Flow.Origin(page: Int32(row.page), index: -1) }, hyphens: [],
          spans: [], page: row.page, box: box, region: nil), serial: serial, row: box)
    }
    bibliography.finish()
    return bibliography.sections
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

  /// Rows of a list below headings on two pages.
  private func list(_ heads: [String], _ works: [[String]]) -> [Row] {
    zip(heads, works).enumerated().flatMap { page, part in
      [Row(part.0, x: 60, y: 80, .heading(level: 1), page: page)]
        + part.1.enumerated().map {
          Row($1, x: 60, y: 100 + Float($0) * 24, .paragraph, page: page)
        }
    }
  }

  @Test(
    "a running head that looks like a heading parts no list",
    arguments: [
      ["1. Anna Doe. One. 2018.", "2. Bert Smith. Two. 2019.", "3. Carl Miller. Three. 2020."],
      ["Doe, A. (2018). One. Press.", "Li, C. (2019). Two. Press.", "Miller, C. (2020). Three."],
    ])
  func repeatedHead(_ works: [String]) {
    let others = works.map { $0.replacing(/^[1-3]/) { "\((Int($0.0) ?? 0) + 3)" } + " Again." }
    let found = sections(list(["References", "REFERENCES"], [works, others]))
    #expect(found.map(\.entries.count) == [6])
  }

  @Test("the largest number before a footnote and a running head")
  func largestNumber() {
    let found = entries([
      Row("References", x: 60, y: 80, .heading(level: 1)),
      Row("[\(Int.max)] A. Doe. One. 2018.", x: 60, y: 100, .paragraph),
      Row("1 A note.", x: 60, y: 700, .footnote),
      Row("References", x: 60, y: 80, .heading(level: 1), page: 1),
      Row("176", x: 60, y: 90, .paragraph, page: 1),
      Row("2 B. Doe. Two. 2019.", x: 60, y: 100, .paragraph, page: 1),
    ])
    #expect(!found.isEmpty)
  }

  @Test("a list that begins with 1 again is another")
  func secondList() {
    let works = ["1. A. Doe. One. 2018.", "2. B. Smith. Two. 2019.", "3. C. Miller. Three. 2020."]
    let found = sections(
      list(["References", "References"], [works, works.map { $0 + " Again." }]))
    #expect(found.map(\.entries.count) == [3, 3])
  }

  @Test("a number as wide as the space for it begins an entry")
  func adjoiningNumber() {
    let works = (1...11).map { $0 < 10 ? "\($0) A. Doe. One. 2018." : "\($0)MATLAB. One. 2019." }
    let found = entries(list(["References"], [works]))
    #expect(found.map(\.label) == (1...11).map(String.init))
    #expect(found.last?.text == "11 MATLAB. One. 2019.")
  }

  @Test("a drawn dash repeats the authors of the entry before")
  func drawnDash() {
    let found = sections([
      Row("Referências", x: 60, y: 80, .heading(level: 1)),
      Row("ARAUJO, L. C. A classe. 2015.", x: 60, y: 100, .paragraph),
      Row(". O pacote. 2016.", x: 87, y: 124, .paragraph),
      Row(". . Rio, 2017.", x: 114, y: 148, .paragraph),
      Row("SILVA, J. Um livro. 2018.", x: 60, y: 172, .paragraph),
    ])
    #expect(found.map(\.entries.count) == [4])
    let work = ReferenceMention.WorkNames(
      names: ["araujo"].map { $0.unicodeScalars.map(\.value) }, starts: [],
      year: "2016".unicodeScalars.map(\.value), hasOthers: false)
    let text = found.first?.entry(of: work)?.0.text
    #expect(text == ". O pacote. 2016.")
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
