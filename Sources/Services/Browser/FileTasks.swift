import Dispatch
import DocumentModel
import Files
import Messages
import Platform
import Synchronization

/// File operations of the browser: running tasks, and the journal for undo.
// Unchecked: all that changes is touched on the queue only.
final class FileTasks: @unchecked Sendable {
  private let mailbox: Mailbox
  private let queue = DispatchQueue(label: "recto.tasks", qos: .userInitiated)
  private let onMove: @Sendable ([Outcome.Done]) -> Void
  private let contents: any ContentReading
  private let types: EntryTypes
  private lazy var list = TaskList(contents: contents, queue: queue) { [weak self] in
    self?.changed($0)
  }
  /// Requests that wait for the queue, or for a disk before that.
  private let requests = Atomic<Int>(0)
  private var journal = UndoJournal<UndoItem>()
  /// Running undos and redos, by task.
  private var reversals: [Int: (undo: Undo, isRedo: Bool)] = [:]
  /// Reversals that wait for the one under way, and whether each is a redo.
  private var waiting: [Bool] = []
  private var asked: Int?
  /// The line at which editing continues in a file being created, by task.
  private var newLines: [Int: Int] = [:]

  /// `onMove` is called with moved files, on the queue.
  init(
    mailbox: Mailbox, types: EntryTypes, contents: any ContentReading,
    onMove: @escaping @Sendable ([Outcome.Done]) -> Void
  ) {
    self.mailbox = mailbox
    self.types = types
    self.contents = contents
    self.onMove = onMove
    // Made now, and only read from then on, from any thread.
    _ = list
  }

  /// Runs a body on the queue; until then the list counts as busy.
  private func enqueue(_ body: @escaping @Sendable () -> Void) {
    requests.add(1, ordering: .acquiringAndReleasing)
    queue.async { [self] in
      body()
      requests.subtract(1, ordering: .acquiringAndReleasing)
    }
  }

  /// A request that will be made when a disk answers: while it is held, the list counts as busy.
  final class Promise: Sendable {
    private let tasks: FileTasks

    fileprivate init(_ tasks: FileTasks) {
      self.tasks = tasks
      tasks.requests.add(1, ordering: .acquiringAndReleasing)
    }

    deinit { tasks.requests.subtract(1, ordering: .acquiringAndReleasing) }
  }

  func promise() -> Promise { Promise(self) }

  func run(_ request: FileRequest) {
    if let path = request.changed.first(where: ArchiveFolders.holds) {
      let sentence =
        "\(PathParts.name(of: path)) is in an archive, which is not changed; y copies out of it"
      return mailbox.post(.notice(sentence, isError: true))
    }
    enqueue { [self] in
      switch request {
      case .copy(let paths, let folder): list.add(.copy(paths, into: folder))
      case .move(let paths, let folder): list.add(.move(paths, into: folder))
      case .duplicate(let paths): list.add(.duplicate(paths))
      case .rename(let path, let name): list.add(.rename(path, to: name))
      case .newFolder(let folder, let name):
        list.add(.newFolder(PathParts.joined(folder, name)))
      case .export(let paths, let folder, let asText):
        list.add(.export(paths.map { export($0, asText: asText) }, into: folder))
      case .extract(let paths, let folder): list.add(.extract(paths, into: folder))
      case .trash(let paths): list.add(.trash(paths))
      case .delete(let paths): delete(paths)
      case .restore(let paths):
        let items = trashed(paths)
        if !items.isEmpty { list.add(.restore(items)) }
      }
    }
  }

  /// Markdown is exported unchanged, with its markup.
  private func export(_ path: String, asText: Bool) -> Export {
    Export(path, asText: asText && !types.isMarkdown(PathParts.name(of: path)))
  }

  func renameMany(in folder: String, _ pairs: [RenamePair]) {
    enqueue { [self] in list.add(.renameMany(folder: folder, pairs)) }
  }

  /// Makes a document, to be written in as soon as it is there.
  func make(_ making: NewDocuments.Making) {
    enqueue { [self] in
      switch making {
      case .file(let path, let contents, let line):
        newLines[list.add(.newFile(path, contents: contents))] = line
      case .move(let template, let folder, let line):
        newLines[list.add(.move([template], into: folder))] = line
      case .template(let path): mailbox.post(.browser(.created(path: path, line: 1)))
      }
    }
  }

  /// Adds a note or favourite change to the journal, undone in order with file operations.
  func note(_ action: UndoableAction) {
    enqueue { [self] in
      journal.note(.kept(action))
      tell()
    }
  }

  func undo() { enqueue { [self] in reverse(isRedo: false) } }

  func redo() { enqueue { [self] in reverse(isRedo: true) } }

  /// Undoes or redoes the latest operation; while another reversal runs, this one waits.
  private func reverse(isRedo: Bool) {
    guard reversals.isEmpty else {
      waiting.append(isRedo)
      return
    }
    switch isRedo ? journal.takeRedo() : journal.takeUndo() {
    case .files(let undo)?: reversals[list.add(undo)] = (undo, isRedo)
    case .kept(let action)?:
      if isRedo { journal.noteRedone(.kept(action)) } else { journal.noteUndone(.kept(action)) }
      action.reverse(isRedo)
      tell()
    case nil: break
    }
  }

