package import Dispatch
package import DocumentModel
import Platform
import Synchronization

/// An operation in the list: its kind, progress and current question.
package struct FileTask: Sendable, Identifiable {
  package enum State: Sendable {
    /// For a place among those under way.
    case waiting
    case running
    /// For an answer; `TaskList.answer` gives it.
    case asking(Clash)
    case finished(Outcome)
  }

  package var id: Int
  package var kind: FileJob.Kind
  /// Whether the job undoes or redoes an earlier one.
  package var isUndo: Bool
  /// Name of the first file, how many there are, and the folder they go to: parts of a title.
  package var firstName: String
  package var count: Int
  package var target: String?
  package var progress = TaskProgress()
  package var state = State.waiting

  package var isFinished: Bool {
    if case .finished = state { return true }
    return false
  }
}

/// Runs operations in the background, a few at a time, each on its own thread.
package final class TaskList: Sendable {
  private struct Entry: Sendable {
    var task: FileTask
    var cancellation = Cancellation()
    /// Nil once it has begun.
    var work: (@Sendable (FileOperation.Surroundings, Cancellation) -> Outcome)?
    /// The answer the operation's thread waits for.
    var answer: ClashAnswer?
    let isAnswered = DispatchSemaphore(value: 0)
  }

  private struct State {
    var entries: [Entry] = []
    var lastID = 0
  }

  private let state = Mutex(State())
  private let bound: Int
  private let trash: @Sendable () -> TrashCan
  private let disk: Disk
  private let contents: (any ContentReading)?
  private let queue: DispatchQueue
  private let notice: @Sendable (FileTask) -> Void

  /// A list that does up to `bound` operations at once; one that asks does not count.
  ///
  /// `trash` is asked at each operation's beginning, on its thread: volumes come and go. `notice` is called on the queue, in order,
  /// with every change of a task; its end comes last, and once.
  package init(
    bound: Int = 2, trash: @escaping @Sendable () -> TrashCan = { .ofUser() }, disk: Disk = Disk(),
    contents: (any ContentReading)? = nil, queue: DispatchQueue,
    notice: @escaping @Sendable (FileTask) -> Void
  ) {
    self.bound = bound
    self.trash = trash
    self.disk = disk
    self.contents = contents
    self.queue = queue
    self.notice = notice
  }

  /// All tasks, oldest first; finished ones until they are forgotten.
  package var tasks: [FileTask] { state.withLock { $0.entries.map(\.task) } }

  @discardableResult package func add(_ job: FileJob) -> Int {
    let items = job.items
    let title = FileTask(
      id: 0, kind: job.kind, isUndo: false, firstName: items.first.map(PathParts.name) ?? "",
      count: items.count, target: job.target)
    return add(title) { FileOperation.run(job, $0, cancellation: $1) }
  }

  /// Takes an operation back, or does it again.
  @discardableResult package func add(_ undo: Undo) -> Int {
    let title = FileTask(
      id: 0, kind: undo.kind, isUndo: true, firstName: "", count: undo.count, target: nil)
    return add(title) { FileOperation.run(undo, $0, cancellation: $1) }
  }

  /// Stops a task as soon as it can without leaving half a file; one that waits never begins.
  package func cancel(_ id: Int) {
    let waits = state.withLock { state -> Bool in
      guard let index = state.entries.firstIndex(where: { $0.task.id == id }) else { return false }
      state.entries[index].cancellation.cancel()
      state.entries[index].isAnswered.signal()
      guard state.entries[index].work != nil else { return false }
      state.entries[index].work = nil
      return true
    }
    guard waits else { return }
    var outcome = Outcome()
    outcome.wasCancelled = true
    finish(id, outcome)
  }

  /// Answers a task that asks; anything else is left in peace.
  package func answer(_ id: Int, _ answer: ClashAnswer) {
    state.withLock { state in
      guard let index = state.entries.firstIndex(where: { $0.task.id == id }),
        case .asking = state.entries[index].task.state
      else { return }
      state.entries[index].answer = answer
      // The task asks no more, although its thread has not woken yet: no other answer may be accepted.
      state.entries[index].task.state = .running
      tell(state.entries[index].task)
      state.entries[index].isAnswered.signal()
    }
  }

  /// Takes finished tasks off the list.
  package func forgetFinished() {
    state.withLock { state in state.entries.removeAll { $0.task.isFinished } }
  }

  // MARK: Inside

  private func add(
    _ title: FileTask,
    _ work: @escaping @Sendable (FileOperation.Surroundings, Cancellation) -> Outcome
  ) -> Int {
    let task = state.withLock { state in
      state.lastID += 1
      var task = title
      task.id = state.lastID
      state.entries.append(Entry(task: task, work: work))
      return task
    }
    tell(task)
    startNext()
    return task.id
  }

  private func tell(_ task: FileTask) { queue.async { [notice] in notice(task) } }

  private func startNext() {
    while let (id, work, cancellation) = state.withLock({ takeNext(&$0) }) {
      let run: @Sendable () -> Void = { [self] in
        finish(id, work(surroundings(id, cancellation), cancellation))
      }
      // If no own thread can be started, a system queue runs it.
      if !OwnThread.start(run) { DispatchQueue.global().async(execute: run) }
    }
  }

  private func takeNext(
    _ state: inout State
  ) -> (Int, @Sendable (FileOperation.Surroundings, Cancellation) -> Outcome, Cancellation)? {
    let running = state.entries.count { entry in
      if case .asking = entry.task.state { return false }
      return entry.work == nil && !entry.task.isFinished
    }
    guard running < bound, let index = state.entries.firstIndex(where: { $0.work != nil }),
      let work = state.entries[index].work
    else { return nil }
    state.entries[index].work = nil
    state.entries[index].task.state = .running
    tell(state.entries[index].task)
    return (state.entries[index].task.id, work, state.entries[index].cancellation)
  }

  private func surroundings(_ id: Int, _ cancellation: Cancellation) -> FileOperation.Surroundings {
    FileOperation.Surroundings(
      trash: trash(), disk: disk,
      decide: { [self] in ask(id, $0, cancellation) },
      progress: { [self] progress in change(id) { $0.progress = progress } }, contents: contents)
  }

  /// Waits on the operation's thread for an answer or a cancellation.
  private func ask(_ id: Int, _ clash: Clash, _ cancellation: Cancellation) -> ClashAnswer {
    change(id) { $0.state = .asking(clash) }
    startNext()
    let isAnswered = state.withLock { state in
      state.entries.first { $0.task.id == id }?.isAnswered
    }
    var given: ClashAnswer?
    while given == nil, !cancellation.isCancelled, let isAnswered {
      isAnswered.wait()
      given = state.withLock { state in
        guard let index = state.entries.firstIndex(where: { $0.task.id == id }) else { return nil }
        return state.entries[index].answer.take()
      }
    }
    change(id) { $0.state = .running }
    return given ?? ClashAnswer(.stop)
  }

  private func change(_ id: Int, _ body: (inout FileTask) -> Void) {
    // Reported under the lock, so that reports arrive in order.
    state.withLock { state in
      guard let index = state.entries.firstIndex(where: { $0.task.id == id }),
        !state.entries[index].task.isFinished
      else { return }
      body(&state.entries[index].task)
      tell(state.entries[index].task)
    }
  }

  private func finish(_ id: Int, _ outcome: Outcome) {
    change(id) { $0.state = .finished(outcome) }
    startNext()
  }
}
