package import DocumentModel
import Text

/// Whole documents, to be kept on this machine.
extension SharedSearcher {
  /// Returns the places of all documents of a collection.
  package func places(of collection: String) throws(SharedLibraryError) -> [DocumentPlace] {
    var places: [DocumentPlace] = []
    for slice in try source.slices() where slice.grams == SharedSchema.grams {
      var before: Int?
      repeat {
        let documents = try source.candidates(nil, in: slice.number, before: before, most: 1_000)
          .map(\.document)
        places += try source.entries(of: documents).values.map(\.entry.place).filter {
          if case .shared(let place, _) = $0 { place.collection == collection } else { false }
        }
        before = documents.last
      } while before != nil
    }
    return places
  }

  /// Returns a document with its text, as `KeptLibrary` stores it; nil if there is none with that hash.
  package func whole(
    _ place: SharedPlace, hash: String
  ) throws(SharedLibraryError) -> IndexedDocument? {
    let documents = try source.documents(at: place.path, of: place.collection)
    let found = try source.entries(of: documents).values.first {
      $0.entry.place == .shared(place, hash: hash)
    }
    guard let found else { return nil }
    let entry = found.entry
    var card = DocumentCard()
    (card.title, card.author, card.subject) = (entry.title, entry.author, entry.about)
    (card.pageCount, card.hasPages) = (entry.pageCount, entry.hasPages)
    card.created = entry.created == 0 ? nil : entry.created
    var grams = Grams()
    var pages: [IndexedPage] = []
    try self.pages(of: SharedDocument(found), from: 0) { number, label, flat in
      // A server may pack control characters.
      pages.append(IndexedPage(flat, number: number, label: label, &grams).checked())
      return true
    }
    return IndexedDocument(
      FileSighting(
        path: KeptLibrary.path(of: place), device: 0, inode: 0, size: entry.size,
        modified: entry.modified),
      state: entry.state, reader: hash, type: entry.type, card: card, pages: pages,
      sections: try source.sections(of: [entry.id])[entry.id] ?? [])
  }
}