  /// Runs the next queued undo; drops the queue if one failed.
  private func reverseNext(isDone: Bool) {
    if !isDone { waiting = [] }
    while reversals.isEmpty, !waiting.isEmpty { reverse(isRedo: waiting.removeFirst()) }
  }

  func cancel(_ id: Int) {
    queue.async { [self] in list.cancel(id) }
  }

  func settle(_ id: Int, _ answer: ClashAnswer) {
    queue.async { [self] in
      asked = nil
      list.answer(id, answer)
      askNext()
    }
  }

  /// Whether an operation is running, so that the program should not end.
  ///
  /// Does not wait for the queue, where volumes may be asked for their trash.
  var isBusy: Bool {
    requests.load(ordering: .acquiring) > 0 || list.tasks.contains { !$0.isFinished }
  }

  private func trashed(_ paths: [String]) -> [TrashCan.Item] {
    // Volumes are asked only if a file is in a trash.
    let wanted = paths.filter { TrashCan.holds($0) }
    guard !wanted.isEmpty else { return [] }
    return TrashCan.ofUser().items().filter { item in
      wanted.contains { PathParts.same($0, item.path) }
    }
  }

  /// Files in the trash take their record along.
  private func delete(_ paths: [String]) {
    let items = trashed(paths)
    if !items.isEmpty { list.add(.empty(items)) }
    let others = paths.filter { path in !items.contains { PathParts.same($0.path, path) } }
    if !others.isEmpty { list.add(.delete(others)) }
  }

  // MARK: what comes of it

  private func changed(_ task: FileTask) {
    switch task.state {
    case .asking: askNext()
    case .finished(let outcome): return finished(task, outcome)
    case .waiting, .running: break
    }
    tell()
  }

  private func tell() {
    let tasks = list.tasks.suffix(50).map(shown)
    mailbox.post(
      .browser(
        .tasks(
          tasks, undo: journal.nextUndo?.title, redo: journal.nextRedo?.title)))
  }

  /// Asks the next question; others wait until it is answered.
  private func askNext() {
    guard asked == nil else { return }
    for task in list.tasks {
      guard case .asking(let clash) = task.state else { continue }
      asked = task.id
      mailbox.post(
        .browser(
          .clash(
            task: task.id, name: PathParts.name(of: clash.target),
            folder: PathParts.folder(of: clash.target), isFolder: clash.targetStatus.isFolder)))
      return
    }
  }

  private func finished(_ task: FileTask, _ outcome: Outcome) {
    if asked == task.id { asked = nil }
    onMove(outcome.done)
    let reversal = reversals.removeValue(forKey: task.id)
    if let reversal {
      switch (outcome.undo, reversal.isRedo) {
      case (let other?, false): journal.noteUndone(.files(other))
      case (let other?, true): journal.noteRedone(.files(other))
      case (nil, false): journal.noteRedone(.files(reversal.undo))
      case (nil, true): journal.noteUndone(.files(reversal.undo))
      }
      reverseNext(isDone: outcome.undo != nil)
    } else if let undo = outcome.undo {
      journal.note(.files(undo))
    }
    let others = list.tasks.filter(\.isFinished).count
    // First, so that the keys the sentences name work as soon as they are read.
    tell()
    for failure in outcome.failures.prefix(20) {
      mailbox.post(
        .notice(
          Sentences.text(failure), isError: true))
    }
    let made = outcome.done.compactMap(\.to)
    mailbox.post(
      .browser(
        .made(made, sentence: TaskStrings.result(task, outcome, isRedo: reversal?.isRedo == true))))
    if let line = newLines.removeValue(forKey: task.id), let path = made.first {
      mailbox.post(.browser(.created(path: path, line: line)))
    }
    if others > 40 { list.forgetFinished() }
  }

  private func shown(_ task: FileTask) -> TaskReport {
    let phase: TaskReport.Phase
    switch task.state {
    case .waiting: phase = .waiting
    case .running, .asking: phase = .running
    case .finished(let outcome):
      if let failure = outcome.failures.first {
        phase = .failed(Sentences.text(failure))
      } else {
        phase = outcome.wasCancelled ? .cancelled : .done
      }
    }
    let (id, title, progress) = (
      task.id, TaskStrings.title(task, isRedo: reversals[task.id]?.isRedo == true), task.progress
    )
    // Renames and deletions move no bytes.
    guard progress.bytesTotal > 0 else {
      return TaskReport(
        id: id, title: title, phase: phase, done: Int64(progress.filesDone),
        total: Int64(progress.filesTotal), countsFiles: true)
    }
    return TaskReport(
      id: id, title: title, phase: phase, done: Int64(progress.bytesDone),
      total: Int64(progress.bytesTotal), speed: Double(progress.bytesPerSecond))
  }
}

extension FileRequest {
  /// The files and folders that it changes.
  fileprivate var changed: [String] {
    switch self {
    case .copy(_, let folder), .newFolder(let folder, _), .extract(_, let folder),
      .export(_, let folder, _):
      [folder]
    case .move(let paths, let folder): paths + [folder]
    case .duplicate(let paths), .trash(let paths), .delete(let paths): paths
    case .rename(let path, _): [path]
    case .restore: []
    }
  }
}
