internal import CLinux
package import DocumentModel
package import Files
import Glibc
import Synchronization
import Wire
package import Workers

/// Does the annotation store's work in the sandbox: the pool reads documents, and a pair of workers that hold the base builds and verifies updates.
package final class SandboxedAnnotationWorker: AnnotationWorker {
  let pool: WorkerPool
  /// The pair that holds the latest base, which the next edits mostly share.
  let held = Mutex(HeldWorkerPair())
  /// The files that poppler does not finish reading.
  let endless = Mutex(PopplerTimeouts())
  /// How long the pair and its base are kept after the last edit.
  let holding: Duration
  /// The processor time that poppler may use for the pages of the base that it reads.
  let readingPatience: Duration
  /// The document that was read last; it stays open because its pages are requested one after the other.
  private let last = Mutex<Open?>(nil)

  private struct Open {
    var path: String
    var password: [UInt8]
    var stamp: FileStamp
    /// The stamp of the file after Recto's last update, which left the text unchanged.
    var later: FileStamp?
    var document: WorkerDocument
    var summary: DocumentSummary
  }

  /// How long to wait for an answer, in real time; the pool gives up any work earlier.
  static let patience = Duration.seconds(150)

  /// Creates a worker on a pool; `holding` and `readingPatience` are described at the properties.
  package init(
    _ pool: WorkerPool, holding: Duration = .seconds(20), readingPatience: Duration = .seconds(5)
  ) {
    self.pool = pool
    self.holding = holding
    self.readingPatience = readingPatience
  }

  package func read(_ source: AnnotationSource) throws(SaveBlocker) -> AnnotationReading {
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

  /// Returns all fields of a form, each once with all its places on the pages.
  private func fields(of open: Open) throws(SaveBlocker) -> [FormField] {
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
  ) throws(SaveBlocker) -> [PageText?] {
    let open = try open(source, forText: true)
    var texts: [PageText?] = []
    for page in pages {
      let answer: Reply? = try? ask(.text(page: page), open.document)
      if case .text(let text) = answer { texts.append(text) } else { texts.append(nil) }
    }
    return texts
  }

  package func images(
    of pages: Range<Int>, _ source: AnnotationSource
  ) throws(SaveBlocker) -> [[UInt64]] {
    let open = try open(source, forText: true)
    return pages.map { page in
      let answer: Reply? = try? ask(.imageSums(page: page), open.document)
      return if case .imageSums(let sums) = answer { sums } else { [] }
    }
  }

  package func waymarks(
    of pages: [Int], withSections: Bool, _ source: AnnotationSource
  ) throws(SaveBlocker) -> DocumentWaymarks {
    let open = try open(source, forText: true)
    var waymarks = DocumentWaymarks()
    for page in pages {
      let answer: Reply? = try? ask(.pages(page..<page + 1), open.document)
      guard case .pages(let infos) = answer, let labels = infos.first?.labels,
        !labels.isEmpty, labels != PageLabels(String(page + 1))
      else { continue }
      waymarks.labels[page] = labels
    }
    // A document without an outline is not asked for it.
    guard withSections, open.summary.hasOutline,
      let reply: Reply = try? ask(.outline, open.document), case .outline(let items) = reply
    else { return waymarks }
    waymarks.sections = DocumentSection.all(of: items) { item in
      if case .destination(let place) = item.target { place } else { nil }
    }
    return waymarks
  }

  package func wrote(_ path: String, from before: FileStamp, to after: FileStamp) {
    last.withLock { last in
      guard let known = last, known.path == path, [known.stamp, known.later].contains(before)
      else { return }
      last?.later = after
    }
  }

  func document(_ source: AnnotationSource) throws(SaveBlocker) -> WorkerDocument {
    try open(source).document
  }

  private func open(
    _ source: AnnotationSource, forText: Bool = false
  ) throws(SaveBlocker) -> Open {
    let stamp = FileStamp(following: source.path)
    if source.bytes == nil, let known = last.withLock(\.self),
      PathBytes.bytes(known.path) == PathBytes.bytes(source.path),
      known.password == source.password,
      known.stamp == stamp || forText && stamp != nil && known.later == stamp
    {
      return known
    }
    let descriptor = try descriptor(source)
    let answer = Answer<Result<(WorkerDocument, DocumentSummary), WorkerError>>()
    pool.open(
      descriptor: descriptor, password: source.password, name: DocumentFile.name(source.path)
    ) { answer.give($0) }
    guard let result = answer.wait(until: .now + Self.patience) else { throw .failed }
    switch result {
    case .success(let (document, summary)):
      let open = Open(
        path: source.path, password: source.password, stamp: stamp ?? FileStamp(stat()),
        document: document, summary: summary)
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
    case .failure(.engine(let failure)) where failure.isEncryption: throw .encryption
    case .failure(.engine(.tooLarge)), .failure(.engine(.outOfMemory)): throw .tooLarge
    case .failure: throw .failed
    }
  }

  private func descriptor(_ source: AnnotationSource) throws(SaveBlocker) -> Int32 {
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
  ) throws(SaveBlocker) -> Reply {
    let answer = Answer<Result<Reply, WorkerError>>()
    document.send(request, priority: .background) { answer.give($0) }
    guard case .success(let reply) = answer.wait(until: .now + Self.patience) else { throw .failed }
    return reply
  }
}
