package import DocumentModel

/// A result or a notification from the library's index.
package enum LibraryMessage: Sendable {
  /// More results of the search of that number.
  case found(number: Int, LibraryFindings)
  case hits(number: Int, of: DocumentPlace, [LibraryHit])
  case located(number: Int, LocatedDocument)
  case indexing(IndexProgress)
  /// The names of the shared libraries that this machine has joined.
  case joined([String])
  /// The queries of earlier sessions, newest last, and the named searches.
  case remembered(history: [String], saved: [SavedSearch])
}
