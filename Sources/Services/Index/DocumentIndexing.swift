package import DocumentModel
import Files
import Glibc
package import Library
import Platform
import Text
import Wire
package import Workers

/// Reads documents for the index, one at a time, with its own worker; calls block.
package final class DocumentIndexing {
  private let pool: WorkerPool
  private let service: IndexService
  /// The services of workers with more libraries, by kit; started when first needed.
  private var others: [WorkerKit: IndexService] = [:]
  private let types: DocumentTypes
  private let reader: String
  private let origin = FileOrigin()
  /// The time workers have spent on the document, without pauses and the machine's sleep.
  private var spent = Duration.zero
  /// Whether workers were lost over the last document, which was not read completely.
  private(set) var hasLostWorkers = false

  /// Whether the part of the last document that was read has annotations made by people.
  private(set) var isAnnotated = false

  /// Scanned pages of the last document.
  private(set) var scans: [Int] = []

  /// The time limit for a portion. A portion is returned after 200 ms or with its first page, so only a page that never ends exceeds it.
  private static let deadline = Duration.seconds(20)
  /// The most workers that may be lost over a document.
  private static let mostLosses = 8
  private static let longest = Duration.seconds(900)
  /// The number of pages that are read one by one after a worker was lost.
  private static let carefully = 32
  /// In bytes: the largest text, the largest other file, and the most data read from one document.
  private static let largestText: Int64 = 64 << 20
  private static let largestFile: Int64 = 4 << 30
  private static let largestIndex = 128 << 20

  /// `reader` names the libraries that read documents, with their versions.
  package init(_ pool: WorkerPool, types: DocumentTypes, reader: String) {
    self.pool = pool
    service = pool.indexService()
    self.types = types
    self.reader = reader
  }

  /// Reads a document; returns nil if `mayGoOn` returns false or no worker is available.
  package func read(
    _ sighting: FileSighting, password: [UInt8] = [], while mayGoOn: () -> Bool,
    onPages: (Int) -> Void = { _ in }
  ) -> IndexedDocument? {
    let name = PathParts.name(of: sighting.path)
    let type = types.type(named: name)
    var document = IndexedDocument(
      sighting, reader: reader, type: type?.identifier ?? "")
    func failed(_ reason: String, _ state: IndexedState = .failed) -> IndexedDocument {
      document.state = state
      document.reason = reason
      return document
    }
    let isText = type.map { types.conforms($0.identifier, to: "public.text") } ?? false
    guard sighting.size <= (isText ? Self.largestText : Self.largestFile) else {
      return failed("\(name) is too large to index")
    }
    var request = IndexingRequest(password: password, name: name)
    var service = service
    var losses = 0
    var unread: Set<Int> = []
    var (next, size) = (0, 0)
    spent = .zero
    hasLostWorkers = false
    isAnnotated = false
    scans = []
    var answer = begin(request, of: sighting.path, at: service)
    while true {
      guard mayGoOn() else { return nil }
      switch answer {
      case .unreadable(let number):
        return failed(Sentences.text(DocumentFile.SystemError(number: number), file: name))
      case .answered(.success(let portion)):
        if var card = portion.card {
          // A worker that starts in the middle has not seen the first page.
          if card.title.isEmpty { card.title = document.card.title }
          if card.doi.isEmpty { card.doi = document.card.doi }
          document.card = card
        }
        let pages = portion.pages.map { $0.checked() }
        document.pages += pages
        size += pages.reduce(0) { $0 + $1.passages.count + $1.grams.count }
        unread.formUnion(portion.unread)
        scans += portion.scans.filter { $0 > scans.last ?? -1 }
        isAnnotated = isAnnotated || portion.isAnnotated
        onPages(max(0, portion.next - next))
        next = portion.next
        request.first = portion.complete
        if !unread.isEmpty { _ = failed(Self.words(unread, name), .partly) }
        if portion.isEnd {
          document.sections = portion.sections
          hasLostWorkers = hasLostWorkers && document.state != .whole
          return document
        }
        guard size < Self.largestIndex, spent < Self.longest else {
          return failed("\(name) is too large to index completely", .partly)
        }
        if request.singlePages > 0 { request.singlePages -= 1 }
        answer = .answered(wait { service.readOn(deadline: Self.deadline, completion: $0) })
      case .answered(.failure(.engine(let failure)))
      where service === self.service && WorkerKit(after: failure) != nil:
        service = WorkerKit(after: failure).map(other) ?? service
        answer = begin(request, of: sighting.path, at: service)
      case .answered(.failure(.engine(let failure))):
        return failed(
          Sentences.text(failure, file: name), failure.isEncryption ? .locked : .failed)
      case .answered(.failure(.cancelled)), .answered(.failure(.cannotStart)): return nil
      case .answered(.failure(let error)):
        losses += 1
        if case .crashed = error { hasLostWorkers = true }
        guard losses <= Self.mostLosses, spent < Self.longest else {
          return failed(
            Sentences.text(error, file: name), document.pages.isEmpty ? .failed : .partly)
        }
        if document.card.pageCount == 0 {
          // The file could not even be opened: a text is tried again without interpreting its markup.
          guard isText, !request.asPlainText else {
            return failed(Sentences.text(error, file: name))
          }
          request.asPlainText = true
        } else {
          if request.singlePages > 0 { request.passedOver.append(next) }
          next = request.first
          request.singlePages = Self.carefully
        }
        answer = begin(request, of: sighting.path, at: service)
      }
    }
  }

  private func other(_ kit: WorkerKit) -> IndexService {
    let service = others[kit] ?? pool.indexService(kit: kit)
    others[kit] = service
    return service
  }

  private static func words(_ unread: Set<Int>, _ name: String) -> String {
    unread.count == 1
      ? "page \((unread.first ?? 0) + 1) of \(name) could not be read"
      : "\(unread.count) pages of \(name) could not be read"
  }

  private enum Reading {
    case unreadable(Int32)
    case answered(Result<IndexedPortion, WorkerError>)
  }

  private func begin(_ request: IndexingRequest, of path: String, at service: IndexService)
    -> Reading
  {
    switch DocumentFile.open(path, takesPipes: false) {
    case .failure(let error): .unreadable(error.number)
    case .success(let descriptor):
      .answered(
        wait {
          service.read(
            request, of: descriptor, isForeign: origin.isForeign(descriptor),
            deadline: Self.deadline, completion: $0)
        })
    }
  }

  private func wait(
    _ ask: (@escaping IndexService.Handler) -> Void
  ) -> Result<IndexedPortion, WorkerError> {
    let answer = Answer<Result<IndexedPortion, WorkerError>>()
    let began = SuspendingClock.now
    ask { answer.give($0) }
    defer { spent += .now - began }
    return answer.wait()
  }
}
