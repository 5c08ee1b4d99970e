/// The dictionary, annotations and contents of a page as read from one file, for comparison.
struct SeenPage: Equatable {
  private let reference: PDFObject.Reference?
  private let entries: [String: PDFObject]
  private let items: [PDFObject]
  /// The content streams in order, as stored: some would take forever to decompress.
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

  /// Returns true if a page of another file has the same content streams.
  func hasSameContents(as page: PageNode, in file: ObjectFile) -> Bool {
    contents == Self.contents(of: page, in: file)
  }

  /// `/Contents` is one stream or an array of them (PDF 32000-1, table 30).
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
