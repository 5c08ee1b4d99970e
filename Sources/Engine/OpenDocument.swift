package import DocumentModel
package import Wire

/// The interface of a format: an open document that answers requests.
package protocol OpenDocument {
  var summary: DocumentSummary { get }
  func pages(_ range: Range<Int>) throws(EngineFailure) -> [PageInfo]
  func metadata() -> Metadata
  func outline() -> [OutlineItem]
  func text(page: Int) throws(EngineFailure) -> PageText
  /// Whether the text of a page may have signs whose meaning nothing in the file says.
  func mayShowUnknownSigns(page: Int) -> Bool
  func plainText(page: Int) throws(EngineFailure) -> [UInt8]
  func links(page: Int) throws(EngineFailure) -> [Link]
  func destination(named: String) -> Destination?
  /// Names characters of a page in the book's own terms; none in other formats.
  func places(of ranges: [Range<Int>], on page: Int) throws(EngineFailure) -> [BookPlace]
  /// Returns the words of a canonical fragment identifier; nil if the book has no such place.
  func textPlace(of selector: BookSelector) -> TextPlace?
  func fonts(_ range: Range<Int>) -> [FontInfo]
  func attachments() -> [Attachment]
  func attachment(_ index: Int, from offset: Int) throws(EngineFailure) -> (
    bytes: [UInt8], total: Int
  )
  func rotation(page: Int) throws(EngineFailure) -> Int
  func annotationCount(_ range: Range<Int>) throws(EngineFailure) -> Int
  /// The annotations of some pages, as many as go into one answer.
  func annotations(_ range: Range<Int>) throws(EngineFailure) -> AnnotationPortion
  /// The form's fields on some pages, as many as go into one answer.
  func fields(_ range: Range<Int>) throws(EngineFailure) -> FormPortion
  /// Returns the annotations and values of an exchanged file, placed on the document's pages.
  func imported(_ bytes: UnsafeRawBufferPointer) throws(ExchangeRefusal) -> ImportedAnnotations
  /// Returns annotations and values as an exchanged file.
  func exported(_ export: ExchangeExport) throws(ExchangeRefusal) -> ExchangedFile
  /// Returns the document's permissions for annotations.
  func annotationVerdict() -> AnnotationAccess
  /// Returns digests of the images of a page, by which a page without words is recognised.
  func imageSums(page: Int) -> [UInt64]
  /// Returns the notes people wrote on a page.
  func notes(page: Int) throws(EngineFailure) -> PageNotes
  /// Returns the signatures of the document; nil until enough calls have been made.
  func signatures() -> SignatureReport?
  /// Returns nil until enough calls have been made.
  func fingerprint() -> String?
  func draw(_ drawing: PageDrawing, on pixels: PixelBuffer) throws(EngineFailure)
  /// The document's own small picture, as a file manager shows it.
  func thumbnail(_ details: ThumbnailRequest) throws(EngineFailure) -> ProvidedThumbnail
}

/// The notes people wrote on a page.
package struct PageNotes: Sendable {
  /// Of its annotations, on one line each.
  package var texts: [String] = []
  /// Whether there are annotations, with a text or without one.
  package var isAnnotated = false

  package init() {}
}

/// Defaults for formats that lack a feature.
extension OpenDocument {
  package func outline() -> [OutlineItem] { [] }
  package func mayShowUnknownSigns(page: Int) -> Bool { true }
  package func links(page: Int) throws(EngineFailure) -> [Link] { [] }
  package func destination(named: String) -> Destination? { nil }
  package func places(
    of ranges: [Range<Int>], on page: Int
  ) throws(EngineFailure) -> [BookPlace] {
    []
  }
  package func textPlace(of selector: BookSelector) -> TextPlace? { nil }
  package func fonts(_ range: Range<Int>) -> [FontInfo] { [] }
  package func attachments() -> [Attachment] { [] }
  package func attachment(_ index: Int, from offset: Int) throws(EngineFailure) -> (
    bytes: [UInt8], total: Int
  ) {
    throw .notFound
  }
  package func rotation(page: Int) throws(EngineFailure) -> Int { 0 }
  package func annotationCount(_ range: Range<Int>) throws(EngineFailure) -> Int { 0 }
  package func annotations(_ range: Range<Int>) throws(EngineFailure) -> AnnotationPortion {
    AnnotationPortion(next: range.upperBound)
  }
  package func fields(_ range: Range<Int>) throws(EngineFailure) -> FormPortion {
    FormPortion(next: range.upperBound)
  }
  package func imported(
    _ bytes: UnsafeRawBufferPointer
  ) throws(ExchangeRefusal) -> ImportedAnnotations { throw .document }
  package func exported(_ export: ExchangeExport) throws(ExchangeRefusal) -> ExchangedFile {
    throw .document
  }
  package func annotationVerdict() -> AnnotationAccess {
    AnnotationAccess(obstacle: .format, formObstacle: .format)
  }
  package func imageSums(page: Int) -> [UInt64] { [] }
  package func signatures() -> SignatureReport? { SignatureReport() }
  package func notes(page: Int) throws(EngineFailure) -> PageNotes { PageNotes() }
  package func draw(_ drawing: PageDrawing, on pixels: PixelBuffer) throws(EngineFailure) {
    throw .notFound
  }
  /// A sheet of paper with the beginning of its text.
  package func thumbnail(_ details: ThumbnailRequest) throws(EngineFailure) -> ProvidedThumbnail {
    .drawing(try TextSheet.drawn(try text(page: 0), details), pageCount: 0)
  }
}
