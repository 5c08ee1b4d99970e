/// A PDF, or FDF, that is made from nothing.
struct NewFile: ObjectTarget {
  private(set) var bytes: [UInt8]
  private var offsets: [Int?] = []

  /// `header` is `PDF-1.7` or the like.
  init(header: String) {
    // Four bytes above ASCII show that the file is binary (PDF 32000-1, 7.5.2).
    bytes = Array("%\(header)\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A]
  }

  mutating func newNumber() -> PDFObject.Reference {
    offsets.append(nil)
    return PDFObject.Reference(number: offsets.count, generation: 0)
  }

  mutating func add(_ object: PDFObject, as place: PDFObject.Reference) {
    begin(place)
    object.write(to: &bytes, enciphering: nil)
    bytes += Array("\nendobj\n".utf8)
  }

  mutating func add(
    stream entries: [String: PDFObject], _ data: [UInt8], as place: PDFObject.Reference
  ) {
    var entries = entries
    entries["Length"] = .integer(data.count)
    begin(place)
    PDFObject.dictionary(entries).write(to: &bytes, enciphering: nil)
    bytes += Array("\nstream\n".utf8) + data + Array("\nendstream\nendobj\n".utf8)
  }

  private mutating func begin(_ place: PDFObject.Reference) {
    offsets[place.number - 1] = bytes.count
    bytes += Array("\(place.number) 0 obj\n".utf8)
  }

  /// Ends the file with a cross-reference table (PDF 32000-1, 7.5.4).
  mutating func close(root: PDFObject.Reference) {
    let start = bytes.count
    func digits(_ number: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: 10 - text.count) + text
    }
    var table = "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n"
    for offset in offsets { table += "\(digits(offset ?? 0)) 00000 n \n" }
    bytes += Array((table + "trailer\n").utf8)
    PDFObject.dictionary(["Root": .reference(root), "Size": .integer(offsets.count + 1)])
      .write(to: &bytes, enciphering: nil)
    bytes += Array("\nstartxref\n\(start)\n%%EOF\n".utf8)
  }

  /// Ends the file without a cross-reference table, as FDF may (PDF 32000-1, 12.7.7.2.4).
  mutating func closeBare(root: PDFObject.Reference) {
    bytes += Array("trailer\n<</Root \(root.number) 0 R>>\n%%EOF\n".utf8)
  }
}
