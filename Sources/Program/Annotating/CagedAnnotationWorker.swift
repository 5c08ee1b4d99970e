internal import CLinux
import Dispatch
package import DocumentModel
package import Files
import Glibc
import Platform
import Synchronization
import Wire
package import Workers

/// The keeper's worker in its cage: reads documents through the pool, has sections made and verified at a desk of two that know the base.
package final class CagedAnnotationWorker: AnnotationWorker {
  private let pool: WorkerPool
  /// The desk of the base written behind last: the next edits are mostly put behind the same.
  private let held = Mutex(Held())
  private let holding: Duration
  /// For poppler to read the dozen pages of the base that it looks at.
  private let readingPatience: Duration
  /// The document read last: its pages are asked for one after the other.
  private let last = Mutex<Open?>(nil)

  private struct Open {
    var path: String
    var password: [UInt8]
    var stamp: FileStamp
    /// The file has become this by what was written behind it; the text is the same.
    var later: FileStamp?
    var document: WorkerDocument
    var summary: DocumentSummary
  }

  private struct Held {
    var desk: AnnotationDesk?
    var bytes: [UInt8] = []
    var password: [UInt8] = []
    /// Poppler, which shows the document, did not come to an end with some of its pages.
    var isEndless = false
    /// Of its last use; older clocks have run out.
    var serial = 0
  }

  /// A base of more bytes is not held.
  private static let mostHeld = 64 << 20

  /// For one answer.
  private static let patience = Duration.seconds(90)

  /// Two workers and the base are held as long as that after the last edit.
  package init(
    _ pool: WorkerPool, holding: Duration = .seconds(20), readingPatience: Duration = .seconds(5)
  ) {
    self.pool = pool
    self.holding = holding
    self.readingPatience = readingPatience
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
    let open = try open(source, forText: true)
    var texts: [PageText?] = []
    for page in pages {
      let answer: Reply? = try? ask(.text(page: page), open.document)
      if case .text(let text) = answer { texts.append(text) } else { texts.append(nil) }
    }
    return texts
  }

  package func wrote(_ path: String, from before: FileStamp, to after: FileStamp) {
    last.withLock { last in
      guard let known = last, known.path == path, [known.stamp, known.later].contains(before)
      else { return }
      last?.later = after
    }
  }

  private func open(
    _ source: AnnotationSource, forText: Bool = false
  ) throws(AnnotationObstacle) -> Open {
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
    let answer = Answer<Result<Reply, WorkerError>>()
    document.send(request, priority: .background) { answer.give($0) }
    guard case .success(let reply) = answer.wait(until: .now + Self.patience) else { throw .failed }
    return reply
  }

  // MARK: writing

  package func prepare(_ base: AnnotationSource, _ step: AnnotationStep) {
    guard let bytes = base.bytes, bytes.count <= Self.mostHeld else { return }
    let edits = SectionEdits(step)
    // Where it cannot be had the work itself will tell.
    try? withDesk(for: base) { desk throws(AnnotationObstacle) in
      guard !step.isEmpty else { return }
      desk.prepareSection(edits)
      _ = comesToAnEnd(with: edits, desk)
    }
  }

  /// Works at the desk whose workers hold a base; it is let go a while after the work, and at once when its workers failed at it.
  private func withDesk<Value>(
    for base: AnnotationSource, _ work: (AnnotationDesk) throws(AnnotationObstacle) -> Value
  ) throws(AnnotationObstacle) -> Value {
    let bytes = base.bytes ?? []
    let (known, serial) = held.withLock { held in
      held.serial += 1
      let isSame = held.password == base.password && Self.areSame(held.bytes, bytes)
      // The next question is mostly about the same array.
      if isSame { held.bytes = bytes }
      return (isSame ? held.desk : nil, held.serial)
    }
    defer { release(serial, after: bytes.count <= Self.mostHeld ? holding : .seconds(1)) }
    if let known { return try work(known) }
    let desk: AnnotationDesk
    do throws(AnnotationTrouble) {
      desk = try pool.annotationDesk(behind: AnnotationBase(bytes, password: base.password))
    } catch {
      throw error.obstacle
    }
    held.withLock { held in
      (held.desk, held.bytes, held.password) = (desk, bytes, base.password)
      held.isEndless = false
    }
    return try work(desk)
  }

  /// Lets the desk go, unless it is used meanwhile; whoever waits for an answer has it still.
  private func release(_ serial: Int, after time: Duration) {
    let milliseconds = Int(time / .milliseconds(1))
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
      [weak self] in
      self?.held.withLock { held in
        if held.serial == serial { held = Held(serial: serial) }
      }
    }
  }

  /// Lets a desk go whose workers ended or did not answer: the next edit is another's work.
  private func giveUp(_ desk: AnnotationDesk) {
    held.withLock { held in
      if held.desk === desk { held = Held(serial: held.serial) }
    }
  }

  private static func areSame(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard a.count == b.count else { return false }
    return a.withUnsafeBytes { one in
      b.withUnsafeBytes { two in
        guard let first = one.baseAddress, let second = two.baseAddress else { return true }
        return first == second || memcmp(first, second, one.count) == 0
      }
    }
  }

  package func section(
    for base: AnnotationSource, _ step: AnnotationStep, isCopy: Bool
  ) throws(AnnotationObstacle) -> [UInt8] {
    let bytes = try answer(for: base) { desk, done in
      desk.section(SectionEdits(step), isCopy: isCopy, completion: done)
    }
    // Made by one that may have been taken over: at least it ends where it must.
    guard bytes.suffix(16).contains(0x25),
      String(decoding: bytes.suffix(8), as: UTF8.self).contains("%%EOF")
    else { throw .unverified }
    return bytes
  }

  package func verify(
    _ section: [UInt8], behind base: AnnotationSource, _ step: AnnotationStep
  ) throws(AnnotationObstacle) {
    let edits = SectionEdits(step)
    let looksTwice = try withDesk(for: base) { desk throws(AnnotationObstacle) in
      comesToAnEnd(with: edits, desk)
    }
    try answer(for: base) { desk, done in
      desk.verify(section, edits, looksTwice: looksTwice, completion: done)
    }
  }

  /// Whether poppler gets through the base's own pages: what it cannot read it cannot have been spoiled for, and is not asked about again.
  private func comesToAnEnd(with edits: SectionEdits, _ desk: AnnotationDesk) -> Bool {
    guard !held.withLock(\.isEndless) else { return false }
    let answer = Answer<Result<Void, AnnotationTrouble>>()
    desk.readBase(for: edits, deadline: readingPatience) { answer.give($0) }
    let told = withExtendedLifetime(desk) { answer.wait(until: .now + Self.patience) }
    guard case .failure(.worker(.timedOut)) = told else { return true }
    held.withLock { held in if held.desk === desk { held.isEndless = true } }
    return false
  }

  package func repaired(_ source: AnnotationSource) throws(AnnotationObstacle) -> [UInt8] {
    try answer(for: source) { desk, done in desk.repair(completion: done) }
  }

  /// What the desk of a base answers.
  private func answer<Value: Sendable>(
    for base: AnnotationSource,
    _ ask: (AnnotationDesk, @escaping @Sendable (Result<Value, AnnotationTrouble>) -> Void) -> Void
  ) throws(AnnotationObstacle) -> Value {
    try withDesk(for: base) { desk throws(AnnotationObstacle) in
      let answer = Answer<Result<Value, AnnotationTrouble>>()
      ask(desk) { answer.give($0) }
      switch withExtendedLifetime(desk, { answer.wait(until: .now + Self.patience) }) {
      case .success(let value): return value
      case .failure(let trouble):
        if case .worker = trouble { giveUp(desk) }
        throw trouble.obstacle
      case nil:
        giveUp(desk)
        throw .failed
      }
    }
  }
}
