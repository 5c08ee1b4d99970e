import DocumentModel
import Glibc
import Wire

extension PoolLoop {
  /// Spares lost in a row until none is started but for a document.
  private static let spareLossLimit = 3
  private static let sparePause = Duration.milliseconds(200)

  func attach(_ lane: Lane) -> Bool {
    dismissIdle(except: lane.queue)
    guard let worker = lane.queue.kit == .pages ? takeSpare() : start(lane.queue.kit) else {
      return false
    }
    if lane.queue.isInBackground { worker.yield() }
    worker.lane = lane
    lane.worker = worker
    return true
  }

  private func takeSpare() -> WorkerProcess? {
    if spare == nil { startSpare() }
    guard let worker = spare else { return nil }
    spare = nil
    if options.keepsSpare || openedCount > 1 { spareDue = .now + Self.sparePause }
    return worker
  }

  /// Makes room among the workers that have documents: the one idle longest goes, and comes again when it is asked.
  private func dismissIdle(except queue: DocumentQueue) {
    if queue.isBase { return }
    let lanes = documents.values.filter { !$0.isBase }.flatMap(\.lanes)
      .filter { $0.worker != nil }
    guard lanes.count >= options.workerLimit else { return }
    let idle = lanes.filter { $0.queue !== queue && $0.job == nil && $0.queue.jobs.isEmpty }
    if let worker = idle.min(by: { $0.lastUse < $1.lastUse })?.worker { bury(worker) }
  }

  /// Keeps a worker ready, or after the first one what others are copied from, unless workers die at once.
  func ensureSpare() {
    spareDue = nil
    guard spare == nil, spareLosses < Self.spareLossLimit, !isStopped else { return }
    if hasTemplates, !workers.isEmpty {
      if template == nil { template = try? TemplateProcess(options) }
      guard template?.isReady == true else { return }
    }
    startSpare()
  }

  /// Takes note that workers can be copied, or starts them from now on if not.
  func take(from watched: TemplateProcess) {
    guard template === watched, !watched.becomeReady() else { return }
    buryTemplate()
    hasTemplates = false
    ensureSpare()
  }

  func buryTemplate() {
    guard let template else { return }
    kill(template.pid, SIGKILL)
    graves.append(Grave(pid: template.pid))
    self.template = nil
  }

  private func startSpare() {
    guard !isStopped else { return }
    spare = start(.pages)
    if spare == nil { tellReady(nil) }
  }

  private func start(_ kit: WorkerKit) -> WorkerProcess? {
    do throws(WorkerError) {
      let worker: WorkerProcess
      if let copy = copy(for: kit) { worker = copy } else { worker = try .init(options, kit) }
      workers.append(worker)
      return worker
    } catch {
      startFailure = error
      return nil
    }
  }

  /// Returns a copy of the template; nil where there is none that can be copied.
  private func copy(for kit: WorkerKit) -> WorkerProcess? {
    guard kit == .pages, let template, template.isReady else { return nil }
    let copy = try? WorkerProcess(copying: template, options)
    // One that fails costs a start, and the next would fail, too.
    hasTemplates = copy != nil
    if copy == nil || template.copyCount >= options.copiesPerTemplate {
      buryTemplate()
      spareDue = .now
    }
    return copy
  }

  func whenReady(_ completion: @escaping @Sendable (Result<Greeting, WorkerError>) -> Void) {
    if let ready = workers.last(where: \.isReady) {
      completion(.success(ready.greeting))
    } else if workers.isEmpty {
      completion(.failure(startFailure ?? .cannotStart(.endedAtOnce)))
    } else {
      readyHandlers.append(completion)
    }
  }

  /// Whether a worker that has said what its sandbox lacks may be used.
  func accepts(_ greeting: Greeting) -> Bool {
    guard !greeting.missing.isEmpty else { return true }
    if !isMissingReported { options.onMissing?(greeting.missing) }
    isMissingReported = true
    return !options.requiresSandbox
  }

  func tellReady(_ greeting: Greeting?) {
    let handlers = readyHandlers
    readyHandlers = []
    let answer = greeting.map { Result<Greeting, WorkerError>.success($0) }
    for handler in handlers {
      handler(answer ?? .failure(startFailure ?? .cannotStart(.endedAtOnce)))
    }
  }

