/// A page, what its list holds and what it is drawn by, as they were found in one file.
struct SeenPage: Equatable {
  private let reference: PDFObject.Reference?
  private let entries: [String: PDFObject]
  private let items: [PDFObject]
  /// The streams of its contents, in their order, as they are packed: nothing is unpacked, which some take for ever to be.
  private let contents: [Content]

  private struct Content: Equatable {
    var object: PDFObject
    var data: [UInt8]?
  }

  init(_ page: PageNode, in file: ObjectFile) {
    reference = page.reference
    entries = page.entries
    items = (file.followed(page.entries["Annots"]).array ?? []).map { file.followed($0) }
    contents = Self.contents(of: page, in: file)
  }

  /// Whether the page of another file is drawn by the same.
  func hasSameContents(as page: PageNode, in file: ObjectFile) -> Bool {
    contents == Self.contents(of: page, in: file)
  }

  /// One stream, or a list of them (PDF 32000-1, table 30).
  private static func contents(of page: PageNode, in file: ObjectFile) -> [Content] {
    let value = page.entries["Contents"]
    let parts = file.followed(value).array ?? [value].compactMap(\.self)
    return parts.map { part in
      Content(
        object: file.followed(part),
        data: part.reference.flatMap { file.data(of: $0, isPacked: true) })
    }
  }
}
