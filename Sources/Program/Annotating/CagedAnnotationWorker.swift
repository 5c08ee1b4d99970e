internal import CLinux
import Dispatch
package import DocumentModel
import Files
import Glibc
import Platform
import Synchronization
import Wire
package import Workers

/// The keeper's worker in its cage: reads documents through the pool, has sections made and verified at a desk of two.
package final class CagedAnnotationWorker: AnnotationWorker {
  private let pool: WorkerPool
  private let desk: AnnotationDesk
  /// The document read last: its pages are asked for one after the other.
  private let last = Mutex<Open?>(nil)

  private struct Open {
    var path: String
    var stamp: FileStamp
    var document: WorkerDocument
    var summary: DocumentSummary
  }

  /// For one answer.
  private static let patience = DispatchTimeInterval.seconds(90)

  package init(_ pool: WorkerPool) {
    self.pool = pool
    desk = pool.annotationDesk()
  }

  // MARK: reading

  package func read(_ source: AnnotationSource) throws(AnnotationObstacle) -> AnnotationReading {
    let open = try open(source)
    var reading = AnnotationReading(
      annotations: [], pageCount: open.summary.pageCount, permanentID: open.summary.permanentID)
    guard case .annotationVerdict(let verdict) = try ask(.annotationVerdict, open.document) else {
      throw .failed
    }
    reading.obstacle = verdict.obstacle
    reading.formObstacle = verdict.formObstacle
    reading.cautions = verdict.cautions
    if case .metadata(let metadata) = try ask(.metadata, open.document) {
      reading.made = metadata.created.map { "\($0)" } ?? ""
    }
    guard verdict.obstacle != .format else { return reading }
    var next = 0
    while next < open.summary.pageCount {
      let request = Request.annotations(next..<open.summary.pageCount)
      guard case .annotations(let portion) = try ask(request, open.document), portion.next > next
      else { throw .failed }
      reading.annotations += portion.annotations
      next = portion.next
    }
    reading.fields = try fields(of: open)
    return reading
  }

  /// All fields of a form, each once with all its places.
  private func fields(of open: Open) throws(AnnotationObstacle) -> [FormField] {
    var gathering = FieldGathering()
    var next = 0
    while next < open.summary.pageCount, gathering.count < Limit.widgets {
      let request = Request.fields(next..<open.summary.pageCount)
      guard case .fields(let portion) = try ask(request, open.document), portion.next > next else {
        throw .failed
      }
      gathering.add(portion.fields)
      next = portion.next
    }
    return gathering.fields
  }

  package func text(
    of pages: Range<Int>, _ source: AnnotationSource
  ) throws(AnnotationObstacle) -> [PageText?] {
    let open = try open(source)
    var texts: [PageText?] = []
    for page in pages {
      let answer: Reply? = try? ask(.text(page: page), open.document)
      if case .text(let text) = answer { texts.append(text) } else { texts.append(nil) }
    }
    return texts
  }

  private func open(_ source: AnnotationSource) throws(AnnotationObstacle) -> Open {
    let stamp = FileStamp(following: source.path)
    if source.bytes == nil, let known = last.withLock(\.self),
      PathBytes.bytes(known.path) == PathBytes.bytes(source.path),
      known.stamp == stamp
    {
      return known
    }
    let descriptor = try descriptor(source)
    let answer = Awaited<Result<(WorkerDocument, DocumentSummary), WorkerError>>()
    pool.open(
      descriptor: descriptor, password: source.password, name: DocumentFile.name(source.path)
    ) { answer.give($0) }
    guard let result = answer.wait(Self.patience) else { throw .failed }
    switch result {
    case .success(let (document, summary)):
      let open = Open(
        path: source.path, stamp: stamp ?? FileStamp(stat()), document: document, summary: summary)
      let older = last.withLock { last in
        let older = last
        last = source.bytes == nil && stamp != nil ? open : nil
        return older
      }
      older?.document.close()
      return open
    case .failure(.engine(.notADocument)): throw .format
    case .failure(.engine(.damaged)), .failure(.engine(.noPages)), .failure(.engine(.empty)):
      throw .damaged
    case .failure(.engine(.passwordNeeded)), .failure(.engine(.passwordWrong)): throw .encryption
    case .failure(.engine(.tooLarge)), .failure(.engine(.outOfMemory)): throw .tooLarge
    case .failure: throw .failed
    }
  }

  private func descriptor(_ source: AnnotationSource) throws(AnnotationObstacle) -> Int32 {
    guard let bytes = source.bytes else {
      guard case .success(let descriptor) = DocumentFile.open(source.path, takesPipes: false) else {
        throw .noFile
      }
      return descriptor
    }
    let memory = clinux_picture_memory("recto-annotations", max(1, bytes.count))
    guard memory >= 0 else { throw .failed }
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { part in
        pwrite(memory, part.baseAddress.map { $0 + done }, part.count - done, off_t(done))
      }
      guard count > 0 else {
        close(memory)
        throw .failed
      }
      done += count
    }
    return memory
  }

  private func ask(
    _ request: Request, _ document: WorkerDocument
  ) throws(AnnotationObstacle) -> Reply {
    let answer = Awaited<Result<Reply, WorkerError>>()
    document.send(request, priority: .background) { answer.give($0) }
    guard case .success(let reply) = answer.wait(Self.patience) else { throw .failed }
    return reply
  }

  // MARK: writing

  private static func base(_ source: AnnotationSource) -> AnnotationBase {
    AnnotationBase(source.bytes ?? [], password: source.password)
  }

  package func section(
    for base: AnnotationSource, _ step: AnnotationStep
  ) throws(AnnotationObstacle) -> [UInt8] {
    let answer = Awaited<Result<[UInt8], AnnotationTrouble>>()
    desk.section(behind: Self.base(base), SectionEdits(step)) {
      answer.give($0)
    }
    let bytes = try Self.value(answer)
    // Made by one that may have been taken over: at least it ends where it must.
    guard bytes.suffix(16).contains(0x25),
      String(decoding: bytes.suffix(8), as: UTF8.self).contains("%%EOF")
    else { throw .unverified }
    return bytes
  }

  package func verify(
    _ section: [UInt8], behind base: AnnotationSource, _ step: AnnotationStep
  ) throws(AnnotationObstacle) {
    let answer = Awaited<Result<Void, AnnotationTrouble>>()
    desk.verify(section, behind: Self.base(base), SectionEdits(step)) {
      answer.give($0)
    }
    try Self.value(answer)
  }

  package func repaired(_ source: AnnotationSource) throws(AnnotationObstacle) -> [UInt8] {
    let answer = Awaited<Result<[UInt8], AnnotationTrouble>>()
    desk.repair(Self.base(source)) { answer.give($0) }
    return try Self.value(answer)
  }

  private static func value<Value: Sendable>(
    _ answer: Awaited<Result<Value, AnnotationTrouble>>
  ) throws(AnnotationObstacle) -> Value {
    switch answer.wait(patience) {
    case .success(let value): return value
    case .failure(let trouble): throw trouble.obstacle
    case nil: throw .failed
    }
  }
}

/// An answer that somebody waits for on a queue of his own.
private final class Awaited<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  func give(_ value: Value) {
    self.value.withLock { $0 = value }
    isThere.signal()
  }

  /// nil where none came in time.
  func wait(_ time: DispatchTimeInterval) -> Value? {
    guard isThere.wait(timeout: .now() + time) == .success else { return nil }
    return value.withLock(\.self)
  }
}
