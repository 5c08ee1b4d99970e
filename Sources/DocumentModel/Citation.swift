/// Formats how a document is cited.
package enum Citation {
  /// Returns `Author: Title`, or the one that is known.
  package static func words(author: String, title: String) -> String {
    [author, title].filter { !$0.isEmpty }.joined(separator: ": ")
  }
}
