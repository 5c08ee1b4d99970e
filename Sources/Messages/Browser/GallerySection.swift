package import DocumentModel

/// A part of a gallery: documents that have something in common.
package struct GallerySection: Sendable, Hashable {
  package var key: SectionKey
  /// The first of its rows.
  package var first: Int
  package var count: Int
}

/// The property shared by the documents of a section.
package enum SectionKey: Sendable, Hashable {
  /// They are folders, which come before all else.
  case folders
  /// Their folder; empty for the listed folder itself.
  case folder(FilePath)
  /// A tag or an author.
  case named(String)
  case year(RowYear)
  /// It is not known, or there is none.
  case unknown
}
