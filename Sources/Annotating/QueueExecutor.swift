import Dispatch

/// Runs an actor and its tasks on a dispatch queue, one job at a time.
///
/// Tasks prefer this executor as well: a continuation resumes on its task's executor first, and the global executor has no free thread
/// while its few threads wait for the store.
final class QueueExecutor: TaskExecutor, SerialExecutor {
  let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label, qos: .userInitiated)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      job.runSynchronously(
        isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
    }
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
