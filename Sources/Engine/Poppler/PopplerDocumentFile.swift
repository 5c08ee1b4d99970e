internal import CPoppler
package import DocumentModel
package import Wire
import Glibc

/// A PDF opened by poppler from its mapped file.
package final class PopplerDocumentFile: OpenDocument {
  /// The document as it is in its file.
  let document: GObjectReference
  /// The document pages are read from, or one with fewer annotations if poppler refuses pages because of them.
  private(set) var shown: GObjectReference
  /// Indices of pages that have fewer annotations there; nil if none was refused.
  private(set) var shortened: Set<Int>?
  /// A destination was met that is on no page poppler has.
  var leadsNowhere = false
  let mapping: FileMapping
  private let file: SourceDescriptor
  package let summary: DocumentSummary
  private var lastPage: (index: Int, page: GObjectReference)?
  private var frames: [Int: PageFrame] = [:]
  var lastAttachment: (index: Int, bytes: [UInt8])?
  var fingerprinting: Fingerprinting?
  private let password: [UInt8]
  /// The form of the password that opened the document, with a final 0; nil if it needs none.
  private let key: [UInt8]?
  /// Reads pages as glyphs; nil if poppler cannot open the bytes a second time.
  private(set) lazy var glyphs = GlyphSource(mapping.bytes, keeping: mapping, password: key)
  /// Nil where libqpdf finds nothing in the file.
  private(set) lazy var annotations = OpenAnnotations(mapping.bytes, password: password)

  /// Passwords longer than this abort poppler 22.12 on files of revision 6.
  private static let longestPassword = 127

  /// Opens the document; the descriptor is owned from here on, whether it opens or not.
  package init(descriptor: Int32, password: [UInt8]) throws(EngineFailure) {
    file = SourceDescriptor(number: descriptor)
    self.password = password
    mapping = try FileMapping(descriptor)
    let looks = FileSniffer(mapping.bytes)
    guard looks != .hopeless else { throw .notADocument }
    do throws(EngineFailure) {
      (document, key) = try Self.open(mapping, descriptor, password: password)
    } catch {
      throw error == .damaged && looks == .foreign ? .notADocument : error
    }
    shown = document
    let count = Int(poppler_document_get_n_pages(document.pointer))
    guard count > 0 else { throw looks == .foreign ? .notADocument : .noPages }
    let iterator = poppler_index_iter_new(document.pointer)
    summary = DocumentSummary(
      pageCount: min(count, Limit.pageCount), permanentID: Self.permanentID(document.pointer),
      hasOutline: iterator != nil,
      title: GLibText.take(poppler_document_get_title(document.pointer)),
      author: GLibText.take(poppler_document_get_author(document.pointer)))
    if let iterator { poppler_index_iter_free(iterator) }
  }

  /// Tries each form of a password, then without one.
  private static func open(
    _ mapping: FileMapping, _ descriptor: Int32, password: [UInt8]
  ) throws(EngineFailure) -> (document: GObjectReference, key: [UInt8]?) {
    if !password.isEmpty {
      for candidate in candidates(password) {
        if let opened = open(descriptor, with: candidate) { return (opened, candidate) }
      }
    }
    guard let bytes = mapping.shared() else { throw .unreadable }
    defer { g_bytes_unref(bytes) }
    var error: UnsafeMutablePointer<GError>?
    if let opened = poppler_document_new_from_bytes(bytes, nil, &error) {
      return (GObjectReference(adopting: opened), nil)
    }
    guard let error else { throw .damaged }
    defer { g_error_free(error) }
    let isEncrypted =
      error.pointee.domain == poppler_error_quark()
      && error.pointee.code == Int32(POPPLER_ERROR_ENCRYPTED.rawValue)
    guard isEncrypted else { throw .damaged }
    do throws(ObjectFile.Failure) {
      _ = try ObjectFile(mapping.bytes, passwords: [password])
    } catch .encryptionUnknown {
      throw .encryptionUnknown
    } catch {
      // It needs a password.
    }
    throw password.isEmpty ? .passwordNeeded : .passwordWrong
  }

  /// Opens with a password through the descriptor: poppler 22.12 tries a wrong one a second time, on the stream it
  /// has freed when that is made of bytes (a crash), on a closed descriptor here (taken for damage).
  private static func open(_ descriptor: Int32, with password: [UInt8]) -> GObjectReference? {
    // Poppler owns and closes the descriptor it is given.
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 5)
    guard copy >= 0 else { return nil }
    let text = password.map { CChar(bitPattern: $0) }
    return poppler_document_new_from_fd(copy, text, nil).map { GObjectReference(adopting: $0) }
  }

  /// Returns the password with a final 0 in the encodings that poppler needs.
  ///
  /// Poppler converts UTF-8 to Latin-1 for files of revision 2 to 4; files of revision 6 need UTF-8, so its bytes are
  /// passed as if each were a Latin-1 character.
  private static func candidates(_ password: [UInt8]) -> [[UInt8]] {
    let bytes = password.prefix(longestPassword)
    let plain = Array(bytes) + [0]
    guard bytes.contains(where: { $0 >= 0x80 }) else { return [plain] }
    var doubled: [UInt8] = []
    for byte in bytes { doubled += Array(String(Unicode.Scalar(byte)).utf8) }
    doubled.append(0)
    return [plain, doubled]
  }

  private static func permanentID(_ document: OpaquePointer) -> String {
    var permanent: UnsafeMutablePointer<CChar>?
    guard poppler_document_get_id(document, &permanent, nil) != 0, let permanent else { return "" }
    defer { g_free(permanent) }
    // 32 hexadecimal digits without a closing 0.
    let digits = (0..<32).map { UInt8(bitPattern: permanent[$0]) }
    let text = String(decoding: digits, as: UTF8.self).lowercased()
    return text.allSatisfy(\.isHexDigit) && text.contains { $0 != "0" } ? text : ""
  }

  /// The page at an index that is in range; the newest is kept with the text laid out for it.
  func page(_ index: Int) throws(EngineFailure) -> OpaquePointer {
    guard index >= 0, index < summary.pageCount else { throw .pageOutOfRange }
    if let lastPage, lastPage.index == index { return lastPage.page.pointer }
    guard let page = shownPage(index) else { throw .damaged }
    lastPage = (index, page)
    return page.pointer
  }

  /// Returns a page of the shown document; nil if poppler has none.
  private func shownPage(_ index: Int) -> GObjectReference? {
    func page() -> GObjectReference? {
      poppler_document_get_page(shown.pointer, Int32(index)).map { GObjectReference(adopting: $0) }
    }
    return page() ?? (shortenLists() ? page() : nil)
  }

  /// Shows the document with lists of annotations that poppler takes; whether that was not done before, and it has pages now that were refused.
  private func shortenLists() -> Bool {
    guard shortened == nil else { return false }
    shortened = []
    guard
      let lists = ShortenedLists(
        mapping.bytes, password: password, pageCount: summary.pageCount),
      let whole = lists.section.withUnsafeBytes({ ExtendedBase(mapping.bytes, file.number, $0) }),
      let bytes = SharedBytes.make(whole.bytes, keeping: whole)
    else { return false }
    defer { g_bytes_unref(bytes) }
    // It opens with the same password: poppler 22.12 crashes over a wrong password of bytes.
    let text = key?.map { CChar(bitPattern: $0) }
    guard let opened = poppler_document_new_from_bytes(bytes, text, nil) else { return false }
    let short = GObjectReference(adopting: opened)
    guard
      poppler_document_get_n_pages(opened) == poppler_document_get_n_pages(document.pointer)
    else { return false }
    (shown, lastPage, frames) = (short, nil, [:])
    shortened = lists.pages
    glyphs = GlyphSource(whole.bytes, keeping: whole, password: key)
    return true
  }

  /// Searches through destinations; repeats the search if pages that poppler had refused have become available.
  func found<Found, Failure>(
    _ body: () throws(Failure) -> Found
  ) throws(Failure) -> Found {
    let before = shown
    leadsNowhere = false
    let found = try body()
    // Destinations on a refused page, and on all after it, are missing.
    if leadsNowhere { _ = frame(of: summary.pageCount - 1) }
    return shown === before ? found : try body()
  }

  package func pages(_ range: Range<Int>) throws(EngineFailure) -> [PageInfo] {
    var infos: [PageInfo] = []
    let wanted = range.clamped(to: 0..<summary.pageCount).prefix(Limit.pagesAtOnce)
    for index in wanted {
      guard let page = shownPage(index) else {
        infos.append(PageInfo(label: "", size: PageSize(width: 612, height: 792)))
        continue
      }
      infos.append(
        page.lend { page in
          let label = GLibText.take(poppler_page_get_label(page))
          return PageInfo(label: label == String(index + 1) ? "" : label, size: Self.size(page))
        })
    }
    return infos
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

  /// Returns a page's frame; nil if poppler has none. Kept apart from `page(_:)`, so that resolving outline targets
  /// does not discard the text laid out for the current page.
  func frame(of index: Int) -> PageFrame? {
    if let known = frames[index] { return known }
    guard let page = shownPage(index) else { return nil }
    let frame = page.lend { PageFrame($0) }
    if frames.count >= 10_000 { frames = [:] }
    frames[index] = frame
    return frame
  }
}
