import Glibc
import Wire

/// The loop on the pool's thread: handles whatever comes first of answers, deadlines and deaths.
final class PoolLoop {
  var options: WorkerPool.Options
  var workers: [WorkerProcess] = []
  var spare: WorkerProcess?
  /// Other workers than the first are copies of it; nil until more than one is needed.
  var template: TemplateProcess?
  /// Whether the program serves copies of itself, as far as is known.
  var hasTemplates = true
  /// Workers lost in a row before they were given anything to do.
  var spareLosses = 0
  /// The documents opened so far.
  var openedCount = 0
  /// When the next spare worker starts: not while the previous one warms up and reads the first page.
  var spareDue: SuspendingClock.Instant?
  /// Until when other workers wait for the first page of a document that was just opened; nil if none is awaited.
  var firstPageDue: SuspendingClock.Instant?
  var documents: [UInt64: DocumentQueue] = [:]
  var graves: [Grave] = []
  var readyHandlers: [@Sendable (Result<Greeting, WorkerError>) -> Void] = []
  var startFailure: WorkerError?
  /// For the next picture, which is mostly as large as the last.
  var spareMemory: PictureMemory?
  var isStopped = false
  /// Whether the reader knows what the workers' sandbox lacks.
  var isMissingReported = false

  init(options: WorkerPool.Options) {
    self.options = options
  }

  /// Runs until the pool is shut down.
  func run(_ pool: WorkerPool) {
    if options.warmUpAfter > .zero {
      spareDue = .now + options.warmUpAfter
    } else {
      ensureSpare()
    }
    while !isStopped {
      let polled = workers
      var descriptors = [pollfd(fd: pool.wakeUpDescriptor, events: Int16(POLLIN), revents: 0)]
      descriptors += polled.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
      descriptors += graves.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      let watched = template
      if let watched {
        descriptors.append(pollfd(fd: watched.socket, events: Int16(POLLIN), revents: 0))
      }
      _ = poll(&descriptors, nfds_t(descriptors.count), timeout())
      for action in pool.takeActions() { action(self) }
      for (index, worker) in polled.enumerated() where descriptors[index + 1].revents != 0 {
        if workers.contains(where: { $0 === worker }) { take(worker.receive(), from: worker) }
      }
      if let watched, descriptors.last?.revents != 0 { take(from: watched) }
      endOverdue()
      if let firstPageDue, firstPageDue <= .now { self.firstPageDue = nil }
      if let spareDue, spareDue <= .now, firstPageDue == nil { ensureSpare() }
      for queue in Array(documents.values) { feed(queue) }
      graves.removeAll { $0.isEmpty() }
    }
    for action in pool.close() { action(self) }
  }

  /// Milliseconds until the next deadline, -1 if there is none.
  private func timeout() -> Int32 {
    var dues =
      documents.values.flatMap(\.lanes).compactMap { $0.time?.due } + workers.compactMap(\.due)
    if let due = firstPageDue ?? spareDue { dues.append(due) }
    // If the kernel cannot report a death, it is polled.
    let look: Int32 = graves.contains { $0.descriptor < 0 } ? 5 : .max
    guard let first = dues.min() else { return look == .max ? -1 : look }
    let left = max(0, (first - SuspendingClock.now) / .milliseconds(1))
    return min(look, left < 1e9 ? Int32(left) + 1 : 1_000_000_000)
  }

  private func endOverdue() {
    let now = SuspendingClock.now
    for worker in workers {
      if let due = worker.due, due <= now { giveUp(worker, .cannotStart(.notReady)) }
    }
    for lane in documents.values.flatMap(\.lanes) {
      if lane.time?.isOver(now, of: lane.worker, longest: options.longestWork) == true {
        fail(lane, .timedOut)
      }
    }
  }

  /// Takes one message of a worker's; nothing in it is believed before it is checked.
  private func take(_ arrival: WorkerProcess.Arrival, from worker: WorkerProcess) {
    switch arrival {
    case .nothing: break
    case .hungUp: lost(worker)
    case .nonsense: giveUp(worker, .nonsense)
    case .reply(let id, let payload):
      guard worker.isReady, let lane = worker.lane, let job = lane.job else {
        takeReady(id, payload, from: worker)
        return
      }
      guard id == job.id,
        let reply = try? Reply(decoding: payload, pageCount: lane.queue.pageCount),
        reply.answers(job.request, pageCount: lane.queue.pageCount),
        lane.goesOn(reply, to: job.request)
      else {
        giveUp(worker, .nonsense)
        return
      }
      take(reply, to: job, on: lane)
    }
  }

  private func take(_ reply: Reply, to job: Job, on lane: Lane) {
    lane.job = nil
    lane.time = nil
    spareLosses = 0
    if job.isOpening {
      // Workers that start beside it would delay it: they take as long as its text.
      if lane.queue.isForReading, lane.queue.pageCount == 0 {
        firstPageDue = .now + options.firstPagePatience
      }
    } else {
      if .now - lane.lastUse > .milliseconds(30) { lane.queue.isSlow = true }
      lane.queue.losses.clear()
      if job.priority == .visible { firstPageDue = nil }
    }
    if case .failed(let failure) = reply {
      if job.isOpening, let kit = WorkerKit(after: failure), open(job, with: kit, on: lane) {
        return
      }
      if job.isOpening { refuse(lane, failure) }
      job.handler(.failure(.engine(failure)))
      if job.spoils(failure), let worker = lane.worker { bury(worker) }
    } else {
      if job.isOpening {
        lane.isOpen = true
        lane.worker?.noteOpening()
      }
      job.handler(Self.answer(to: job, reply))
    }
    recycle(lane, after: job, reply)
  }

  /// Returns the reply with the drawn picture.
  private static func answer(to job: Job, _ reply: Reply) -> Result<Answered, WorkerError> {
    guard case .drawn(let facts) = reply, let memory = job.memory, !job.isWithdrawn else {
      return .success(Answered(reply: reply))
    }
    do throws(WorkerError) {
      return .success(
        Answered(reply: reply, picture: try memory.picture(facts), memory: memory))
    } catch {
      return .failure(error)
    }
  }

  /// The first message of a worker says that its sandbox is shut; no other may come unasked.
  private func takeReady(_ id: UInt64, _ payload: [UInt8], from worker: WorkerProcess) {
    guard !worker.isReady, id == 0,
      case .ready(let greeting) = try? Reply(decoding: payload, pageCount: 0)
    else {
      giveUp(worker, .nonsense)
      return
    }
    guard accepts(greeting) else {
      giveUp(worker, .cannotStart(.sandboxed(without: greeting.missing)))
      return
    }
    worker.isReady = true
    worker.due = nil
    worker.greeting = greeting
    if let lane = worker.lane, let job = lane.job { lane.time = JobTime(job, of: worker) }
    tellReady(greeting)
  }
}
