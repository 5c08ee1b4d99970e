internal import CDjVu
import Glibc
import Wire

/// An open document of DjVuLibre, which decodes in threads of its own and reports by messages.
final class DjVuSession {
  let document: OpaquePointer
  private let context: OpaquePointer
  private let mapping: FileMapping
  private var isFed = false
  /// Whether the library stopped answering; it is not asked again.
  private var isStuck = false
  /// Seconds within which the library must answer a question.
  private var patience = 3.0

  /// Bytes of a file, which the library copies into memory.
  private static let mostBytes = 384 << 20
  /// Bytes of decoded pages that the library keeps.
  private static let cacheBytes: UInt = 16 << 20
  /// The shortest and the longest wait for one message, and the silence after which the library
  /// is stuck, in seconds.
  private static let (leastPause, mostPause, mostSilence) = (0.000_5, 0.1, 60.0)
  /// Questions that are asked again at each message.
  private static let mostQuestions = 100
  /// The patience with a document that left a question open.
  private static let leastPatience = 0.2

  /// Counts messages of all sessions. The library's own wait never returns if it could not make a
  /// thread.
  ///
  /// It is never freed: threads of a released document may still report.
  nonisolated(unsafe) private static let arrivals: UnsafeMutablePointer<sem_t> = {
    let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
    return semaphore
  }()

  /// Opens a file and decodes its header.
  init(_ mapping: FileMapping) throws(EngineFailure) {
    guard mapping.bytes.count <= Self.mostBytes else { throw .tooLarge }
    guard let context = ddjvu_context_create("recto") else { throw .outOfMemory }
    ddjvu_cache_set_size(context, Self.cacheBytes)
    ddjvu_message_set_callback(
      context,
      { _, arrivals in
        if let arrivals { sem_post(arrivals.assumingMemoryBound(to: sem_t.self)) }
      }, Self.arrivals)
    // A document without an address is not cached, and loads no files beside it.
    guard let document = ddjvu_document_create(context, nil, 0) else {
      ddjvu_context_release(context)
      throw .outOfMemory
    }
    self.context = context
    self.document = document
    self.mapping = mapping
    let job = ddjvu_document_job(document)
    try wait { ddjvu_job_status(job).rawValue >= DDJVU_JOB_OK.rawValue }
    guard ddjvu_job_status(job) == DDJVU_JOB_OK else { throw .damaged }
  }

  deinit {
    ddjvu_message_set_callback(context, nil, nil)
    ddjvu_job_release(ddjvu_document_job(document))
    ddjvu_context_release(context)
  }

  /// Handles messages until the library has finished something; throws if it stops reporting.
  func wait(until isDone: () -> Bool) throws(EngineFailure) {
    var (heard, pause) = (Self.now(), Self.leastPause)
    while true {
      drain()
      if isDone() { return }
      guard !isStuck else { throw .damaged }
      if Self.hearsMessage(within: pause) {
        (heard, pause) = (Self.now(), Self.leastPause)
      } else {
        // The library reports some ends before it notes them, so the first pauses are short.
        pause = min(2 * pause, Self.mostPause)
        isStuck = Self.now() - heard > Self.mostSilence
      }
    }
  }

  /// Asks until the library answers, which needs data only and no decoding.
  ///
  /// For a truncated file the library keeps reporting that data are to come, although their end has been reported to it.
  func ask(_ hasAnswer: () -> Bool) throws(EngineFailure) {
    let start = Self.now()
    var (pause, count) = (Self.leastPause, 0)
    while true {
      drain()
      if hasAnswer() { return }
      count += 1
      // Each question of those may be the cause of the next message.
      if count > Self.mostQuestions { Self.forgetMessages() }
      guard !isStuck, Self.now() - start < patience else {
        patience = Self.leastPatience
        throw .damaged
      }
      if !Self.hearsMessage(within: pause) { pause = min(2 * pause, Self.mostPause) }
    }
  }

  /// Returns an expression that the library may have to load first; nil if that failed.
  func expression(
    _ get: (OpaquePointer) -> OpaquePointer?
  ) throws(EngineFailure) -> DjVuExpression? {
    var answer = DjVuExpression(nil)
    try ask {
      answer = DjVuExpression(get(document))
      return !answer.isPending
    }
    return answer.isFailure ? nil : answer
  }

  /// Gives an expression back, which is not used any more.
  func release(_ expression: DjVuExpression) {
    ddjvu_miniexp_release(document, expression.raw)
  }

  private func drain() {
    while let message = ddjvu_message_peek(context) {
      if message.pointee.m_any.tag == DDJVU_NEWSTREAM {
        feed(message.pointee.m_newstream.streamid)
      }
      ddjvu_message_pop(context)
    }
  }

  /// Answers a request for data: the file itself, and nothing for the files beside it that an
  /// indirect document has.
  private func feed(_ stream: Int32) {
    guard stream == 0, !isFed else {
      ddjvu_stream_close(document, stream, 1)
      return
    }
    isFed = true
    ddjvu_stream_write(
      document, 0, mapping.bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
      UInt(mapping.bytes.count))
    ddjvu_stream_close(document, 0, 0)
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Leaves messages that have come to the next look, instead of waking up for them.
  private static func forgetMessages() {
    while sem_trywait(arrivals) == 0 {}
  }

  /// Waits for the next message; false if none came in time.
  private static func hearsMessage(within seconds: Double) -> Bool {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    time.tv_nsec += Int(seconds * 1e9)
    if time.tv_nsec >= 1_000_000_000 {
      time.tv_sec += 1
      time.tv_nsec -= 1_000_000_000
    }
    return sem_timedwait(arrivals, &time) == 0
  }
}
