package import Foundation

/// A PDF of pages of text lines with an outline entry for each page.
package enum SmallDocument {
  /// Pages differ in their words: lines that repeat from page to page would be running heads.
  private static let words = [
    "amber", "birch", "cedar", "dapper", "elder", "fallow", "gentle", "hazel", "ivory", "jolly",
    "kindly", "lunar",
  ]

  package static func bytes(pages: Int, lines: Int = 40, title: String = "Small Book") -> Data {
    var document = PagedPDF()
    let outline = document.writer.reserve()
    let items = (0..<pages).map { _ in document.writer.reserve() }
    for page in 0..<pages {
      var text = ""
      for line in 0..<min(lines, 20) {
        let word = words[(page * 5 + line) % words.count]
        text += "The \(word) sentence \(line + 1) stands on page \(page + 1).) Tj 0 -34 Td ("
      }
      let number = document.addPage(text, at: (72, 740))
      let next = page + 1 < pages ? "/Next \(items[page + 1]) 0 R" : ""
      let previous = page > 0 ? "/Prev \(items[page - 1]) 0 R" : ""
      document.writer.set(
        items[page],
        "<</Title(Chapter \(page + 1))/Parent \(outline) 0 R\(next)\(previous)"
          + "/Dest[\(number) 0 R/XYZ 0 792 0]>>")
    }
    document.writer.set(
      outline,
      "<</Type/Outlines/First \(items.first ?? 0) 0 R/Last \(items.last ?? 0) 0 R/Count \(pages)>>")
    document.catalogue = "/Outlines \(outline) 0 R"
    let info = document.writer.add("<</Title(\(title))>>")
    document.trailer = "/Info \(info) 0 R"
    return document.file()
  }

  /// A file of objects numbered from 1; the first is the catalogue, the last the information dictionary.
  package static func assembled(_ objects: [String]) -> Data {
    var writer = PDFWriter()
    for object in objects { _ = writer.add(object) }
    return writer.file(root: 1, trailer: "/Info \(objects.count) 0 R")
  }
}
