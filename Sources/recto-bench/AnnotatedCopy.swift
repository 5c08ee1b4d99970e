import Annotating
import Dispatch
import DocumentModel
import Glibc
import Messages
import Synchronization
import Workers

/// A copy of a document annotated through the same code as in `recto`.
final class AnnotatedCopy {
  let path: String
  /// The annotations at opening, and whether further ones can be saved.
  let loaded: [Annotation]
  let saveStatus: SaveStatus
  private let store: AnnotationStore
  private let news: News
  private let steps = Steps()
  private let patience: Duration

  /// Counts how often the store passed each of its steps.
  private final class Steps: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    func add(_ step: String) { counts.withLock { $0[step, default: 0] += 1 } }

    subscript(step: String) -> Int { counts.withLock { $0[step] ?? 0 } }
  }

  /// The store's reports in order.
  private final class News: Sendable {
    private let waiting = Mutex<[AnnotationNews]>([])

    func add(_ news: AnnotationNews) { waiting.withLock { $0.append(news) } }

    /// Returns the first message that `wanted` accepts and drops those before it.
    func first<Value>(
      within patience: Duration, _ wanted: (AnnotationNews) -> Value?
    ) throws(ProgramRun.Failure) -> Value {
      let end = ContinuousClock.now + patience
      while ContinuousClock.now < end {
        let next = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let next else {
          usleep(200)
          continue
        }
        if case .refused(let file, let reason) = next {
          throw ProgramRun.Failure(description: "\(file): \(reason)")
        }
        if let value = wanted(next) { return value }
      }
      throw ProgramRun.Failure(description: "the store of annotations did not answer")
    }
  }

  /// Its library is in the same folder.
  convenience init(
    of book: String, password: String = "", in folder: String, _ pool: WorkerPool,
    patience: Duration = .seconds(120)
  ) throws(ProgramRun.Failure) {
    _ = try ProgramRun("cp", "--no-preserve=mode", book, folder + "/annotated.pdf").time()
    try self.init(again: folder, password: password, pool, patience: patience)
  }

  /// Opens the copy that is already in a folder, with its library.
  init(
    again folder: String, password: String, _ pool: WorkerPool,
    patience: Duration = .seconds(120)
  ) throws(ProgramRun.Failure) {
    path = folder + "/annotated.pdf"
    self.patience = patience
    let news = News()
    self.news = news
    var options = AnnotationOptions()
    // It is saved on demand only; the data for saving are prepared after each edit, as in `recto`.
    options.rest = 1_000_000
    let steps = steps
    options.step = { steps.add($0) }
    store = AnnotationStore(
      folder: folder + "/recto", worker: SandboxedAnnotationWorker(pool), options: options
    ) { _, reported in news.add(reported) }
    store.open(path, password: Array(password.utf8))
    (loaded, saveStatus) = try news.first(within: patience) {
      if case .loaded(let annotations, let saveStatus) = $0 {
        (annotations, saveStatus)
      } else {
        nil
      }
    }
  }

  /// Makes an edit; returns the milliseconds until it is stored.
  @discardableResult
  func edit(_ made: [Annotation]) throws(ProgramRun.Failure) -> Double {
    try change {
      store.edit(path, AnnotationEdit(made.map { AnnotationChange(before: nil, after: $0) }))
    }
  }

  /// Makes an edit and waits until its anchors are computed, as happens while the user pauses; returns the milliseconds until it is stored.
  func editAndRest(_ made: [Annotation]) throws(ProgramRun.Failure) -> Double {
    let before = steps["anchors"]
    let time = try edit(made)
    let end = ContinuousClock.now + patience
    while steps["anchors"] == before, ContinuousClock.now < end { usleep(500) }
    return time
  }

  @discardableResult
  func undo() throws(ProgramRun.Failure) -> Double { try change { store.undo(path) } }

  private func change(_ body: () -> Void) throws(ProgramRun.Failure) -> Double {
    let begin = ContinuousClock.now
    body()
    _ = try news.first(within: patience) { if case .changed = $0 { true } else { nil } }
    return (ContinuousClock.now - begin) / .milliseconds(1)
  }

  /// Returns the milliseconds until all edits are in the file.
  @discardableResult
  func save() throws(ProgramRun.Failure) -> Double {
    let begin = ContinuousClock.now
    store.save(path)
    let obstacle: SaveBlocker?? = try news.first(within: patience) {
      guard case .saveStatus(let saveStatus) = $0, saveStatus.isSaved || saveStatus.obstacle != nil
      else {
        return nil
      }
      return .some(saveStatus.obstacle)
    }
    if let obstacle, let obstacle {
      throw ProgramRun.Failure(description: "not saved: \(obstacle.rawValue)")
    }
    return (ContinuousClock.now - begin) / .milliseconds(1)
  }

  /// Writes the document with all edits to another path, repaired if it is damaged.
  func saveCopy(to target: String) throws(ProgramRun.Failure) {
    let done = DispatchSemaphore(value: 0)
    let trouble = Mutex<String?>(nil)
    store.saveCopy(of: path, to: target) { result in
      if case .failure(let failure) = result { trouble.withLock { $0 = "\(failure)" } }
      done.signal()
    }
    guard done.wait(timeout: .now() + patience / .seconds(1)) == .success else {
      throw ProgramRun.Failure(description: "no copy after \(patience)")
    }
    if let trouble = trouble.withLock(\.self) {
      throw ProgramRun.Failure(description: "no copy: \(trouble)")
    }
  }

  func close() { store.flush() }
}
