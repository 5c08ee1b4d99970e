package import DocumentModel

/// The result of looking a place up in a document's SyncTeX file.
package enum SyncTeXNews: Sendable, Hashable {
  case place(SyncTeXPlace)
  /// A line of a source that exists, by its absolute path; `isOutside` the document's folder.
  case source(String, line: Int, column: Int, isOutside: Bool)
  /// A sentence that says why nothing was found.
  case failure(String)
}
