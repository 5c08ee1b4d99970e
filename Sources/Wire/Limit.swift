import DocumentModel

/// The maximum sizes of messages between reader and worker.
package enum Limit {
  /// Bytes of one message on the socket.
  package static let frame = 60_000
  /// Bytes of the shared memory in which large replies travel.
  package static let shared = 64 << 20
  /// Annotations of one answer, edits of one section; quadrilaterals and places of strokes of one annotation.
  package static let annotations = 100_000
  package static let edits = 200_000
  package static let quads = 10_000
  package static let strokePoints = 100_000
  /// Tags of one annotation.
  package static let tags = 100
  /// Places of a form's fields; options of one; fields that are filled in at once.
  package static let widgets = 100_000
  package static let fieldOptions = 5_000
  package static let fieldEdits = 100_000
  /// Bytes of a file that annotations are written into.
  package static let annotatedFile = 1 << 30
  /// The number of files in one edit of a document; the bytes of all of them, and of the result.
  package static let editedFiles = 1_000
  package static let editedBytes = 1 << 32
  /// The bytes of an annotation's text.
  package static let note = 1 << 20
  /// Bytes of one string.
  package static let string = 16_384
  package static let pageCount = 10_000_000
  /// Portions of a text whose lengths are known.
  package static let weighedPortions = 5_000
  package static let pagesAtOnce = 2_000
  package static let outlineItems = 100_000
  package static let outlineDepth = 64
  /// Pages of the printed edition that begin within a portion of a book.
  package static let printedPages = 2_000
  package static let characters = 2_000_000
  package static let styles = 4_096
  package static let links = 50_000
  /// Ranges of characters that are named in a book's own terms at once.
  package static let bookPlaces = 10_000
  /// Figures, tables and formulas of a page.
  package static let regions = 2_000
  /// Cells of a table.
  package static let cells = 2_000
  package static let fonts = 4_096
  package static let attachments = 4_096
  package static let signatures = 64
  /// Cells of a line, cells a block is set in, quotations in one another, columns of a table.
  package static let measure = 100_000
  package static let indent = 1_000
  package static let quotes = 64
  package static let columns = 1_024
  /// Pixels along one side of a picture; cairo's limit for images.
  package static let pictureSide = 32_767
  /// Pixels of one picture.
  package static let picturePixels = PictureFacts.mostPixels
  /// Pixels along one side of a whole page of which a part is drawn; cairo's numbers end at eight million.
  package static let zoomedSide = 1 << 20
  /// Pixels along one side of the thumbnail that a document contains for a page.
  package static let thumbnailSide = 1_024
  /// The number of images of a page that are distinguished.
  package static let images = 10_000
  /// Points along one side of a page; PDF 32000-1 annex C has 14,400, real files more.
  package static let pageSide = 1_000_000.0
  /// Points.
  package static let fontSize: Float = 10_000
  /// Files, folders and runs of bytes of an archive in one answer.
  package static let archivePieces = 100_000
  /// Bytes of all strings of one outline or of the links of one page.
  package static let strings = 16 << 20
}

/// A message that violates the protocol.
package enum WireError: Error, Sendable, Hashable {
  case truncated
  case tooLarge
  case unknownKind(UInt8)
  case invalid(String)
}
