package import DocumentModel
package import Files

/// A document's bytes as they are read, written behind and verified.
package struct AnnotationSource: Sendable {
  /// Where it lies; its name helps to tell its format.
  package var path: String
  /// What is taken for the file; nil: the file itself.
  package var bytes: [UInt8]?
  package var password: [UInt8]

  package init(path: String, bytes: [UInt8]? = nil, password: [UInt8] = []) {
    self.path = path
    self.bytes = bytes
    self.password = password
  }
}

/// What a document has of annotations, and what it says of itself.
package struct AnnotationReading: Sendable {
  /// By page and in the order of the file.
  package var annotations: [Annotation]
  package var pageCount: Int
  /// First half of `/ID`; empty where there is none.
  package var permanentID: String
  /// When it says it was made (`/CreationDate`), as it stands there; empty where it says nothing.
  package var made: String
  package var obstacle: SaveBlocker?
  /// What stands against filling in its form.
  package var formObstacle: SaveBlocker?
  package var cautions: Set<AnnotationCaution>
  /// Of its form, by page and in the order of the file.
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

/// By whom a section was found to be what was wanted.
package enum SectionVerifiers: Sendable, Hashable {
  /// By libqpdf and by poppler, which shows the document.
  case twice
  /// By libqpdf alone: poppler does not read the pages as they were before, or does not get through the document.
  case once
}

/// Those who read and make bytes of documents for the keeper of annotations; they never touch the disk. Each call waits for its answer.
package protocol AnnotationWorker: Sendable {
  /// Said of bytes that are likely to be written behind soon, and of what will be new then.
  func prepare(_ base: AnnotationSource, _ step: AnnotationEdit)
  /// Said of a file that was just written with other annotations: its text is what it was.
  func wrote(_ path: String, from before: FileStamp, to after: FileStamp)
  func read(_ source: AnnotationSource) throws(SaveBlocker) -> AnnotationReading
  /// nil for pages that cannot be read.
  func text(of pages: Range<Int>, _ source: AnnotationSource) throws(SaveBlocker)
    -> [PageText?]
  /// Sums of the images of each page; none for pages that cannot be read.
  func images(of pages: Range<Int>, _ source: AnnotationSource) throws(SaveBlocker)
    -> [[UInt64]]
  /// What some pages are called that are not called by their number, and the sections if they are wanted.
  func waymarks(of pages: [Int], withSections: Bool, _ source: AnnotationSource)
    throws(SaveBlocker) -> DocumentWaymarks
  /// What has to stand behind the bytes of a base so that its annotations and fields are as the step says; `isCopy`: in another file.
  func section(for base: AnnotationSource, _ step: AnnotationEdit, isCopy: Bool)
    throws(SaveBlocker) -> [UInt8]
  /// Whether base and section together are the document with this step and nothing else; by another worker than made it.
  func verify(_ section: [UInt8], behind base: AnnotationSource, _ step: AnnotationEdit)
    throws(SaveBlocker) -> SectionVerifiers
  /// The whole of a damaged document written anew.
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
  package func waymarks(
    of pages: [Int], withSections: Bool, _ source: AnnotationSource
  ) throws(SaveBlocker) -> DocumentWaymarks {
    DocumentWaymarks()
  }
}
