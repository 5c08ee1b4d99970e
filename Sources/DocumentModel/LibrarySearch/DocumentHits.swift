/// A document of the library with matches and the most relevant hits in it.
package struct DocumentHits: Sendable, Hashable {
  package var place: DocumentPlace
  /// Empty if the document states none.
  package var title: String
  package var author: String
  /// The year of creation the document states, else the year of its file's modification; 0 if neither is known.
  package var year: Int
  /// Whether `year` is the file's, because the document states none.
  package var isYearOfFile = false
  /// The identifier of its content type, such as `com.adobe.pdf`; empty if not known.
  package var type: String
  package var tags: [String]
  package var pageCount: Int
  /// The number of all hits in the document.
  package var count: Int
  /// The few most relevant hits, in page order.
  package var hits: [LibraryHit]
  /// Page indices from 0, ascending, of the pages that match the whole query; empty if each page with a hit counts.
  package var pages: [Int]
  /// Whether the index is older than the file.
  package var isStale: Bool
  /// How well the best hit matches; 0 is best.
  package var rank = 0
  /// The size of its file in bytes as it was read; 0 if not known.
  package var size: Int64 = 0
  /// The path of an indexed file of this machine with the same bytes as a shared document; empty if none is known.
  package var copy = ""

  package init(
    place: DocumentPlace, title: String = "", author: String = "", year: Int = 0, type: String = "",
    tags: [String] = [], pageCount: Int = 0, count: Int = 0, hits: [LibraryHit] = [],
    pages: [Int] = [], isStale: Bool = false
  ) {
    self.place = place
    self.title = title
    self.author = author
    self.year = year
    self.type = type
    self.tags = tags
    self.pageCount = pageCount
    self.count = count
    self.hits = hits
    self.pages = pages
    self.isStale = isStale
  }

  /// The path of its file, or its path in its collection.
  package var path: String { place.path }

  /// Whether its file may be on another machine.
  package var isShared: Bool {
    if case .shared = place { true } else { false }
  }
}

/// The results of a library search since the previous report, of this machine or of one shared library.
package struct LibraryFindings: Sendable, Hashable {
  /// The name of the shared library; empty for this machine.
  package var library = ""
  /// New results, to be appended to those reported before: the best come first.
  package var documents: [DocumentHits] = []
  /// Totals over all results so far.
  package var documentCount = 0
  package var hitCount = 0
  /// The number of documents searched so far, and of those to search.
  package var looked = 0
  package var candidates = 0
  package var isDone = false
  /// Whether there are more results, which are not reported.
  package var isCapped = false
  /// Whether all was searched; false if a part of a shared library did not answer.
  package var isComplete = true
  /// The time since the search began.
  package var milliseconds = 0
  /// The part that was not searched, as a sentence.
  package var trouble: String?
  /// The reason the search cannot run, as a sentence.
  package var failure: String?

  package init() {}
}
