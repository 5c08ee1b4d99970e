/// The time a job has, less what its worker waits for a processor; or, of work that is timed so, what the worker has of it.
struct JobTime {
  /// When it is over, or to be looked at again.
  private(set) var due: SuspendingClock.Instant
  private let begin = SuspendingClock.now
  private var deadline: Duration
  /// Only the processor's time its worker has for it counts.
  private let isTimedByWork: Bool
  /// The processor's time its worker had had before; nil where that cannot be told.
  private let workBefore: Duration?
  /// How long its worker had waited for a processor before; nil where that cannot be told.
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

  /// Whether it is over. Where its worker was kept from the work it goes on, but not beyond `longest` by the clock.
  mutating func isOver(
    _ now: SuspendingClock.Instant, of worker: WorkerProcess?, longest: Duration
  ) -> Bool {
    guard due <= now else { return false }
    let end = begin + max(longest, deadline)
    guard now < end, let left = left(at: now, of: worker), left > .zero else { return true }
    due = min(end, now + max(left, .milliseconds(10)))
    return false
  }

  /// Nil where only the clock can tell.
  private func left(at now: SuspendingClock.Instant, of worker: WorkerProcess?) -> Duration? {
    guard let worker, let workBefore, let work = worker.processorTime else { return nil }
    // A wait that has not ended is in no account: what is ready to run is timed by what it has had.
    if isTimedByWork || worker.isRunnable { return deadline - (work - workBefore) }
    guard let waitBefore, let wait = worker.waitingTime else { return nil }
    return deadline - (now - begin) + (wait - waitBefore)
  }
}
