package import DocumentModel
package import Text

/// Something to be done with the library's index; the answer comes back as a `LibraryMessage`.
package enum LibraryEffect: Sendable, Equatable {
  /// Look for something in all documents; a request of a higher number ends those before.
  case find(number: Int, LibraryRequest)
  case stopFinding
  /// All hits of one document that a search of that number has found.
  case loadHits(number: Int, path: String)
  /// Remember what was looked for, and what is kept under names.
  case saveHistory(String)
  case saveSearches([SavedSearch])
  /// Stop reading documents, or go on.
  case pauseIndexing(Bool)
  /// Tell how many documents are indexed now: other programs index too.
  case tellIndexing
  /// Have a folder with all below it read from now on, or no longer.
  case index(folder: String)
  case forget(folder: String)
}

/// What is to be found in the library.
package struct LibraryRequest: Sendable, Hashable {
  package enum Source: Sendable, Hashable {
    /// In the language of searches (`LibraryQuery`); its switches count for all of its words.
    case query(String, SearchQuery)
    /// Documents nearest to a text in rare words, but for the one it is from.
    case related(to: String, except: String)
  }

  package var source: Source
  /// Only documents in this folder or below it; empty: everywhere.
  package var folder: String

  package init(_ source: Source, folder: String = "") {
    self.source = source
    self.folder = folder
  }
}
