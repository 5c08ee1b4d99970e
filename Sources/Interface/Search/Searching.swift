package import Text

/// Searches in documents before and beside the one that is shown.
package struct Searching: Sendable {
  package var next = 1
  /// The place from which a search that is being typed began.
  package var origin: SearchOrigin?
  package var previous: Search?
  package var options = SearchQuery("")
  package var history = PromptHistory<SearchQuery>()

  package init() {}
}
