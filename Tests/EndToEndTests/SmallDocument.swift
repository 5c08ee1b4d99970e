import Foundation

/// A PDF of pages of text lines with an outline entry for each page, written by hand.
enum SmallDocument {
  /// Pages differ in their words: lines that repeat from page to page would be running heads.
  private static let words = [
    "amber", "birch", "cedar", "dapper", "elder", "fallow", "gentle", "hazel", "ivory", "jolly",
    "kindly", "lunar",
  ]

  static func bytes(pages: Int, lines: Int = 40, title: String = "Small Book") -> Data {
    var objects: [String] = []
    let firstPage = 4
    let kids = (0..<pages).map { "\(firstPage + 2 * $0) 0 R" }.joined(separator: " ")
    let firstItem = firstPage + 2 * pages
    objects.append("<</Type/Catalog/Pages 2 0 R/Outlines \(firstItem) 0 R>>")
    objects.append("<</Type/Pages/Kids[\(kids)]/Count \(pages)>>")
    objects.append("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
    for page in 0..<pages {
      objects.append(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents \(firstPage + 2 * page + 1) 0 R"
          + "/Resources<</Font<</F 3 0 R>>>>>>")
      var stream = "BT /F 12 Tf 72 740 Td 34 TL\n"
      for line in 0..<min(lines, 20) {
        let word = words[(page * 5 + line) % words.count]
        stream += "(The \(word) sentence \(line + 1) stands on page \(page + 1).) Tj T*\n"
      }
      stream += "ET"
      objects.append("<</Length \(stream.utf8.count)>>stream\n\(stream)\nendstream")
    }
    objects.append(
      "<</Type/Outlines/First \(firstItem + 1) 0 R/Last \(firstItem + pages) 0 R/Count \(pages)>>")
    for page in 0..<pages {
      let next = page + 1 < pages ? "/Next \(firstItem + page + 2) 0 R" : ""
      let previous = page > 0 ? "/Prev \(firstItem + page) 0 R" : ""
      objects.append(
        "<</Title(Chapter \(page + 1))/Parent \(firstItem) 0 R\(next)\(previous)"
          + "/Dest[\(firstPage + 2 * page) 0 R/XYZ 0 792 0]>>")
    }
    objects.append("<</Title(\(title))>>")
    return assembled(objects)
  }

  /// A file of objects numbered from 1; the first is the catalogue, the last the information dictionary.
  static func assembled(_ objects: [String]) -> Data {
    var text = "%PDF-1.4\n"
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(text.utf8.count)
      text += "\(index + 1) 0 obj\(object)endobj\n"
    }
    let start = text.utf8.count
    text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for offset in offsets { text += String(format: "%010d 00000 n \n", offset) }
    text += "trailer<</Size \(objects.count + 1)/Root 1 0 R/Info \(objects.count) 0 R>>\n"
    text += "startxref\n\(start)\n%%EOF\n"
    return Data(text.utf8)
  }
}
