internal import CDjVu
import DocumentModel
import Wire

/// A DjVu document, read by DjVuLibre.
///
/// Documents of several files cannot be read: a worker has one file only.
final class DjVuDocument: OpenDocument {
  let summary: DocumentSummary
  let names: DjVuPageNames
  let session: DjVuSession
  private let file: SourceFile
  private let own: Metadata
  private let items: [OutlineItem]
  private var pages: [Int: DjVuPage] = [:]
  /// Pages whose data are not there; the library would wait for them forever.
  private var lost: Set<Int> = []
  private let fingerprinting = Fingerprinting()
  /// The page that was drawn last, decoded.
  private var decoded: DjVuImage?

  private static let kinds = ["DJVU", "DJVM", "PM44", "BM44"]

  static func recognizes(_ file: SourceFile) -> Bool {
    file.head.starts(with: "AT&TFORM".utf8)
      && kinds.contains { file.head.dropFirst(12).starts(with: $0.utf8) }
  }

  init(_ file: SourceFile) throws(EngineFailure) {
    // DjVuLibre starts threads.
    try RareFormats.require()
    self.file = file
    session = try DjVuSession(FileMapping(file.descriptor))
    let kind = ddjvu_document_get_type(session.document)
    guard kind != DDJVU_DOCTYPE_INDIRECT, kind != DDJVU_DOCTYPE_OLD_INDEXED else {
      throw .damaged
    }
    let count = Int(ddjvu_document_get_pagenum(session.document))
    guard count > 0 else { throw .noPages }
    guard count <= Limit.pageCount else { throw .tooLarge }
    names = DjVuPageNames(session.document, pageCount: count)
    own = DjVuMetadata.read(session, pageCount: count)
    items = DjVuOutline(names).read(session)
    summary = DocumentSummary(
      pageCount: count, hasOutline: !items.isEmpty, title: own.title, author: own.author,
      capabilities: [.pages, .text, .annotations])
  }

  func pages(_ range: Range<Int>) -> [PageInfo] {
    range.clamped(to: 0..<summary.pageCount).prefix(Limit.pagesAtOnce).map {
      PageInfo(label: names.label(of: $0), size: page($0).size)
    }
  }

  /// The size of a page; that of a damaged one is guessed.
  func page(_ index: Int) -> DjVuPage {
    if let known = pages[index] { return known }
    let read = try? readPage(index)
    if read == nil { lost.insert(index) }
    let page = read ?? .usual
    pages[index] = page
    return page
  }

  private func readPage(_ index: Int) throws(EngineFailure) -> DjVuPage? {
    var info = ddjvu_pageinfo_t()
    let size = UInt32(MemoryLayout<ddjvu_pageinfo_t>.size)
    var status = DDJVU_JOB_NOTSTARTED
    try session.ask {
      status = ddjvu_document_get_pageinfo_imp(session.document, Int32(index), &info, size)
      return status.rawValue >= DDJVU_JOB_OK.rawValue
    }
    guard status == DDJVU_JOB_OK, info.width > 0, info.height > 0 else { return nil }
    return DjVuPage(
      width: Int(info.width), height: Int(info.height), density: Int(info.dpi),
      turns: Int(info.rotation))
  }

  private func existing(_ index: Int) throws(EngineFailure) -> DjVuPage {
    guard (0..<summary.pageCount).contains(index) else { throw .pageOutOfRange }
    return page(index)
  }

  func metadata() -> Metadata {
    var metadata = own
    metadata.modified = metadata.modified ?? file.modified
    return metadata
  }

  func outline() -> [OutlineItem] { items }

  func rotation(page index: Int) throws(EngineFailure) -> Int {
    (4 - (try existing(index)).turns) % 4 * 90
  }

  func text(page index: Int) throws(EngineFailure) -> PageText {
    let page = try existing(index)
    let zones = try session.expression { ddjvu_document_get_pagetext($0, Int32(index), "char") }
    guard let zones else { throw .damaged }
    defer { session.release(zones) }
    return DjVuText.read(zones, on: page)
  }

  func plainText(page index: Int) throws(EngineFailure) -> [UInt8] {
    _ = try existing(index)
    let zones = try session.expression { ddjvu_document_get_pagetext($0, Int32(index), "page") }
    guard let zones else { throw .damaged }
    defer { session.release(zones) }
    return DjVuText.plain(zones)
  }

  func links(page index: Int) throws(EngineFailure) -> [Link] {
    try mapAreas(page: index).links(names, from: index)
  }

  func notes(page index: Int) throws(EngineFailure) -> PageNotes {
    try mapAreas(page: index).notes
  }

  func annotations(_ range: Range<Int>) throws(EngineFailure) -> AnnotationPortion {
    var found: [Annotation] = []
    for page in range.clamped(to: 0..<summary.pageCount) {
      found += try mapAreas(page: page).annotations(on: page)
    }
    return AnnotationPortion(
      annotations: Array(found.prefix(Limit.annotations)), next: range.upperBound)
  }

  func annotationCount(_ range: Range<Int>) throws(EngineFailure) -> Int {
    try annotations(range).annotations.count
  }

  private func mapAreas(page index: Int) throws(EngineFailure) -> DjVuMapAreas {
    let page = try existing(index)
    let annotations = try session.expression {
      ddjvu_document_get_pageanno($0, Int32(index))
    }
    guard let annotations else { throw .damaged }
    defer { session.release(annotations) }
    return DjVuMapAreas(annotations, on: page)
  }

  func destination(named name: String) -> Destination? {
    let name = name.hasPrefix("#") ? String(name.dropFirst()) : name
    return names.page(named: name, from: 0).map { Destination(page: $0) }
  }

  func draw(_ drawing: PageDrawing, on pixels: PixelBuffer) throws(EngineFailure) {
    guard (try existing(drawing.page)).canBeDecoded else { throw .pictureSize }
    guard !lost.contains(drawing.page) else { throw .damaged }
    if decoded?.index != drawing.page {
      // The one before is given back before the next one's memory is asked for.
      decoded = nil
      decoded = try DjVuImage(session, drawing.page)
    }
    try decoded?.draw(drawing, on: pixels)
  }

  func thumbnail(_ request: ThumbnailRequest) throws(EngineFailure) -> ProvidedThumbnail {
    try pageThumbnail(request)
  }

  func fingerprint() -> String? { fingerprinting.advance(file) }
}
