package import DocumentModel

/// The library search and the indexing it waits for.
package struct LibrarySearching: Sendable {
  /// The library search, on the screen or behind a document opened from it.
  package var finder: Finder?
  package var nextFinding = 1
  package var nextLocating = 1
  /// Earlier library searches, the latest last.
  package var history = PromptHistory<String>()
  /// The progress of indexing; nil until known.
  package var indexing: IndexProgress?
  /// The names of the shared libraries that are searched, too.
  package var shared: [String] = []
  /// The requested indexing, until it is finished.
  package var awaitedIndexing: AwaitedIndexing?

  package init() {}
}
