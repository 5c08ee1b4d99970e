package import DocumentModel

/// What the library's index has to say.
package enum LibraryMessage: Sendable {
  /// More of what a search of that number has found.
  case found(number: Int, LibraryFindings)
  case hits(number: Int, path: String, [LibraryHit])
  case indexing(IndexProgress)
  /// What was looked for in earlier runs, newest last, and what is kept under names.
  case remembered(history: [String], saved: [SavedSearch])
}
