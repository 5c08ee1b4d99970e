import DocumentModel
import Glibc
package import Wire

/// Answers requests about at most one open document.
package final class Engine {
  private var document: (any OpenDocument)?
  private var reading: IndexReading?
  private var archive: ArchiveReading?
  private var syncTeX = SyncTeXLookup()
  private var base: HeldBase?
  private let converters: ConverterSet

  package init(converters: ConverterSet = ConverterSet()) {
    self.converters = converters
  }

  /// The libraries documents are read with, and their versions.
  package static var libraries: String {
    [PopplerDocumentFile.libraries, MarkdownTree.library, ArchiveReading.library].joined(
      separator: ", ")
  }

  /// The answer to a request; `descriptor` is the document's or that of a picture's memory, and is owned by the engine from here on.
  package func answer(_ request: Request, descriptor: Int32) -> Reply {
    do throws(EngineFailure) {
      if case .open(let password, let name, let encoding, let asPlainText) = request {
        document = nil
        let details = OpenRequest(
          password: password, name: name, encoding: encoding, asPlainText: asPlainText,
          converters: converters)
        let opened = try Format.open(SourceFile(descriptor), details)
        document = opened
        return .opened(opened.summary)
      }
      if case .makeThumbnail(let details) = request {
        let file = try SourceFile(descriptor)
        return .thumbnailMade(try ThumbnailProvider.thumbnail(of: file, details, converters))
      }
      if case .contentType(let name) = request {
        defer { if descriptor >= 0 { close(descriptor) } }
        return .contentType(ContentTypeGuess.type(of: descriptor, name))
      }
      if case .index(let details) = request {
        return .indexed(try beginIndexing(details, descriptor))
      }
      if case .readArchive(let name, let namesOnly) = request {
        archive = try ArchiveReading(SourceFile(descriptor), name: name, namesOnly: namesOnly)
        return .archive(try archivePortion())
      }
      if case .syncTeX(let question) = request {
        return .syncTeX(try syncTeX.answer(question, SourceFile(descriptor)))
      }
      if case .annotationBase(let password, let count) = request {
        base = nil
        base = try HeldBase(descriptor, count: count, password: password)
        return .baseHeld
      }
      defer { if descriptor >= 0 { close(descriptor) } }
      if let reply = try writeAnnotations(request, descriptor) { return reply }
      if case .indexOn = request { return .indexed(try readOn()) }
      if case .readArchiveOn = request { return .archive(try archivePortion()) }
      guard let document else { throw .notFound }
      switch request {
      case .open, .makeThumbnail, .contentType, .index, .indexOn, .readArchive, .readArchiveOn,
        .annotationBase, .section, .readBase, .verifySection, .repair, .edit, .verifyEdit,
        .recognize, .syncTeX:
        throw .notFound
      case .pages(let range): return .pages(try document.pages(range))
      case .metadata: return .metadata(document.metadata())
      case .outline: return .outline(document.outline())
      case .text(let page): return .text(try document.text(page: page))
      case .unknownSigns(let range): return .unknownSigns(document.unknownSigns(range))
      case .plainText(let page): return .plainText(try document.plainText(page: page))
      case .links(let page): return .links(try document.links(page: page))
      case .destination(let name): return .destination(document.destination(named: name))
      case .bookPlaces(let page, let ranges):
        return .bookPlaces(try document.places(of: ranges, on: page))
      case .textPlace(let selector): return .textPlace(document.textPlace(of: selector))
      case .fonts(let range): return .fonts(document.fonts(range))
      case .attachments: return .attachments(document.attachments())
      case .attachment(let index, let offset):
        let part = try document.attachment(index, from: offset)
        return .attachment(bytes: part.bytes, total: part.total)
      case .rotation(let page): return .rotation(try document.rotation(page: page))
      case .annotationCount(let range):
        return .annotationCount(try document.annotationCount(range))
      case .annotations(let range): return .annotations(try document.annotations(range))
      case .fields(let range): return .fields(try document.fields(range))
      case .importAnnotations, .exportAnnotations:
        return try exchange(request, FileMapping(descriptor), with: document)
      case .annotationVerdict: return .annotationVerdict(document.annotationVerdict())
      case .imageSums(let page): return .imageSums(document.imageSums(page: page))
      case .signatures: return .signatures(document.signatures())
      case .fingerprint: return .fingerprint(document.fingerprint())
      case .draw(let drawing):
        guard drawing.isWithin() else { throw .pictureSize }
        let frame = drawing.frame
        let pixels = try PixelBuffer(descriptor, width: frame.width, height: frame.height)
        try document.draw(drawing, on: pixels)
        return .drawn(pixels.facts)
      }
    } catch {
      return .failed(error)
    }
  }

  private func exchange(
    _ request: Request, _ memory: FileMapping, with document: any OpenDocument
  ) throws(EngineFailure) -> Reply {
    do throws(ExchangeRefusal) {
      guard case .importAnnotations = request else {
        guard let export = try? ExchangeCoding.decoded(Array(memory.bytes)) else { throw .failed }
        return .exported(try document.exported(export))
      }
      return .imported(try document.imported(memory.bytes))
    } catch {
      return .exchangeRefused(error)
    }
  }

  /// Frees per-request memory after the reply is sent.
  package func rest() { base?.rest() }

  /// Answers requests about annotations and edits; nil for other requests.
  private func writeAnnotations(
    _ request: Request, _ descriptor: Int32
  ) throws(EngineFailure) -> Reply? {
    switch request {
    case .section(let work): try AnnotationWorkerTasks(work, descriptor, base).section()
    case .readBase(let work): try AnnotationWorkerTasks(work, descriptor, base).baseRead()
    case .verifySection(let work): try AnnotationWorkerTasks(work, descriptor, base).verified()
    case .repair: AnnotationWorkerTasks.repaired(base)
    case .edit(let work): try EditWorkerTasks(work, descriptor).edited()
    case .verifyEdit(let work): try EditWorkerTasks(work, descriptor).verified()
    default: nil
    }
  }

  private func beginIndexing(
    _ details: IndexingRequest, _ descriptor: Int32
  ) throws(EngineFailure) -> IndexedPortion {
    document = nil
    // The last one's memory is given back before the next one's is asked for.
    reading = nil
    let opening = OpenRequest(
      password: details.password, name: details.name, encoding: "",
      asPlainText: details.asPlainText,
      converters: converters)
    reading = IndexReading(try Format.open(SourceFile(descriptor), opening), details)
    return try readOn()
  }

  private func readOn() throws(EngineFailure) -> IndexedPortion {
    guard let portion = reading?.portion() else { throw .notFound }
    if portion.isEnd { reading = nil }
    return portion
  }

  private func archivePortion() throws(EngineFailure) -> ArchivePortion {
    guard let portion = try archive?.portion() else { throw .notFound }
    if portion.isEnd { archive = nil }
    return portion
  }
}
