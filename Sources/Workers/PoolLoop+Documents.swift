import DocumentModel
import Glibc
import Wire

extension PoolLoop {
  func open(
    descriptor: Int32, opening: Request, kit: WorkerKit, lanes: LanePlan, id: UInt64,
    pool: WorkerPool, completion: @escaping WorkerPool.OpenHandler
  ) {
    let queue = DocumentQueue(descriptor: descriptor, opening: opening, kit: kit)
    guard !isStopped else {
      completion(.failure(.cancelled))
      return
    }
    documents[id] = queue
    openedCount += 1
    queue.lanes = lanes.lanes(for: queue)
    queue.isForReading = lanes.isForReading
    queue.firstOpening = self.opening(queue) { [weak queue] result in
      switch result {
      case .success(let answer):
        guard case .opened(let summary) = answer.reply else {
          completion(.failure(.nonsense))
          return
        }
        queue?.pageCount = summary.pageCount
        completion(.success((WorkerDocument(pool: pool, number: id), summary)))
      case .failure(let error):
        queue?.isClosed = true
        completion(.failure(error))
      }
    }
  }

  /// Makes a place for jobs that bring their files along.
  func openService(kit: WorkerKit, lanes: LanePlan, isInBackground: Bool, id: UInt64) {
    guard !isStopped else { return }
    let queue = DocumentQueue(descriptor: -1, opening: .metadata, kit: kit)
    queue.pageCount = 1
    queue.isInBackground = isInBackground
    queue.lanes = lanes.lanes(for: queue)
    documents[id] = queue
  }

