import Foundation
import TestSupport
import Testing

/// The sections that `recto search --json` names, live and from the index.
@Suite struct SearchSectionTests {
  /// A page of two columns whose second heading, at the top of the right column, is above the first.
  private func columns() -> Data {
    var pdf = PagedPDF()
    let words = "some quite ordinary words that go on and"
    var lines = (0..<90).map { "\($0) \(words)" }
    for (line, text) in [
      (2, "an aardvark and \(words)"), (30, "Methods"), (40, "a badger and \(words)"),
      (46, "a camel and \(words)"), (50, "Results"), (60, "a dromedary and \(words)"),
    ] { lines[line] = text }
    let columns = [lines[..<45], lines[45...]].map { $0.joined(separator: ") Tj 0 -14 Td (") }
    pdf.addPage(columns.joined(separator: ") Tj 250 616 Td ("), at: (50, 740))
    let (outline, first, second) = (
      pdf.writer.reserve(), pdf.writer.reserve(), pdf.writer.reserve()
    )
    let page = "\(pdf.pages[0]) 0 R"
    pdf.writer.set(outline, "<</First \(first) 0 R/Last \(second) 0 R/Count 2>>")
    pdf.writer.set(
      first,
      "<</Title(Methods)/Parent \(outline) 0 R/Next \(second) 0 R/Dest[\(page)/XYZ 50 332 0]>>")
    pdf.writer.set(
      second,
      "<</Title(Results)/Parent \(outline) 0 R/Prev \(first) 0 R/Dest[\(page)/XYZ 300 682 0]>>")
    pdf.catalogue = "/Outlines \(outline) 0 R"
    return pdf.file()
  }

  @Test("the section of a match is that of its column", arguments: [true, false])
  func sectionsInColumns(_ isIndexed: Bool) throws {
    let bench = try Workbench(pages: 1)
    let file = bench.folder + "/columns.pdf"
    try columns().write(to: URL(fileURLWithPath: file))
    if isIndexed { #expect(try bench.run(["index", bench.folder]).status == 0) }
    for (word, section) in [
      ("aardvark", "null"), ("badger", "\"Methods\""),
      ("camel", "\"Methods\""),
      ("dromedary", "\"Results\""),
    ] {
      let found = try bench.run(
        ["search"] + (isIndexed ? [] : ["--no-index"]) + ["--json", word, file])
      #expect(
        found.output.contains("\"section\":\(section)"), "\(word): \(found.output)\(found.errors)")
    }
  }
}
