import DocumentModel
import Wire

/// Opens texts, tables and slides of Office Open XML and OpenDocument.
enum OfficeDocument {
  /// Bytes of a part, and of an image.
  private static let (mostText, mostImage) = (128 << 20, 64 << 20)

  /// By the first file of the container, or by name.
  static func recognizes(_ file: SourceFile, _ request: OpenRequest) -> Bool {
    guard !request.asPlainText else { return false }
    if file.head.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      let head = file.head.prefix(128)
      return request.format?.isOffice == true
        || head.firstPlace(of: Array("[Content_Types].xml".utf8)) != nil
        || head.firstPlace(of: Array("application/vnd.oasis.opendocument".utf8)) != nil
    }
    return isFlat(file)
  }

  private static func isFlat(_ file: SourceFile) -> Bool {
    file.head.prefix(1_024).firstPlace(of: Array("<office:document".utf8)) != nil
  }

  static func open(_ file: SourceFile) throws(EngineFailure) -> any OpenDocument {
    guard file.head.starts(with: [0x50, 0x4B]) else {
      let bytes = file.bytes(0..<min(file.count, mostText))
      guard let tree = MarkupParser.xml(MarkupEncoding.utf8(bytes)),
        let text = OpenDocumentMarkup.text(ofFlat: tree)
      else { throw .damaged }
      return document(file, text, "OpenDocument text") { _ in nil }
    }
    let archive = try ArchiveFile(file, .zip)
    guard !archive.isEncrypted else { throw .encryptionUnknown }
    let files = OfficeFiles { archive.bytes($0, most: mostText) }
    for kind in kinds {
      if let text = kind.read(files) {
        text.tree.isCut = files.isDamaged
        return document(file, text, kind.name) { archive.bytes($0, most: mostImage) }
      }
    }
    throw .notADocument
  }

  private static let kinds: [(name: String, read: @Sendable (OfficeFiles) -> OfficeText?)] = [
    ("Word document", { WordMarkup.text(of: $0) }),
    ("Excel workbook", { SheetsMarkup.text(of: $0) }),
    ("PowerPoint presentation", { SlidesMarkup.text(of: $0) }),
    ("OpenDocument", { OpenDocumentMarkup.text(of: $0) }),
  ]

  private static func document(
    _ file: SourceFile, _ text: OfficeText, _ format: String, images: @escaping (String) -> [UInt8]?
  ) -> FlowDocument {
    let cascade = Cascade()
    cascade.add(Array(style.utf8)) { _ in nil }
    var setter = MarkupSetter(
      cascade,
      MarkupSurroundings(images: images))
    setter.set(text.tree)
    var metadata = Metadata()
    metadata.title = text.title
    metadata.publication.creators = text.authors
    metadata.author = text.authors.joined(separator: ", ")
    metadata.subject = text.subject
    metadata.keywords = text.keywords
    metadata.language = LanguageTag.checked(text.language)
    metadata.created = BookDate.seconds(text.created)
    metadata.modified = BookDate.seconds(text.modified)
    metadata.creator = text.generator
    metadata.format = format
    return FlowDocument(
      file, SetText(setter.flow, pages: text.slides, images: images), metadata,
      FlowingText(kind: .formatted, encoding: "", measure: setter.flow.widestCode),
      annotated: FlowAnnotations(text.comments))
  }

  /// The look of parts that XHTML has no elements for.
  private static let style = """
    .truncated { font-style: italic } li > p { margin-top: 0; margin-bottom: 0 }
    .blanks { white-space: pre-wrap }
    """
}
