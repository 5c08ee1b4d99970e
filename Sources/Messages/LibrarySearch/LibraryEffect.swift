package import DocumentModel
package import Text

/// An operation on the library's index; the result comes back as a `LibraryMessage`.
package enum LibraryEffect: Sendable, Equatable {
  /// Search all documents; a request with a higher number ends those before.
  case find(number: Int, LibraryRequest)
  case stopFinding
  /// Load all hits in one document for the search of that number.
  case loadHits(number: Int, of: DocumentPlace)
  /// Find the file of a document of a shared library, or make a text of it; a request with a higher number ends those before.
  case locate(LocateRequest)
  case stopLocating
  /// Bring the text of documents of shared libraries to this machine.
  case keep([DocumentPlace])
  /// Save a query in the history, or the named searches.
  case saveHistory(String)
  case saveSearches([SavedSearch])
  /// Pause or resume the indexing.
  case pauseIndexing(Bool)
  /// Report the number of indexed documents, including those indexed by other programs.
  case tellIndexing
  /// Add a folder with its subfolders to the indexed folders, or remove one.
  case index(folder: String)
  case forget(folder: String)
}

/// A library search request.
package struct LibraryRequest: Sendable, Hashable {
  package enum Source: Sendable, Hashable {
    /// A query in the syntax of `LibraryQuery`; the options apply to all of its words.
    case query(String, SearchQuery)
    /// The documents closest to a text in their rare words, without
    /// the document the text comes from.
    case related(to: String, except: String)
  }

  package var source: Source
  /// The folder to search, with its subfolders; empty for all documents.
  package var folder: String

  package init(_ source: Source, folder: String = "") {
    self.source = source
    self.folder = folder
  }
}
