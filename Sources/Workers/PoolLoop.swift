internal import CLinux
import DocumentModel
import Glibc
import Wire

/// What runs on the pool's thread: spawns, hands out jobs, waits, buries.
final class PoolLoop {
  private let options: WorkerPool.Options
  private var workers: [WorkerProcess] = []
  private var spare: WorkerProcess?
  private var documents: [UInt64: DocumentQueue] = [:]
  private var zombies: [pid_t] = []
  private var readyHandlers: [@Sendable (Greeting?) -> Void] = []
  private var isStopped = false
  private var startFailure: WorkerError?
  /// When the next spare worker is to be started: not while the one before it warms up and reads the first page.
  private var spareDue: ContinuousClock.Instant?
  private static let sparePause = Duration.milliseconds(200)

  init(options: WorkerPool.Options) {
    self.options = options
  }

  func run(_ pool: WorkerPool) {
    ensureSpare()
    while true {
      var descriptors = [pollfd(fd: pool.wakeUpDescriptor, events: Int16(POLLIN), revents: 0)]
      let polled = workers
      descriptors += polled.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
      _ = poll(&descriptors, nfds_t(descriptors.count), timeout())
      for action in pool.takeActions() { action(self) }
      for (index, worker) in polled.enumerated() where descriptors[index + 1].revents != 0 {
        if workers.contains(where: { $0 === worker }) { take(worker.receive(), from: worker) }
      }
      endOverdue()
      if let spareDue, spareDue <= .now { ensureSpare() }
      for queue in Array(documents.values) { feed(queue) }
      bury()
    }
  }

  /// Milliseconds until the next deadline; with dead children a little, to see them gone.
  private func timeout() -> Int32 {
    let now = ContinuousClock.now
    var wait = zombies.isEmpty ? -1 : 20
    if let spareDue {
      let left = max(0, Int((spareDue - now) / .milliseconds(1)) + 1)
      wait = wait < 0 ? left : min(wait, left)
    }
    for queue in documents.values {
      for lane in queue.lanes {
        guard let due = lane.due else { continue }
        let left = max(0, Int((due - now) / .milliseconds(1)) + 1)
        wait = wait < 0 ? left : min(wait, left)
      }
    }
    return Int32(clamping: wait)
  }

  // MARK: documents

  func open(
    descriptor: Int32, password: [UInt8], lanes: LanePlan, id: UInt64, pool: WorkerPool,
    completion: @escaping @Sendable (Result<(WorkerDocument, DocumentSummary), WorkerError>) -> Void
  ) {
    let queue = DocumentQueue(descriptor: descriptor, password: password)
    documents[id] = queue
    queue.lanes = lanes.lanes(for: queue)
    let first = queue.lanes[0]
    let job = Job(
      id: 0, request: .open(password: password), priority: .visible, deadline: options.deadline
    ) { [weak queue] result in
      switch result {
      case .success(.opened(let summary)):
        queue?.pageCount = summary.pageCount
        completion(.success((WorkerDocument(pool: pool, number: id), summary)))
      case .success: completion(.failure(.nonsense))
      case .failure(let error):
        queue?.isClosed = true
        completion(.failure(error))
      }
    }
    begin(job, on: first)
  }

  func add(_ job: Job, to number: UInt64) {
    guard let queue = documents[number], !queue.isClosed, !isStopped else {
      job.handler(.failure(.cancelled))
      return
    }
    queue.jobs.append(job)
  }

  func cancel(_ id: UInt64, of number: UInt64) {
    guard let queue = documents[number], let index = queue.jobs.firstIndex(where: { $0.id == id })
    else { return }
    queue.jobs.remove(at: index).handler(.failure(.cancelled))
  }

  func close(_ number: UInt64) {
    documents[number]?.isClosed = true
  }

  func whenReady(_ completion: @escaping @Sendable (Greeting?) -> Void) {
    if let ready = workers.last(where: \.isReady) {
      completion(ready.greeting)
    } else if startFailure != nil {
      completion(nil)
    } else {
      readyHandlers.append(completion)
    }
  }

  func stop() {
    isStopped = true
    for worker in workers { worker.kill() }
    for pid in workers.map(\.pid) + zombies { _ = waitpid(pid, nil, 0) }
    zombies = []
    workers = []
    spare = nil
  }

  /// Gives each idle lane its next job, first of all the document itself.
  private func feed(_ queue: DocumentQueue) {
    if queue.isClosed {
      dismiss(queue)
      return
    }
    for lane in queue.lanes where lane.job == nil {
      guard queue.pageCount > 0, queue.jobs.contains(where: lane.takes) else { continue }
      if lane.isOpen {
        if let job = queue.next(for: lane) { begin(job, on: lane) }
      } else if queue.failures < 2 {
        reopen(lane)
      } else {
        for job in queue.jobs { job.handler(.failure(.crashed(signal: 0))) }
        queue.jobs = []
        queue.failures = 0
      }
    }
  }

  private func reopen(_ lane: Lane) {
    let queue = lane.queue
    let job = Job(
      id: 0, request: .open(password: queue.password), priority: .visible,
      deadline: options.deadline
    ) { [weak queue] result in
      if case .success = result { queue?.failures = 0 } else { queue?.failures += 1 }
    }
    begin(job, on: lane)
  }

  private func dismiss(_ queue: DocumentQueue) {
    for job in queue.jobs { job.handler(.failure(.cancelled)) }
    queue.jobs = []
    for lane in queue.lanes {
      if let job = lane.job { job.handler(.failure(.cancelled)) }
      lane.job = nil
      if let worker = lane.worker { bury(worker) }
      lane.worker = nil
    }
    Glibc.close(queue.descriptor)
    documents = documents.filter { $0.value !== queue }
  }

