/// How a document is named elsewhere.
package enum Citation {
  /// `Author: Title`, or the one that is known.
  package static func words(author: String, title: String) -> String {
    [author, title].filter { !$0.isEmpty }.joined(separator: ": ")
  }
}
