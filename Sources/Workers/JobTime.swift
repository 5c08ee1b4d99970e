/// The time a job has, excluding waits of its worker for a processor; or, for work timed that way, the worker's processor
/// time.
struct JobTime {
  /// When it is over, or must be checked again.
  private(set) var due: SuspendingClock.Instant
  private let begin = SuspendingClock.now
  private var deadline: Duration
  /// Whether only the processor time of the worker counts.
  private let isTimedByWork: Bool
  /// The worker's processor time before the job; nil if unknown.
  private let workBefore: Duration?
  /// The worker's time waiting for a processor before the job; nil if unknown.
  private let waitBefore: Duration?

  init(_ job: Job, of worker: WorkerProcess?) {
    deadline = job.deadline
    due = begin + deadline
    isTimedByWork = job.isTimedByWork
    workBefore = worker?.processorTime
    waitBefore = worker?.waitingTime
  }

  /// Leaves it no more than so much from now on.
  mutating func shorten(to time: Duration) {
    let now = SuspendingClock.now
    deadline = min(deadline, now - begin + time)
    due = min(due, now + time)
  }

  /// Whether it is over. If its worker was kept from running it continues, but at most until `longest` by the
  /// clock.
  mutating func isOver(
    _ now: SuspendingClock.Instant, of worker: WorkerProcess?, longest: Duration
  ) -> Bool {
    guard due <= now else { return false }
    let end = begin + max(longest, deadline)
    guard now < end, let left = left(at: now, of: worker), left > .zero else { return true }
    due = min(end, now + max(left, .milliseconds(10)))
    return false
  }

  /// Nil if only the clock is available.
  private func left(at now: SuspendingClock.Instant, of worker: WorkerProcess?) -> Duration? {
    guard let worker, let workBefore, let work = worker.processorTime else { return nil }
    // A wait that has not ended is not accounted yet: a runnable process is timed by its processor
    // time.
    if isTimedByWork || worker.isRunnable { return deadline - (work - workBefore) }
    guard let waitBefore, let wait = worker.waitingTime else { return nil }
    return deadline - (now - begin) + (wait - waitBefore)
  }
}