  // MARK: jobs

  private func begin(_ job: Job, on lane: Lane) {
    guard lane.worker != nil || attach(lane) else {
      job.handler(.failure(startFailure ?? .cannotStart("")))
      return
    }
    guard let worker = lane.worker else { return }
    var descriptor: Int32 = -1
    if case .open = job.request {
      descriptor = lane.queue.descriptor
      lane.isOpen = false
    }
    lane.job = job
    lane.due = ContinuousClock.now + job.deadline
    if !worker.send(RequestFrame(id: job.id, request: job.request), descriptor: descriptor) {
      fail(lane, .crashed(signal: 0))
    }
  }

  private func attach(_ lane: Lane) -> Bool {
    ensureSpare()
    guard let worker = spare else { return false }
    spare = nil
    worker.lane = lane
    lane.worker = worker
    spareDue = .now + Self.sparePause
    return true
  }

  private func ensureSpare() {
    spareDue = nil
    guard spare == nil, !isStopped else { return }
    do throws(WorkerError) {
      let worker = try WorkerProcess(
        executable: options.executable, environment: options.environment)
      workers.append(worker)
      spare = worker
      startFailure = nil
    } catch {
      startFailure = error
      for handler in readyHandlers { handler(nil) }
      readyHandlers = []
    }
  }

  private func take(_ arrival: WorkerProcess.Arrival, from worker: WorkerProcess) {
    switch arrival {
    case .hungUp: lost(worker)
    case .nonsense:
      if let lane = worker.lane { fail(lane, .nonsense) } else { discard(worker) }
    case .reply(let id, let payload):
      guard let lane = worker.lane, let job = lane.job, worker.isReady else {
        takeReady(payload, from: worker)
        return
      }
      guard id == job.id,
        let reply = try? Reply(decoding: payload, pageCount: pageCount(lane, job)),
        reply.answers(job.request)
      else {
        fail(lane, .nonsense)
        return
      }
      lane.job = nil
      lane.due = nil
      if case .opened = reply { lane.isOpen = true }
      if case .failed(let failure) = reply {
        job.handler(.failure(.engine(failure)))
      } else {
        job.handler(.success(reply))
      }
    }
  }

  private func pageCount(_ lane: Lane, _ job: Job) -> Int {
    lane.queue.pageCount
  }

  private func takeReady(_ payload: [UInt8], from worker: WorkerProcess) {
    guard case .ready(let greeting) = try? Reply(decoding: payload, pageCount: 0), !worker.isReady
    else {
      if let lane = worker.lane { fail(lane, .nonsense) } else { discard(worker) }
      return
    }
    worker.isReady = true
    worker.greeting = greeting
    for handler in readyHandlers { handler(greeting) }
    readyHandlers = []
  }

  // MARK: ends

  private func endOverdue() {
    let now = ContinuousClock.now
    for queue in Array(documents.values) {
      for lane in queue.lanes {
        if let due = lane.due, due <= now { fail(lane, .timedOut) }
      }
    }
  }

  /// The worker is gone: whatever it was doing failed.
  private func lost(_ worker: WorkerProcess) {
    var status: Int32 = 0
    let isReaped = waitpid(worker.pid, &status, WNOHANG) == worker.pid
    let signal = isReaped ? clinux_signal_of(status) : 0
    workers.removeAll { $0 === worker }
    if !isReaped { zombies.append(worker.pid) }
    if spare === worker {
      spare = nil
      if !worker.isReady { startFailure = .cannotStart("the worker ended at once") }
    }
    guard let lane = worker.lane else {
      // Not at once: one that dies each time would be started without end.
      if worker.isReady { spareDue = .now + Self.sparePause }
      return
    }
    lane.worker = nil
    if !lane.queue.isClosed, lane.queue.pageCount > 0 { options.onLoss?() }
    fail(lane, .crashed(signal: signal))
  }

  private func fail(_ lane: Lane, _ error: WorkerError) {
    lane.isOpen = false
    lane.due = nil
    if let worker = lane.worker { bury(worker) }
    lane.worker = nil
    guard var job = lane.job else { return }
    lane.job = nil
    if case .crashed = error, !job.wasRetried, lane.isWorthRetrying(job) {
      // The worker may have been killed for no fault of the request's; a second crash is its own.
      job.wasRetried = true
      lane.queue.jobs.insert(job, at: 0)
      return
    }
    job.handler(.failure(error))
  }

  private func discard(_ worker: WorkerProcess) {
    if spare === worker { spare = nil }
    bury(worker)
  }

  private func bury(_ worker: WorkerProcess) {
    worker.kill()
    worker.lane = nil
    zombies.append(worker.pid)
    workers.removeAll { $0 === worker }
  }

  private func bury() {
    zombies.removeAll { waitpid($0, nil, WNOHANG) != 0 }
  }
}

extension Reply {
  /// Whether this is the kind of answer the request gets.
  func answers(_ request: Request) -> Bool {
    switch (request, self) {
    case (_, .failed), (.open, .opened), (.metadata, .metadata), (.outline, .outline),
      (.text, .text), (.plainText, .plainText), (.links, .links), (.destination, .destination),
      (.fonts, .fonts),
      (.attachments, .attachments), (.attachment, .attachment), (.fingerprint, .fingerprint):
      true
    case (.pages(let range), .pages(let infos)): infos.count <= range.count
    case (.render(_, let width, let height), .picture(let picture)):
      picture.width == width && picture.height == height
    default: false
    }
  }
}
