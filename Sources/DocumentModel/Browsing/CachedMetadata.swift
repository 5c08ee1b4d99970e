/// Metadata read from a document for lists and previews, cached as long as the file does not change.
package struct CachedMetadata: Sendable, Hashable {
  package var title: String
  package var author: String
  /// 0 if there are none or the number is not known.
  package var pageCount: Int
  /// The titles of the top-level outline items.
  package var outline: [String]
  /// Seconds since 1970-01-01 UTC; nil if the document does not say.
  package var created: Int64?
  /// The identifier of its content type.
  package var kind: String
  /// Why the document could not be read; empty if it was read. A failed document is not retried until it changes.
  package var error: String

  package init(
    title: String = "", author: String = "", pageCount: Int = 0, outline: [String] = [],
    created: Int64? = nil, kind: String = "", error: String = ""
  ) {
    self.title = title
    self.author = author
    self.pageCount = pageCount
    self.outline = outline
    self.created = created
    self.kind = kind
    self.error = error
  }
}

/// The list columns of a document known to the library.
package struct CatalogueEntry: Sendable, Hashable {
  /// Empty if not known.
  package var title = ""
  package var author = ""
  /// 0 if not known.
  package var pageCount = 0
  /// The creation date the document states, in seconds since 1970-01-01 UTC; nil if not known.
  package var created: Int64?
  /// The page index from 0 at which reading stopped; nil if it was never read.
  package var page: Int?
  /// The share of the document above that point, from 0 to 1; nil if not known.
  package var share: Double?
  /// When it was last read, in seconds since 1970-01-01 UTC.
  package var readAt: Int64?
  package var tags: [Tag] = []
  package var isFavourite = false

  package init() {}

  /// The share that was read, from 0 to 1. If only the page is known, the share of the pages before it, with the last page counting as 1.
  package var progress: Double? {
    if page != nil, let share { return min(max(0, share), 1) }
    guard let page, pageCount > 0 else { return nil }
    return pageCount > 1 ? Double(min(page, pageCount - 1)) / Double(pageCount - 1) : 1
  }
}
