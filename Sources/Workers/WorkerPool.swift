import Dispatch
package import DocumentModel
package import Wire
import Glibc
import Synchronization

/// Runs sandboxed workers and hands them requests; one thread of its own owns them all and never ends.
package final class WorkerPool: Sendable {
  package struct Options: Sendable {
    /// Path of `recto-worker`.
    package var executable: String
    /// Path of `recto-ocr`; nil if it is not installed.
    package var recognizer = WorkerPool.locate("recto-ocr", variable: "RECTO_OCR").flatMap {
      access($0, X_OK) == 0 ? $0 : nil
    }
    /// `NAME=value` for the worker; nothing else of the user's environment reaches it.
    package var environment: [String]
    package var deadline: Duration = .seconds(10)
    /// The time until a new worker is ready: without its cache fontconfig reads every font.
    package var startDeadline: Duration = .seconds(30)
    /// The limit by the clock for work timed by processor time.
    package var longestWork: Duration = .seconds(120)
    /// Workers a document may cost in a row, without one answer, before its requests are refused for `rest`.
    package var lossLimit = 16
    package var rest: Duration = .seconds(5)
    /// Workers with documents; beyond that the idlest of another document makes room.
    package var workerLimit = 4
    /// A worker larger than this many bytes, and than twice what opening its document took, without the memory of its replies, is replaced
    /// when it has nothing to do.
    package var recycleAbove = 200 << 20
    /// The number of the user's own files that one worker reads before it is replaced.
    package var filesPerWorker = 50
    /// The number of workers that are copies of one process, and have its addresses, before it is replaced.
    package var copiesPerTemplate = 200
    /// How long no other worker starts while the first page of a document that was just opened is awaited.
    package var firstPagePatience = Duration.milliseconds(200)
    /// The first worker warms up so long after the start, unless a document comes before.
    package var warmUpAfter = Duration.zero
    /// Whether a spare worker starts once the first has a document, otherwise only when a second document is opened.
    package var keepsSpare = true
    /// Whether workers have fonts; else they start in three quarters of the time and draw nothing.
    package var drawsPages = true
    /// Pixels a picture may have.
    package var picturePixels = Limit.picturePixels
    /// For a page that is drawn before anybody turned to it.
    package var prefetchDeadline: Duration = .seconds(2)
    /// The time for a drawing that is no longer wanted: another worker costs about as much.
    package var withdrawnPatience: Duration = .milliseconds(150)
    /// No worker that lacks a part of its sandbox reads anything.
    package var requiresSandbox = SandboxRequirement.isMade(
      by: getenv(SandboxRequirement.variable).map { String(cString: $0) })
    /// Called on the pool's thread, once, with what the workers' sandbox lacks.
    package var onMissing: (@Sendable ([SandboxFeature]) -> Void)?
    /// Called on the pool's thread when a worker that had a document is gone unasked.
    package var onLoss: (@Sendable () -> Void)?

    /// Returns the path of the program that has some libraries.
    func executable(for kit: WorkerKit) -> String {
      if case .recognition = kit { recognizer ?? executable } else { executable }
    }

    package init(executable: String, environment: [String] = WorkerPool.workerEnvironment()) {
      self.executable = executable
      self.environment = environment
    }
  }

  package typealias OpenHandler =
    @Sendable (Result<(WorkerDocument, DocumentSummary), WorkerError>) -> Void

  /// Actions for the pool's thread; nil when it has ended.
  private let inbox = Mutex<[@Sendable (PoolLoop) -> Void]?>([])
  private let hasEnded = DispatchSemaphore(value: 0)
  private let wakeUp: (read: Int32, write: Int32)
  private let nextID = Atomic<UInt64>(1)
  package let options: Options

  package init(_ options: Options) {
    self.options = options
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    wakeUp = (ends[0], ends[1])
    start()
  }

  deinit {
    Glibc.close(wakeUp.read)
    Glibc.close(wakeUp.write)
  }

  /// The thread spawns the workers itself: they die with the thread that spawned them (PR_SET_PDEATHSIG).
  private func start() {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self).toOpaque()
    pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let pool = Unmanaged<WorkerPool>.fromOpaque(context).takeRetainedValue()
        PoolLoop(options: pool.options).run(pool)
        pool.hasEnded.signal()
        return nil
      }, context)
    pthread_detach(thread)
  }

  /// Runs an action on the pool's thread; false if it has ended.
  func perform(_ action: @escaping @Sendable (PoolLoop) -> Void) -> Bool {
    let isTaken = inbox.withLock { inbox in
      inbox?.append(action)
      return inbox != nil
    }
    var byte: UInt8 = 1
    if isTaken { _ = write(wakeUp.write, &byte, 1) }
    return isTaken
  }

  var wakeUpDescriptor: Int32 { wakeUp.read }

  func takeActions() -> [@Sendable (PoolLoop) -> Void] {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(wakeUp.read, &bytes, bytes.count) > 0 {}
    return inbox.withLock { inbox in
      defer { inbox = inbox.map { _ in [] } }
      return inbox ?? []
    }
  }

  /// Takes nothing more; gives what came too late.
  func close() -> [@Sendable (PoolLoop) -> Void] {
    inbox.withLock { inbox in
      defer { inbox = nil }
      return inbox ?? []
    }
  }

  func newID() -> UInt64 { nextID.add(1, ordering: .relaxed).newValue }

  /// Opens a document; takes over the descriptor and keeps it for reopening after a crash.
  ///
  /// The file's name helps to determine its format; `encoding` is that of its text, guessed if empty.
  package func open(
    descriptor: Int32, password: [UInt8], name: String = "", encoding: String = "",
    lanes: LanePlan = .equal(1), completion: @escaping OpenHandler
  ) {
    let id = newID()
    let opening = Request.open(password: password, name: name, encoding: encoding)
    let kit = encoding.isEmpty ? WorkerKit.pages : .converters(encoding)
    let isTaken = perform { loop in
      loop.open(
        descriptor: descriptor, opening: opening, kit: kit, lanes: lanes, id: id, pool: self,
        completion: completion)
    }
    if !isTaken {
      Glibc.close(descriptor)
      completion(.failure(.cancelled))
    }
  }

  /// Ends all workers and waits until they are gone; unanswered requests are cancelled.
  package func shutdown() {
    guard perform({ $0.stop() }) else { return }
    // Ending a worker of a gigabyte takes the system a tenth of a second; do not wait for several.
    _ = hasEnded.wait(timeout: .now() + .seconds(2))
  }

  /// Sends a request to a document or service. The handler is called once, on the pool's thread; `value` returns nil for another answer than
  /// the request's. A foreign file gets a worker of its own.
  func send<Value>(
    _ request: Request, to number: UInt64, file: BorrowedFile? = nil, isForeign: Bool = false,
    priority: Priority = .normal, deadline: Duration? = nil,
    _ completion: @escaping @Sendable (Result<Value, WorkerError>) -> Void,
    _ value: @escaping @Sendable (Reply) -> Value?
  ) {
    var job = Job(
      id: newID(), request: request, priority: priority, deadline: deadline ?? options.deadline
    ) { result in
      completion(
        result.flatMap { answer in
          value(answer.reply).map { .success($0) } ?? .failure(.nonsense)
        })
    }
    job.file = file
    job.isForeign = isForeign
    let sent = job
    if !perform({ $0.add(sent, to: number) }) { completion(.failure(.cancelled)) }
  }

  /// Ends the workers of a document or service; what waits is cancelled.
  func close(_ number: UInt64) { _ = perform { $0.close(number) } }

  /// Returns the newest worker's greeting, or why there is none; starts one if necessary.
  package func greeting(
    _ completion: @escaping @Sendable (Result<Greeting, WorkerError>) -> Void
  ) {
    let isTaken = perform { loop in
      if loop.workers.isEmpty { loop.ensureSpare() }
      loop.whenReady(completion)
    }
    if !isTaken { completion(.failure(.cancelled)) }
  }

  /// The workers there are now, by their processes' ids.
  package func processes(_ completion: @escaping @Sendable ([Int32]) -> Void) {
    if !perform({ completion($0.workers.map(\.pid)) }) { completion([]) }
  }

  package static func locateWorker() -> String? {
    locate("recto-worker", variable: "RECTO_WORKER")
  }

  /// Returns the path of a worker's program: that of the environment's variable, else beside this program, else in `../libexec/recto`.
  private static func locate(_ name: String, variable: String) -> String? {
    if let named = getenv(variable) { return String(cString: named) }
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard count > 0 else { return nil }
    let own = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = PathParts.folder(of: own)
    return [folder + "/" + name, folder + "/../libexec/recto/" + name]
      .first { access($0, X_OK) == 0 }
  }

  /// Returns the variables by which a worker finds the user's fonts and their cache, and nothing
  /// else.
  package static func workerEnvironment() -> [String] {
    let passed = ["HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"].compactMap { name in
      getenv(name).map { name + "=" + String(cString: $0) }
    }
    return passed + ["SWIFT_BACKTRACE=enable=no", "TZ=UTC0", "OMP_THREAD_LIMIT=1"]
  }
}

