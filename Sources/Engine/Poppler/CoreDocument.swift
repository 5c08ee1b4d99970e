internal import CGlyphs
import DocumentModel
import Wire

/// A PDF opened by poppler's core, which can tell more than poppler-glib and needs less time and memory.
final class CoreDocument {
  enum Failure: Error {
    /// A password is missing or wrong, or the encryption is unknown.
    case encrypted
    case damaged
  }

  let pointer: OpaquePointer
  let bytes: UnsafeRawBufferPointer
  /// Keeps the bytes valid.
  private let owner: AnyObject

  /// Opens bytes that `owner` keeps valid; `password` ends with a 0.
  init(
    _ bytes: UnsafeRawBufferPointer, keeping owner: AnyObject, password: [UInt8]?
  ) throws(Failure) {
    guard let start = bytes.baseAddress else { throw .damaged }
    // The core expects Latin-1 where that is possible, as poppler-glib passes passwords.
    let key = password.map { (Passwords.latin($0) ?? $0).map { CChar(bitPattern: $0) } }
    var isEncrypted: Int32 = 0
    let opened = start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { start in
      guard let key else { return cglyph_open(start, bytes.count, nil, &isEncrypted) }
      return key.withUnsafeBufferPointer {
        cglyph_open(start, bytes.count, $0.baseAddress, &isEncrypted)
      }
    }
    guard let opened else { throw isEncrypted != 0 ? .encrypted : .damaged }
    pointer = opened
    self.bytes = bytes
    self.owner = owner
  }

  deinit { cglyph_close(pointer) }

  /// As the document says, which may be more than poppler finds.
  var pageCount: Int { Int(cglyph_page_count(pointer)) }

  var hasOutline: Bool { cglyph_has_outline(pointer) != 0 }

  var attachmentCount: Int { Int(cglyph_attachment_count(pointer)) }

  /// Whether its catalogue has a form or permissions, where signatures are (PDF 32000-1, 12.8).
  var mayBeSigned: Bool {
    cglyph_has_entry(pointer, "AcroForm") != 0 || cglyph_has_entry(pointer, "Perms") != 0
  }

  /// The first file identifier in 32 hexadecimal digits (PDF 32000-1, 14.4); empty if there is none.
  var permanentID: String {
    guard let digits = cglyph_identifier(pointer) else { return "" }
    let text = String(cString: digits).lowercased()
    let isIdentifier = text.utf8.count == 32 && text.allSatisfy(\.isHexDigit)
    return isIdentifier && text.contains { $0 != "0" } ? text : ""
  }

  /// Returns a text that is UTF-8 or a text string of PDF (PDF 32000-1, 7.9.2.2).
  static func string(_ range: CGlyphText, of text: UnsafePointer<CChar>?) -> String {
    guard let text else { return "" }
    let bytes = bytes(text + Int(range.start), Int(range.length))
    return String(validating: bytes, as: UTF8.self) ?? PDFText.decoded(bytes)
  }

  /// Returns a text of the information dictionary (PDF 32000-1, 14.3.3); empty if there is none.
  func information(_ key: String) -> String { PDFText.decoded(informationBytes(key)) }

  var language: String {
    var length = 0
    let start = cglyph_language(pointer, &length)
    return LanguageTag.checked(PDFText.decoded(Self.bytes(start, length)))
  }

  /// The XMP packet; cut off if it is longer than `XMPReader.mostBytes`.
  private var xmp: [UInt8] {
    var length = 0
    guard let start = cglyph_xmp(pointer, XMPReader.mostBytes, &length) else { return [] }
    return UnsafeBufferPointer(start: start, count: length).map { UInt8(bitPattern: $0) }
  }

  func date(_ key: String) -> Int64? { PDFDate.seconds(informationBytes(key)) }

  private func informationBytes(_ key: String) -> [UInt8] {
    var length = 0
    let start = cglyph_information(pointer, key, &length)
    return Self.bytes(start, length)
  }

  private static func bytes(_ start: UnsafePointer<CChar>?, _ length: Int) -> [UInt8] {
    UnsafeBufferPointer(start: start, count: length).prefix(Limit.string).map {
      UInt8(bitPattern: $0)
    }
  }

  struct Page {
    let size: PageSize
    /// Clockwise, in degrees.
    let rotation: Int
    let label: String
  }

  /// Returns what is known of a page; nil if poppler cannot read it.
  func page(_ index: Int) -> Page? {
    var facts = CGlyphPageFacts()
    guard let number = Int32(exactly: index), cglyph_page_facts(pointer, number, &facts) != 0 else {
      return nil
    }
    return Page(
      size: PopplerDocumentFile.size(facts.width, facts.height), rotation: Int(facts.rotation),
      label: PDFText.decoded(Self.bytes(facts.label, facts.labelLength)))
  }

  /// Returns the number of pixels of the largest image that a page may paint.
  func largestImage(page index: Int) -> Double {
    Int32(exactly: index).map { cglyph_largest_image(pointer, $0) } ?? 0
  }

  /// Counts the annotations of a page that people made; nil if poppler cannot read the page.
  func annotationCount(page index: Int) -> Int? {
    guard let number = Int32(exactly: index) else { return nil }
    let count = Int(cglyph_annotation_count(pointer, number))
    return count < 0 ? nil : count
  }

  func metadata() -> Metadata {
    var metadata = Metadata()
    metadata.title = information("Title")
    metadata.author = information("Author")
    metadata.subject = information("Subject")
    metadata.keywords = information("Keywords")
    metadata.creator = information("Creator")
    metadata.producer = information("Producer")
    metadata.language = language
    metadata.created = date("CreationDate")
    metadata.modified = date("ModDate")
    metadata.publication = XMPReader.read(xmp)
    let facts = cglyph_facts(pointer)
    metadata.format = "PDF \(facts.major).\(facts.minor)"
    metadata.isEncrypted = facts.isEncrypted != 0
    metadata.isLinearized = facts.isLinearized != 0
    for (flag, permission) in Self.permissions where Int(facts.permissions) & flag != 0 {
      metadata.permissions.insert(permission)
    }
    return metadata
  }

  private static let permissions: [(Int, Permissions)] = [
    (CGlyphMayPrint, .print), (CGlyphMayModify, .modify), (CGlyphMayCopy, .copy),
    (CGlyphMayAnnotate, .annotate), (CGlyphMayFillForms, .fillForms),
    (CGlyphMayExtract, .extract), (CGlyphMayAssemble, .assemble),
    (CGlyphMayPrintWell, .printHighQuality),
  ]
}
