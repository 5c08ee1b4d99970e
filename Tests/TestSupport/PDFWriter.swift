package import Foundation

/// A PDF written object by object, right or wrong as the test wants it.
package struct PDFWriter {
  private var objects: [[UInt8]] = []

  package init() {}

  /// The number of an object to be set later.
  package mutating func reserve() -> Int {
    objects.append([])
    return objects.count
  }

  package mutating func set(_ number: Int, _ body: String) {
    objects[number - 1] = Array(body.utf8)
  }

  /// Adds an object and gives its number.
  package mutating func add(_ body: String) -> Int { add(bytes: Array(body.utf8)) }

  package mutating func add(bytes: [UInt8]) -> Int {
    objects.append(bytes)
    return objects.count
  }

  package mutating func add(stream: String, _ entries: String = "") -> Int {
    add("<</Length \(stream.utf8.count)\(entries)>>stream\n\(stream)\nendstream")
  }

  /// The file with its cross-reference table; `trailer` is added to the trailer's dictionary.
  package func file(root: Int, trailer: String = "") -> Data {
    var bytes = Array("%PDF-1.7\n".utf8)
    var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for (index, object) in objects.enumerated() {
      let offset = String(bytes.count)
      table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
      bytes += Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
    }
    let start = bytes.count
    bytes += Array(table.utf8)
    bytes += Array("trailer<</Size \(objects.count + 1)/Root \(root) 0 R\(trailer)>>\n".utf8)
    bytes += Array("startxref\n\(start)\n%%EOF\n".utf8)
    return Data(bytes)
  }
}

/// A PDF of pages made one by one, with a catalogue round them.
package struct PagedPDF {
  package var writer = PDFWriter()
  /// Numbers of the pages' objects.
  package private(set) var pages: [Int] = []
  /// Added to the catalogue's dictionary.
  package var catalogue = ""
  package var trailer = ""
  private let tree: Int
  package let font: Int

  package init() {
    tree = writer.reserve()
    font = writer.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
  }

  /// Adds a page with a line of text at a place in its own coordinates; gives its object's number.
  @discardableResult
  package mutating func addPage(
    _ text: String = "Text", at place: (x: Int, y: Int) = (72, 700),
    box: String = "/MediaBox[0 0 612 792]", entries: String = ""
  ) -> Int {
    let stream = writer.add(stream: "BT /F 12 Tf \(place.x) \(place.y) Td (\(text)) Tj ET")
    let page = writer.add(
      "<</Type/Page/Parent \(tree) 0 R\(box)/Contents \(stream) 0 R"
        + "/Resources<</Font<</F \(font) 0 R>>>>\(entries)>>")
    pages.append(page)
    return page
  }

  package func file() -> Data {
    var whole = writer
    let kids = pages.map { "\($0) 0 R" }.joined(separator: " ")
    whole.set(tree, "<</Type/Pages/Kids[\(kids)]/Count \(pages.count)>>")
    let root = whole.add("<</Type/Catalog/Pages \(tree) 0 R\(catalogue)>>")
    return whole.file(root: root, trailer: trailer)
  }
}
