import DocumentModel
package import Text

/// A batch of search results.
package struct SearchProgress: Sendable, Hashable {
  package var hits: [SearchHit] = []
  package var pagesRead = 0
  package var isDone = false
  /// Whether the search stopped because it had found too many hits.
  package var isCapped = false
  package var textless = 0
  package var unread = 0
  /// A message for the user: the pattern is invalid or takes too long.
  package var failure: String?

  package init() {}
}
