package import DocumentModel

/// A request for a document of a shared library that is to be read on this machine.
package struct LocateRequest: Sendable, Hashable {
  package var number: Int
  package var document: DocumentHits
  /// The page index from 0 and the character of the hit, as `LibraryHit` has them.
  package var page: Int
  package var start: Int

  package init(number: Int, document: DocumentHits, page: Int, start: Int) {
    self.number = number
    self.document = document
    self.page = page
    self.start = start
  }
}

/// The way in which a document of a shared library can be read on this machine.
package enum LocatedDocument: Sendable, Hashable {
  /// A file; `isCached` if it is in the cache, so that its path is of no use to people.
  case file(path: String, isCached: Bool = false)
  /// A file with the text as it was read; `anchor` names the paragraph of the hit, and is empty if there is none.
  case text(path: String, anchor: String, notice: String)
  /// The document cannot be read, with the reason as a sentence.
  case unavailable(String)
}
