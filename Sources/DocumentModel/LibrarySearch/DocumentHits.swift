/// A document of the library in which something was found, with the hits that tell most.
package struct DocumentHits: Sendable, Hashable {
  /// Absolute.
  package var path: String
  /// Empty where the document says none.
  package var title: String
  package var author: String
  /// The year the document says it was made in, else the one of its file's last change; 0 where neither is known.
  package var year: Int
  /// The document says no year; it is the file's.
  package var isYearOfFile = false
  /// Identifier of its content type, as `com.adobe.pdf`; empty where it is not known.
  package var type: String
  package var tags: [String]
  package var pageCount: Int
  /// All that was found in it.
  package var count: Int
  /// The first few that tell most, in the order of the pages.
  package var hits: [LibraryHit]
  /// Pages (index from 0, ascending) on which all that was wished for stands; empty where each page with a hit counts.
  package var pages: [Int]
  /// What was read of it is older than the file.
  package var isStale: Bool

  package init(
    path: String, title: String = "", author: String = "", year: Int = 0, type: String = "",
    tags: [String] = [], pageCount: Int = 0, count: Int = 0, hits: [LibraryHit] = [],
    pages: [Int] = [], isStale: Bool = false
  ) {
    self.path = path
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
}

/// What a search in the library has found since it was told last.
package struct LibraryFindings: Sendable, Hashable {
  /// To be put behind those told before: the best come first.
  package var documents: [DocumentHits] = []
  /// Of all that was told so far.
  package var documentCount = 0
  package var hitCount = 0
  /// Documents that were looked at, and how many there are to be looked at.
  package var looked = 0
  package var candidates = 0
  package var isDone = false
  /// There are more, which are not told.
  package var isCapped = false
  /// Since the search began.
  package var milliseconds = 0
  /// Why it cannot be looked for, as a sentence.
  package var failure: String?

  package init() {}
}
