package import DocumentModel

/// Reports about conflict copies of a document, which file synchronisers make.
package enum ConflictNews: Sendable, Hashable {
  /// The document is a conflict copy of the one at this path.
  case isCopy(of: String)
  /// There are conflict copies of the document at these paths.
  case hasCopies([String])
  /// The changes that bring the annotations of the copy at this path into the document; `words` says how many.
  case merge(ConflictMerge, copy: String, words: String)
  /// A sentence that says why nothing is merged of the copy at this path.
  case refusal(String, copy: String)
}
