package import DocumentModel
package import Text

/// Contents of the preview beside the list.
package struct Preview: Sendable, Hashable {
  /// Whose it is; empty: nothing's.
  package var path = ""
  package var content: Content?
  /// Rises with each request.
  package var serial = 0
  /// Whether it was requested and has not arrived, and whether the file may have changed since.
  package var isAwaited = false
  package var isStale = false
  /// Its picture, once it is there; or that it has none.
  package var picture: ThumbnailFacts?
  package var isPictureless = false
  package var isPictureAsked = false
  /// Whether the picture takes so long that text is shown instead.
  package var isLate = false

  package enum Content: Sendable, Hashable {
    case document(DocumentPreview)
    /// The first names of its list, how many there are, and how many files that leaves out.
    case folder(names: [String], count: Int, others: Int)
    /// A sentence why there is nothing to be seen.
    case sentence(String)
  }

  package init() {}
}

/// The beginning of a document, as the preview shows it.
package struct DocumentPreview: Sendable, Hashable {
  package var page: PageContent?
  package var metadata: Metadata
  package var pageCount: Int
  /// Titles of the outline's top.
  package var outline: [String]
  package var annotationCount: Int?

  package init(
    page: PageContent?, metadata: Metadata, pageCount: Int, outline: [String],
    annotationCount: Int? = nil
  ) {
    self.page = page
    self.metadata = metadata
    self.pageCount = pageCount
    self.outline = outline
    self.annotationCount = annotationCount
  }
}