  /// The worker is gone or has hung up: its job failed; its exit status will say why.
  func lost(_ worker: WorkerProcess) {
    guard worker.isReady else {
      giveUp(worker, .cannotStart(.endedAtOnce))
      return
    }
    guard let lane = worker.lane else {
      giveUp(worker, .crashed(signal: 0))
      return
    }
    if !lane.queue.isClosed, lane.queue.pageCount > 0, !lane.queue.isService, !lane.queue.isBase {
      options.onLoss?()
    }
    guard let job = lane.job else {
      bury(worker)
      return
    }
    // Copies have the addresses of their template, which a document may have learned; and should a library look for fonts over a text, the next has them.
    buryTemplate()
    options.drawsPages = true
    lane.job = nil
    lane.time = nil
    note(.crashed(signal: 0), job, of: lane.queue)
    if job.isOpening, lane.queue.opening.plainer != nil {
      bury(worker)
      if !openPlainer(job, on: lane) { job.handler(.failure(.crashed(signal: 0))) }
    } else if retry(job, of: lane) {
      bury(worker)
    } else {
      bury(worker) { job.handler(.failure($0)) }
    }
  }

  /// Has a job done by another worker: its own may have been killed for no fault of the job's; a second crash is its own.
  private func retry(_ job: Job, of lane: Lane) -> Bool {
    guard !job.wasRetried, !job.isWithdrawn, lane.isWorthRetrying(job) else { return false }
    var again = job
    again.wasRetried = true
    lane.queue.jobs.insert(again, at: 0)
    return true
  }

  /// Ends a useless worker, and its job.
  func giveUp(_ worker: WorkerProcess, _ error: WorkerError) {
    if !worker.isReady { startFailure = error }
    if let lane = worker.lane {
      fail(lane, error)
    } else {
      spareLosses += 1
      bury(worker)
      ensureSpare()
    }
    if !workers.contains(where: { !$0.isReady }) { tellReady(nil) }
  }

  func fail(_ lane: Lane, _ error: WorkerError) {
    if let worker = lane.worker { bury(worker) }
    lane.time = nil
    guard let job = lane.job else { return }
    lane.job = nil
    if job.isWithdrawn { return }
    note(error, job, of: lane.queue)
    if error.isLoss, openPlainer(job, on: lane) { return }
    if case .crashed = error, retry(job, of: lane) { return }
    job.handler(.failure(error))
  }

  /// A worker that has grown fat and has nothing to do makes room for a fresh one.
  func recycle(_ lane: Lane, after job: Job, _ reply: Reply) {
    // Worker pairs may keep it.
    guard lane.queue.jobs.isEmpty || lane.queue.isService, let worker = lane.worker else { return }
    switch job.request {
    // The rest of an attachment and of a sum is in its memory.
    case .attachment, .fingerprint: return
    // A document must not influence what is made of the next.
    case .edit, .verifyEdit: bury(worker)
    default:
      // And so is the rest of a document that is read for the index, and of an archive.
      if case .indexed(let portion) = reply, !portion.isEnd { return }
      if case .archive(let portion) = reply, !portion.isEnd { return }
      if worker.hasForeignFile { return bury(worker) }
      // A fresh one would take as much again for the document alone.
      if worker.totalBytes > max(options.recycleAbove, 2 * worker.bytesWhenOpened) { bury(worker) }
    }
  }

  func bury(_ worker: WorkerProcess, report: ((_ cause: WorkerError) -> Void)? = nil) {
    // One that has only hung up would live on.
    worker.kill()
    // It may be the one that reads the first page.
    firstPageDue = nil
    if let lane = worker.lane, lane.worker === worker {
      lane.worker = nil
      lane.isOpen = false
    }
    worker.lane = nil
    if spare === worker { spare = nil }
    workers.removeAll { $0 === worker }
    graves.append(Grave(pid: worker.pid, report: report))
  }

  /// Ends everything and cancels waiting requests.
  func stop() {
    isStopped = true
    for queue in Array(documents.values) { dismiss(queue) }
    for worker in workers { bury(worker) }
    buryTemplate()
    for grave in graves { _ = grave.isEmpty(waiting: true) }
    graves = []
    tellReady(nil)
  }
}
