/// What was read out of a document for lists and previews, and kept as long as the file stays as it is.
package struct CachedMetadata: Sendable, Hashable {
  package var title: String
  package var author: String
  /// 0 where there are none or nobody knows.
  package var pageCount: Int
  /// The titles at the top of the outline.
  package var outline: [String]
  /// Seconds since 1970-01-01 UTC; nil where the document does not say.
  package var created: Int64?
  /// The identifier of its content type.
  package var kind: String
  /// Why the document could not be read; empty where it could. Such a document is not tried again until it changes.
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

/// What a list's columns show of a document the library knows.
package struct CatalogueEntry: Sendable, Hashable {
  /// Empty where nobody knows.
  package var title = ""
  package var author = ""
  /// 0 where nobody knows.
  package var pageCount = 0
  /// When the document says it was made, in seconds since 1970-01-01 UTC; nil where nobody knows.
  package var created: Int64?
  /// Page index from 0 at which reading stopped; nil where it was not begun.
  package var page: Int?
  /// How much lies above where it stopped, from 0 to 1; nil where nobody knows.
  package var share: Double?
  /// Seconds since 1970-01-01 UTC.
  package var readAt: Int64?
  package var tags: [Tag] = []
  package var isFavourite = false

  package init() {}

  /// How much was read, from 0 to 1; by the page alone what lies before it, and all of it on the last.
  package var progress: Double? {
    if page != nil, let share { return min(max(0, share), 1) }
    guard let page, pageCount > 0 else { return nil }
    return pageCount > 1 ? Double(min(page, pageCount - 1)) / Double(pageCount - 1) : 1
  }
}