/// An open document whose requests are answered by its workers.
package final class WorkerDocument: Sendable {
  let pool: WorkerPool
  let number: UInt64
  private let recognition = Mutex<PageRecognition?>(nil)
  private let texts = Mutex<PageTexts?>(nil)

  init(pool: WorkerPool, number: UInt64) {
    self.pool = pool
    self.number = number
  }

  /// Answers requests for the text of pages without any by what is recognised from now on.
  package func recognize(with recognition: PageRecognition?) {
    self.recognition.withLock { $0 = recognition }
  }

  /// Keeps the text of pages in memory from now on, up to so many bytes.
  package func keepTexts(bytes: Int) {
    texts.withLock { $0 = PageTexts(mostBytes: bytes) }
  }

  /// Takes over what was recognised of an older version of the document.
  package func takeRecognition(of older: WorkerDocument) {
    if let known = older.recognition.withLock({ $0 }) { recognize(with: known) }
  }

  /// Returns the recognition there is if it is in those languages, and in no others if the user named them.
  package func recognition(in languages: [String], isNamed: Bool) -> PageRecognition? {
    recognition.withLock { known in
      known.flatMap { $0.languages == languages && $0.isNamed == isNamed ? $0 : nil }
    }
  }

  /// Asks; the handler is called once, on the pool's thread or that of recognised pages, at once if the text is kept. Pictures have calls of their own.
  package func send(
    _ request: Request, priority: Priority = .normal, deadline: Duration? = nil,
    completion: @escaping ReplyHandler
  ) {
    var handler = completion
    if case .text(let page) = request, let recognition = recognition.withLock({ $0 }) {
      handler = { [self] reply in
        recognition.complete(
          reply, page: page, of: self, priority: priority, completion: completion)
      }
    }
    sendUnrecognized(request, priority: priority, deadline: deadline, completion: handler)
  }

  /// Asks without what was recognised.
  func sendUnrecognized(
    _ request: Request, priority: Priority, deadline: Duration? = nil,
    completion: @escaping ReplyHandler
  ) {
    var handler = completion
    if case .text(let page) = request {
      let (keeps, known) = texts.withLock { ($0 != nil, $0?.pages[page]) }
      if let known { return completion(.success(.text(known))) }
      if keeps {
        handler = { [self] reply in
          if case .success(.text(let text)) = reply { texts.withLock { $0?.add(text, page) } }
          completion(reply)
        }
      }
    }
    pool.send(request, to: number, priority: priority, deadline: deadline, handler) { $0 }
  }

  package func close() { pool.close(number) }
}
