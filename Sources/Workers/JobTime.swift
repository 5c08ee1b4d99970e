/// The time a job has: as clocks run, or as its worker works.
struct JobTime {
  /// When it is over, or to be looked at again.
  private(set) var due: SuspendingClock.Instant
  private let begin = SuspendingClock.now
  private let deadline: Duration
  /// The processor's time its worker had had before; nil where all time counts.
  private let workBefore: Duration?

  init(_ job: Job, of worker: WorkerProcess?) {
    deadline = job.deadline
    due = begin + deadline
    workBefore = job.isTimedByWork ? worker?.processorTime : nil
  }

  mutating func shorten(to time: Duration) { due = min(due, .now + time) }

  /// Whether it is over. Where its worker was kept from the work it goes on, but not beyond `longest` by the clock.
  mutating func isOver(
    _ now: SuspendingClock.Instant, of worker: WorkerProcess?, longest: Duration
  ) -> Bool {
    guard due <= now else { return false }
    let end = begin + max(longest, deadline)
    guard let workBefore, let work = worker?.processorTime, now < end else { return true }
    let left = deadline - (work - workBefore)
    guard left > .zero else { return true }
    due = min(end, now + max(left, .milliseconds(10)))
    return false
  }
}
