package import DocumentModel
package import Files

/// A document's bytes for reading, appending and verification.
package struct AnnotationSource: Sendable {
  /// Its path; the name helps to determine the format.
  package var path: String
  /// Bytes used instead of the file; nil for the file itself.
  package var bytes: [UInt8]?
  package var password: [UInt8]

  package init(path: String, bytes: [UInt8]? = nil, password: [UInt8] = []) {
    self.path = path
    self.bytes = bytes
    self.password = password
  }
}

/// A document's annotations and identification.
package struct AnnotationReading: Sendable {
  /// By page and in the order of the file.
  package var annotations: [Annotation]
  package var pageCount: Int
  /// First half of `/ID`; empty if there is none.
  package var permanentID: String
  /// The document's `/CreationDate` as written; empty if it has none.
  package var made: String
  package var obstacle: SaveBlocker?
  /// Why the form cannot be filled in; nil if it can.
  package var formObstacle: SaveBlocker?
  package var cautions: Set<AnnotationCaution>
  /// The form's fields by page, in file order.
  package var fields: [FormField] = []

  package init(
    annotations: [Annotation], pageCount: Int, permanentID: String = "", made: String = "",
    obstacle: SaveBlocker? = nil, cautions: Set<AnnotationCaution> = []
  ) {
    self.annotations = annotations
    self.pageCount = pageCount
    self.permanentID = permanentID
    self.made = made
    self.obstacle = obstacle
    self.cautions = cautions
  }
}

/// Which libraries verified an update.
package enum SectionVerifiers: Sendable, Hashable {
  /// Both libqpdf and poppler, which shows the document.
  case twice
  /// Only libqpdf: poppler does not read the pages as they were before, or does not get through the document.
  case once
}

/// Reads documents and builds updates for the annotation store without touching the disk. Each call waits for its result.
package protocol AnnotationWorker: Sendable {
  /// Announces a base that will probably be written on soon, and the expected new changes.
  func prepare(_ base: AnnotationSource, _ step: AnnotationEdit)
  /// Announces a file just written with other annotations and the same text.
  func wrote(_ path: String, from before: FileStamp, to after: FileStamp)
  func read(_ source: AnnotationSource) throws(SaveBlocker) -> AnnotationReading
  /// Returns the texts of pages; nil for pages that cannot be read.
  func text(of pages: Range<Int>, _ source: AnnotationSource) throws(SaveBlocker)
    -> [PageText?]
  /// Returns digests of the images of each page; none for pages that cannot be read.
  func images(of pages: Range<Int>, _ source: AnnotationSource) throws(SaveBlocker)
    -> [[UInt64]]
  /// Returns labels of pages that differ from their numbers, and the sections if requested.
  func waymarks(of pages: [Int], withSections: Bool, _ source: AnnotationSource)
    throws(SaveBlocker) -> DocumentWaymarks
  /// Returns the update to append to a base for an edit; `isCopy` is for another file.
  func section(for base: AnnotationSource, _ step: AnnotationEdit, isCopy: Bool)
    throws(SaveBlocker) -> [UInt8]
  /// Whether base and section together are the document with this step and nothing else; by another worker than made it.
  func verify(_ section: [UInt8], after base: AnnotationSource, _ step: AnnotationEdit)
    throws(SaveBlocker) -> SectionVerifiers
  /// Reads an exchanged file and places its annotations on the document's pages.
  func imported(_ bytes: [UInt8], into source: AnnotationSource) throws(ExchangeRefusal)
    -> ImportedAnnotations
  /// Returns annotations and values of a document as an exchanged file.
  func exported(_ export: ExchangeExport, of source: AnnotationSource) throws(ExchangeRefusal)
    -> ExchangedFile
  /// Returns a damaged document rewritten as a whole.
  func repaired(_ source: AnnotationSource) throws(SaveBlocker) -> [UInt8]
}

extension AnnotationWorker {
  package func prepare(_ base: AnnotationSource, _ step: AnnotationEdit) {}
  package func wrote(_ path: String, from before: FileStamp, to after: FileStamp) {}
  package func images(
    of pages: Range<Int>, _ source: AnnotationSource
  ) throws(SaveBlocker) -> [[UInt64]] {
    pages.map { _ in [] }
  }
  package func imported(
    _ bytes: [UInt8], into source: AnnotationSource
  ) throws(ExchangeRefusal) -> ImportedAnnotations { throw .failed }
  package func exported(
    _ export: ExchangeExport, of source: AnnotationSource
  ) throws(ExchangeRefusal) -> ExchangedFile { throw .failed }
  package func waymarks(
    of pages: [Int], withSections: Bool, _ source: AnnotationSource
  ) throws(SaveBlocker) -> DocumentWaymarks {
    DocumentWaymarks()
  }
}
