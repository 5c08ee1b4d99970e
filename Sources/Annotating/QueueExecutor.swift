import Dispatch

/// Runs an actor and its tasks on a dispatch queue, one job at a time.
///
/// Tasks prefer it too: a continuation resumes on the task's executor first, and the global one has no thread to spare while its few
/// threads wait for the store.
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