  /// Has two workers hold the same bytes, from now on.
  func openBase(_ memory: BorrowedFile, _ holding: Request, _ patience: Duration, id: UInt64) {
    guard !isStopped else { return }
    let descriptor = fcntl(memory.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { return }
    let queue = DocumentQueue(descriptor: descriptor, opening: holding, kit: .pages)
    queue.pageCount = 1
    queue.patience = patience
    queue.lanes = LanePlan.equal(1).lanes(for: queue)
    documents[id] = queue
    for lane in queue.lanes { begin(opening(queue) { _ in }, on: lane) }
  }

  private func opening(_ queue: DocumentQueue, _ handler: @escaping AnswerHandler) -> Job {
    // Do not wait that long if there is an alternative.
    let share = queue.opening.plainer == nil ? 1 : 0.4
    var job = Job(
      id: 0, request: queue.opening, priority: .visible,
      deadline: (queue.patience ?? options.deadline) * share, handler: handler)
    job.isTimedByWork = queue.isBase
    return job
  }

  /// Has a worker with more libraries open what one without cannot read; returns whether there was one to try.
  func open(_ job: Job, with kit: WorkerKit, on lane: Lane) -> Bool {
    guard lane.queue.kit == .pages else { return false }
    lane.queue.kit = kit
    if let worker = lane.worker { bury(worker) }
    begin(job, on: lane)
    return true
  }

  /// Has another worker show the marks of a text that the last one died over, instead of following them; whether there is such a
  /// way. The lane's worker is buried by now.
  func openPlainer(_ job: Job, on lane: Lane) -> Bool {
    guard job.isOpening, lane.queue.pageCount == 0, !lane.queue.isClosed,
      let plainer = lane.queue.opening.plainer
    else { return false }
    lane.queue.opening = plainer
    var again = job
    again.request = plainer
    again.deadline = options.deadline
    begin(again, on: lane)
    return true
  }

  func add(_ job: Job, to number: UInt64) {
    guard let queue = documents[number], !queue.isClosed, !isStopped else {
      job.handler(.failure(.cancelled))
      return
    }
    queue.jobs.append(job)
  }

  /// Forgets a job that waits; one under way gets little time to end.
  func withdraw(_ id: UInt64, from number: UInt64) {
    guard let queue = documents[number] else { return }
    if let place = queue.jobs.firstIndex(where: { $0.id == id }) {
      queue.jobs.remove(at: place).handler(.failure(.cancelled))
    } else if let lane = queue.lanes.first(where: { $0.job?.id == id }), var job = lane.job,
      !job.isWithdrawn
    {
      job.handler(.failure(.cancelled))
      job.handler = { _ in }
      job.isWithdrawn = true
      job.deadline = min(job.deadline, options.withdrawnPatience)
      lane.job = job
      lane.time?.shorten(to: job.deadline)
    }
  }

  func change(_ id: UInt64, of number: UInt64, to priority: Priority) {
    guard let queue = documents[number],
      let place = queue.jobs.firstIndex(where: { $0.id == id })
    else { return }
    queue.jobs[place].priority = priority
  }

  func close(_ number: UInt64) {
    documents[number]?.isClosed = true
  }

  /// Gives each idle lane its next job, first of all the document itself.
  func feed(_ queue: DocumentQueue) {
    if queue.isClosed {
      dismiss(queue)
      return
    }
    if let job = queue.firstOpening, queue.isForReading || firstPageDue == nil {
      queue.firstOpening = nil
      begin(job, on: queue.lanes[0])
    }
    guard queue.pageCount > 0 else { return }
    for lane in queue.lanes where lane.worker != nil || firstPageDue == nil && queue.needs(lane) {
      // A job that fails at once leaves the lane idle.
      while lane.job == nil, queue.jobs.contains(where: lane.takes) {
        if let reason = queue.losses.refusal(at: .now) {
          let jobs = queue.jobs
          queue.jobs = []
          for job in jobs { job.handler(.failure(reason)) }
        } else if !lane.isOpen, !queue.isService {
          begin(opening(queue) { _ in }, on: lane)
        } else if let job = queue.next(for: lane) {
          begin(job, on: lane)
        }
      }
    }
  }

  func dismiss(_ queue: DocumentQueue) {
    documents = documents.filter { $0.value !== queue }
    let waiting =
      [queue.firstOpening].compactMap(\.self) + queue.jobs + queue.lanes.compactMap(\.job)
    queue.firstOpening = nil
    queue.jobs = []
    for lane in queue.lanes {
      lane.job = nil
      lane.time = nil
      if let worker = lane.worker { bury(worker) }
    }
    queue.lanes = []
    for job in waiting { job.handler(.failure(.cancelled)) }
  }

  private func takeMemory(_ count: Int) throws(WorkerError) -> PictureMemory {
    defer { spareMemory = nil }
    if let spareMemory, spareMemory.count == count { return spareMemory }
    return try PictureMemory(count)
  }

  private func begin(_ job: Job, on lane: Lane) {
    var job = job
    if let count = job.request.pictureBytes {
      guard options.drawsPages else { return job.handler(.failure(.engine(.notFound))) }
      do throws(WorkerError) {
        job.memory = try takeMemory(count)
      } catch {
        job.handler(.failure(error))
        return
      }
    }
    if job.takesTurns, let worker = lane.worker,
      worker.isSpent(for: job, limit: options.filesPerWorker)
    {
      bury(worker)
    }
    // A spare worker may have died unnoticed: the document never reached it.
    for _ in 0..<3 {
      guard lane.worker != nil || attach(lane), let worker = lane.worker else {
        let error = startFailure ?? .cannotStart(.endedAtOnce)
        note(error, job, of: lane.queue)
        job.handler(.failure(error))
        return
      }
      if job.takesTurns { worker.count(fileOf: job) }
      // The next file wants another worker, which may warm up meanwhile.
      if job.isForeign, spare == nil { spareDue = .now }
      lane.isOpen = lane.isOpen && !job.isOpening
      lane.job = job
      lane.lastUse = .now
      lane.time = worker.isReady ? JobTime(job, of: worker) : nil
      let frame = RequestFrame(id: job.id, request: job.request)
      let lent = job.file?.descriptor ?? job.memory?.descriptor ?? -1
      let descriptor = job.isOpening ? lane.queue.descriptor : lent
      if worker.send(frame, descriptor: descriptor) {
        // While the worker draws there is time for it.
        if spareMemory == nil, case .draw = job.request { spareMemory = job.memory?.another() }
        return
      }
      guard job.isOpening || job.file != nil else { break }
      lane.job = nil
      lane.time = nil
      bury(worker)
    }
    lane.job = job
    fail(lane, .crashed(signal: 0))
  }

  /// The engine cannot reopen what it opened before: more workers would not help.
  func refuse(_ lane: Lane, _ failure: EngineFailure) {
    if lane.queue.pageCount > 0 {
      lane.queue.losses.add(
        .engine(failure), weight: options.lossLimit, limit: options.lossLimit, rest: options.rest)
    }
    if let worker = lane.worker { bury(worker) }
  }

  /// Records the cost of the document; failed reopening counts more, since no answer can follow.
  func note(_ error: WorkerError, _ job: Job, of queue: DocumentQueue) {
    // One file's fault is not another's.
    if queue.isService { return }
    queue.losses.add(
      error, weight: job.isOpening ? max(1, options.lossLimit / 2) : 1, limit: options.lossLimit,
      rest: options.rest)
  }
}
