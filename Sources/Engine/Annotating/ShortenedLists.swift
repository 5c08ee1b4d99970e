import DocumentModel

/// Shortens `/Annots` lists that poppler rejects, since poppler then has neither that page nor any after it.
struct ShortenedLists {
  /// Most entries that poppler accepts; it calls a page with more of them malformed (`Page::Page` of 22.12).
  static let most = 10_000

  /// Indices of the shortened pages.
  let pages: Set<Int>
  /// A section to append in memory: the pages with the last entries of their lists, which are drawn on top, or with none if `/Annots` is not an array.
  let section: [UInt8]

  /// Checks the first `pageCount` pages. Returns nil if no list is too long or no section can be appended.
  init?(_ bytes: UnsafeRawBufferPointer, password: [UInt8], pageCount: Int) {
    guard let target = try? AnnotatedFile(bytes, password: password),
      var section = try? Section(
        after: bytes, trailer: target.file.trailer, size: target.size, cipher: target.cipher)
    else { return nil }
    let file = target.file
    var pages: Set<Int> = []
    var objects: [PDFObject.Reference: [String: PDFObject]] = [:]
    PageTree(file).walk(from: 0) { index, page in
      guard index < pageCount else { return false }
      let list = file.followed(page.entries["Annots"])
      guard Self.isRefused(list), let place = page.reference else { return true }
      pages.insert(index)
      var entries = page.entries
      entries["Annots"] = list.array.map { .array(Array($0.suffix(Self.most))) }
      objects[place] = entries
      return true
    }
    guard !objects.isEmpty else { return nil }
    for (place, entries) in objects.sorted(by: { $0.key < $1.key }) {
      section.add(.dictionary(entries), as: place)
    }
    guard (try? section.close()) != nil else { return nil }
    self.pages = pages
    self.section = section.bytes
  }

  private static func isRefused(_ list: PDFObject) -> Bool {
    guard let items = list.array else { return list != .null }
    return items.count > most
  }
}
