package import DocumentModel
import Text

/// Whole documents, to be kept on this machine.
extension SharedSearcher {
  /// Returns the places of all documents of a collection that have a form this version knows, and whether these are all.
  package func places(
    of collection: String
  ) throws(SharedLibraryError) -> (places: [DocumentPlace], areAll: Bool) {
    try databases.refresh()
    var (places, areAll) = ([DocumentPlace](), true)
    for index in databases.parts.indices {
      let source = try source(index)
      let slices = try source.slices()
      let known = slices.filter { $0.grams == SharedSchema.grams }
      areAll = areAll && known.count == slices.count
      for slice in known {
        var before: Int?
        repeat {
          let documents = try source.candidates(
            nil, in: slice.number, before: before, most: 1_000
          ).map(\.document)
          places += try source.entries(of: documents).values.map(\.entry.place).filter {
            if case .shared(let place, _) = $0 { place.collection == collection } else { false }
          }
          before = documents.last
        } while before != nil
      }
    }
    return (places, areAll)
  }

  /// Whether a collection has a document at a place.
  package func has(_ place: SharedPlace) throws(SharedLibraryError) -> Bool {
    try first { _, source throws(SharedLibraryError) in
      try source.documents(at: place.path, of: place.collection).first
    } != nil
  }

  /// The largest text of a document in bytes; a server could send pages without end.
  private static let largestText = 512 << 20

  /// Returns a document with its text, as `KeptLibrary` stores it; nil if there is none with that hash.
  package func whole(
    _ place: SharedPlace, hash: String
  ) throws(SharedLibraryError) -> IndexedDocument? {
    guard let (found, part) = try entry(at: place, hash: hash),
      found.entry.place == .shared(place, hash: hash)
    else { return nil }
    let entry = found.entry
    var card = DocumentCard()
    (card.title, card.author, card.subject) = (entry.title, entry.author, entry.about)
    (card.pageCount, card.hasPages) = (entry.pageCount, entry.hasPages)
    card.created = entry.created == 0 ? nil : entry.created
    var grams = Grams()
    var pages: [IndexedPage] = []
    var size = 0
    try self.pages(of: StoredDocument(found, part: part), from: 0) { number, label, flat in
      // A server may pack control characters.
      let page = IndexedPage(flat, number: number, label: label, &grams).checked()
      size += page.passages.count + page.grams.count
      pages.append(page)
      return size <= Self.largestText
    }
    guard size <= Self.largestText else { throw .nonsense("a document's text is too large") }
    return IndexedDocument(
      FileSighting(
        path: KeptLibrary.path(of: place), device: 0, inode: 0, size: entry.size,
        modified: entry.modified),
      state: entry.state, reader: hash, type: entry.type, card: card, pages: pages,
      sections: try source(part).sections(of: [entry.id])[entry.id] ?? [])
  }
}
