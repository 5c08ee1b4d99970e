internal import CPoppler
package import DocumentModel
package import Wire
import Glibc

/// A PDF read from its mapped file: pages, texts, links, outline and metadata by poppler's core; drawings, fonts, attachments and notes by poppler-glib, which opens the file again.
package final class PopplerDocumentFile: OpenDocument {
  /// Reads pages as glyphs: from the file, or from a copy with fewer annotations if poppler refuses pages because of them.
  private(set) var glyphs: GlyphSource
  /// The same bytes in poppler-glib; nil until a request needs it.
  private var opened: GObjectReference?
  /// Indices of pages that have fewer annotations there; nil if none was refused.
  private(set) var shortened: Set<Int>?
  /// Whether a destination was met that is on no page poppler has.
  var leadsNowhere = false
  let mapping: FileMapping
  private let file: SourceDescriptor
  package let summary: DocumentSummary
  private var lastPage: (index: Int, page: GObjectReference)?
  var lastAttachment: (index: Int, bytes: [UInt8])?
  var fingerprinting: Fingerprinting?
  private let password: [UInt8]
  /// The form of the password that opened the document, with a final 0; nil if it needs none.
  private let key: [UInt8]?
  /// Nil where libqpdf finds nothing in the file.
  private(set) lazy var annotations = OpenAnnotations(mapping.bytes, password: password)

  /// Passwords longer than this abort poppler 22.12 on files of revision 6.
  private static let longestPassword = 127

  /// Opens the document; the descriptor is owned from here on, whether it opens or not.
  package init(descriptor: Int32, password: [UInt8]) throws(EngineFailure) {
    file = SourceDescriptor(number: descriptor)
    self.password = password
    mapping = try FileMapping(descriptor)
    let kind = FileSniffer(mapping.bytes)
    guard kind != .hopeless else { throw .notADocument }
    let core: CoreDocument
    do throws(EngineFailure) {
      (core, key) = try Self.open(mapping, password: password)
    } catch {
      throw error == .damaged && kind == .foreign ? .notADocument : error
    }
    glyphs = GlyphSource(core)
    let count = core.pageCount
    guard count > 0 else { throw kind == .foreign ? .notADocument : .noPages }
    summary = DocumentSummary(
      pageCount: min(count, Limit.pageCount), permanentID: core.permanentID,
      hasOutline: core.hasOutline, title: core.information("Title"),
      author: core.information("Author"), language: core.language)
  }

  var core: CoreDocument { glyphs.core }

  /// Tries each form of a password, then without one.
  private static func open(
    _ mapping: FileMapping, password: [UInt8]
  ) throws(EngineFailure) -> (document: CoreDocument, key: [UInt8]?) {
    if !password.isEmpty {
      for candidate in candidates(password) {
        if let opened = try? CoreDocument(mapping.bytes, keeping: mapping, password: candidate) {
          return (opened, candidate)
        }
      }
    }
    do throws(CoreDocument.Failure) {
      return (try CoreDocument(mapping.bytes, keeping: mapping, password: nil), nil)
    } catch {
      guard error == .encrypted else { throw .damaged }
    }
    do throws(ObjectFile.Failure) {
      _ = try ObjectFile(mapping.bytes, passwords: [password])
    } catch .encryptionUnknown {
      throw .encryptionUnknown
    } catch {
      // The document needs a password.
    }
    throw password.isEmpty ? .passwordNeeded : .passwordWrong
  }

  /// Returns the password with a final 0 in the encodings that poppler needs.
  ///
  /// Poppler converts UTF-8 to Latin-1 for files of revision 2 to 4; files of revision 6 need UTF-8, so its bytes are
  /// passed as if each were a Latin-1 character.
  private static func candidates(_ password: [UInt8]) -> [[UInt8]] {
    let bytes = password.prefix(longestPassword)
    let plain = Array(bytes) + [0]
    guard bytes.contains(where: { $0 >= 0x80 }) else { return [plain] }
    return [plain, Passwords.doubled(Array(bytes)) + [0]]
  }

  /// Returns the document of poppler-glib, opened at the first call; `shortenLists` discards it.
  func shown() throws(EngineFailure) -> OpaquePointer {
    if let opened { return opened.pointer }
    guard let bytes = SharedBytes.make(core.bytes, keeping: core) else { throw .unreadable }
    defer { g_bytes_unref(bytes) }
    // The password is known to open the document: poppler 22.12 crashes over a wrong password in bytes.
    let text = key?.map { CChar(bitPattern: $0) }
    guard let made = poppler_document_new_from_bytes(bytes, text, nil) else { throw .damaged }
    let reference = GObjectReference(adopting: made)
    opened = reference
    return reference.pointer
  }

  /// The page at an index that is in range; the newest is kept with the text laid out for it.
  func page(_ index: Int) throws(EngineFailure) -> OpaquePointer {
    guard index >= 0, index < summary.pageCount else { throw .pageOutOfRange }
    if let lastPage, lastPage.index == index { return lastPage.page.pointer }
    guard let page = try shownPage(index) else { throw .damaged }
    lastPage = (index, page)
    return page.pointer
  }

  /// Returns a page of the shown document; nil if poppler has none.
  private func shownPage(_ index: Int) throws(EngineFailure) -> GObjectReference? {
    func page() throws(EngineFailure) -> GObjectReference? {
      poppler_document_get_page(try shown(), Int32(index)).map { GObjectReference(adopting: $0) }
    }
    if let page = try page() { return page }
    return shortenLists() ? try page() : nil
  }

  /// Reads from poppler's core, and once more if it refused the page for its annotations.
  func readCore<Found>(_ body: (GlyphSource) -> Found?) -> Found? {
    body(glyphs) ?? (shortenLists() ? body(glyphs) : nil)
  }

  /// Shows the document with lists of annotations that poppler takes; whether that was not done before, and it has pages now that were refused.
  private func shortenLists() -> Bool {
    guard shortened == nil else { return false }
    shortened = []
    guard
      let lists = ShortenedLists(
        mapping.bytes, password: password, pageCount: summary.pageCount),
      let whole = lists.section.withUnsafeBytes({ ExtendedBase(mapping.bytes, file.number, $0) }),
      let short = try? CoreDocument(whole.bytes, keeping: whole, password: key),
      short.pageCount == core.pageCount
    else { return false }
    glyphs = GlyphSource(short)
    (opened, lastPage) = (nil, nil)
    shortened = lists.pages
    return true
  }

  /// Searches through destinations; repeats the search if pages that poppler had refused have become available.
  func found<Found, Failure>(
    _ body: () throws(Failure) -> Found
  ) throws(Failure) -> Found {
    let before = glyphs
    leadsNowhere = false
    let found = try body()
    // Destinations on a refused page, and on all after it, are missing.
    if leadsNowhere { _ = readCore { $0.core.page(summary.pageCount - 1) } }
    return glyphs === before ? found : try body()
  }

  package func pages(_ range: Range<Int>) throws(EngineFailure) -> [PageInfo] {
    range.clamped(to: 0..<summary.pageCount).prefix(Limit.pagesAtOnce).map { index in
      guard let page = readCore({ $0.core.page(index) }) else {
        return PageInfo(label: "", size: PageSize(width: 612, height: 792))
      }
      return PageInfo(label: page.label == String(index + 1) ? "" : page.label, size: page.size)
    }
  }

  package func metadata() -> Metadata { core.metadata() }

  /// Returns the clockwise rotation of a displayed page in degrees: 0, 90, 180 or 270.
  package func rotation(page index: Int) throws(EngineFailure) -> Int {
    guard index >= 0, index < summary.pageCount else { throw .pageOutOfRange }
    guard let page = readCore({ $0.core.page(index) }) else { throw .damaged }
    return page.rotation
  }

  static func size(_ page: OpaquePointer) -> PageSize {
    var width = 0.0
    var height = 0.0
    poppler_page_get_size(page, &width, &height)
    return size(width, height)
  }

  /// Limits a page's size to what is permitted.
  static func size(_ width: Double, _ height: Double) -> PageSize {
    PageSize(width: side(width), height: side(height))
  }

  /// Limits a page's side to permitted lengths.
  private static func side(_ length: Double) -> Double {
    length.isFinite ? min(max(0, length), Limit.pageSide) : 0
  }

  /// Limits a coordinate to the permitted range.
  static func onAPage(_ value: Double) -> Double {
    value.isFinite ? min(max(-Limit.pageSide, value), Limit.pageSide) : 0
  }
}
